/* Statements change the frame; Over, Refused and Fork leave a body early. */

class Over extends Error {}

class Refused extends Error {
  constructor(reason, rule) { super(reason); this.rule = rule; }
}

class Fork extends Error {
  constructor(values, type) { super("a choice is open"); this.values = values; this.type = type; }
}

class Statements {
  constructor(reader, settle) {
    this.reader = reader;
    this.settle = settle;
    this.script = reader.place("script()");
    this.told = new Map();
    this.live = null;
    this.notes = new Map();
  }

  stateOf(frame) { return { values: frame.slice(0, this.reader.variables), node: this.node }; }

  /** Notes an event, a reaction or a forced outcome, once, with the states in which it begins and is over. */
  note(kind, title, given, before, after) {
    const key = JSON.stringify([kind, title, given], (_, value) => (typeof value === "bigint" ? String(value) : value)), known = this.notes.get(key);
    this.notes.set(key, { kind, title, given, before: known ? known.before : before, after });
  }

  block(body) {
    const steps = body.map((statement) => this[statement.k](statement));
    return (frame) => { for (const step of steps) step(frame); };
  }

  Assign(statement) {
    const run = this.assigned(statement), [title] = statement.rule, places = this.told.get(title);
    if (!places) return run;
    const kind = places.length || this.reactions.has(title) ? "reaction" : "event";
    return (frame) => {
      const live = frame === this.live, before = live && this.stateOf(frame), given = places.map((at) => frame[at]);
      run(frame);
      if (live) this.note(kind, title, given, before, this.stateOf(frame));
    };
  }

  assigned({ place, value }) {
    const found = this.reader.closure(value), write = this.writer(place);
    const convert = converter(this.reader.type(value), this.reader.types[place.type], (kind, wrong) => {
      throw new PlayError(`${sayValue(kind, wrong)} does not fit`);
    });
    return convert ? (frame) => write(frame, convert(found(frame))) : (frame) => write(frame, found(frame));
  }

  Let({ name, value }) {
    const at = this.reader.place(name), found = this.reader.closure(value);
    return (frame) => { frame[at] = found(frame); };
  }

  If(statement) {
    const condition = this.reader.closure(statement.condition), then = this.block(statement.then), otherwise = this.block(statement.otherwise);
    return (frame) => (condition(frame) ? then(frame) : otherwise(frame));
  }

  For({ name, domain, body }) {
    const items = this.reader.items(domain), at = this.reader.place(name), step = this.block(body);
    return (frame) => { for (const value of items(frame)) { frame[at] = value; step(frame); } };
  }

  Need(statement) {
    const condition = this.reader.closure(statement.condition), reason = this.reason(statement, statement.rule[0]);
    return (frame) => { if (!condition(frame)) throw new Refused(reason(frame), statement.rule); };
  }

  reason(need, title) {
    return need.reason ? this.reader.closure(need.reason) : () => refuseIn(this.reader.language, "plain", nameWords(title));
  }

  Choose(statement) {
    const { reader, script } = this, type = reader.types[statement.type], at = reader.place(statement.name);
    const domain = reader.domainValues(statement.domain), condition = statement.condition && reader.closure(statement.condition);
    return (frame) => {
      const open = domain(frame).filter((value) => { frame[at] = value; return !condition || condition(frame); });
      if (!frame[script].length) throw new Fork(open, type);
      const [value, ...rest] = frame[script];
      if (!open.some((each) => equal(each, value))) throw new Refused(notAmong(reader.language, type, value, open), statement.rule);
      frame[at] = value;
      frame[script] = rest;
    };
  }

  Require({ condition, message }) {
    const holds = this.reader.closure(condition), words = this.reader.closure(message);
    return (frame) => { if (!holds(frame)) throw new PlayError(words(frame)); };
  }

  Settle() { return this.settle; }

  /* -- places */

  writer(place) {
    const { reader } = this;
    if (place.k === "VarPlace") { const at = reader.places.get(place.name); return (frame, value) => { frame[at] = value; }; }
    const whole = this.contents(place.base), write = this.writer(place.base), base = reader.types[place.base.type];
    if (place.k === "ItemPlace") {
      const number = reader.keyOrdinal(place.key, base.k === "MapType" ? base.key : base.item);
      return (frame, value) => { const entries = [...whole(frame)]; entries[number(frame)] = value; write(frame, entries); };
    }
    const at = base.k === "DeckType" ? (place.name === "known" ? 0 : 1) : fieldIndex(base, place.name);
    return (frame, value) => {
      const parts = base.k === "DeckType" ? [...whole(frame)] : [...unpackRecord(base, whole(frame))];
      parts[at] = value;
      write(frame, base.k === "DeckType" ? parts : packRecord(base, parts));
    };
  }

  contents(place) {
    const { reader } = this;
    if (place.k === "VarPlace") { const at = reader.places.get(place.name); return (frame) => frame[at]; }
    const whole = this.contents(place.base), base = reader.types[place.base.type];
    if (place.k === "FieldPlace") { const read = fieldReader(base, place.name); return (frame) => read(whole(frame)); }
    const number = reader.keyOrdinal(place.key, base.k === "MapType" ? base.key : base.item);
    return (frame) => whole(frame)[number(frame)];
  }
}

const NAMED = 12;

/** Why a value outside its domain is refused. */
function notAmong(language_, type, value, allowed) {
  if (!allowed.length) return refuseIn(language_, "nothing", phraseValue(type, value));
  const names = allowed.slice(0, NAMED).map((each) => phraseValue(type, each));
  if (allowed.length > NAMED) names.push("…");
  return refuseIn(language_, "not_among", phraseValue(type, value), names.join(", "));
}

/** The machine's own reasons, in a language. */
function refuseIn(language_, reason, ...values) {
  return values.reduce((text, value, at) => text.replaceAll(`{${at}}`, value), REASONS[language_][reason]);
}
