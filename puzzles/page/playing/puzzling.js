/* Puzzles: a wrong move is told at once with what it loses, the opponent answers, and what was solved or begun is kept in the browser. */

const ANSWER_AFTER = 450, ANSWER_SECONDS = 0.6;

Object.defineProperties(Page.prototype, {
  /** Is a puzzle a line against an opponent? */
  hasAnswers: { get() { return this.item.role === "puzzle" && this.goal?.aim === "value" && this.machine.players.length > 1; } },
  /** Is it for the opponent in a puzzle to move? */
  isAnswering: { get() { return this.hasAnswers && this.actor !== null && this.actor !== this.goal.player && this.line.at === this.line.moves.length; } },
  /** Has a move of a puzzle that can be lost just been made by who solves it? */
  hasJustTried: { get() { return this.item.role === "puzzle" && !this.machine.finds && !this.showing && this.line.at > 0 && this.line.at === this.line.moves.length && this.isSolvers(this.line.at - 1); } },
});

/** Did who solves the puzzle make that move, not chance or the opponent? */
Page.prototype.isSolvers = function (at) {
  const state = this.line.states[at];
  return this.rules.kind(state) === "decide" && (!this.hasAnswers || this.machine.actor(state) === this.goal.player);
};

/** After the position of a puzzle has changed. */
Page.prototype.goOnWithPuzzle = function () {
  this.keepLine();
  if (this.kind === "over" || this.showing || this.told?.wrong) return;
  if (this.hasJustTried && !this.isOnLine()) this.assess().catch((left) => { this.tell(String(left), "bad"); this.draw(); });
  else if (this.isAnswering) this.waiting = setTimeout(() => this.answer().catch(failed), ANSWER_AFTER);
};

/** Are all moves so far those of the solution? */
Page.prototype.isOnLine = function () {
  const { line } = this;
  return line.moves.slice(0, line.at).every((move, at) => sameMove(move, line.recorded[at]));
};

/** Says what the move that was just made has lost, if that can be known; else play goes on. */
Page.prototype.assess = async function () {
  const { asked } = this, loss = this.lossIn(await this.ask({ kind: "check", aim: this.goal.aim, seconds: CHECK_SECONDS })) ?? this.provedLoss();
  if (asked !== this.asked) return;
  if (loss) this.told = { ...advice(loss, "bad"), wrong: true };
  this.draw();
  if (!loss && this.isAnswering) await this.answer();
};

/** What was proved when the puzzle was made, null if that says nothing: there is one best first move, in some puzzles one at every decision. What the others are worth is known of the first one alone. */
Page.prototype.provedLoss = function () {
  const { unique, second, value, aim } = this.goal, { line } = this, left = line.moves.slice(0, line.at).findIndex((move, at) => !sameMove(move, line.recorded[at]));
  if (left !== line.at - 1 || !unique || (left > 0 && unique !== "line")) return null;
  if (left > 0 || second === null || aim === "value") return say("lossProved");
  return say(aim === "score" ? "lossPoints" : "lossMoves", inDigits(second), inDigits(value));
};

/** What is lost as far as a search tells: a sentence, "" for nothing, null if it did not settle that. */
Page.prototype.lossIn = function ({ found, settled }) {
  const { aim, value } = this.goal;
  if (aim === "goal") return this.lossOfMoves(found, value);
  if (!found) return null;
  if (aim === "score") return found.value >= value ? "" : settled ? say("lossPoints", inDigits(found.value), inDigits(value)) : null;
  const own = this.actor === this.goal.player ? found.value : -found.value;
  return own > 0 && settled ? "" : settled ? say(own < 0 ? "lossLost" : "lossDraw") : null;
};

Page.prototype.lossOfMoves = function (found, value) {
  if (!found) return null;
  if (found.value <= 0) return found.whole ? say("lossGoal") : null;
  const moves = this.line.at + found.moves;
  return moves <= value ? "" : say("lossMoves", inDigits(moves), inDigits(value));
};

/** The opponent's move: that of the solution, else what a search finds best. */
Page.prototype.answer = async function () {
  const { asked, line } = this;
  const move = this.onSolution() ? line.recorded[line.at] : await this.ask({ kind: "defend", aim: "value", seconds: ANSWER_SECONDS });
  if (asked === this.asked) this.play(plainMove(move));
};

/* -- after a wrong move */

Page.prototype.tryAgain = function () {
  this.act(() => { do this.line.undo(); while (this.line.at && !this.isSolvers(this.line.at)); });
};

/** Goes back to where the solution was left, and shows how it goes on from there. */
Page.prototype.showSolution = function () {
  this.act(() => { this.line.follow(); this.showing = true; if (this.line.at < this.line.moves.length) this.line.go(this.line.at + 1); });
};

/* -- what the browser keeps */

Page.prototype.keptLines = function () { return JSON.parse(remembered(`lines.${this.sheet.key}`) || "{}"); };

/** Keeps the moves of a puzzle that was begun. */
Page.prototype.keepLine = function () {
  const { key } = this.item, lines = this.keptLines(), moves = this.kind === "over" || this.showing ? [] : this.line.moves.slice(0, this.line.at).map(({ option, given }) => [option, given]);
  if (!moves.length && !(key in lines)) return;
  delete lines[key];
  if (moves.length) lines[key] = moves;
  remember(`lines.${this.sheet.key}`, JSON.stringify(lines, (_, value) => (typeof value === "bigint" ? String(value) : value)));
};

/** Goes on where a puzzle was left. Moves that the rules do not allow (any more) end it. */
Page.prototype.resumeLine = function () {
  for (const [option, given] of this.keptLines()[this.item.key] ?? []) {
    const empties = this.machine.finds && given.at(-1) === null;
    if (!empties && !this.rules.moves(this.line.state).some((move) => sameMove(move, { option, given }))) return;
    this.line.play({ option, given });
  }
};

/** How many puzzles of the page are solved. */
Page.prototype.progress = function () {
  const { items } = this.sheet, solved = items.filter(({ key }) => this.solved.has(key)).length;
  return items.length > 1 && items.some(({ role }) => role === "puzzle") ? element("p", { class: "progress" }, say("progress", solved, items.length)) : null;
};
