/* The meaning of expressions: each becomes a function of a frame, an array with the state variables first and then a place for each local. */

class Reader {
  constructor(game, types) {
    this.types = types;
    this.language = game.language;
    this.places = new Map(game.variables.map((variable, at) => [variable.name, at]));
    this.variables = game.variables.length;
    this.locals = new Map();
    this.constants = new Map(game.constants.map((each) => [each.name, readValue(types[each.type], each.value)]));
    this.functions = new Map(game.functions.map((each) => [each.name, each]));
    this.bodies = new Map();
    this.stuck = this.place("stuck()");
    this.possible = () => { throw new PlayError("possible"); };
  }

  place(local) {
    if (!this.locals.has(local)) this.locals.set(local, this.variables + this.locals.size);
    return this.locals.get(local);
  }

  frame(values) {
    const frame = [...values];
    frame.length = this.variables + this.locals.size;
    frame.fill(null, values.length);
    frame[this.stuck] = false;
    return frame;
  }

  type(expr) { return this.types[expr.type]; }

  closure(expr) { return this[expr.k](expr); }

  converted(expr, target) {
    const closure = this.closure(expr);
    const convert = converter(this.type(expr), target, (kind, value) => { throw new PlayError(`${sayValue(kind, value)} does not fit`); });
    return convert ? (frame) => convert(closure(frame)) : closure;
  }

  keyOrdinal(expr, type) {
    const closure = this.converted(expr, type);
    if (type.k === "EnumType" || type.k === "RecordType") return closure;
    return (frame) => ordinal(type, closure(frame));
  }

  Literal({ value, type }) { const found = readValue(this.types[type], value); return () => found; }
  Local({ name }) { const at = this.place(name); return (frame) => frame[at]; }
  Var({ name }) { const at = this.places.get(name); return (frame) => frame[at]; }
  Const({ name }) { const value = this.constants.get(name); return () => value; }
  Stuck() { const at = this.stuck; return (frame) => frame[at]; }

  Index({ base, key }) {
    const whole = this.closure(base), type = this.type(base);
    if (type.k === "ListType") {
      const number = this.closure(key);
      return (frame) => {
        const items = whole(frame), at = number(frame);
        if (at < 1 || at > items.length) throw new PlayError(`no item ${at} in a list of ${items.length}`);
        return items[at - 1];
      };
    }
    const number = this.keyOrdinal(key, type.k === "MapType" ? type.key : type.item);
    return (frame) => whole(frame)[number(frame)];
  }

  Field({ base, name }) {
    const whole = this.closure(base), read = fieldReader(this.type(base), name);
    return (frame) => read(whole(frame));
  }

  Construct(expr) {
    const type = this.type(expr);
    const parts = expr.arguments.map((part, at) => {
      const closure = this.closure(part), kind = type.fields[at][1];
      if (!type.scalar) return this.converted(part, kind);
      return (frame) => {
        const value = closure(frame);
        if (ordinalIn(kind, value) < 0) throw new PlayError(`a value does not fit ${type.name}`);
        return value;
      };
    });
    return (frame) => packRecord(type, parts.map((part) => part(frame)));
  }

  Collect(expr) {
    const type = this.type(expr);
    if (type.k === "ListType") {
      const parts = expr.items.map((part) => this.converted(part, type.item));
      return (frame) => parts.map((part) => part(frame));
    }
    const numbers = expr.items.map((part) => this.keyOrdinal(part, type.item));
    if (type.k === "SetType") return (frame) => maskOf(numbers.map((number) => number(frame)));
    const bag = (frame) => countItems(numbers.map((number) => number(frame)), type);
    return type.k === "BagType" ? bag : (frame) => [[], bag(frame)];
  }

  MapOfEntries(expr) {
    const type = this.type(expr), key = type.k === "MapType" ? type.key : type.item;
    const kind = type.k === "MapType" ? type.value : { k: "IntType", low: 0, high: type.most };
    const rest = this.converted(expr.default, kind);
    const entries = expr.entries.map(([at, value]) => [this.keyOrdinal(at, key), this.converted(value, kind)]);
    return (frame) => {
      const found = Array(cardinality(key)).fill(rest(frame));
      for (const [at, value] of entries) found[at(frame)] = value(frame);
      return found;
    };
  }

  Convert(expr) { return this.converted(expr.value, this.type(expr)); }

  Unary({ operator, operand }) {
    const closure = this.closure(operand);
    return operator === "not" ? (frame) => !closure(frame) : (frame) => -closure(frame);
  }

  Binary(expr) { return binary(this, expr); }

  IfElse(expr) {
    const condition = this.closure(expr.condition), then = this.closure(expr.then), otherwise = this.closure(expr.otherwise);
    return (frame) => (condition(frame) ? then(frame) : otherwise(frame));
  }

  LetIn({ name, value, body }) {
    const at = this.place(name), found = this.closure(value), inner = this.closure(body);
    return (frame) => { frame[at] = found(frame); return inner(frame); };
  }

  Call(expr) {
    const { places, body } = this.body(expr.function), values = expr.arguments.map((each) => this.closure(each));
    return (frame) => {
      const found = values.map((value) => value(frame));
      places.forEach((place, at) => { frame[place] = found[at]; });
      return body(frame);
    };
  }

  body(name) {
    if (!this.bodies.has(name)) {
      const own = this.functions.get(name), places = own.parameters.map((each) => this.place(each.name));
      this.bodies.set(name, { places, body: this.converted(own.body, this.types[own.type]) });
    }
    return this.bodies.get(name);
  }

  Builtin(expr) { return builtin(this, expr); }

  Domain(expr) { const all = (1n << BigInt(cardinality(this.types[expr.item]))) - 1n; return () => all; }

  Range(expr) {
    const low = this.closure(expr.low), high = this.closure(expr.high), type = this.type(expr);
    const item = type.k === "SetType" ? type.item : this.type(expr.low), least = item.k === "IntType" ? item.low : 0;
    return (frame) => {
      const first = low(frame) - least, last = high(frame) - least;
      return first <= last ? (1n << BigInt(last + 1)) - (1n << BigInt(first)) : 0n;
    };
  }

  Fold(expr) { return fold(this, expr); }
  Walk(expr) { return walk(this, expr); }

  Possible({ action, player }) {
    const who = this.closure(player);
    return (frame) => this.possible(action, frame, who(frame));
  }

  Template({ parts }) {
    const pieces = parts.map((part) => {
      if (typeof part === "string") return () => part;
      const closure = this.closure(part), type = this.type(part);
      return (frame) => phraseValue(type, closure(frame));
    });
    return (frame) => pieces.map((piece) => piece(frame)).join("");
  }

  /** The values to go through, in order: sets and bags upwards, lists as they are. */
  items(domain) {
    if (domain.k === "Domain") { const all = allValues(this.types[domain.item]); return () => all; }
    if (domain.k === "Range") {
      const low = this.closure(domain.low), high = this.closure(domain.high);
      return (frame) => {
        const first = low(frame), last = high(frame);
        return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
      };
    }
    const whole = this.closure(domain), type = this.type(domain);
    return (frame) => itemsOf(type, whole(frame));
  }

  /** The values of a domain as a set, upwards. */
  domainValues(domain) {
    const found = this.items(domain), type = this.type(domain);
    if (type.k !== "ListType") return found;
    return (frame) => [...new Set(found(frame))].sort((one, other) => ordinal(type.item, one) - ordinal(type.item, other));
  }
}

function fieldReader(type, name) {
  if (type.k === "DeckType") return (deck) => deck[name === "known" ? 0 : 1];
  const at = fieldIndex(type, name);
  return type.scalar ? (value) => unpackRecord(type, value)[at] : (value) => value[at];
}

function countItems(numbers, type) {
  const counts = Array(cardinality(type.item)).fill(0);
  for (const number of numbers) if (++counts[number] > type.most) throw new PlayError("a bag holds too many of one value");
  return counts;
}

function listAsSet(reader, expr, item) {
  const closure = reader.converted(expr, { k: "ListType", item, most: reader.type(expr).most });
  return (frame) => maskOf(closure(frame).map((value) => ordinal(item, value)));
}
