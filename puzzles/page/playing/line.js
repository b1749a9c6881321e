/* The line of play on the page: moves with the positions between them, and where one stands in it. */

class Line {
  constructor(rules, start, recorded) {
    this.rules = rules;
    this.recorded = recorded;
    this.states = [start];
    this.moves = [];
    this.lines = [];
    this.at = 0;
  }

  get state() { return this.states[this.at]; }

  /** Takes over the recorded moves and stays where it is on them, as far as the moves made so far are the same. */
  follow() {
    const made = this.moves.slice(0, this.at), same = made.findIndex((move, at) => !sameMove(move, this.recorded[at]));
    this.at = same < 0 ? Math.min(this.at, this.recorded.length) : same;
    this.moves = [...this.recorded];
    this.states.length = this.at + 1;
    this.lines.length = this.at;
  }

  get followed() { return this.moves.length === this.recorded.length && this.moves.every((move, at) => sameMove(move, this.recorded[at])); }

  play(move) {
    if (!this.moves[this.at] || !sameMove(this.moves[this.at], move)) this.moves = this.moves.slice(0, this.at);
    this.states.length = this.at + 1;
    this.lines.length = this.at;
    this.moves[this.at] = move;
    this.reach(this.at + 1);
    this.at += 1;
  }

  /** Goes to a step, playing what lies between. */
  go(step) {
    const wanted = Math.max(0, Math.min(step, this.moves.length));
    this.reach(wanted);
    this.at = wanted;
  }

  reach(step) {
    for (let at = this.states.length - 1; at < step; at++) {
      this.states[at + 1] = this.rules.apply(this.states[at], this.moves[at]);
    }
  }

  /** What is told of a move of the line; those that were not reached yet are played first. */
  told(at) {
    this.reach(at + 1);
    this.lines[at] ??= this.rules.machine.narrator.log(this.states[at], this.moves[at]);
    return this.lines[at];
  }

  /** The same play by the same rules with other texts. */
  translate(rules) {
    this.rules = rules;
    this.lines = [];
  }

  undo() { if (this.at) this.go(this.at - 1); }
}

const sameMove = (one, other) => Boolean(one && other) && one.option === other.option && equal(one.given, other.given);
