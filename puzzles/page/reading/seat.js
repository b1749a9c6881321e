/* What one player sees: expressions over the observation, never over the state. What is hidden there raises Unseen. */

const HIDDEN = Symbol("hidden"), UNSEEN_SIGN = "?", NOTHING_SECRET = new Set();

class Unseen extends Error {}

/** Is there a variable that some player does not see, or sees only in part? */
function hidesSomething(machine) {
  const open = machine.players.length === 1 ? ["all", "owner"] : ["all"];
  return !machine.finds && machine.game.variables.some(({ seen }) => !open.includes(seen.kind));
}

/** What everybody sees of a hidden value: of a deck how many cards it has, of others nothing. */
function hiddenValue(type, value) {
  if (type.k === "DeckType") return [value[0].length, value[1].reduce((sum, count) => sum + count, 0)];
  if (type.k === "MapType" && type.value.k === "DeckType") return value.map((deck) => hiddenValue(type.value, deck));
  return HIDDEN;
}

/** Is a value of an observation hidden, wholly or in part? */
function isHidden(type, value) {
  if (value === HIDDEN) return true;
  if (type.k === "DeckType") return !Array.isArray(value[0]);
  return type.k === "MapType" && value.some((part) => isHidden(type.value, part));
}

const countsOf = ([known, unseen]) => (Array.isArray(known) ? [known.length, unseen.reduce((sum, count) => sum + count, 0)] : [known, unseen]);

/** A reader of frames that hold an observation. */
class SeatReader extends Reader {
  constructor(game, types) {
    super(game, types);
    this.hideable = new Set(game.variables.filter(({ seen }) => seen.kind !== "all").map(({ name }) => name));
    this.possible = () => { throw new Unseen(); };
  }

  guarded(read, type) {
    return (frame) => {
      const value = read(frame);
      if (isHidden(type, value)) throw new Unseen();
      return value;
    };
  }

  Local({ name }) {
    const at = this.place(name);
    return (frame) => {
      if (frame[at] === HIDDEN) throw new Unseen();
      return frame[at];
    };
  }

  Var(expr) { return this.hideable.has(expr.name) ? this.guarded(super.Var(expr), this.type(expr)) : super.Var(expr); }

  Index(expr) { return this.entry(expr) ? this.guarded(this.entry(expr), this.type(expr)) : super.Index(expr); }

  /** The entry of a map that may be hidden in parts, unguarded; null for other expressions. */
  entry({ k, base, key }) {
    if (k !== "Index" || base.k !== "Var" || !this.hideable.has(base.name)) return null;
    const at = this.places.get(base.name), number = this.keyOrdinal(key, this.type(base).key);
    return (frame) => (frame[at] === HIDDEN ? HIDDEN : frame[at][number(frame)]);
  }

  Builtin(expr) { return (expr.name === "len" && this.counts(expr.arguments[0])) || super.Builtin(expr); }

  /** How many cards a deck has, which everybody sees; null for what is no hidden deck. */
  counts(expr) {
    const part = expr.k === "Builtin" && ["known", "unseen"].includes(expr.name) ? expr.name : null, deck = part ? expr.arguments[0] : expr;
    if (this.type(deck)?.k !== "DeckType") return null;
    const read = deck.k === "Var" && this.hideable.has(deck.name) ? super.Var(deck) : this.entry(deck);
    if (!read) return null;
    return (frame) => { const [known, unseen] = countsOf(read(frame)); return part === "known" ? known : part ? unseen : known + unseen; };
  }

  Template({ parts }) {
    const pieces = parts.map((part) => {
      const piece = super.Template({ parts: [part] });
      return (frame) => seenOr(() => piece(frame), UNSEEN_SIGN);
    });
    return (frame) => pieces.map((piece) => piece(frame)).join("");
  }
}

/** What a look gives, or something else where it needs what is hidden. */
function seenOr(look, otherwise) {
  try {
    return look();
  } catch (left) {
    if (left instanceof Unseen) return otherwise;
    throw left;
  }
}

/** A player at the table, for pictures: a machine as far as they need one. */
class Seat {
  constructor(machine, player) {
    this.machine = machine;
    this.game = machine.game;
    this.player = player;
    this.reader = new SeatReader(machine.game, machine.reader.types);
    this.closures = new Map();
    this.looked = new WeakMap();
    this.views = machine.game.variables.map((variable) => this.view(variable));
  }

  view({ seen, type }) {
    const kind = this.reader.types[type], plain = this.machine.reader, by = seen.by && plain.closure(seen.by);
    if (seen.kind === "all") return (value) => value;
    if (seen.kind === "owner") return (value) => value.map((part, owner) => (owner === this.player ? part : hiddenValue(kind.value, part)));
    if (seen.kind !== "by") return (value) => hiddenValue(kind, value);
    const sees = plain.type(seen.by).k === "SetType" ? (frame) => (by(frame) >> BigInt(this.player) & 1n) === 1n : (frame) => by(frame) === this.player;
    return (value, frame) => (sees(frame()) ? value : hiddenValue(kind, value));
  }

  /** The values of the variables as far as the player sees them. */
  observation(state) {
    if (!this.looked.has(state)) this.looked.set(state, this.views.map((view, at) => view(state.values[at], () => this.machine.frame(state))));
    return this.looked.get(state);
  }

  value(expr, state, locals) {
    if (!this.closures.has(expr)) this.closures.set(expr, this.reader.closure(expr));
    const closure = this.closures.get(expr), places = Object.entries(locals).map(([name, value]) => [this.reader.place(name), value]);
    const frame = this.reader.frame(this.observation(state));
    for (const [place, value] of places) frame[place] = value;
    if (this.game.asksStuck) frame[this.reader.stuck] = this.game.nodes[state.node].k === "DecideNode" && this.machine.kind(state) === "over";
    return closure(frame);
  }

  looksSame(one, other) { return one.node === other.node && equal(this.observation(one), this.observation(other)); }

  /**
   * What the player learns of a move or of chance: `known`, whether anything; `secret`, which arguments he does not see.
   * He knows his own moves; of others he knows what his observation afterwards distinguishes. As in `rules_dsl/play/telling.py`.
   */
  glimpse(rules, before, move) {
    const { machine } = this, node = this.game.nodes[before.node], decides = node.k !== "ChanceNode";
    if (decides && machine.actor(before) === this.player) return { known: true, secret: new Set() };
    const after = rules.apply(before, move), others = rules.moves(before).filter((other) => this.unlike(rules.apply(before, other), after));
    if (!decides) return { known: true, secret: new Set(others.length ? [0] : []) };
    if (others.some(({ option }) => option !== move.option)) return { known: false, secret: new Set() };
    const differing = others.flatMap(({ given }) => move.given.flatMap((value, at) => (at < given.length && equal(value, given[at]) ? [] : [at])));
    return { known: true, secret: new Set([...this.unseen(before, after, node.options[move.option].action, move.given), ...differing]) };
  }

  /** The arguments that go only into variables of which the player has seen no change. */
  unseen(before, after, action, given) {
    const { hiddenTargets } = this.machine.actions.get(action).action, first = this.observation(before), then = this.observation(after);
    const places = given.map((_, at) => at), targets = (at) => hiddenTargets[Math.min(at, hiddenTargets.length - 1)];
    return places.filter((at) => targets(at).length && targets(at).every((variable) => equal(first[variable], then[variable])));
  }

  /** A move or an outcome in notation as the player sees it. */
  text(rules, before, move) {
    const { known, secret } = this.glimpse(rules, before, move);
    return known ? this.machine.text(before, move, secret) : UNSEEN_SIGN;
  }

  /** What the player is told of a move: its sentence as far as he knows it, and what happened by itself. */
  log(rules, before, move) {
    const { known, secret } = this.glimpse(rules, before, move);
    return known ? this.machine.narrator.log(before, move, this, secret) : [UNSEEN_SIGN];
  }

  /** Would another position look the same to the player? */
  unlike(other, after) { return !equal([other.node, other.values], [after.node, after.values]) && this.looksSame(other, after); }
}

/** Does nothing that words why a move of the action is refused read what may be hidden? */
function tellsReasons(machine, { parameters, needs, trial }) {
  const open = machine.players.length === 1 ? ["all", "owner"] : ["all"], hideable = new Set(machine.game.variables.filter(({ seen }) => !open.includes(seen.kind)).map(({ name }) => name));
  const reads = (part) => {
    if (part === null || typeof part !== "object") return false;
    if (part.k === "Possible" || (part.k === "Var" && hideable.has(part.name))) return true;
    return Object.values(part).some(reads) || (part.k === "Call" && reads(machine.reader.functions.get(part.function).body));
  };
  return ![parameters.map(({ domain }) => domain), needs.map(({ reason }) => reason), trial].some(reads);
}

/** A value as far as it is seen. */
function showSeen(type, value) {
  if (value === HIDDEN) return UNSEEN_SIGN;
  if (type.k === "DeckType" && !Array.isArray(value[0])) return String(value[0] + value[1]);
  if (type.k === "MapType" && isHidden(type, value)) return allValues(type.key).map((key, at) => `${phraseValue(type.key, key)}: ${showSeen(type.value, value[at])}`).join("; ");
  return phraseValue(type, value);
}
