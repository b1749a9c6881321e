/* Opponents: who sits at the table, people or the computer. */

const LEVELS = [0.3, 1, 3, 10];  // seconds for a move

/** Who plays for each player: seconds of thinking time of the computer, null for a person. */
Page.prototype.sit = function () {
  this.sitting = this.machine.players.map((_, player) => this.sitting?.[player] ?? null);
  this.thinker?.stop();
  this.thinker = null;
  this.turned = false;
};

Object.defineProperties(Page.prototype, {
  mayHaveOpponents: { get() { return !this.machine.finds && this.machine.players.length > 1 && this.item.role !== "puzzle"; } },
  playsComputer: { get() { return this.mayHaveOpponents && this.sitting.some((seconds) => seconds !== null); } },
  /** The only person at the table; null if there are more, or none. */
  onlyPerson: { get() { const people = this.sitting.flatMap((seconds, player) => (seconds === null ? [player] : [])); return this.playsComputer && people.length === 1 ? people[0] : null; } },
  /** How long the computer may think about the present move; null if it is not its turn. */
  thinkingTime: { get() { return this.playsComputer && this.actor !== null && this.line.at === this.line.moves.length ? this.sitting[this.actor] : null; } },
  /** From whose side boards are seen. */
  looker: { get() { const side = this.onlyPerson ?? (this.viewer === EVERYTHING || this.viewer === null ? 0 : this.viewer); return this.turned ? (side + 1) % this.machine.players.length : side; } },
});

/** After the position has changed: chance and the computer go on by themselves. */
Page.prototype.goOn = function () {
  clearTimeout(this.waiting);
  this.asked = (this.asked ?? 0) + 1;
  this.thinks = false;
  if (this.item.role === "puzzle") { this.goOnWithPuzzle(); return; }
  this.goOnAtTable();
  if (!this.playsComputer || this.line.at < this.line.moves.length) return;
  if (this.kind === "chance" && !this.atTable) this.waiting = setTimeout(() => this.roll(), 350);
  else if (this.thinkingTime !== null) this.letThink(this.thinkingTime).catch((left) => { this.thinks = false; this.tell(String(left), "bad"); this.draw(); });
};

Page.prototype.letThink = async function (seconds) {
  const { asked } = this;
  this.thinks = true;
  this.draw();
  const { option, given } = await this.ask({ kind: "move", seconds });
  if (asked !== this.asked) return;
  this.thinks = false;
  this.play({ option, given });
};

/** A question whose position is left is not waited for. */
Page.prototype.stopThinking = function () {
  if (this.thinks) this.thinker?.stop();
  this.thinks = false;
};

Page.prototype.seatAt = function (player, seconds) {
  this.stopThinking();
  this.sitting[player] = seconds;
  if (this.secrets) this.viewer = this.onlyPerson ?? (this.sitting.every((each) => each !== null) ? EVERYTHING : this.viewer === EVERYTHING ? EVERYTHING : null);
  this.told = null;
  this.settle();
};

/** One line for each player: a person, or the computer with so much time. */
Page.prototype.table = function () {
  if (!this.mayHaveOpponents) return null;
  const rows = this.machine.names.map((name, player) => {
    const options = [null, ...LEVELS].map((seconds) => {
      const option = element("option", { value: seconds ?? "" }, seconds === null ? say("person") : say("computer", seconds.toLocaleString(language)));
      option.selected = seconds === this.sitting[player];
      return option;
    });
    const chosen = (event) => this.seatAt(player, event.target.value ? Number(event.target.value) : null);
    return element("label", {}, element("span", {}, name), element("select", { "data-key": `seat ${player}`, on: { change: chosen } }, options));
  });
  return element("section", { class: "card table" }, element("h2", {}, say("whoPlays")), rows,
    hasTurned(this.machine.game.show) ? this.button("turnBoard", () => { this.turned = !this.turned; this.settle(); }, { class: "quiet" }) : null);
};
