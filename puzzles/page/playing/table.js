/* At a real table: chance is not drawn but entered as it turned up there, the page advises whose turn it is, and the play is kept, and shared as a link. */

const ADVICE_SLICE = 1, ADVICE_SLICES = 10, ADVISED = 3, SURE_OF = 1.96, LINK = "#table=";

Object.defineProperties(Page.prototype, {
  /** Can a game on somebody's table be followed? Not where players hide something from one another: one of them alone cannot enter it. */
  mayBeAtTable: { get() { return this.item.role === "game" && this.machine.hasChance && !(this.secrets && this.machine.players.length > 1); } },
  /** Is advice wanted for the present position? */
  wantsAdvice: { get() { return this.atTable && this.kind === "decide" && this.thinkingTime === null && this.line.at === this.line.moves.length; } },
});

Page.prototype.sitAtTable = function (atTable) {
  this.atTable = atTable;
  this.told = null;
  if (atTable && !this.line.moves.length) this.replay(JSON.parse(remembered(this.tableKey()) || "[]"));
  if (!atTable) history.replaceState(null, "", `#${this.number + 1}`);
  this.settle();
};

Page.prototype.tableKey = function () { return `table.${this.sheet.key}.${this.item.key}`; };

/** Plays recorded moves as far as the rules allow them. */
Page.prototype.replay = function (moves) {
  for (const [option, given] of moves) {
    if (!this.rules.moves(this.line.state).some((move) => sameMove(move, { option, given }))) return;
    this.line.play({ option, given });
  }
};

/** After the position has changed: it is kept, and advice is asked for. */
Page.prototype.goOnAtTable = function () {
  this.adviceSoFar = null;
  if (!this.atTable) return;
  remember(this.tableKey(), JSON.stringify(this.writtenLine()));
  this.linked = null;
  if (this.wantsAdvice) this.ponder().catch((left) => { this.tell(String(left), "bad"); this.draw(); });
};

Page.prototype.writtenLine = function () { return this.line.moves.slice(0, this.line.at).map(({ option, given }) => [option, given]); };

/* -- advice */

/** Asks the worker for slices of thought, and shows after each what is known so far; last, what speaks for the best moves. */
Page.prototype.ponder = async function () {
  const { asked } = this;
  for (let slice = 0; slice < ADVICE_SLICES; slice++) {
    const tried = await this.ask({ kind: "ponder", seconds: ADVICE_SLICE, fresh: slice === 0 });
    if (asked !== this.asked) return;
    this.showAdvice({ ...tried, done: slice === ADVICE_SLICES - 1 });
  }
  const best = this.adviceSoFar.moves.slice(0, ADVISED).map(plainMove), { lines } = await this.ask({ kind: "lines", tried: best });
  if (asked === this.asked) this.showAdvice({ ...this.adviceSoFar, lines });
};

Page.prototype.showAdvice = function (found) {
  this.adviceSoFar = found;
  this.root.querySelector(".coach")?.replaceWith(this.coach());
};

/** What is to be done at the table: the moves that did best, with what they are worth, and the ways to keep the play. */
Page.prototype.coach = function () {
  if (!this.mayBeAtTable) return null;
  const toggle = this.button(this.atTable ? "leaveTable" : "atTable", () => this.sitAtTable(!this.atTable), { class: this.atTable ? "quiet" : "chip" });
  if (!this.atTable) return element("section", { class: "card coach" }, element("h2", {}, say("table")), element("p", { class: "soft" }, say("aboutTable")), toggle);
  return element("section", { class: "card coach active" }, element("h2", {}, say(this.wantsAdvice ? "bestMoves" : "table")), this.adviceList(), this.linkLine(), element("div", { class: "chips" }, this.button("link", () => this.link().catch(failed), { class: "quiet" }), toggle));
};

Page.prototype.adviceList = function () {
  if (!this.wantsAdvice) return this.kind === "chance" ? element("p", { class: "soft" }, say("enterChance")) : null;
  const found = this.adviceSoFar;
  if (!found) return element("p", { class: "soft" }, say("searching"));
  if (found.unknown || !found.plays) return element("p", { class: "soft" }, say("hintHidden"));
  return element("div", {}, element("ol", { class: "advice" }, found.moves.slice(0, ADVISED).map((tried, at) => this.adviceRow(tried, found.lines?.[at]))),
    element("p", { class: "soft" }, say(found.done ? "adviceRests" : "adviceSoFar", inDigits(found.plays))));
};

Page.prototype.adviceRow = function (tried, lines) {
  const scored = this.machine.lines.length > 0, around = SURE_OF * Math.sqrt(Math.max(0, tried.spread));
  const worth = scored ? say("adviceWorth", this.worthOf(tried), around.toLocaleString(language, { maximumFractionDigits: 1 }), inDigits(tried.visits)) : say("adviceShare", this.worthOf(tried), inDigits(tried.visits));
  return element("li", {}, element("button", { type: "button", class: "quiet", on: { click: () => this.play(tried) } }, this.sentence(tried)), element("p", { class: "worth" }, worth), lines ? element("p", { class: "soft" }, this.speaksFor(lines)) : null);
};

/** Which lines of the score are better after a move than after the others that were compared, and which worse. */
Page.prototype.speaksFor = function (lines) {
  const told = lines.filter(({ difference }) => Math.abs(difference) >= 1).sort((one, other) => Math.abs(other.difference) - Math.abs(one.difference)).slice(0, 3);
  const digits = (value) => `${value < 0 ? "−" : "+"}${Math.abs(Math.round(value))}`;
  return told.length ? say("adviceLines", told.map(({ line, difference }) => `${this.machine.game.scores[line].label} ${digits(difference)}`).join(", ")) : say("adviceNoLines");
};

/* -- the play as a link */

Page.prototype.link = async function () {
  const packed = await streamed(new TextEncoder().encode(JSON.stringify(this.writtenLine())), new CompressionStream("deflate-raw"));
  history.replaceState(null, "", LINK + btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""));
  this.linked = location.href;
  this.draw();
  await navigator.clipboard?.writeText(location.href).catch(() => {});
};

Page.prototype.linkLine = function () {
  return this.linked ? element("input", { class: "link", readonly: true, value: this.linked, "aria-label": say("link"), on: { focus: (event) => event.target.select() } }) : null;
};

/** Takes up the play of a link; nothing if the address has none. */
Page.prototype.openLink = async function () {
  if (!location.hash.startsWith(LINK) || !this.mayBeAtTable) return;
  const text = location.hash.slice(LINK.length).replaceAll("-", "+").replaceAll("_", "/");
  const moves = JSON.parse(new TextDecoder().decode(await streamed(bytesOf(text), new DecompressionStream("deflate-raw"))));
  this.atTable = true;
  this.replay(moves);
  this.settle();
};

async function streamed(bytes, stream) { return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer()); }
