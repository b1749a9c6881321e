/* Opponents without a compiled game: the tree search of tree.c over the rules as read. Slower, but the same. */

const LONGEST_WAY = 60, LONGEST_PLAY = 300, EXPLORING = 0.7, FIRST_PLAYS = 8;

class TreeSearch {
  constructor(rules) {
    this.rules = rules;
    this.players = rules.machine.players.length;
    this.sees = seesChance(rules.machine);
  }

  /** Begins a search at a position. The scores of one player are judged by how far they lie from the middle of some plays at random. */
  begin(state, until = Infinity) {
    this.root = { visits: 0, children: new Map() };
    Object.assign(this, { middle: 0, scale: 50 });
    if (this.players > 1 || !this.rules.machine.lines.length) return;
    const ends = Array.from({ length: FIRST_PLAYS }, () => this.playOut(state, until)).filter((end) => end), points = ends.map((end) => this.rules.scores(end)[0]);
    if (!points.length) return;
    this.middle = total(points) / points.length;
    this.scale = 1 + Math.sqrt(Math.max(0, total(points.map((each) => each * each)) / points.length - this.middle ** 2));
  }

  get cut() { return false; }

  /** Plays from a position until the time is over. A play that is not finished by then does not count. */
  ponder(state, until) {
    let plays = 0;
    do plays += this.step(state, until); while (performance.now() < until && plays < 64);
    return plays;
  }

  /** One way down the tree and a play from there: 1 if it came to an end in time. */
  step(start, until) {
    const way = [];
    let node = this.root, state = start;
    while (way.length < LONGEST_WAY) {
      const kind = this.rules.kind(state);
      if (kind === "over") break;
      if (kind === "chance") {
        const outcome = drawnOutcome(this.rules.machine, state);
        state = this.rules.apply(state, outcome);
        if (this.sees) node = this.outcomeNode(node, outcome);
        continue;
      }
      const move = this.choose(node, this.rules.moves(state)), key = keyOfMove(move), mover = this.rules.machine.actor(state);
      if (!node.children.has(key)) node.children.set(key, { visits: 0, total: 0, points: 0, squares: 0, offered: 1, children: new Map() });
      node = node.children.get(key);
      way.push([node, mover]);
      state = this.rules.apply(state, move);
      if (!node.visits) break;
    }
    const end = this.playOut(state, until);
    if (!end) return 0;
    const points = this.rules.scores(end), rewards = this.rewards(points);
    this.root.visits++;
    for (const [each, mover] of way) { each.visits++; each.total += rewards[mover]; each.points += points[mover]; each.squares += points[mover] ** 2; }
    return 1;
  }

  /** The node of what chance brought. */
  outcomeNode(node, outcome) {
    const key = `chance ${keyOfMove(outcome)}`;
    if (!node.children.has(key)) node.children.set(key, { visits: 0, children: new Map() });
    return node.children.get(key);
  }

  choose(node, moves) {
    const known = moves.map((move) => node.children.get(keyOfMove(move))), fresh = moves.filter((_, at) => !known[at]);
    if (fresh.length) return fresh[Math.floor(Math.random() * fresh.length)];
    let best = 0, highest = -1;
    known.forEach((child, at) => {
      child.offered++;
      const visits = child.visits || 1, value = child.total / visits + EXPLORING * Math.sqrt(Math.log(child.offered + 1) / visits);
      if (value > highest) { highest = value; best = at; }
    });
    return moves[best];
  }

  /** The end of a play at random; null where time is over before it. */
  playOut(start, until = Infinity) {
    let state = start;
    for (let plies = 0; plies < LONGEST_PLAY; plies++) {
      if (performance.now() > until) return null;
      const kind = this.rules.kind(state);
      if (kind === "over") break;
      const moves = kind === "chance" ? [drawnOutcome(this.rules.machine, state)] : this.rules.moves(state);
      state = this.rules.apply(state, moves[Math.floor(Math.random() * moves.length)]);
    }
    return state;
  }

  /** What a position is worth for each player, from 0 to 1: above all who won, a little by how much. */
  rewards(points) {
    return points.map((own, player) => {
      const ahead = this.players === 1 ? own : own - Math.max(...points.filter((_, other) => other !== player));
      if (this.players === 1 && this.rules.machine.lines.length) return 0.5 + (0.5 * (own - this.middle)) / (Math.abs(own - this.middle) + this.scale);
      return 0.8 * (ahead > 0 ? 1 : ahead < 0 ? 0 : 0.5) + 0.2 * (0.5 + (0.5 * ahead) / (Math.abs(ahead) + 10));
    });
  }

  /** What was tried of each move: how often, the mean of the mover's score (of the reward where there are no scores), and the variance of that mean. */
  tried(state) {
    const scored = this.rules.machine.lines.length > 0;
    return this.rules.moves(state).map((move) => {
      const { visits = 0, total: rewards = 0, points = 0, squares = 0 } = this.root.children.get(keyOfMove(move)) ?? {}, mean = visits ? (scored ? points : rewards) / visits : 0;
      return { move, visits, mean, spread: scored && visits > 1 ? (squares / visits - mean * mean) / (visits - 1) : 0 };
    });
  }
}

/** Do players see what chance brings, so that they may answer it? Then the tree follows it, too. */
const seesChance = (machine) => machine.players.length === 1 || !hidesSomething(machine);

const keyOfMove = ({ option, given }) => `${option}:${JSON.stringify(given, (_, value) => (typeof value === "bigint" ? String(value) : value))}`;

/** What chance brings, by its weights. */
function drawnOutcome(machine, state) {
  const outcomes = machine.outcomes(state);
  let rest = Math.random() * total(outcomes.map(([, weight]) => weight));
  const [value] = outcomes.find(([, weight]) => (rest -= weight) < 0) || outcomes.at(-1);
  return { option: 0, given: [value] };
}

/* -- what a player believes of what is hidden from him */

const BELIEVED = 40, BELIEVED_IF_READ = 12, TRIES = 30;

/** Positions that look to a player as the true one does, made by playing the line again with other hidden things. They know nothing of the true position but what the player has seen. */
class Beliefs {
  constructor(rules, player) {
    this.rules = rules;
    this.seat = new Seat(rules.machine, player);
    this.count = rules instanceof Compiled ? BELIEVED : BELIEVED_IF_READ;
    this.steps = 0;
    this.moves = [];
    this.states = [];
  }

  /** The positions after a line of states and moves. */
  follow(states, moves) {
    const same = this.moves.length <= moves.length && this.moves.every((move, at) => sameMove(move, moves[at]));
    if (!same || !this.states.length) { this.steps = 0; this.states = Array(this.count).fill(states[0]); }
    for (; this.steps < moves.length; this.steps++) this.states = this.step(states[this.steps], moves[this.steps], states[this.steps + 1]);
    this.moves = [...moves];
    return this.states;
  }

  step(before, move, after) {
    const seen = !this.seat.text(this.rules, before, move).includes(UNSEEN_SIGN), own = this.rules.kind(before) === "decide" && this.rules.machine.actor(before) === this.seat.player;
    const found = this.states.flatMap((state) => this.continued(state, seen || own ? move : null, after));
    return found.length ? Array.from({ length: this.count }, (_, at) => (at < found.length ? found[at] : found[Math.floor(Math.random() * found.length)])) : [];
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
