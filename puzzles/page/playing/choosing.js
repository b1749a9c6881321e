/* From all legal moves to one: whatever is touched leaves those that fit, until one is left. */

const MOST_REFUSED = 16;

class Choosing {
  constructor(rules, state) {
    this.rules = rules;
    this.state = state;
    this.node = rules.machine.game.nodes[state.node];
    this.legal = rules.moves(state).map((move, at) => ({ ...move, at, types: rules.machine.argumentTypes(state, move) }));
    this.texts = new Map();
    this.shown = new Set();
    this.waits = null;
    this.left = this.legal;
    this.trail = [];
  }

  get chance() { return this.node.k === "ChanceNode"; }

  get narrator() { return this.rules.machine.narrator; }

  sentence(move) { return this.narrator.move(this.state, move); }

  /** Do the rules have words for the values of a level, or for the move? */
  isWorded(moves, level) { return Boolean(moves) && this.narrator.isWorded(this.node, moves[0].option, level); }

  /** The value of a move at a level, as it is called where it is chosen. */
  worded(move, level) { return this.narrator.value(this.state, move, level, move.types); }

  /** Is one move chosen? */
  get settled() { return this.left.length === 1 && this.waits === null; }

  reset() { this.left = this.legal; this.trail = []; this.waits = null; }

  /** Notes which values can be touched. Where a touched piece leaves one move, play waits until its target is touched, too. */
  lay(places) {
    const things = places.flatMap(({ thing }) => [thing, ...thing.around]).filter(({ type }) => type.same !== undefined && !["IntType", "BoolType"].includes(type.k));
    this.shown = new Set(things.map(({ type, value }) => `${type.same}:${String(value)}`));
  }

  isShown(type, value) { return Boolean(type) && value !== null && this.shown.has(`${plainType(type).same}:${String(value)}`); }

  narrow(fitting, words) {
    if (!fitting.length) return false;
    this.left = fitting;
    this.trail.push(words);
    return true;
  }

  /** The first thing in which the moves that are left differ: -1 the action, 0 the first value …; null if only one is left. */
  get open() {
    if (this.left.length < 2) return null;
    const [first, ...others] = this.left;
    if (others.some((move) => move.option !== first.option)) return -1;
    for (let at = 0; ; at++) if (others.some((move) => !equal(move.given[at] ?? null, first.given[at] ?? null) || move.given.length > at !== first.given.length > at)) return at;
  }

  /** What may be chosen next, legal or not: { words, legal, move }. `move` is one that begins so. */
  choices() {
    const open = this.waits ?? this.open, level = open === null ? (this.node.options?.length > 1 ? -1 : Math.min(0, this.left[0].given.length - 1)) : open;
    if (level < 0 && this.chance) return [];
    return level < 0 ? this.actionChoices() : this.valueChoices(level);
  }

  actionChoices() {
    const offered = new Set(this.left.map((move) => move.option)), full = this.left === this.legal;
    return this.node.options.flatMap((option, number) => {
      const { action } = this.rules.machine.actions.get(option.action), words = action.title;
      const moves = this.left.filter((move) => move.option === number);
      const says = moves.length === 1 ? this.sentence(moves[0]) : this.narrator.action(option.action, this.state);
      if (offered.has(number)) return [{ words, says, moves, doc: action.doc, legal: true, pick: () => this.narrow(moves, says) }];
      return full ? [{ words, says, doc: action.doc, legal: false, reason: () => this.refusal(number, []) }] : [];
    });
  }

  valueChoices(level) {
    const found = new Map();
    for (const move of this.left) {
      const type = move.types[level], words = level < move.given.length ? showValue(type, move.given[level]) : "–";
      if (!found.has(words)) found.set(words, []);
      found.get(words).push(move);
    }
    const legal = [...found].map(([words, moves]) => {
      const says = moves.length === 1 && !this.trail.length ? this.sentence(moves[0]) : this.worded(moves[0], level);
      return { words, says, moves, level, legal: true, number: ordinalOf(moves[0], level), pick: () => this.narrow(moves, says) };
    });
    return [...legal, ...this.refusedValues(level, found)].sort((one, other) => one.number - other.number);
  }

  /** What the value at a level is called: the name of the parameter; "" for choices inside an action and for names of a letter or two. */
  nameOf(level, { option }) {
    const name = (this.chance ? this.node.label : this.rules.machine.actions.get(this.node.options[option].action).action.parameters[level]?.name ?? "").split(".").at(-1);
    return name.length > 2 ? name : "";
  }

  /** Values of a parameter that no legal move has, as far as they can be listed. */
  refusedValues(level, found) {
    const [move] = this.left, type = move.types[level];
    if (this.chance || level >= this.parameters(move.option).length || !type || cardinality(type) > MOST_REFUSED) return [];
    return allValues(type).map((value) => [value, showValue(type, value)]).filter(([, words]) => !found.has(words)).map(([value, words]) => ({
      words, says: this.worded({ ...move, given: [...move.given.slice(0, level), value] }, level), legal: false, number: ordinal(type, value), reason: () => this.refusal(move.option, [...move.given.slice(0, level), value]),
    }));
  }

  parameters(option) { return this.chance ? [] : this.rules.machine.actions.get(this.node.options[option].action).types; }

  /** The reason most moves that begin so are refused for. */
  refusal(option, given) {
    const { action } = this.rules.machine.actions.get(this.node.options[option].action), types = this.parameters(option), reasons = new Map();
    for (const move of combinations(types, given, 60)) {
      const refused = this.rules.machine.explain(this.state, { option, given: move });
      if (refused) reasons.set(refused.reason, { ...refused, times: (reasons.get(refused.reason)?.times || 0) + 1 });
    }
    const best = [...reasons.values()].sort((one, other) => other.times - one.times)[0];
    const words = given.length ? `${action.title}(${given.map((value, at) => showValue(types[at], value)).join(", ")}${given.length < types.length ? ", …" : ""})` : action.title;
    return { action, words, says: this.saidOf(option, given, types), reason: best ? best.reason : "", rule: best ? best.rule : action.rule };
  }

  /** A move, or the beginning of one, as a sentence. */
  saidOf(option, given, types) {
    const move = { option, given, types };
    if (given.length && given.length === types.length) return this.sentence(move);
    return [this.narrator.action(this.node.options[option].action, this.state), given.map((_, level) => this.worded(move, level)).join(", ")].filter((part) => part).join(": ");
  }

  /* -- touching the picture */

  touch(thing, changes) {
    this.level = null;
    const fitting = this.fitting(thing, changes);
    if (!fitting) return false;
    const [{ given, types }] = fitting, after = this.level === null ? null : this.level + 1;
    this.waits = fitting.length === 1 && after !== null && this.isShown(types[after], given[after]) ? after : null;
    return this.narrow(fitting, thing.name || thing.text.split("\n")[0]);
  }

  /** The moves that a touch leads on to; null if it fits none. What was touched stands for the value that is chosen next. Only where no move here could have such a value next
   * does it stand for a later one, or for what a move changes. */
  fitting(thing, changes) {
    if (this.confirms(thing)) return this.left;
    const named = [() => this.byValue(thing), () => this.byText(thing), () => this.byPlace(thing)], shown = [() => this.byField(thing), () => this.byChange(thing, changes)];
    for (const look of this.couldBeNext(thing) ? named : [...named, ...shown]) {
      const moves = look();
      if (this.leadsOn(moves)) return moves;
    }
    return null;
  }

  leadsOn(moves) { return moves.length > 0 && (moves.length < this.left.length || this.left.length === 1); }

  /** Those of the choices that can be made in the picture: each of their moves begins with the touch of some place. Numbers are not taken from the picture, as they may count anything. */
  touchable(choices, places) {
    const reached = new Set(places.flatMap((place) => this.surely(place).map(({ at }) => at)));
    return choices.filter(({ moves }) => moves?.every(({ at }) => reached.has(at)));
  }

  surely(place) {
    if (this.confirms(place)) return this.left;
    const counts = ["IntType", "BoolType"].includes(place.thing.type.k), found = [() => (counts ? [] : this.byValue(place)), () => this.bySign(place), () => this.byPlace(place), () => (this.couldBeNext(place) ? [] : this.byField(place))];
    return found.map((look) => look()).find((moves) => this.leadsOn(moves)) ?? [];
  }

  /** Moves whose first open value, or else any later one, is what was touched. */
  byValue({ thing }) {
    const fits = (move, at) => sameType(plainType(move.types[at]), thing.type) && equal(move.given[at], thing.value), { next } = this;
    if (!this.couldBeNext({ thing })) return this.soonest(fits);
    this.level = next;
    return this.left.filter((move) => next < move.given.length && fits(move, next));
  }

  byText({ text }) {
    const words = text.trim();
    return words ? this.soonest((move, at) => this.shownAs(move, at).includes(words)) : [];
  }

  /** As byText, for names alone. */
  bySign(place) { return this.byText(place).filter(({ types }) => this.level === null || types[this.level]?.k === "EnumType"); }

  /** The signs and words of a value, made once. */
  shownAs({ at, types, given }, level) {
    const key = `${at} ${level}`;
    if (!this.texts.has(key)) this.texts.set(key, [signValue, sayValue].map((show) => show(types[level], given[level])));
    return this.texts.get(key);
  }

  /** What was touched lies in something that may be chosen: a card in a column, a disc on a peg. */
  byPlace({ thing }) {
    for (const around of thing.around) {
      const fitting = this.soonest((move, at) => sameType(plainType(move.types[at]), around.type) && equal(move.given[at], around.value));
      if (fitting.length) return fitting;
    }
    return [];
  }

  /** What was touched has a field of that type, and only one: the column of a cell. */
  byField({ thing }) {
    if (thing.type.k !== "RecordType") return [];
    const parts = unpackRecord(thing.type, thing.value);
    return this.soonest((move, at) => { const fields = fieldsOf(thing, move.types[at]); return fields.length === 1 && equal(parts[fields[0]], move.given[at]); });
  }

  byChange({ name }, changes) { return name && changes ? this.left.filter((move) => changes(move).has(name)) : []; }

  /** Is it what every move begins with anyway, such as the only piece that can move? */
  confirms({ thing }) {
    const [first] = this.left;
    if (this.trail.length || this.open === null || this.open < 1) return false;
    return first.given.slice(0, this.open).some((value, at) => sameType(plainType(first.types[at]), thing.type) && equal(value, thing.value));
  }

  /** Where the next value stands among those of a move. */
  get next() { return this.waits ?? Math.max(0, this.open ?? 0); }

  /** Is what was touched of a kind that is chosen next, legal or not? Then it is never taken for a later value. */
  couldBeNext({ thing }) {
    const { next } = this;
    return this.left.some(({ types }) => next < types.length && sameType(plainType(types[next]), thing.type));
  }

  soonest(fits) {
    const longest = Math.max(...this.left.map((move) => move.given.length)), { next } = this;
    for (let at = next; at < longest; at++) {
      const fitting = this.left.filter((move) => at < move.given.length && fits(move, at));
      if (fitting.length) { this.level = at; return fitting; }
    }
    return [];
  }

  /** The refusal of a move that goes on from what was chosen with what was touched; null if that is no value of any action. */
  refusalOf({ thing, text }) {
    const options = this.trail.length ? [...new Set(this.left.map(({ option }) => option))] : (this.node.options || []).map((_, number) => number);
    for (const option of options) {
      const before = this.trail.length ? this.left.find((move) => move.option === option).given.slice(0, this.next) : [];
      const type = this.parameters(option)[before.length], value = type && valueNamed(plainType(type), thing, text);
      if (value !== undefined) return this.refusal(option, [...before, value]);
    }
    return null;
  }

  /** How many values all moves that are left begin with, whatever action they are of; 0 before something is chosen. */
  get agreed() {
    const [first] = this.left, same = (move, at) => at < move.given.length && sameType(move.types[at], first.types[at]) && equal(move.given[at], first.given[at]);
    let at = 0;
    while (this.trail.length && at < first.given.length && this.left.every((move) => same(move, at))) at++;
    return at;
  }

  /** How a part of the picture is marked: `live` if it may be touched, `picked` if it was. */
  marks() {
    const open = this.waits ?? this.open, live = new Set(), picked = new Set(), words = new Set();
    const key = (type, value) => `${plainType(type).same}:${String(value)}`;
    if (open === null) return () => "";
    const settled = open >= 0 ? open : this.agreed;
    for (const move of this.left) {
      move.given.forEach((value, at) => {
        if (at === settled && move.types[at].scalar) live.add(key(move.types[at], value));
        if (at === settled && move.types[at].k === "EnumType") words.add(signValue(move.types[at], value));
        if (at < settled) picked.add(key(move.types[at], value));
      });
    }
    return ({ thing, text, last, tokens }) => {
      const own = thing.type.same === undefined ? [] : [thing], keys = [...own, ...(last || tokens ? thing.around : [])].map(({ type, value }) => `${type.same}:${String(value)}`);
      return keys.some((each) => picked.has(each)) ? "picked" : keys.some((each) => live.has(each)) || (text && words.has(text.trim())) ? "live" : "";
    };
  }
}

const plainType = (type) => (type.k === "OptionalType" ? type.item : type);
const ordinalOf = (move, level) => (level < move.given.length ? ordinal(move.types[level], move.given[level]) : -1);

/** Which fields of a thing are of a type. */
function fieldsOf(thing, type) {
  return thing.type.k === "RecordType" ? thing.type.fields.flatMap(([, item], field) => (item.k === type.k && sameType(item, type) ? [field] : [])) : [];
}

/** The value of a type that was touched, itself or by its sign; undefined if it is none. */
function valueNamed(type, thing, text) {
  if (sameType(type, thing.type)) return thing.value;
  const fields = fieldsOf(thing, type);
  if (fields.length === 1) return unpackRecord(thing.type, thing.value)[fields[0]];
  return type.k === "EnumType" && text.trim() ? allValues(type).find((value) => signValue(type, value) === text.trim()) : undefined;
}

/** Up to `most` ways to fill up the values of a move. */
function combinations(types, given, most) {
  let found = [given];
  for (const type of types.slice(given.length)) {
    found = found.flatMap((each) => allValues(type).slice(0, Math.max(1, Math.ceil(most / found.length))).map((value) => [...each, value])).slice(0, most);
  }
  return found;
}
