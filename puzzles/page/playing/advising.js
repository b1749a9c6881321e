/* Hints and checks: what is known at once, else what a search in the worker finds. Never more is said than was searched. An advice is { text, mood, move }. */

const HINT_SECONDS = 0.5, CHECK_SECONDS = 0.8, SURE = 900;

const advice = (text, mood = "", move = null) => ({ text, mood, move });
const inDigits = (number) => number.toLocaleString(language);

Page.prototype.hint = async function () {
  if (!this.choosing || !this.mayAct) return;
  const known = this.knownAdvice();
  await this.advise(known ? async () => known : () => this.searchedAdvice());
};

/** Tells what an answer says, unless the position was left meanwhile. */
Page.prototype.advise = async function (answer) {
  const { asked } = this;
  this.tell(say("searching"));
  this.draw();
  const found = await answer().catch((left) => advice(String(left), "bad"));
  if (asked !== this.asked) return;
  this.told = found;
  this.draw();
};

/** A hint with its reason. */
Page.prototype.advised = function (move, why, ...values) {
  return advice(`${say("hinted", this.sentence(move))} ${say(why, ...values)}`, "good", plainMove(move));
};

/** What a hint says without a search; null if there must be one. */
Page.prototype.knownAdvice = function () {
  const { state, recorded, at } = this.line, { legal } = this.choosing;
  if (this.choosing.chance) return advice(say("hintChance", inDigits(legal.length)));
  if (this.thinkingTime !== null || this.isAnswering) return advice(say("hintNotYours"));
  if (this.goal?.aim === "filled") {
    const { wrong, next } = this.rules.beside(state, recorded);
    return wrong ? advice(say("gone"), "bad") : this.advised(next, "whySolution");
  }
  if (this.onSolution()) return this.advised(recorded[at], this.item.role === "puzzle" ? "whySolution" : "whyRecorded");
  return legal.length === 1 && !this.machine.finds ? this.advised(legal[0], "whyOnly") : null;
};

/** What the worker finds. A hint of a game with several players looks at nothing that is hidden; in others it says that it does. */
Page.prototype.searchedAdvice = async function () {
  const aim = this.aim(), fair = this.secrets && this.machine.players.length > 1 && !this.goal;
  const { filled, searched, tried, once } = await this.ask({ kind: "hint", aim, seconds: HINT_SECONDS, peeks: !fair && (!this.secrets || aim === "goal" || Boolean(this.goal)) });
  if (filled) return this.deduced(filled);
  const found = searched && this.adviceOf(searched, aim);
  if (found) return this.secrets && !this.goal && found.move ? { ...found, text: `${found.text} ${say("peeked")}` } : found;
  return this.triedAdvice(searched, tried, once);
};

/** What follows in a puzzle that is filled in. */
Page.prototype.deduced = function ({ why, move, count }) {
  if (why === "lost") return advice(say("hintLost"), "bad");
  if (why === "few") return { ...advice(say("hintFew", this.machine.place(move), count)), about: plainMove(move) };
  return this.advised(move, { only: "whyNothingElse", otherwise: "whyElseNothing" }[why]);
};

/** What is said of what a search has settled; null if it is not worth telling. */
Page.prototype.adviceOf = function ({ found, budget, settled }, aim) {
  const count = inDigits(budget), several = this.choosing.legal.length > 1;
  if (!found) return null;
  if (aim === "goal") return this.goalAdvice(found, count);
  if (!settled) return null;
  if (found.level && several && found.whole) return advice(say(this.proved(found) ? "hintEqual" : "hintLevel", count));
  if (aim === "score") return this.advised(found.move, "whyPoints", inDigits(found.value));
  if (!this.proved(found)) return null;
  if (this.machine.lines.length) return this.advised(found.move, "whyWhole");
  if (found.value > SURE) return this.advised(found.move, found.moves === 1 ? "whyWinsNow" : "whyWins", inDigits(found.moves - (found.value - 1000)));
  if (found.value < -SURE) return this.advised(found.move, "whyLoses");
  return this.advised(found.move, "whyWhole");
};

Page.prototype.goalAdvice = function (found, count) {
  if (found.value <= 0) return found.whole ? advice(say("hintLost"), "bad") : null;
  return this.advised(found.move, found.moves === 1 ? "whyGoalNow" : found.guided || this.machine.hasChance ? "whyGoal" : "whyShortest", inDigits(found.moves), count);
};

/** Is that proved for everybody's best play? Three and more players are taken for two. */
Page.prototype.proved = function ({ whole, value }) { return this.machine.players.length <= 2 && (whole || (!this.machine.lines.length && Math.abs(value) > SURE)); };

/** The move that did best in plays, or, where there were too few of them, the one that looks best at once; what the search looked at in vain is told, too. */
Page.prototype.triedAdvice = function (searched, tried, once) {
  const { plays, moves, unknown } = tried, [best] = moves, vain = searched && this.aim() === "goal" ? `${say("noHint", inDigits(searched.budget))} ` : "";
  if (unknown) return advice(say("hintHidden"));
  const few = best.visits < FEWEST_TRIES, isLevel = moves.length > 1 && moves.every(({ mean }) => mean === best.mean);
  const found = few || isLevel ? this.lookedAdvice(few, plays, once) : this.bestTried(tried);
  return { ...found, text: `${vain}${found.text}` };
};

Page.prototype.bestTried = function ({ plays, moves: [best], cut }) {
  if (cut) return this.advised(best, "whyFree", inDigits(plays));
  return this.advised(best, this.machine.lines.length ? "whyMean" : "whyShare", inDigits(plays), this.worthOf(best));
};

Page.prototype.lookedAdvice = function (few, plays, once) {
  if (!few) return advice(say("hintNoDifference", inDigits(plays)));
  if (!once) return advice(say("hintTooFew", inDigits(plays)));
  const why = { points: "whyPointsNow", answers: "whyFewAnswers", moves: "whyManyMoves" }[once.of];
  return this.advised(once, why, inDigits(plays), inDigits(Math.abs(once.worth)));
};

/** The mean score of a move that was tried, or how often it won (a draw counts half). */
Page.prototype.worthOf = function ({ mean }) {
  const digits = (value, most) => value.toLocaleString(language, { maximumFractionDigits: most });
  return this.machine.lines.length ? (mean < 0 ? "−" : "") + digits(Math.abs(mean), Math.abs(mean) < 10 ? 1 : 0) : digits(100 * mean, mean < 0.1 ? 1 : 0);
};

/** Has the worker load the game. */
Page.prototype.wake = async function () {
  const { item } = this, game = await this.programs.game(item.program);
  if (item !== this.item) return;
  this.thinker ??= new Thinker(game);
  this.thinker.wake();
};

/** What the worker answers about the present position. */
Page.prototype.ask = async function (question) {
  const { line } = this, encoded = (state) => this.machine.codec.encode(state);
  await this.wake();
  const moves = line.moves.slice(0, line.at).map(plainMove);
  const answer = await this.thinker.ask({ ...question, states: line.states.slice(0, line.at + 1).map(encoded), moves });
  if (answer.failed) throw new Error(answer.failed);
  return answer;
};

Page.prototype.aim = function () { return this.goal?.aim || (this.machine.players.length > 1 ? "value" : this.machine.lines.length ? "score" : "goal"); };

/** Is the best result still possible? */
Page.prototype.check = async function () {
  if (!this.goal) return;
  if (this.kind === "over") { this.judge(); this.draw(); return; }
  const known = this.knownCheck();
  await this.advise(known ? async () => known : () => this.searchedCheck());
};

Page.prototype.knownCheck = function () {
  if (this.goal.aim === "filled") return this.rules.beside(this.line.state, this.line.recorded).wrong ? advice(say("gone"), "bad") : advice(say("still"), "good");
  if (this.onSolution()) return advice(say("still"), "good");
  return this.choosing.chance ? advice(say("unchecked")) : null;
};

Page.prototype.searchedCheck = async function () {
  const searched = await this.ask({ kind: "check", aim: this.aim(), seconds: CHECK_SECONDS });
  if (!searched.budget) return advice(say("unchecked"));
  const loss = this.lossIn(searched);
  if (loss === null) return advice(say("unsure", inDigits(searched.budget)));
  return loss === "" ? advice(say("still"), "good") : advice(`${loss} ${say("gone")}`, "bad");
};
