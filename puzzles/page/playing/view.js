/* Drawing the page: header, board, what may be done, the line of play, scores. */

Page.prototype.draw = function () {
  const focus = document.activeElement?.dataset?.name ?? document.activeElement?.dataset?.key, old = this.root.querySelector(".board"), before = old ? layoutOf(old) : new Map();
  document.documentElement.lang = language;
  this.offered = this.offer();
  const board = element("section", { class: "board card", "aria-label": say("picture") }), panel = element("div", { class: "card panel" }, this.status(), this.doing());
  this.root.replaceChildren(this.header(), element("main", { class: this.machine.finds ? "filling" : "" }, board,
    element("aside", {}, panel, this.coach(), this.table(), this.stepper(), this.scoring(), this.course(), this.about())));
  this.room = this.boardRoom();
  board.replaceChildren(...(this.covered ? [this.cover()] : drawBoard(this.untoldPanels(), this.marks(), this, this.room)));
  this.foldPanel(board, panel);
  if (focus) this.root.querySelector(`[data-name="${CSS.escape(focus)}"],[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  animate(before, layoutOf(board));
};

/** The picture without lines that say no more than whose turn it is, which the panel beside it says. */
Page.prototype.untoldPanels = function () {
  const turns = this.machine.names.map((name) => say("turn", name));
  return this.panels.filter(({ kind, text }) => kind !== "line" || !turns.includes(text.trim()));
};

/** How each place of the picture is marked: what may be touched, what was, what has just changed, what is given. */
Page.prototype.marks = function () {
  const live = this.choosing && !this.choosing.chance && this.mayChoose ? this.choosing.marks() : () => "", fresh = keyedPlaces([...this.fresh]);
  const about = this.told?.move ?? this.told?.about, hinted = about && !this.covered ? this.hintedPlaces(about) : new Map();
  const isFresh = new Set(fresh.values()), isClue = (place) => this.rules.isClue?.(this.line.states[0], place.thing);
  return (place) => [live(place), hinted.get(place) ?? "", isFresh.has(place) ? "last" : "", isClue(place) ? "clue" : ""].filter((mark) => mark).join(" ");
};

/** Below a board that fills a small screen the panel stays in sight, folded to one line where everything can be chosen on the board. */
Page.prototype.foldPanel = function (board, panel) {
  const isTall = board.offsetHeight > innerHeight * 0.55, { chips, onBoard } = this.offered, needed = this.choosing?.chance || (chips.length > 0 && !onBoard.length);
  panel.classList.toggle("tall", isTall);
  panel.classList.toggle("folded", isTall && (this.fold ?? !needed));
};

/** After a choice: what comes next is scrolled into sight, unless some of it is in sight already. */
Page.prototype.bringIntoView = function () {
  const live = [...this.root.querySelectorAll(".board .place.live")], bottom = innerHeight - (this.root.querySelector(".panel.tall")?.offsetHeight ?? 0) * (innerWidth < 900 ? 1 : 0);
  const inSight = (node) => { const box = node.getBoundingClientRect(); return box.top >= 0 && box.bottom <= bottom; };
  if (live.length && !live.some(inSight)) live[0].scrollIntoView({ block: "center", behavior: "smooth" });
};

const NARROWEST = 200;

/** How wide a drawing may be. A window that is being resized or hidden may have no width at all. */
Page.prototype.boardRoom = function () {
  const board = this.root.querySelector(".board"), style = board && getComputedStyle(board);
  return board ? Math.max(NARROWEST, Math.floor(board.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight))) : 0;
};

/** In place of the board until the next player has the keyboard. */
Page.prototype.cover = function () {
  if (this.actor === null) return element("div", { class: "cover" }, element("p", {}, say("chance")));
  const name = this.machine.names[this.actor];
  return element("div", { class: "cover" }, element("p", {}, say("pass", name)),
    element("button", { type: "button", class: "chip strong", "data-key": "here", on: { click: () => this.look(this.actor) } }, say("here", name)));
};

/** Who looks, where players hide something from one another. */
Page.prototype.viewers = function () {
  if (!this.secrets || this.machine.players.length === 1 || (this.kind === "over" && this.item.role === "game")) return null;
  const options = [...this.machine.names.map((name, number) => [number, say("sees", name)]), [EVERYTHING, say("everything")]].map(([value, words]) => {
    const option = element("option", { value }, words);
    option.selected = value === this.viewer;
    return option;
  });
  if (this.viewer === null) options.unshift(element("option", { value: "", selected: true, disabled: true }, say("nobody")));
  const chosen = (value) => this.look(value === EVERYTHING ? value : Number(value));
  return element("div", { class: "viewers" }, this.viewer === EVERYTHING ? element("p", { class: "told" }, say("showsAll")) : null,
    element("select", { "aria-label": say("viewer"), "data-key": "viewer", on: { change: (event) => chosen(event.target.value) } }, options));
};

Page.prototype.button = function (word, run, properties = {}) {
  return element("button", { type: "button", "data-key": word, ...properties, on: { click: run } }, say(word));
};

Page.prototype.header = function () {
  const { sheet, item } = this;
  const language_ = element("button", { type: "button", class: "quiet", "data-key": "language", on: { click: () => this.speak(language === "de" ? "en" : "de").catch(failed) } }, say("language"));
  return element("header", {},
    element("div", {}, item.role === "game" ? null : element("p", { class: "game" }, sheet.game), element("h1", {}, item.role === "game" ? sheet.game : titleOf(item)), this.remark(), this.progress()),
    element("nav", {}, sheet.items.length > 1 ? this.chooser() : null, this.themes(), language_));
};

/** What the game is about, or what there is to say of a play. */
Page.prototype.remark = function () {
  const { sheet, item } = this, text = item.text && !item.goal ? item.text : item.role === "game" ? sheet.titles[language] ?? sheet.about : "";
  return text ? element("p", { class: "text" }, text) : null;
};

/** Light or dark, whatever the system says. */
Page.prototype.themes = function () {
  const dark = document.documentElement.dataset.theme === "dark", to = dark ? "light" : "dark";
  return element("button", { type: "button", class: "quiet", "data-key": "theme", on: { click: () => { remember("theme", to); setTheme(to); this.draw(); } } }, say(to));
};

function setTheme(chosen) {
  document.documentElement.dataset.theme = ["light", "dark"].includes(chosen) ? chosen : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

const titleOf = ({ title, number }) => (number ? say("number", number) : termOf(title));


Page.prototype.chooser = function () {
  const { items } = this.sheet, last = items.length - 1;
  const go = (number) => { location.hash = `#${number + 1}`; };
  const options = items.map((each, at) => {
    const option = element("option", { value: at }, `${each.number ? titleOf(each) : `${at + 1}. ${each.title}`}${each.grade ? ` · ${each.grade[language]}` : ""}${this.solved.has(each.key) ? " ✓" : ""}`);
    option.selected = at === this.number;
    return option;
  });
  return element("div", { class: "chooser" },
    element("button", { type: "button", "aria-label": say("previous"), disabled: this.number === 0, on: { click: () => go(this.number - 1) } }, "‹"),
    element("select", { "aria-label": say("list"), on: { change: (event) => go(Number(event.target.value)) } }, options),
    element("button", { type: "button", "aria-label": say("next"), disabled: this.number === last, on: { click: () => go(this.number + 1) } }, "›"));
};

/** Whose turn it is or how it ended, what the goal is, and what there is to tell. */
Page.prototype.status = function () {
  const told = element("div", {}, element("p", { class: `told ${this.told?.mood || ""}`, role: "status", "aria-live": "polite" }, this.told?.text || ""), this.following());
  return element("section", { class: "status" },
    this.viewers(), this.goal ? element("p", { class: "goal" }, this.goalText()) : null,
    element("div", { class: "turning" }, element("p", { class: `turn ${this.kind === "over" ? "over" : ""}` }, this.turnText()), this.folder()), told);
};

/** What one may do about what was just told: play a hint, take back what was wrong, go on to what is next. */
Page.prototype.following = function () {
  const { told, item, sheet, number } = this, buttons = [];
  if (told?.move && this.mayChoose) buttons.push(this.button("playHint", () => this.play(told.move), { class: "chip strong" }));
  if (told?.wrong || (told?.mood === "bad" && this.kind === "over" && item.role === "puzzle")) buttons.push(this.button("tryAgain", () => this.tryAgain(), { class: "chip strong" }), item.line.length ? this.button("show", () => this.showSolution(), { class: "chip" }) : null);
  if (told?.mood === "good" && this.kind === "over" && item.role === "puzzle" && number + 1 < sheet.items.length) {
    buttons.push(element("button", { type: "button", class: "chip strong", "data-key": "onward", on: { click: () => { location.hash = `#${number + 2}`; } } }, say("onward", titleOf(sheet.items[number + 1]))));
  }
  return buttons.length ? element("div", { class: "chips following" }, buttons) : null;
};

/** Folds the panel on small screens. */
Page.prototype.folder = function () {
  const toggle = (event) => { const panel = event.target.closest(".panel"); this.fold = !panel.classList.contains("folded"); panel.classList.toggle("folded", this.fold); };
  return element("button", { type: "button", class: "quiet folder", "data-key": "folder", "aria-label": say("fold"), on: { click: toggle } }, say("choices"));
};

Page.prototype.goalText = function () {
  const { aim, value, player, lastRound } = this.goal;
  const text = aim === "score" ? say(lastRound ? "lastRound" : "highest", value) : aim === "goal" ? say("fewest", value) : aim === "filled" ? say("fillIn", value) : say("value", this.machine.names[player]);
  return this.item.grade ? `${text} · ${this.item.grade[language]}` : text;
};

Page.prototype.turnText = function () {
  if (this.kind === "chance") return say("chance");
  if (this.thinks || this.isAnswering) return say("thinks", this.machine.names[this.actor]);
  if (this.kind === "decide") {
    const players = this.machine.names;
    if (this.machine.finds && !this.choosing.trail.length && this.hasBoard) return say("pickCell");
    return players.length > 1 ? say("turn", players[this.machine.actor(this.line.state)]) : say("what");
  }
  const ended = this.rules.ended(this.line.state);
  if (this.machine.lines.length && this.machine.players.length > 1) return this.winnerText();
  if (ended?.kind === "lose" && this.machine.players.length === 2) return say("win", this.machine.names[1 - ended.who]);
  return ended ? say(ended.kind, ended.who === null ? "" : this.machine.names[ended.who]) : say("over");
};

/** Who has most points at the end. */
Page.prototype.winnerText = function () {
  const points = this.rules.scores(this.line.state), most = Math.max(...points), first = this.machine.names.filter((_, at) => points[at] === most);
  return first.length === 1 ? say("mostPoints", first[0]) : say("samePoints", first.join(", "));
};

/* -- the line of play */

Page.prototype.stepper = function () {
  const { line } = this, count = line.moves.length;
  if (!count) return null;
  const away = this.item.role === "play" && !line.followed;
  const slider = element("input", { type: "range", min: 0, max: count, value: line.at, "aria-label": say("step", line.at, count), "data-key": "slider", on: { input: (event) => this.go(Number(event.target.value)) } });
  const step = (word, sign, to, dead) => element("button", { type: "button", "aria-label": say(word), "data-key": word, disabled: dead, on: { click: () => this.go(to) } }, sign);
  return element("section", { class: "card stepper" },
    element("div", { class: "steps" }, step("first", "«", 0, line.at === 0), step("back", "‹", line.at - 1, line.at === 0), slider,
      step("forward", "›", line.at + 1, line.at === count), step("last", "»", count, line.at === count)),
    element("p", { class: "count" }, say("step", line.at, count)),
    away ? element("p", {}, `${say("own")} `, this.button("recorded", () => this.act(() => line.follow()), { class: "quiet" })) : null,
    this.moveList());
};

/** The lines of the score; what a player cannot work out from what he sees is a question mark. */
Page.prototype.scoreLines = function () {
  const { state } = this.line, { players, game } = this.machine;
  if (this.viewer === EVERYTHING || this.kind === "over") return this.machine.scoreLines(state);
  const of = (line, player) => (this.covered ? UNSEEN_SIGN : seenOr(() => this.seats[this.viewer].value(line.value, state, line.each ? { [line.each]: player } : {}), UNSEEN_SIGN));
  return game.scores.map((line) => [line.label, players.map((_, player) => of(line, player))]);
};

const SHOWN_AROUND = 6;

/** The moves around where one stands; those further on are played only when they are asked for. */
Page.prototype.moveList = function () {
  const { line } = this, from = Math.max(0, line.at - SHOWN_AROUND), to = Math.min(line.moves.length, line.at + SHOWN_AROUND);
  const rows = [];
  for (let at = from; at < to; at++) {
    rows.push(element("li", { value: at + 1, class: at === line.at - 1 ? "now" : "" },
      element("button", { type: "button", class: "quiet", "data-key": `move ${at + 1}`, on: { click: () => this.go(at + 1) } }, this.stepLines(at)[0]), this.stepLines(at).slice(1).map((line) => element("p", { class: "happened" }, line))));
  }
  return element("ol", { class: "moves" }, rows);
};

Page.prototype.scoring = function () {
  const lines = this.machine.lines.length ? this.scoreLines() : [];
  if (!lines.length) return null;
  const players = this.machine.names, sums = players.map((_, at) => (lines.some(([, numbers]) => numbers[at] === UNSEEN_SIGN) ? UNSEEN_SIGN : total(lines.map(([, numbers]) => numbers[at]))));
  const row = (kind, label, cells) => element("tr", { class: kind }, element("th", { scope: "row" }, label), cells.map((cell) => element("td", {}, String(cell))));
  return element("section", { class: "card scoring" }, element("table", {},
    element("caption", {}, say("score")),
    players.length > 1 ? element("thead", {}, element("tr", {}, element("td"), players.map((name) => element("th", { scope: "col" }, name)))) : null,
    element("tbody", {}, lines.map(([label, numbers]) => row("", label, numbers)), row("sum", say("total"), sums))));
};

Page.prototype.course = function () {
  const { events, result } = this.item;
  if (!result) return null;
  const words = { optimal: say("proved"), bounded: say("bounded", result.bound ?? "?") }[result.status] || say("undecided");
  const closed = result.rests_on && result.value === result.bound;
  const status = `${result.value ?? "–"} · ${closed ? say("no_better") : words}${result.gap ? ` · ${say("gap", (result.gap * 100).toFixed(1))}` : ""}`;
  return element("section", { class: "card" }, element("h2", {}, say("result")), element("p", { class: "result" }, status), element("p", { class: "method" }, result.method),
    result.rests_on ? element("p", { class: "method" }, say("rests_on", result.rests_on)) : null,
    events?.length ? courseOf(events, "") : null);
};

Page.prototype.about = function () {
  const facts = this.item.facts || [], { uncompiled } = this.sheet.programs[this.item.program];
  return element("details", { class: "card about" }, element("summary", {}, say("about")),
    element("p", {}, say("keys")), uncompiled && !this.machine.finds ? element("p", {}, say("plain")) : null,
    element("dl", {}, facts.flatMap(([name, value]) => [element("dt", {}, pretty(termOf(name))), element("dd", {}, pretty(termOf(value)))])));
};
