/* Searches over the rules as read: the shortest way to a goal, and what follows in a puzzle that is filled in. */

const FAR_WEIGHS = 3;

/** The shortest way of one player to the goal, or that there is none, or nothing where the time does not suffice: { found, budget, settled } as the search of the compiled game answers. */
function shortestWay(rules, start, until) {
  const seen = new Set([keyOfState(rules, start)]);
  let layer = [{ state: start, first: null }], budget = 0;
  for (let moves = 1; layer.length; moves++) {
    const next = [];
    for (const { state, first } of layer) {
      for (const move of rules.moves(state)) {
        if (performance.now() > until) return { found: null, budget, settled: false };
        const after = rules.apply(state, move), key = keyOfState(rules, after), way = first ?? move;
        if (seen.has(key)) continue;
        seen.add(key);
        budget++;
        if (rules.kind(after) !== "over") next.push({ state: after, first: way });
        else if (rules.ended(after).kind === "goal") return { found: { move: plainMove(way), value: 1, whole: false, moves, level: false }, budget, settled: true };
      }
    }
    layer = next;
  }
  return { found: { move: null, value: -1, whole: true, moves: 0, level: true }, budget, settled: true };
}

/** A way of one player to the goal, looked for where the bounds of the rules say it is near: { found, budget, settled }; the way need not be the shortest. */
function guidedWay(rules, start, until) {
  const { machine } = rules, far = (state) => Math.max(...machine.game.bounds.map((bound) => Number(machine.value(bound, state, {}))));
  const seen = new Set([keyOfState(rules, start)]), open = new Shelves();
  open.put(far(start), { state: start, first: null, moves: 0 });
  for (let there = open.take(), budget = 0; ; there = open.take()) {
    if (!there || performance.now() > until) return { found: null, budget, settled: false };
    for (const move of rules.moves(there.state)) {
      const state = rules.apply(there.state, move), key = keyOfState(rules, state), next = { state, first: there.first ?? move, moves: there.moves + 1 };
      if (seen.has(key)) continue;
      seen.add(key);
      budget++;
      if (rules.kind(state) !== "over") open.put(next.moves + FAR_WEIGHS * far(state), next);
      else if (rules.ended(state).kind === "goal") return { found: { move: plainMove(next.first), value: 1, whole: false, moves: next.moves, level: false, guided: true }, budget, settled: true };
    }
  }
}

/** Things by a small number, the least first and of those the last. */
class Shelves {
  constructor() { this.shelves = []; }

  put(number, item) { (this.shelves[number] ??= []).push(item); }

  take() { return this.shelves.find((shelf) => shelf?.length)?.pop(); }
}

/** The move after which most is gained at once, as far as one look tells: { move, worth, of }: points ahead of the others, else how few answers there are, else how many moves. Null if nothing differs or time is over. */
function lookOnce(rules, state, until) {
  const { machine } = rules, own = machine.actor(state), scored = machine.lines.length > 0, found = [];
  for (const move of rules.moves(state)) {
    if (performance.now() > until) return null;
    found.push({ ...plainMove(move), ...worthAtOnce(rules, rules.apply(state, move), own, scored) });
  }
  const best = found.reduce((one, other) => (other.worth > one.worth ? other : one));
  return found.some(({ worth }) => worth !== best.worth) && found.every(({ of }) => of === best.of) ? best : null;
}

function worthAtOnce(rules, after, own, scored) {
  if (scored) return { worth: rules.scores(after)[own], of: "points" };
  if (rules.kind(after) !== "decide") return { worth: 0, of: "end" };
  const count = rules.moves(after).length;
  return rules.machine.actor(after) === own ? { worth: count, of: "moves" } : { worth: -count, of: "answers" };
}

const keyOfState = (rules, state) => Array.from(rules.machine.codec.encode(state)).join();

/** What follows where a puzzle is filled in. */
class Deducing {
  constructor(machine, until) {
    this.machine = machine;
    this.until = until;
  }

  /** The empty cells of a position, each with the moves that no rule refuses there. */
  cells(state) {
    const found = new Map();
    this.machine.finds.forEach(({ key }, option) => (key ? allValues(key).map((place) => [place]) : [[]]).forEach((given) => {
      if (this.machine.standing(state, { option, given }) === null) found.set(`${option} ${given}`, []);
    }));
    for (const move of this.machine.moves(state)) found.get(`${move.option} ${move.given.slice(0, -1)}`).push(move);
    return [...found.values()].sort((one, other) => one.length - other.length);
  }

  /** { why, move, count }: `only`: nothing else fits into that cell; `otherwise`: any other value leaves some cell without one; `few`: the cell into which fewest values fit; `lost`: some cell has none. */
  advice(state) {
    const cells = this.cells(state), [fewest] = cells;
    if (!fewest.length) return { why: "lost" };
    if (fewest.length === 1) return { why: "only", move: fewest[0] };
    for (const moves of cells) {
      const left = moves.filter((move) => !this.fails(this.machine.apply(state, move)));
      if (performance.now() > this.until) break;
      if (!left.length) return { why: "lost" };
      if (left.length === 1) return { why: "otherwise", move: left[0] };
    }
    return { why: "few", move: fewest[0], count: fewest.length };
  }

  /** Does filling in what is forced lead to a cell that nothing fits into? */
  fails(state) {
    let there = state;
    while (performance.now() < this.until) {
      const [fewest] = this.cells(there);
      if (!fewest || fewest.length > 1) return false;
      if (!fewest.length) return true;
      there = this.machine.apply(there, fewest[0]);
    }
    return false;
  }
}
