/* The page: what is shown, and what keys and fingers do. */

const EVERYTHING = "everything";  // a viewer who sees it all
const DIRECTIONS = {
  ArrowUp: ["north", "up", "n"], ArrowDown: ["south", "down", "s"], ArrowLeft: ["west", "left", "w"], ArrowRight: ["east", "right", "e"],
};

class Page {
  constructor(sheet, programs) {
    this.sheet = sheet;
    this.programs = programs;
    this.root = document.getElementById("page");
    this.room = 0;
    setTheme(remembered("theme"));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => setTheme(remembered("theme")));
    window.addEventListener("resize", () => { if (this.boardRoom() !== this.room) this.draw(); });
    this.solved = new Set(JSON.parse(remembered(`solved.${sheet.key}`) || "[]"));
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("hashchange", () => this.openInAddress().catch(failed));
  }

  numberInAddress() { return Math.max(0, Math.min(this.sheet.items.length, Number(location.hash.slice(1)) || 1) - 1); }

  get item() { return this.sheet.items[this.number]; }

  get machine() { return this.rules.machine; }

  /** Opens the item that the address names, once its rules are ready. */
  async openInAddress() {
    const number = this.numberInAddress(), rules = await this.programs.rules(this.sheet.items[number], language);
    if (number === this.numberInAddress()) this.open(number, rules);
  }

  /** Goes on in another language: the same rules with other texts, the same play. */
  async speak(wanted) {
    const { item } = this, rules = await this.programs.rules(item, wanted);
    if (item !== this.item) return;
    language = wanted;
    remember("language", language);
    this.rules = rules;
    this.line.translate(rules);
    this.seats = this.machine.players.map((_, player) => (this.secrets ? new Seat(this.machine, player) : null));
    this.told = null;
    this.settle();
  }

  open(number, rules) {
    this.number = number;
    this.rules = rules;
    this.showing = false;
    this.secrets = hidesSomething(this.machine);
    this.seats = this.machine.players.map((_, player) => (this.secrets ? new Seat(this.machine, player) : null));
    this.viewer = this.secrets && this.machine.players.length === 1 ? 0 : this.item.role === "game" && this.secrets ? null : EVERYTHING;
    const { start, line } = this.item, moves = line.map(([option, given]) => ({ option, given }));
    const first = start === null ? this.rules.initial() : this.machine.codec.decode(bytesOf(start));
    this.line = new Line(this.rules, first, moves);
    if (this.item.role === "play") this.line.follow();
    if (this.item.role === "puzzle") this.resumeLine();
    this.told = null;
    this.atTable = false;
    this.sit();
    this.settle();
    this.wake().catch(failed);
    this.openLink().catch(() => { this.tell(say("badLink"), "bad"); this.draw(); });
  }

  /** After the position has changed: what may be chosen there, and everything drawn again. */
  settle() {
    try {
      this.kind = this.rules.kind(this.line.state);
      this.choosing = this.kind === "over" ? null : new (this.machine.finds ? Cells : Choosing)(this.rules, this.line.state);
      this.panels = this.covered ? [] : pictureOf(this.eye, this.line.state, this.looker);
      this.choosing?.lay(placesIn(this.panels));
      this.fresh = this.covered || !this.line.at ? new Set() : changedPlaces(pictureOf(this.eye, this.line.states[this.line.at - 1], this.looker), this.panels);
      this.changed = new Map();
      this.listing = this.unfolded = this.refusing = false;
      this.fold = null;
      if (this.kind === "over") this.judge();
    } catch (left) {
      this.broke(left);
    }
    this.draw();
    this.goOn();
  }

  /* -- who looks: a player, everybody at once, or nobody yet */

  /** Who is to move; null if nobody is. */
  get actor() { return this.kind === "decide" ? this.machine.actor(this.line.state) : null; }

  /** Does somebody look at what is not for him? Then the board is covered until the next player is there. */
  get covered() {
    if (this.kind === "over" || this.viewer === EVERYTHING || this.item.role !== "game" || this.machine.players.length === 1) return false;
    if (this.onlyPerson !== null) return false;
    return this.viewer === null || (this.actor !== null && this.actor !== this.viewer && this.sitting[this.actor] === null);
  }

  /** Whose eyes the picture is drawn for; at the end everything is open. */
  get seat() { return this.kind === "over" || this.viewer === EVERYTHING ? null : this.seats[this.viewer]; }

  get eye() { return this.seat ?? this.machine; }

  /** May the moves be listed? Only to who makes them. */
  get mayChoose() { return this.thinkingTime === null && !this.isAnswering && this.mayAct; }

  get mayAct() { return this.kind === "chance" || (!this.covered && (this.viewer === EVERYTHING || this.actor === this.viewer)); }

  look(viewer) { this.viewer = viewer; this.told = null; this.settle(); }

  /** A step of the line in sentences, as far as it may be told: the move, then what happened by itself. */
  stepLines(at) {
    const open = !this.secrets || this.viewer === EVERYTHING || this.kind === "over";
    this.line.reach(at + 1);
    if (open) return this.line.told(at);
    return this.covered ? [UNSEEN_SIGN] : this.seats[this.viewer].log(this.rules, this.line.states[at], this.line.moves[at]);
  }

  broke(left) {
    if (!(left instanceof PlayError || left instanceof CompiledError)) throw left;
    this.tell(say("broken", left.message), "bad");
  }

  tell(text, mood = "") { this.told = advice(text, mood); }

  /* -- making moves */

  act(run) {
    this.told = null;
    this.stopThinking();
    try {
      run();
    } catch (left) {
      this.broke(left);
    }
    this.settle();
  }

  play(move) { this.act(() => this.line.play({ option: move.option, given: move.given, number: move.number })); }

  go(step) { this.act(() => this.line.go(step)); }

  /** Takes back the last move; against the computer, all since the last move of a person. */
  undo() {
    this.act(() => {
      do this.line.undo(); while (this.line.at && !this.isPersonsTurn());
    });
  }

  /** Is it for a person to go on? Where everybody is one, always. */
  isPersonsTurn() {
    if (this.hasAnswers) return this.isSolvers(this.line.at);
    return !this.playsComputer || (this.rules.kind(this.line.state) === "decide" && this.sitting[this.machine.actor(this.line.state)] === null);
  }

  redo() { this.go(this.line.at + 1); }

  deselect() {
    this.choosing?.reset();
    this.told = null;
    this.draw();
  }

  /** After something was chosen: the move, if one is left. */
  chosen() {
    if (this.choosing.settled) this.play(this.choosing.left[0]);
    else {
      this.fold = null;
      this.draw();
    }
    this.bringIntoView();
  }

  pick(choice) {
    this.told = null;
    if (choice.legal) { choice.pick(); this.chosen(); } else this.refuse(choice.reason());
  }

  refuse({ action, says, reason, rule }) {
    if (this.seat && !tellsReasons(this.machine, action)) { this.tell(say("refusedHere", says), "bad"); this.draw(); return; }
    const cites = rule[1].length ? ` (${rule[1].join(", ")})` : "";
    this.tell(say("refused", says, `${reason || say("nothing")}${cites}`), "bad");
    this.draw();
  }

  touch(thing) {
    if (this.dropped) return;
    const emptying = this.rules.emptying?.(this.line.state, this.line.states[0], thing.thing);
    if (emptying) { this.play(emptying); return; }
    if (!this.choosing || !this.mayChoose) return;
    this.told = null;
    if (this.choosing.touch(thing, (move) => this.changes(move))) { this.chosen(); return; }
    if (this.choosing.trail.length && this.choosing.marks()(thing) === "picked") { this.touchAgain(); return; }
    const refusal = this.choosing.refusalOf(thing);
    if (this.choosing.trail.length && this.touchAnew(thing)) return;
    if (refusal) { this.refuse(refusal); return; }
    this.tell(say("nothing"), "bad");
    this.draw();
  }

  /** What is touched twice makes its only move, or is chosen no longer. */
  touchAgain() {
    if (this.choosing.waits !== null) this.play(this.choosing.left[0]);
    else this.deselect();
  }

  /** What does not go on with the choice begins another one, if it can; else the choice stays as it was. */
  touchAnew(thing) {
    const { left, trail, waits } = this.choosing;
    this.choosing.reset();
    if (this.choosing.touch(thing, (move) => this.changes(move))) { this.chosen(); return true; }
    Object.assign(this.choosing, { left, trail, waits });
    return false;
  }

  /** The cells that look different after a move. */
  changes(move) {
    if (!this.changed.has(move)) {
      const looks = (panels) => new Map(cellsIn(panels).map((cell) => [cell.name, JSON.stringify(cell.look)]));
      const before = looks(this.panels), after = looks(pictureOf(this.eye, this.rules.apply(this.line.state, move), this.looker));
      this.changed.set(move, new Set([...after].filter(([name, look]) => before.get(name) !== look).map(([name]) => name)));
    }
    return this.changed.get(move);
  }

  /** Lets chance decide, also what it has to decide at once after that. */
  roll() {
    this.act(() => {
      do this.line.play(drawnOutcome(this.machine, this.line.state)); while (this.rules.kind(this.line.state) === "chance");
    });
  }

  /* -- puzzles */

  get goal() { return this.item.goal; }

  /** Are there cells one may touch, so that no list of them is needed? */
  get hasBoard() { return Boolean(this.choosing?.onBoard?.(this.panels)); }

  /** How a puzzle ended. */
  judge() {
    if (this.item.role !== "puzzle" || this.told) return;
    const [word, good] = this.verdict();
    this.tell(word, good ? "good" : "bad");
    if (good && this.line.at > 0) { this.solved.add(this.item.key); remember(`solved.${this.sheet.key}`, JSON.stringify([...this.solved])); }
  }

  verdict() {
    const { aim, value } = this.goal, ended = this.rules.ended(this.line.state), points = this.rules.scores(this.line.state), won = ["goal", "win"].includes(ended.kind);
    if (aim === "filled") return won ? [say("solvedFilled"), true] : [say("failed"), false];
    if (aim === "score") return points[0] >= value ? [say("solvedBest", points[0]), true] : [say("short", points[0], value), false];
    if (aim === "goal") return !won ? [say("failed"), false] : this.line.at <= value ? [say("solvedFewest", this.line.at), true] : [say("long", this.line.at, value), false];
    return points[this.goal.player] > 0 ? [say("solvedWin"), true] : [say("failed"), false];
  }

  onSolution() { return this.line.moves.slice(0, this.line.at).every((move, at) => sameMove(move, this.line.recorded[at])) && this.line.at < this.line.recorded.length; }

  solution() { this.act(() => { this.line.go(0); this.line.follow(); this.showing = true; }); }

  /* -- keys */

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("select, input")) return;
    const run = this.keyed(event.key);
    if (run) { event.preventDefault(); run(); }
  }

  keyed(key) {
    if (key in DIRECTIONS) return this.arrow(key);
    if (key === "Escape") return () => this.deselect();
    if (/^[0-9]$/.test(key)) return this.digit(key);
    return { u: () => this.undo(), r: () => this.redo(), h: () => this.hint(), c: () => this.check(), Home: () => this.go(0), End: () => this.go(this.line.moves.length) }[key];
  }

  /** A digit chooses what it names, else the choice with that number; in a puzzle that is filled in it is for the cell that has the focus. */
  digit(key) {
    const cell = document.activeElement;
    if (this.machine.finds && !this.choosing?.trail.length && cell?.classList.contains("live")) clickOn(cell);
    const choice = this.choices().find(({ words }) => words === key) || this.choices().filter(({ legal }) => legal)[key - 1];
    return choice && (() => this.pick(choice));
  }

  /** From cell to cell, where a puzzle is filled in. */
  walk(key) {
    const columns = 1 + most(cellsIn(this.panels).map(({ column }) => column)), cells = [...this.root.querySelectorAll(".cell")], at = cells.indexOf(document.activeElement);
    const next = at < 0 ? cells[0] : cells[at + { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key]];
    if (!next) return;
    next.focus();
    this.choosing?.reset();
    if (next.classList.contains("live")) clickOn(next);
    else this.draw();
  }

  /** An arrow makes the one move in its direction; where there is none it steps through the play. */
  arrow(key) {
    if (this.machine.finds && this.hasBoard) return () => this.walk(key);
    const names = DIRECTIONS[key], moves = this.item.role === "play" || !this.mayChoose ? [] : this.choosing?.left || [];
    const fitting = moves.filter((move) => move.given.some((value, at) => names.includes(sayValue(move.types[at], value).toLowerCase())));
    if (fitting.length === 1) return () => this.play(fitting[0]);
    const beside = fitting.length ? [] : this.beside(moves, key);
    if (beside.length === 1) return () => this.play(beside[0]);
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
    return by && (() => this.go(this.line.at + by));
  }

  /** Moves to a cell that lies in the direction of a key from the only other cell that changes. */
  beside(moves, key) {
    const [across, up] = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[key];
    const cells = new Map(cellsIn(this.panels).map((cell) => [cell.name, cell]));
    return moves.length > 40 ? [] : moves.filter((move) => {
      const target = move.given.map((value, at) => showValue(move.types[at], value)).find((name) => cells.has(name));
      const others = [...this.changes(move)].filter((name) => name !== target);
      if (!target || others.length !== 1) return false;
      const from = cells.get(others[0]), to = cells.get(target);
      return Math.sign(to.column - from.column) === across && Math.sign(to.row - from.row) === up;
    });
  }

  choices() { return this.choosing && this.mayChoose ? this.choosing.choices() : []; }
}
