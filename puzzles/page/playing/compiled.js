/* The game compiled to WebAssembly: moves and positions. What needs words (refusals, texts, pictures, lines of the score) is asked of the rules as read. */

const KINDS = ["over", "decide", "chance"], ENDS = ["", "end", "goal", "win", "lose", "draw", "stop", "stuck"];
const GOALS = { goal: 0, score: 1, value: 2 };

class CompiledError extends Error {}

class Compiled {
  constructor(instance, machine, codes) {
    this.wasm = instance.exports;
    this.machine = machine;
    this.codes = codes;
    this.size = this.wasm.encoded_size();
  }

  static async make(bytes, machine, codes) {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    instance.exports._initialize();
    return new Compiled(instance, machine, codes);
  }

  get memory() { return this.wasm.memory.buffer; }

  enter(state) {
    if (!state.bytes) state.bytes = this.machine.codec.encode(state);
    new Uint8Array(this.memory, this.wasm.bytes(), this.size).set(state.bytes);
    if (this.wasm.put() < 0) throw new CompiledError("this is no position of the game");
  }

  leave() {
    this.wasm.get();
    const bytes = new Uint8Array(this.memory, this.wasm.bytes(), this.size).slice();
    return { ...this.machine.codec.decode(bytes), bytes };
  }

  initial() {
    if (this.wasm.initial() < 0) throw new CompiledError("the rules fail at the beginning");
    return this.leave();
  }

  kind(state) { this.enter(state); return KINDS[this.wasm.kind()]; }

  moves(state) {
    this.enter(state);
    const count = this.wasm.moves();
    if (count < 0) return this.machine.moves(state);
    const numbers = new BigUint64Array(this.memory, this.wasm.items(), count).slice();
    return Array.from(numbers, (number) => this.move(state, number));
  }

  /** The move with a number: the option in the lowest bits, then the arguments, then choices. */
  move(state, number) {
    const node = this.machine.game.nodes[state.node], part = (shift, width) => Number(number >> BigInt(shift) & (1n << BigInt(width)) - 1n);
    if (node.k === "ChanceNode") return { option: 0, given: [valueOf(this.machine.reader.types[node.type], Number(number))], number };
    const option = part(0, this.codes.width), code = this.codes.actions[node.options[option].action], { types } = this.machine.actions.get(node.options[option].action);
    const given = code.parameters.map(([shift, width], at) => valueOf(types[at], part(shift, width)));
    for (let at = code.choicesAt; code.choiceWidth && at < 64; at += code.choiceWidth) {
      const digit = part(at, code.choiceWidth);
      if (!digit) break;
      given.push(this.chosen(code, digit - 1, () => this.machine.nextChoice(state, option, given)));
    }
    return { option, given, number };
  }

  /** The value of a digit: an ordinal, or where choices are ranked the place among the open values. */
  chosen({ ranked, choiceType }, digit, next) {
    if (ranked) return next().values[digit];
    return valueOf(choiceType === null ? next().type : this.machine.reader.types[choiceType], digit);
  }

  apply(state, move) {
    const number = move.number ?? this.moves(state).find((each) => equal([each.option, each.given], [move.option, move.given]))?.number;
    if (number === undefined) throw new CompiledError("this move is not legal");
    this.enter(state);
    if (this.wasm.apply(number) < 0) return this.machine.apply(state, move);
    return this.leave();
  }

  ended(state) {
    this.enter(state);
    const kind = this.wasm.ended();
    if (kind <= 0) return null;
    const [who, ending] = new Int32Array(this.memory, this.wasm.ending(), 2);
    return { kind: ENDS[kind], who: who < 0 ? null : who, rule: ending < 0 ? ["", []] : this.machine.game.endings[ending].rule };
  }

  scores(state) {
    if (!this.machine.lines.length) return this.machine.scores(state);
    this.enter(state);
    if (this.wasm.scores() < 0) return this.machine.scores(state);
    return Array.from(new BigInt64Array(this.memory, this.wasm.points(), this.machine.players.length), Number);
  }

  /** A good move after looking at so many positions: { move, value, whole, moves, level }; null if none was found. `level`: no move was found to be worse. */
  best(state, aim, budget) {
    this.enter(state);
    const place = this.wasm.best(GOALS[aim], budget);
    if (place < 0) return null;
    const number = new BigUint64Array(this.memory, this.wasm.items(), place + 1)[place];
    const value = Number(new BigInt64Array(this.memory, this.wasm.points(), 1)[0]), [whole, moves, level] = new Int32Array(this.memory, this.wasm.ending(), 3);
    return { move: this.move(state, number), value, whole: whole === 1, moves, level: level === 1 };
  }
}
