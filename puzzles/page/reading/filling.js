/* A puzzle that is filled in, as a machine: `rules_dsl/machine/filling` says the same, and tests hold both together. A state has one value for each variable that is looked for:
 * a map from its places to what stands there, null where nothing stands. What an expression may still be is an array of values, null for anything, or for
 * a failure: whether an expression that fails is evaluated at all is for what stands around it to say. */

const truthOf = (possible) => (possible && possible.length === 1 ? possible[0] : null);
const MAYBE = [false, true];
const sure = (truth) => (truth === null ? MAYBE : [truth]);
const numbersBetween = (low, high) => Array.from({ length: high - low + 1 }, (_, at) => low + at);

class FillingMachine extends Machine {
  constructor(game, types) {
    super(game, types);
    this.finds = game.finds.map(({ name, type }) => this.find(name, types[type]));
    this.finds.filter(({ set }) => set).forEach(({ name }) => this.readAsSet(name));
    this.open = new Map();
    this.readings = new Map();
    this.actions = new Map(this.finds.map(({ name, types: own }) => [name, { types: own, action: { title: name, doc: "", rule: ["", []] } }]));
    this.deciding = { k: "DecideNode", options: this.finds.map(({ name }) => ({ action: name })) };
    this.game = { ...game, nodes: [this.deciding] };
    this.instances = game.findRules.flatMap((rule) => this.instancesOf(rule));
    this.at = this.finds.map(({ cells }) => Array.from({ length: cells }, () => []));
    this.instances.forEach((instance, number) => instance.cells.forEach((cell) => this.at[cell[0]][cell[1]].push(number)));
  }

  find(name, type) {
    const set = type.k === "SetType", key = set ? type.item : type.k === "MapType" ? type.key : null, value = set ? { k: "BoolType", scalar: true } : key ? type.value : type;
    return { name, set, key, value, cells: key ? cardinality(key) : 1, types: key ? [key, value] : [value] };
  }

  /** A set that is looked for is held as a map of truths; expressions read it as a set. */
  readAsSet(name) {
    const { reader } = this, at = reader.places.get(name), plain = reader.Var;
    reader.Var = (expr) => (expr.name === name ? (frame) => maskOf(frame[at].flatMap((there, number) => (there ? [number] : []))) : plain.call(reader, expr));
  }

  /* -- rules: each with values for its `each`, and the cells it looks at */

  instancesOf(rule) {
    const found = [], values = {};
    const bind = (level) => {
      if (level === rule.each.length) { found.push({ rule, values: { ...values }, cells: this.cellsOf(rule, values) }); return; }
      const { name, domain } = rule.each[level], frame = this.framed(this.initial(), values);
      for (const value of this.reader.items(domain)(frame)) { values[name] = value; bind(level + 1); }
      delete values[name];
    };
    bind(0);
    return found;
  }

  /** With nothing filled in, every cell that can matter is looked at. */
  cellsOf(rule, values) {
    this.seen = new Map();
    this.possible(rule.condition, this.framed(this.initial(), values));
    const found = [...this.seen.values()];
    this.seen = null;
    return found;
  }

  framed(state, values) {
    const frame = this.frame(state);
    for (const [name, value] of Object.entries(values)) frame[this.reader.place(name)] = value;
    return frame;
  }

  brokenBy(state, numbers) {
    const broken = numbers.find((number) => {
      const { rule, values } = this.instances[number];
      return truthOf(this.possible(rule.condition, this.framed(state, values))) === false;
    });
    return broken === undefined ? null : this.instances[broken].rule;
  }

  /** Once all is filled the rules are evaluated as they stand, and may fail. */
  brokenWhole(state) {
    if (!this.filled(state)) return null;
    const broken = this.instances.find(({ rule, values }) => !this.closureOf(rule.condition)(this.framed(state, values)));
    return broken ? broken.rule : null;
  }

  /* -- what a page asks */

  initial() { return { values: this.finds ? this.finds.map(({ key, cells }) => (key ? Array(cells).fill(null) : null)) : this.game.variables.map((each) => zero(this.reader.types[each.type])), node: 0 }; }

  placeOf({ option, given }) { const { key } = this.finds[option]; return key ? ordinal(key, given[0]) : 0; }

  standing(state, { option, given }) { return this.finds[option].key ? state.values[option][this.placeOf({ option, given })] : state.values[option]; }

  apply(state, move) {
    const { key } = this.finds[move.option], value = move.given.at(-1), values = [...state.values];
    values[move.option] = key ? values[move.option].with(this.placeOf(move), value) : value;
    return { values, node: 0 };
  }

  explain(state, move) {
    const rule = ["find", []], { value } = this.finds[move.option];
    if (this.standing(state, move) !== null) return { reason: refuseIn(this.reader.language, "filled", this.place(move)), rule };
    if (ordinalIn(value, move.given.at(-1)) < 0) return { reason: refuseIn(this.reader.language, "not_offered"), rule };
    const after = this.apply(state, move), broken = this.brokenBy(after, this.at[move.option][this.placeOf(move)]) ?? this.brokenWhole(after);
    return broken && { reason: broken.reason || refuseIn(this.reader.language, "broken", nameWords(broken.name)), rule: broken.rule };
  }

  moves(state) {
    return this.finds.flatMap(({ key, value }, option) => (key ? allValues(key).map((place) => [place]) : [[]]).flatMap((place) => {
      if (this.standing(state, { option, given: place }) !== null) return [];
      return allValues(value).map((each) => ({ option, given: [...place, each] })).filter((move) => this.explain(state, move) === null);
    }));
  }

  filled(state) { return state.values.every((value, at) => (this.finds[at].key ? !value.includes(null) : value !== null)); }

  kind(state) { return !this.filled(state) && this.moves(state).length ? "decide" : "over"; }

  actor() { return 0; }

  outcomes() { return []; }

  ended(state) { return this.kind(state) === "decide" ? null : { kind: this.filled(state) ? "goal" : "stuck", who: null, rule: ["", []] }; }

  scores(state) { return [this.ended(state)?.kind === "goal" ? 1 : 0]; }

  argumentTypes(state, move) { return this.finds[move.option].types; }

  text(state, { option, given }) {
    const { value } = this.finds[option], where = this.where({ option, given }), last = given.at(-1);
    return last === null ? `${where} empty again` : `${where}(${showValue(value, last)})`;
  }

  /** A cell by its place alone. */
  place({ option, given }) {
    const { name, key } = this.finds[option];
    return key ? showValue(key, given[0]) : nameWords(name);
  }

  /** The name of a cell. */
  where({ option, given }) {
    const { name, key, set } = this.finds[option];
    if (!key) return name;
    return set ? `${showValue(key, given[0])} in ${name}` : `${name}[${showValue(key, given[0])}]`;
  }

  value(expr, state, locals) {
    const type = this.reader.type(expr), frame = this.framed(state, locals);
    if (!(type.scalar || type.k === "TextType") || this.filled(state)) return this.closureOf(expr)(frame);
    const possible = this.possible(expr, frame);
    return possible && possible.length === 1 ? possible[0] : null;
  }

  /** The move that empties a cell that was touched, if it was filled by hand. */
  emptying(state, first, { type, value }) {
    const option = this.finds.findIndex(({ key }) => key && sameType(key, type)), move = { option, given: [value, null] };
    return option >= 0 && this.standing(state, move) !== null && !this.isClue(first, { type, value }) ? move : null;
  }

  /** Is this a cell that was filled from the beginning? */
  isClue(first, { type, value }) {
    const option = this.finds.findIndex(({ key }) => key && sameType(key, type));
    return option >= 0 && this.standing(first, { option, given: [value, null] }) !== null;
  }

  /** Of the moves of the solution the first whose cell is empty; `wrong` if a cell holds something else than the solution. */
  beside(state, solution) {
    const wrong = solution.find((move) => { const found = this.standing(state, move); return found !== null && found !== move.given.at(-1); });
    return { wrong, next: solution.find((move) => this.standing(state, move) === null) };
  }

  /* -- what an expression may still be */

  closureOf(expr) {
    if (!expr.closure) expr.closure = this.reader.closure(expr);
    return expr.closure;
  }

  /** Does an expression read what is looked for, and which locals? Told once for each expression. */
  reading(expr) {
    if (!this.readings.has(expr)) {
      const found = { finds: false, locals: new Set() };
      this.readings.set(expr, found);
      const take = (other) => { found.finds ||= other.finds; other.locals.forEach((name) => found.locals.add(name)); };
      if (expr.k === "Var") found.finds = true;
      if (expr.k === "Local") found.locals.add(expr.name);
      if (expr.k === "Call") take({ finds: this.reading(this.reader.functions.get(expr.function).body).finds, locals: new Set() });
      partsOf(expr).forEach((part) => take(this.reading(part)));
    }
    return this.readings.get(expr);
  }

  isKnown(expr) {
    const { finds, locals } = this.reading(expr);
    return !finds && ![...locals].some((name) => this.open.has(name));
  }

  possible(expr, frame) {
    if (this.isKnown(expr)) return unlessFailing(() => [this.closureOf(expr)(frame)]);
    const own = this[`may${expr.k}`];
    return own ? own.call(this, expr, frame) : this.whole(expr, frame);
  }

  /** What names values of its own inside is evaluated once everything is filled in. */
  mayWalk(expr, frame) {
    const several = this.finds.flatMap(({ cells }, option) => Array.from({ length: cells }, (_, place) => this.cell(option, place, frame)));
    return several.every((possible) => possible.length === 1) ? this.evaluated(expr, frame) : null;
  }

  /** An expression that is evaluated once all it reads is decided. */
  whole(expr, frame) {
    const decided = partsOf(expr).map((part) => this.possible(part, frame)).every((possible) => possible && possible.length === 1);
    return decided ? this.evaluated(expr, frame) : null;
  }

  evaluated(expr, frame) {
    for (const [name, [value]] of this.open) frame[this.reader.place(name)] = value;
    return unlessFailing(() => [this.closureOf(expr)(frame)]);
  }

  cell(option, place, state) {
    if (this.seen) this.seen.set(`${option},${place}`, [option, place]);
    const found = this.finds[option].key ? state[option][place] : state[option];
    return found === null ? allValues(this.finds[option].value) : [found];
  }

  optionOf(expr) { return expr.k === "Var" ? this.finds.findIndex(({ name }) => name === expr.name) : -1; }

  mayVar(expr, frame) {
    const option = this.optionOf(expr), { key, cells } = this.finds[option];
    if (!key) return this.cell(option, 0, frame);
    const several = Array.from({ length: cells }, (_, place) => this.cell(option, place, frame));
    return several.every((possible) => possible.length === 1) ? [this.closureOf(expr)(frame)] : null;
  }

  mayLocal(expr) { return this.open.get(expr.name); }

  mayIndex(expr, frame) {
    const option = this.optionOf(expr.base), keys = this.possible(expr.key, frame);
    if (option < 0 || !keys) return this.whole(expr, frame);
    const type = this.reader.type(expr.base), places = keys.map((key) => ordinalIn(type.key, key));
    return places.some((place) => place < 0) ? null : together(places.map((place) => this.cell(option, place, frame)));
  }

  mayIfElse(expr, frame) {
    const holds = truthOf(this.possible(expr.condition, frame));
    if (holds !== null) return this.possible(holds ? expr.then : expr.otherwise, frame);
    return together([this.possible(expr.then, frame), this.possible(expr.otherwise, frame)]);
  }

  mayConvert(expr, frame) {
    const possible = this.possible(expr.value, frame), from = this.reader.type(expr.value), to = this.reader.type(expr);
    if (!possible) return null;
    if (!expr.checked && from.scalar && to.scalar) return fitting(converter(from, to, misfit), possible);
    return possible.length === 1 ? this.evaluated(expr, frame) : null;
  }

  mayLetIn(expr, frame) { return this.binding(expr.name, this.possible(expr.value, frame), frame, () => this.possible(expr.body, frame)); }

  mayCall(expr, frame) {
    const { parameters, body } = this.reader.functions.get(expr.function), values = expr.arguments.map((each) => this.possible(each, frame));
    const bind = (at) => (at === parameters.length ? this.possible(body, frame) : this.binding(parameters[at].name, values[at], frame, () => bind(at + 1)));
    return bind(0);
  }

  binding(name, possible, frame, inside) {
    const before = this.open.get(name);
    if (possible && possible.length === 1) { this.open.delete(name); frame[this.reader.place(name)] = possible[0]; } else this.open.set(name, possible);
    const found = inside();
    if (before === undefined) this.open.delete(name); else this.open.set(name, before);
    return found;
  }

  mayUnary(expr, frame) {
    if (expr.operator !== "not") return this.whole(expr, frame);
    const holds = truthOf(this.possible(expr.operand, frame));
    return sure(holds === null ? null : !holds);
  }

  mayBinary(expr, frame) {
    const { operator, left, right } = expr;
    if (operator === "and" || operator === "or") return sure(this.joint([left, right], operator === "and", frame));
    if (operator === "implies") {
      const holds = truthOf(this.possible(left, frame));
      if (holds === false) return [true];
      const then = truthOf(this.possible(right, frame));
      return sure(then === true ? true : holds === null || then === null ? null : then);
    }
    if (operator === "in" && this.reader.type(right).k === "SetType") return this.mayBeIn(expr, frame);
    return this.mayCompare(expr, frame);
  }

  mayBeIn(expr, frame) {
    const elements = this.possible(expr.left, frame), there = this.domain(expr.right, frame);
    return elements && there ? together(elements.map((value) => sure(has(there, value)))) : this.whole(expr, frame);
  }

  mayBuiltin(expr, frame) {
    const whole = expr.name === "len" ? expr.arguments[0] : null, there = whole && this.reader.type(whole).k === "SetType" && this.domain(whole, frame);
    return there ? FOLDING.count(there.map(([, truth]) => [truth, [true]])) : this.whole(expr, frame);
  }

  mayCompare(expr, frame) {
    const compare = COMPARING[expr.operator];
    if (!compare || ![expr.left, expr.right].every((side) => this.reader.type(side).scalar)) return this.whole(expr, frame);
    const these = this.possible(expr.left, frame), those = this.possible(expr.right, frame);
    return these && those ? compare(these, those) : expr.operator === "+" ? null : MAYBE;
  }

  /** Do all hold (or, with `wanted` false, does none fail to be false)? */
  joint(parts, wanted, frame) {
    let open = false;
    for (const part of parts) {
      const holds = truthOf(this.possible(part, frame));
      if (holds === null) open = true;
      else if (holds !== wanted) return !wanted;
    }
    return open ? null : wanted;
  }

  mayFold(expr, frame) {
    const way = FOLDING[expr.kind], rows = [];
    if (!way || (expr.kind === "sum" && !this.reader.type(expr).scalar)) return this.wholeFold(expr, frame);
    return this.gather(expr, 0, true, frame, rows) ? way(rows) : this.wholeFold(expr, frame);
  }

  wholeFold(expr, frame) {
    if (expr.by || expr.default) return this.mayWalk(expr, frame);
    const rows = [];
    const known = this.gather(expr, 0, true, frame, rows) && rows.every(([counts, item]) => counts !== null && item && item.length === 1);
    return known ? this.evaluated(expr, frame) : null;
  }

  /** For each round that may count: whether it does, and what its item may be. False if what is gone through is not known. */
  gather(expr, at, counts, frame, rows) {
    if (at === expr.clauses.length) { rows.push([counts, this.possible(expr.item, frame)]); return true; }
    const clause = expr.clauses[at];
    if (clause.k === "Where") {
      const holds = truthOf(this.possible(clause.condition, frame));
      return holds === false || this.gather(expr, at + 1, holds && counts, frame, rows);
    }
    const domain = clause.k === "Each" && this.domain(clause.domain, frame);
    if (!domain) return false;
    return domain.every(([value, there]) => this.binding(clause.name, [value], frame, () => this.gather(expr, at + 1, there && counts, frame, rows)));
  }

  /** The values to go through, each with whether it is there for sure (null: perhaps). */
  domain(expr, frame) {
    const option = this.optionOf(expr);
    if (option >= 0 && this.finds[option].set) {
      const { key } = this.finds[option];
      return allValues(key).map((value, place) => [value, truthOf(this.cell(option, place, frame))]).filter(([, there]) => there !== false);
    }
    if (this.isKnown(expr)) return unlessFailing(() => this.reader.items(expr)(frame).map((value) => [value, true]));
    return expr.k === "Fold" && expr.kind === "set" ? this.gathered(expr, frame) : null;
  }

  /** The values that a set made of others may have. */
  gathered(expr, frame) {
    const rows = [], found = new Map();
    if (!this.gather(expr, 0, true, frame, rows) || rows.some(([, item]) => !item || item.length > 1)) return null;
    for (const [counts, [value]] of rows) found.set(value, found.get(value) || counts);
    return [...found];
  }
}

/** The expressions an expression is made of. */
function partsOf(expr) {
  const found = [];
  const take = (part) => {
    if (Array.isArray(part)) part.forEach(take);
    else if (part && typeof part === "object" && part.k && !(part instanceof Function)) found.push(part);
  };
  for (const [name, part] of Object.entries(expr)) if (name !== "closure") take(part);
  return found;
}

/** What is found, null where an expression fails. */
function unlessFailing(find) {
  try {
    return find();
  } catch (error) {
    if (error instanceof PlayError) return null;
    throw error;
  }
}

const misfit = () => { throw new PlayError("a value does not fit"); };

/** Values that are known to fit wherever they are evaluated: what does not fit is not possible there. */
function fitting(convert, possible) {
  if (!convert) return possible;
  const found = possible.flatMap((value) => unlessFailing(() => [convert(value)]) ?? []);
  return found.length ? found : null;
}

function together(several) {
  return several.some((possible) => possible === null) ? null : [...new Set(several.flat())];
}

/** Is a value among those of a domain? */
function has(there, value) {
  const found = there.find(([each]) => equal(each, value));
  return found ? found[1] : false;
}

const bounds = (numbers) => [Math.min(...numbers), Math.max(...numbers)];

const below = (strict) => (these, those) => {
  const [low, high] = bounds(these), [least, most] = bounds(those);
  return high < least || (!strict && high === least) ? [true] : low > most || (strict && low === most) ? [false] : MAYBE;
};

const same = (these, those) => (these.length === 1 && those.length === 1 ? [equal(these[0], those[0])] : these.some((value) => those.includes(value)) ? MAYBE : [false]);

const COMPARING = {
  "==": same,
  "!=": (these, those) => same(these, those).map((truth) => !truth),
  "<": below(true),
  "<=": below(false),
  ">": (these, those) => below(true)(those, these),
  ">=": (these, those) => below(false)(those, these),
  "+": (these, those) => { const [low, high] = bounds(these), [least, most] = bounds(those); return numbersBetween(low + least, high + most); },
};

/** Does a round count and its item hold? */
const guarded = ([counts, item]) => { const holds = truthOf(item); return holds === false ? false : counts && holds; };

const quantifiedOver = (wanted) => (rows) => {
  const truths = rows.map((row) => (wanted ? guarded(row) : implied(row)));
  return sure(truths.includes(wanted) ? wanted : truths.includes(null) ? null : !wanted);
};

const implied = ([counts, item]) => { const holds = truthOf(item); return holds === true ? true : counts ? holds : null; };

const FOLDING = {
  any: quantifiedOver(true),
  all: quantifiedOver(false),
  count: (rows) => {
    const truths = rows.map(guarded), least = truths.filter((each) => each === true).length;
    return numbersBetween(least, least + truths.filter((each) => each === null).length);
  },
  sum: (rows) => {
    let least = 0, most = 0;
    for (const [counts, item] of rows) {
      if (!item) return null;
      const [low, high] = bounds(item);
      least += counts ? low : Math.min(low, 0);
      most += counts ? high : Math.max(high, 0);
    }
    return numbersBetween(least, most);
  },
};
