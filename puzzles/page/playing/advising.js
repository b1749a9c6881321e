/* Hints and checks: what is known at once, else what a search in the worker finds. Never more is said than was searched. */

const HINT_BUDGET = 400000, CHECK_BUDGET = 1500000, HINT_SECONDS = 1;

Page.prototype.hint = async function () {
  if (!this.choosing || this.thinkingTime !== null) return;
  const known = this.knownAdvice();
  await this.advise(known ? async () => known : () => this.searchedAdvice());
};

/** Tells what an answer says, unless the position was left meanwhile. */
Page.prototype.advise = async function (answer) {
  const { asked } = this;
  this.tell(say("searching"));
  this.draw();
  const advice = await answer().catch((left) => [String(left), "bad"]);
  if (asked !== this.asked) return;
  this.tell(...advice);
  this.draw();
};

/** What a hint says without a search; null if there must be one. */
Page.prototype.knownAdvice = function () {
  const { state, recorded, at } = this.line;
  if (this.choosing.chance) return [say("hintChance"), ""];
  if (this.goal?.aim === "filled") {
    const { wrong, next } = this.rules.beside(state, recorded);
    return wrong ? [say("gone"), "bad"] : [say("hinted", this.sentence(next)), "good"];
  }
  if (this.onSolution()) return [say(this.item.role === "puzzle" ? "hintedProved" : "hintedRecorded", this.sentence(recorded[at])), "good"];
  return this.goal && !this.rules.best ? [say("hintNone"), ""] : null;
};

/** Where nothing is hidden from players, a search that may prove something; else, and where it finds no difference, many plays. */
Page.prototype.searchedAdvice = async function () {
  const several = this.machine.players.length > 1;
  if (this.rules.best && !(this.secrets && several && !this.goal)) {
    const { found } = await this.ask({ aim: this.aim(), budget: HINT_BUDGET }), [words, mood] = this.adviceOf(found);
    if (!several || this.goal || !found?.level || this.proved(found)) return [this.secrets && !this.goal ? `${words} ${say("peeked")}` : words, mood];
  }
  const { option, given, plays } = await this.ask({ seconds: HINT_SECONDS });
  return plays ? [say("hintedPlayed", this.sentence({ option, given }), plays.toLocaleString(language)), "good"] : [say("hintHidden"), ""];
};

/** What the worker answers about the present position. */
Page.prototype.ask = async function (question) {
  const { line } = this, encoded = (state) => this.machine.codec.encode(state);
  this.thinker ??= new Thinker(await this.programs.game(this.item.program));
  const moves = line.moves.slice(0, line.at).map(({ option, given }) => ({ option, given }));
  const answer = await this.thinker.ask({ ...question, states: line.states.slice(0, line.at + 1).map(encoded), moves });
  if (answer.failed) throw new Error(answer.failed);
  return answer;
};

/** What is said of what a search has found; it knows all there is. */
Page.prototype.adviceOf = function (found) {
  const count = HINT_BUDGET.toLocaleString(language);
  if (!found) return [say("noHint", count), ""];
  if (found.whole && this.aim() === "goal" && found.value <= 0) return [say("hintLost"), "bad"];
  if (found.level && this.choosing.legal.length > 1) return [say(this.proved(found) ? "hintEqual" : "hintLevel", count), ""];
  return [say(this.proved(found) ? "hintedProved" : "hintedFound", this.sentence(found.move)), "good"];
};

/** Is that proved for everybody's best play? Three and more players are taken for two. */
Page.prototype.proved = function ({ whole }) { return whole && this.machine.players.length <= 2; };

Page.prototype.aim = function () { return this.goal?.aim || (this.machine.players.length > 1 ? "value" : this.machine.lines.length ? "score" : "goal"); };

/** Is the best result still possible? */
Page.prototype.check = async function () {
  if (!this.goal) return;
  if (this.kind === "over") { this.judge(); this.draw(); return; }
  const known = this.knownCheck();
  await this.advise(known ? async () => known : () => this.searchedCheck());
};

Page.prototype.knownCheck = function () {
  if (this.goal.aim === "filled") return this.rules.beside(this.line.state, this.line.recorded).wrong ? [say("gone"), "bad"] : [say("still"), "good"];
  if (this.onSolution()) return [say("still"), "good"];
  return !this.rules.best || this.choosing.chance ? [say("unchecked"), ""] : null;
};

Page.prototype.searchedCheck = async function () {
  const { found } = await this.ask({ aim: this.aim(), budget: CHECK_BUDGET }), { aim, value } = this.goal, unsure = [say("unsure", CHECK_BUDGET.toLocaleString(language)), ""];
  if (!found) return unsure;
  const won = found.value > 0, enough = { score: found.value >= value, value: won, goal: won && this.line.at + found.moves <= value }[aim];
  if (enough) return [say("still"), "good"];
  return found.whole || (aim === "goal" && won) ? [say("gone"), "bad"] : unsure;
};
