/* Thinking beside the page: the same script in a worker, which searches while the page stays free. */

const SLICE = 40;

/** The search of a compiled game, with the same methods as `TreeSearch`. */
class CompiledTree {
  constructor(rules) { this.rules = rules; }

  begin(state) { this.rules.enter(state); this.rules.wasm.ponder(Math.floor(Math.random() * 2 ** 31), Number(seesChance(this.rules.machine))); }

  ponder(state) { this.rules.enter(state); return this.rules.wasm.pondered(SLICE); }

  get cut() { return this.rules.wasm.cut() === 1; }

  /** The end of a play at random. */
  playOut(state) {
    this.rules.enter(state);
    this.rules.wasm.playout(Math.floor(Math.random() * 2 ** 31));
    return this.rules.leave();
  }

  tried(state) {
    this.rules.enter(state);
    const { wasm } = this.rules, count = wasm.tried(), read = (kind, at) => Array.from(new kind(this.rules.memory, at, count));
    const numbers = read(BigUint64Array, wasm.items()), visits = read(BigUint64Array, wasm.weights()), means = read(Float64Array, wasm.means()), spreads = read(Float64Array, wasm.spreads());
    return numbers.map((number, at) => ({ move: this.rules.move(state, number), visits: Number(visits[at]), mean: means[at], spread: spreads[at] }));
  }
}

const UNSEARCHED = { found: null, budget: 0, settled: false };
const FIRST_BUDGET = 1000, GROWTH = 4, SHORTEST_WIN = 900, FEWEST_TRIES = 5, ONE_LOOK = 0.25, COMPARED = 60;

/** The work of the worker: one game, and questions about positions of it. */
class Thinking {
  constructor(rules) {
    this.rules = rules;
    this.machine = rules.machine;
    this.tree = rules instanceof Compiled ? new CompiledTree(rules) : new TreeSearch(rules);
    this.beliefs = new Map();
  }

  /** The answer to a question: a hint, what is still possible, a move for the player whose turn it is, or nothing but that the worker is ready. */
  answer({ kind, ...question }) {
    const line = (question.states ?? []).map((bytes) => this.machine.codec.decode(bytes));
    return { hint: () => this.hint(line, question), check: () => this.search(line.at(-1), question.aim, question.seconds) ?? UNSEARCHED, move: () => this.think(line, question), defend: () => this.defend(line, question), ponder: () => this.ponder(line, question), lines: () => ({ lines: this.compareLines(line.at(-1), question.tried) }) }[kind]();
  }

  /** What a search finds that settles something, else what was tried in plays. A player who must not know what is hidden gets plays alone. */
  hint(line, { moves, aim, seconds, peeks }) {
    const until = performance.now() + 1000 * seconds, state = line.at(-1);
    if (this.machine.finds) return { filled: new Deducing(this.machine, until).advice(state) };
    const searched = peeks ? this.searchOrFollow(state, aim, seconds / 2) : null;
    if (searched?.settled || (searched?.found && aim === "goal")) return { searched };
    const tried = this.tryPlays(line, moves, until);
    return { searched, tried, once: tried.moves[0]?.visits >= FEWEST_TRIES || this.hides ? null : lookOnce(this.rules, state, until + 1000 * ONE_LOOK) };
  }

  /** A search, and where it finds no way to the goal in half of the time, one that the bounds of the rules guide. */
  searchOrFollow(state, aim, seconds) {
    const guided = aim === "goal" && this.machine.game.bounds.length > 0 && this.machine.players.length === 1 && !this.machine.hasChance;
    const searched = this.search(state, aim, guided ? seconds / 2 : seconds);
    return guided && !searched?.found ? guidedWay(this.rules, state, performance.now() + 1000 * seconds) : searched;
  }

  /** The best move as far as a search gets in the time: it looks at more and more positions until something is settled. */
  search(state, aim, seconds) {
    if (!this.rules.best) return this.searchPlainly(state, aim, seconds);
    const until = performance.now() + 1000 * seconds;
    for (let budget = FIRST_BUDGET; ; budget *= GROWTH) {
      const begun = performance.now(), found = this.rules.best(state, aim, budget), now = performance.now(), settled = this.settles(found, aim);
      if (settled || now + GROWTH * (now - begun) > until) return { found, budget, settled };
    }
  }

  /** Without the compiled game, only ways to the goal of one player are searched for. */
  searchPlainly(state, aim, seconds) {
    return aim === "goal" && this.machine.players.length === 1 && !this.machine.hasChance ? shortestWay(this.rules, state, performance.now() + 1000 * seconds) : null;
  }

  settles(found, aim) {
    if (!found) return false;
    return found.whole || (aim === "goal" && found.value > 0) || (aim === "value" && !this.machine.lines.length && Math.abs(found.value) > SHORTEST_WIN);
  }

  /** What plays from a position show of its moves, the move tried most first. Where things are hidden, they begin at positions that fit what the player to move has seen. */
  tryPlays(line, moves, until, fresh = true) {
    const state = line.at(-1), begun = performance.now(), believed = this.hides ? this.believed(this.machine.actor(state), line, moves) : [state];
    let plays = 0;
    if (!believed.length) return { plays, moves: [], cut: false, unknown: true };
    const end = Math.max(until, performance.now() + (until - begun) / 3);
    if (fresh) this.tree.begin(believed[0], end);
    do plays += this.tree.ponder(anyOf(believed), end); while (performance.now() < end);
    return { plays, moves: this.tree.tried(state).sort((one, other) => other.visits - one.visits).map(plainTrial), cut: this.tree.cut };
  }

  /** One more slice of plays from a position; `fresh` begins anew. */
  ponder(line, { moves, seconds, fresh }) {
    if (fresh) this.pondered = 0;
    const until = performance.now() + 1000 * seconds, tried = this.tryPlays(line, moves, until, fresh);
    this.pondered += tried.plays;
    return { ...tried, plays: this.pondered };
  }

  /** What each line of the mover's score comes to in plays at random after each of some moves, as the difference to the mean over all of these moves. */
  compareLines(state, moves) {
    const own = this.machine.actor(state), means = moves.map((move) => this.meanLines(this.rules.apply(state, move), own));
    return means.map((lines) => lines.map((mean, line) => ({ line, difference: mean - summed(means.map((each) => each[line])) / means.length })));
  }

  meanLines(state, player) {
    const ends = Array.from({ length: COMPARED }, () => this.machine.scoreLines(this.tree.playOut(state)).map(([, numbers]) => numbers[player]));
    return this.machine.lines.map((_, line) => summed(ends.map((end) => end[line])) / COMPARED);
  }

  get hides() { return hidesSomething(this.machine); }

  /** The move that was tried most in the time given; any move if nothing could be tried. */
  think(line, { moves, seconds }) {
    const state = line.at(-1), forced = seconds > 0 ? this.forced(state) : null;
    if (forced) return plainMove(forced);
    const [best] = this.tryPlays(line, moves, performance.now() + 1000 * seconds).moves;
    return best ?? plainMove(anyOf(this.rules.moves(state)));
  }

  /** The move that loses least as far as a search tells, else the one that did best in plays. */
  defend(line, question) {
    const found = this.search(line.at(-1), question.aim, question.seconds / 2)?.found;
    return found?.move && !found.level ? plainMove(found.move) : this.think(line, { ...question, seconds: question.seconds / 2 });
  }

  /** A win that a short search proves, where nothing is hidden and two play against one another. */
  forced(state) {
    if (!this.rules.best || this.machine.players.length !== 2 || this.machine.lines.length || this.hides) return null;
    const found = this.rules.best(state, "value", 60000);
    return found && found.value > SHORTEST_WIN ? found.move : null;
  }

  believed(player, line, moves) {
    if (!this.beliefs.has(player)) this.beliefs.set(player, new Beliefs(this.rules, player));
    return this.beliefs.get(player).follow(line, moves);
  }
}

const plainMove = ({ option, given }) => ({ option, given });
const plainTrial = ({ move, visits, mean, spread }) => ({ ...plainMove(move), visits, mean, spread });
const anyOf = (items) => items[Math.floor(Math.random() * items.length)];

/** In the worker: the first message brings the game, each later one a question. */
function workInWorker() {
  let ready = null;
  globalThis.onmessage = ({ data }) => {
    if (data.game) { ready = rulesOf(data.game).then((rules) => new Thinking(rules)); return; }
    ready.then((thinking) => thinking.answer(data)).then(postMessage, (left) => postMessage({ failed: String(left) }));
  };
}

/** On the page: asks the worker; a question that is no longer wanted ends with the worker. */
class Thinker {
  constructor(game) { this.game = game; }

  get worker() {
    if (!this.running) {
      const script = [...document.querySelectorAll("script")].at(-1).textContent;
      this.running = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
      this.running.postMessage({ game: this.game });
    }
    return this.running;
  }

  /** The answer to a question. An earlier one that is still open gets none. */
  ask(question) {
    if (this.busy) this.stop();
    this.busy = true;
    return new Promise((resolve) => {
      const answered = (answer) => { this.busy = false; resolve(answer); };
      this.worker.onmessage = ({ data }) => answered(data);
      this.worker.onerror = (event) => answered({ failed: event.message });
      this.worker.postMessage(question);
    });
  }

  /** Begins to load the game, so that the first answer does not wait for it. */
  wake() { if (!this.running) this.worker; }

  stop() {
    this.running?.terminate();
    this.running = null;
    this.busy = false;
  }
}
