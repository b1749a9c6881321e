/* Thinking beside the page: the same script in a worker, which searches while the page stays free. */

const SLICE = 40;

/** The search of a compiled game, with the same methods as `TreeSearch`. */
class CompiledTree {
  constructor(rules) { this.rules = rules; }

  begin(state) { this.rules.enter(state); this.rules.wasm.ponder(Math.floor(Math.random() * 2 ** 31)); }

  ponder(state) { this.rules.enter(state); return this.rules.wasm.pondered(SLICE); }

  tried(state) {
    this.rules.enter(state);
    const { wasm } = this.rules, count = wasm.tried(), numbers = new BigUint64Array(this.rules.memory, wasm.items(), count).slice(), visits = new BigUint64Array(this.rules.memory, wasm.weights(), count).slice();
    const worth = Number(new BigInt64Array(this.rules.memory, wasm.points(), 1)[0]) / 1000;
    return Array.from(numbers, (number, at) => ({ move: this.rules.move(state, number), visits: Number(visits[at]), worth }));
  }
}

/** The work of the worker: one game, and questions about positions of it. */
class Thinking {
  constructor(rules) {
    this.rules = rules;
    this.tree = rules instanceof Compiled ? new CompiledTree(rules) : new TreeSearch(rules);
    this.beliefs = new Map();
  }

  /** The answer to a question: a search with an aim, or a move after so many seconds. */
  answer(question) {
    if (question.aim) return { found: this.rules.best(this.rules.machine.codec.decode(question.states.at(-1)), question.aim, question.budget) };
    const { move, ...rest } = this.think(question);
    return { ...rest, option: move.option, given: move.given };
  }

  /** The move that was tried most in the time given. Where things are hidden, the search knows what the player to move has seen, no more. */
  think({ states, moves, seconds }) {
    const line = states.map((bytes) => this.rules.machine.codec.decode(bytes)), state = line.at(-1), until = performance.now() + 1000 * seconds;
    const forced = seconds > 0 ? this.forced(state) : null;
    if (forced) return forced;
    const believed = hidesSomething(this.rules.machine) ? this.believed(this.rules.machine.actor(state), line, moves) : [state];
    if (!believed.length) return { move: anyOf(this.rules.moves(state)), plays: 0 };
    this.tree.begin(believed[0]);
    let plays = 0;
    do plays += this.tree.ponder(anyOf(believed), until); while (performance.now() < until);
    const [best] = this.tree.tried(state).sort((one, other) => other.visits - one.visits);
    return { move: best.move, plays, worth: best.worth };
  }

  /** A win that a short search proves, where nothing is hidden and two play against one another. */
  forced(state) {
    if (!this.rules.best || this.rules.machine.players.length !== 2 || this.rules.machine.lines.length || hidesSomething(this.rules.machine)) return null;
    const found = this.rules.best(state, "value", 60000);
    return found && found.value > 900 ? { move: found.move, plays: 0, worth: 1 } : null;
  }

  believed(player, line, moves) {
    if (!this.beliefs.has(player)) this.beliefs.set(player, new Beliefs(this.rules, player));
    return this.beliefs.get(player).follow(line, moves);
  }
}

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

  stop() {
    this.running?.terminate();
    this.running = null;
    this.busy = false;
  }
}
