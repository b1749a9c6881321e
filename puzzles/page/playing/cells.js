/* Filling in: first a cell is touched, then what shall stand there is chosen, also if only one value is possible: to see that is the puzzle. */

class Cells extends Choosing {
  get settled() { return this.left.length === 1 && this.trail.length === this.rules.argumentTypes(this.state, this.left[0]).length; }

  choices() {
    const several = this.node.options.length > 1 && new Set(this.left.map((move) => move.option)).size > 1;
    return several ? this.actionChoices() : this.left.length ? this.valueChoices(this.trail.length) : [];
  }

  /** Of several variables that are single numbers, the name stands for the place. */
  actionChoices() {
    const single = (option) => this.parameters(option).length === 1;
    return super.actionChoices().map((choice, at) => (single(at) || !choice.legal ? choice : { ...choice, pick: () => { this.left = this.left.filter((move) => move.option === at); return true; } }));
  }

  touch({ thing }) {
    this.reset();
    return this.narrow(this.legal.filter(({ given, types }) => given.length > 1 && sameType(types[0], thing.type) && equal(given[0], thing.value)), this.named(thing));
  }

  named({ type, value }) { return showValue(type, value); }

  /** Is each cell that may be filled in on the board? */
  onBoard(panels) {
    const shown = new Set(cellsIn(panels).map(({ thing }) => `${thing.type.same}:${String(thing.value)}`));
    return this.legal.every(({ given, types }) => given.length > 1 && shown.has(`${types[0].same}:${String(given[0])}`));
  }

  saidOf(option, given, types) { return given.length === types.length ? this.sentence({ option, given, types }) : this.rules.machine.place({ option, given }); }

  marks() {
    const key = (type, value) => `${type.same}:${String(value)}`;
    const live = new Set(this.legal.flatMap(({ given, types }) => (given.length > 1 ? [key(types[0], given[0])] : [])));
    const picked = new Set(this.trail.length && this.left.length ? [key(this.left[0].types[0], this.left[0].given[0])] : []);
    return ({ thing }) => { const own = key(thing.type, thing.value); return picked.has(own) ? "picked" : live.has(own) ? "live" : ""; };
  }
}
