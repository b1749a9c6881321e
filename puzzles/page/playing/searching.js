/* Opponents without a compiled game: the tree search of tree.c over the rules as read. Slower, but the same. */

const LONGEST_WAY = 60, LONGEST_PLAY = 300, EXPLORING = 0.7;

class TreeSearch {
  constructor(rules) {
    this.rules = rules;
    this.players = rules.machine.players.length;
  }

  begin() { this.root = { visits: 0, children: new Map() }; }

  /** Plays from a position until the time is over, at least once. */
  ponder(state, until) {
    let plays = 0;
    do { this.step(state); plays++; } while (performance.now() < until && plays < 64);
    return plays;
  }

  step(start) {
    const way = [];
    let node = this.root, state = start;
    while (way.length < LONGEST_WAY) {
      const kind = this.rules.kind(state);
      if (kind === "over") break;
      if (kind === "chance") { state = this.rules.apply(state, drawnOutcome(this.rules.machine, state)); continue; }
      const move = this.choose(node, this.rules.moves(state)), key = keyOfMove(move), mover = this.rules.machine.actor(state);
      if (!node.children.has(key)) node.children.set(key, { visits: 0, total: 0, offered: 1, children: new Map() });
      node = node.children.get(key);
      way.push([node, mover]);
      state = this.rules.apply(state, move);
      if (!node.visits) break;
    }
    const rewards = this.rewards(this.playOut(state));
    this.root.visits++;
    for (const [each, mover] of way) { each.visits++; each.total += rewards[mover]; }
  }

  choose(node, moves) {
    const known = moves.map((move) => node.children.get(keyOfMove(move))), fresh = moves.filter((_, at) => !known[at]);
    if (fresh.length) return fresh[Math.floor(Math.random() * fresh.length)];
    let best = 0, highest = -1;
    known.forEach((child, at) => {
      child.offered++;
      const value = child.total / child.visits + EXPLORING * Math.sqrt(Math.log(child.offered + 1) / child.visits);
      if (value > highest) { highest = value; best = at; }
    });
    return moves[best];
  }

  playOut(start) {
    let state = start;
    for (let plies = 0; plies < LONGEST_PLAY; plies++) {
      const kind = this.rules.kind(state);
      if (kind === "over") break;
      const moves = kind === "chance" ? [drawnOutcome(this.rules.machine, state)] : this.rules.moves(state);
      state = this.rules.apply(state, moves[Math.floor(Math.random() * moves.length)]);
    }
    return state;
  }

  /** What a position is worth for each player, from 0 to 1: above all who won, a little by how much. */
  rewards(state) {
    const points = this.rules.scores(state);
    return points.map((own, player) => {
      const ahead = this.players === 1 ? own : own - Math.max(...points.filter((_, other) => other !== player));
      return 0.8 * (ahead > 0 ? 1 : ahead < 0 ? 0 : 0.5) + 0.2 * (0.5 + (0.5 * ahead) / (Math.abs(ahead) + 10));
    });
  }

  /** How often each of the moves was tried, and the worth of the one tried most. */
  tried(state) {
    const found = this.rules.moves(state).map((move) => [move, this.root.children.get(keyOfMove(move))]);
    return found.map(([move, child]) => ({ move, visits: child?.visits ?? 0, worth: child?.visits ? child.total / child.visits : 0 }));
  }
}

const keyOfMove = ({ option, given }) => `${option}:${JSON.stringify(given, (_, value) => (typeof value === "bigint" ? String(value) : value))}`;

/** What chance brings, by its weights. */
function drawnOutcome(machine, state) {
  const outcomes = machine.outcomes(state);
  let rest = Math.random() * total(outcomes.map(([, weight]) => weight));
  const [value] = outcomes.find(([, weight]) => (rest -= weight) < 0) || outcomes.at(-1);
  return { option: 0, given: [value] };
}

/* -- what a player believes of what is hidden from him */

const BELIEVED = 40, TRIES = 30;

/** Positions that look to a player as the true one does, made by playing the line again with other hidden things. They know nothing of the true position but what the player has seen. */
class Beliefs {
  constructor(rules, player) {
    this.rules = rules;
    this.seat = new Seat(rules.machine, player);
    this.steps = 0;
    this.moves = [];
    this.states = [];
  }

  /** The positions after a line of states and moves. */
  follow(states, moves) {
    const same = this.moves.length <= moves.length && this.moves.every((move, at) => sameMove(move, moves[at]));
    if (!same || !this.states.length) { this.steps = 0; this.states = Array(BELIEVED).fill(states[0]); }
    for (; this.steps < moves.length; this.steps++) this.states = this.step(states[this.steps], moves[this.steps], states[this.steps + 1]);
    this.moves = [...moves];
    return this.states;
  }

  step(before, move, after) {
    const seen = !this.seat.text(this.rules, before, move).includes(UNSEEN_SIGN), own = this.rules.kind(before) === "decide" && this.rules.machine.actor(before) === this.seat.player;
    const found = this.states.flatMap((state) => this.continued(state, seen || own ? move : null, after));
    return found.length ? Array.from({ length: BELIEVED }, (_, at) => (at < found.length ? found[at] : found[Math.floor(Math.random() * found.length)])) : [];
  }

  /** A position after one more step that looks right; none if that cannot be found. */
  continued(state, move, after) {
    for (let tries = 0; tries < (move ? 1 : TRIES); tries++) {
      const next = this.applied(state, move ?? this.anyStep(state));
      if (next && this.seat.looksSame(next, after)) return [next];
    }
    return [];
  }

  anyStep(state) {
    if (this.rules.kind(state) === "chance") return drawnOutcome(this.rules.machine, state);
    const moves = this.rules.moves(state);
    return moves[Math.floor(Math.random() * moves.length)];
  }

  applied(state, move) {
    const found = move && this.rules.moves(state).find((each) => sameMove(each, move));
    return found ? this.rules.apply(state, found) : null;
  }
}
