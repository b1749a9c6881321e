/* The rules, read in JavaScript: moves, refusals, making moves, endings and scores. A state is { values, node }, a move { option, given }. */

const PATIENCE = 1000000, FIRINGS = 100000;

class Machine {
  constructor(game, types) {
    this.game = game;
    this.players = types[game.players].members;
    this.names = this.players.map((_, number) => nameInWords(types[game.players], number));
    this.reader = new Reader(game, types);
    this.statements = new Statements(this.reader, (frame) => this.settle(frame));
    this.tellEvents();
    this.actions = new Map(game.actions.map((action) => [action.name, new Action(action, this.statements)]));
    this.reader.possible = (action, frame, player) => this.actions.get(action).legal(this.reader.frame(frame.slice(0, this.reader.variables)), player, () => true);
    this.reactions = game.reactions.map((each) => this.reaction(each));
    this.endings = game.endings.map((each) => this.ending(each));
    this.lines = game.scores.map((each) => this.line(each));
    this.stop = game.nodes.length - 1;
    this.hasChance = game.nodes.some(({ k }) => k === "ChanceNode");
    this.initials = game.variables.map((each) => this.reader.converted(each.initial, types[each.type]));
    this.nodes = game.nodes.map((node) => this.node(node));
    this.codec = new Codec(game, types);
    this.narrator = new Narrator(this);
    const frame = this.firstFrame();
    this.resting = game.variables.flatMap((each, at) => (each.control ? [[at, frame[at]]] : []));
  }

  /** Says to the statements which events and reactions have sentences. */
  tellEvents() {
    const { statements, game } = this;
    this.tells = game.says.some(({ kind }) => kind !== "move");
    statements.reactions = new Map(game.reactions.map(({ name, parameters }) => [name, parameters.map((each) => this.reader.place(each.name))]));
    for (const { kind, title } of game.says) if (kind === "event" || kind === "reaction") statements.told.set(title, statements.reactions.get(title) || []);
  }

  /** What happens by itself after a move, up to the next rest, each thing once: { kind, title, given, before }. */
  happenings(state, move) {
    const { statements } = this;
    statements.notes = new Map();
    statements.node = state.node;
    try {
      this.applied(state, move, (frame) => { statements.live = frame; });
    } finally {
      statements.live = null;
    }
    return [...statements.notes.values()];
  }

  reaction({ parameters, condition, body }) {
    const { reader } = this, places = parameters.map((each) => reader.place(each.name));
    const domains = parameters.map((each) => (each.domain ? reader.domainValues(each.domain) : () => allValues(reader.types[each.type])));
    const holds = reader.closure(condition), run = this.statements.block(body);
    const bind = (frame, level) => {
      if (level === places.length) return holds(frame) && (run(frame), true);
      return domains[level](frame).some((value) => { frame[places[level]] = value; return bind(frame, level + 1); });
    };
    return (frame) => bind(frame, 0);
  }

  ending({ kind, condition, who, each, rule }) {
    const { reader } = this, holds = reader.closure(condition), player = who && reader.closure(who), place = each && reader.place(each);
    const look = (frame) => (holds(frame) ? { kind, who: player ? player(frame) : null, rule } : null);
    if (!each) return look;
    return (frame) => {
      for (let number = 0; number < this.players.length; number++) {
        frame[place] = number;
        const ended = look(frame);
        if (ended) return ended;
      }
      return null;
    };
  }

  line({ label, value, each }) {
    const { reader } = this, found = reader.closure(value), place = each && reader.place(each);
    return (frame) => [label, this.players.map((_, number) => { if (each) frame[place] = number; return found(frame); })];
  }

  settle(frame) {
    for (let fired = 0; this.reactions.some((reaction) => reaction(frame)); fired++) if (fired > FIRINGS) throw new PlayError("reactions fire without end");
    if (this.firstEnding(frame, false)) throw new Over();
  }

  firstEnding(frame, stuck) {
    frame[this.reader.stuck] = stuck;
    let found = null;
    for (const ending of this.endings) { found = ending(frame); if (found) break; }
    frame[this.reader.stuck] = false;
    return found;
  }

  /* -- the automaton: each node tells where play goes on, or null where it rests */

  node(node) {
    const { reader } = this;
    switch (node.k) {
      case "RunNode": {
        const body = this.statements.block(node.body);
        return (frame) => (this.ends(() => body(frame)) ? this.stop : node.then);
      }
      case "BranchNode": { const condition = reader.closure(node.condition); return (frame) => (condition(frame) ? node.then : node.otherwise); }
      case "DecideNode": {
        node.who = reader.closure(node.actor);
        return node.otherwise === null ? () => null : (frame) => (this.canMove(frame, node) ? null : node.otherwise);
      }
      case "ChanceNode": {
        node.weights = this.chances(node);
        const at = reader.places.get(node.variable);
        return (frame) => {
          const weights = node.weights(frame);
          if (weights.length > 1) return null;
          if (frame === this.statements.live) this.statements.note("chance", node.label, [weights[0][0]], this.statements.stateOf(frame), null);
          frame[at] = weights[0][0];
          return node.then;
        };
      }
      default: return (frame) => { for (const [at, value] of this.resting) frame[at] = value; return null; };
    }
  }

  chances(node) {
    const { reader } = this, domain = reader.domainValues(node.domain), plain = reader.items(node.domain);
    const weight = node.weight && reader.closure(node.weight), at = reader.place(node.variable), repeats = reader.type(node.domain).k === "ListType";
    return (frame) => {
      const found = domain(frame).map((value) => {
        frame[at] = value;
        const times = repeats ? plain(frame).filter((each) => each === value).length : 1;
        return [value, (weight ? weight(frame) : 1) * times];
      }).filter(([, heavy]) => heavy);
      if (!found.length || found.some(([, heavy]) => heavy < 0)) throw new PlayError("chance has no outcome");
      return found;
    };
  }

  ends(run) {
    try {
      run();
    } catch (left) {
      if (left instanceof Over) return true;
      throw left;
    }
    return false;
  }

  canMove(frame, node) {
    const player = node.who(frame), copy = [...frame];
    return node.options.some((option) => this.actions.get(option.action).legal(copy, player, () => true));
  }

  rest(frame, node) {
    for (let steps = 0; steps < PATIENCE; steps++) {
      const following = this.nodes[node](frame);
      if (following === null) return { values: frame.slice(0, this.reader.variables), node };
      node = following;
    }
    throw new PlayError("play runs on without a decision");
  }

  firstFrame() {
    const frame = this.reader.frame(this.game.variables.map((each) => zero(this.reader.types[each.type])));
    this.initials.forEach((initial, at) => { frame[at] = initial(frame); });
    return frame;
  }

  /* -- what a page asks */

  frame(state) { return this.reader.frame(state.values); }

  initial() { return this.rest(this.firstFrame(), 0); }

  /** `decide`, `chance` or `over`. */
  kind(state) {
    const node = this.game.nodes[state.node];
    if (node.k === "ChanceNode") return "chance";
    return node.k === "DecideNode" && this.canMove(this.frame(state), node) ? "decide" : "over";
  }

  actor(state) { return this.game.nodes[state.node].who(this.frame(state)); }

  moves(state) {
    const node = this.game.nodes[state.node];
    if (node.k === "ChanceNode") return node.weights(this.frame(state)).map(([value]) => ({ option: 0, given: [value] }));
    if (node.k !== "DecideNode") return [];
    const found = [], frame = this.frame(state), player = this.actor(state);
    node.options.forEach((option, number) => {
      this.actions.get(option.action).legal(frame, player, (given) => { found.push({ option: number, given }); });
    });
    return found;
  }

  /** What chance may bring here, with its weights. */
  outcomes(state) { return this.game.nodes[state.node].weights(this.frame(state)); }

  apply(state, move) { return this.applied(state, move, () => {}); }

  applied(state, move, watch) {
    const node = this.game.nodes[state.node], frame = this.frame(state);
    watch(frame);
    if (node.k === "ChanceNode") {
      frame[this.reader.places.get(node.variable)] = move.given[0];
      return this.rest(frame, node.then);
    }
    const option = node.options[move.option], player = this.actor(state);
    return this.rest(frame, this.ends(() => this.actions.get(option.action).make(frame, player, move.given)) ? this.stop : option.then);
  }

  /** Why a move is refused: { reason, rule }; null if it is legal. */
  explain(state, move) {
    const node = this.game.nodes[state.node];
    try {
      this.actions.get(node.options[move.option].action).check(this.frame(state), this.actor(state), move.given);
    } catch (left) {
      if (left instanceof Refused) return { reason: left.message, rule: left.rule };
      throw left;
    }
    return null;
  }

  ended(state) {
    if (this.kind(state) !== "over") return null;
    const stuck = state.node !== this.stop;
    return this.firstEnding(this.frame(state), stuck) || { kind: stuck ? "stuck" : "stop", who: null, rule: ["", []] };
  }

  /** Label and numbers of each score line. */
  scoreLines(state) {
    const frame = this.frame(state);
    frame[this.reader.stuck] = this.game.nodes[state.node].k === "DecideNode" && this.kind(state) === "over";
    return this.lines.map((line) => line(frame));
  }

  scores(state) {
    if (this.lines.length) return this.scoreLines(state).reduce((sums, [, numbers]) => sums.map((sum, at) => sum + numbers[at]), this.players.map(() => 0));
    const ended = this.ended(state) || { kind: "" };
    return this.players.map((_, number) => ({ win: number === ended.who ? 1 : -1, lose: number === ended.who ? -1 : 1, goal: 1 })[ended.kind] || 0);
  }

  argumentTypes(state, move) {
    const node = this.game.nodes[state.node];
    if (node.k === "ChanceNode") return [this.reader.types[node.type]];
    return this.actions.get(node.options[move.option].action).argumentTypes(this.frame(state), this.actor(state), move.given);
  }

  nextChoice(state, option, given) {
    const node = this.game.nodes[state.node];
    return this.actions.get(node.options[option].action).nextChoice(this.frame(state), this.actor(state), given);
  }

  /** How a move is written. */
  text(state, move, secret = NOTHING_SECRET) {
    const node = this.game.nodes[state.node], types = this.argumentTypes(state, move);
    const shown = move.given.map((value, at) => (secret.has(at) ? UNSEEN_SIGN : showValue(types[at], value)));
    if (node.k === "ChanceNode") return `${node.label} = ${shown[0]}`;
    const inside = shown.join(", "), { title } = this.actions.get(node.options[move.option].action).action;
    return inside ? `${title}(${inside})` : title;
  }

  /** The value of an expression, with values for some locals. */
  value(expr, state, locals) {
    if (!expr.closure) expr.closure = this.reader.closure(expr);
    const places = Object.entries(locals).map(([name, value]) => [this.reader.place(name), value]), frame = this.frame(state);
    for (const [place, value] of places) frame[place] = value;
    if (this.game.asksStuck) frame[this.reader.stuck] = this.game.nodes[state.node].k === "DecideNode" && this.kind(state) === "over";
    return expr.closure(frame);
  }
}
