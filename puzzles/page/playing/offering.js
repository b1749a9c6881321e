/* What may be chosen, as chips: what is possible and cannot be touched on the board. The rest is one click away: choices that lie on the board, and what is not possible with its reason. */

const MOST_CHIPS = 30, CHIP_SIZE = 30;

Page.prototype.doing = function () {
  return element("section", { class: "doing" }, this.trail(), this.choiceList(), this.tools());
};

Page.prototype.trail = function () {
  const trail = this.choosing?.trail || [];
  if (!trail.length) return null;
  return element("p", { class: "trail" }, trail.map((words) => element("span", {}, words)),
    element("button", { type: "button", class: "quiet", "data-key": "cancel", on: { click: () => this.deselect() } }, `✕ ${say("cancel")}`));
};

/** The choices as the panel shows them: those with chips, those that lie on the board, and those that are refused. */
Page.prototype.offer = function () {
  const none = { chips: [], onBoard: [], refused: [] };
  if (!this.choosing || !this.mayChoose || (this.machine.finds && !this.choosing.trail.length && this.hasBoard)) return none;
  if (this.choosing.chance) return { ...none, chips: this.listing || this.atTable ? this.choices() : [] };
  const all = this.choices(), legal = all.filter((choice) => choice.legal);
  if (this.machine.finds) return { ...none, chips: all };
  const onBoard = this.choosing.touchable(legal, placesIn(this.panels));
  return { chips: this.listing ? legal : legal.filter((choice) => !onBoard.includes(choice)), onBoard, refused: all.filter((choice) => !choice.legal) };
};

Page.prototype.choiceList = function () {
  if (!this.choosing || !this.mayChoose) return null;
  const { chips, onBoard, refused } = this.offered, shown = this.unfolded || this.atTable ? chips : chips.slice(0, MOST_CHIPS);
  const buttons = shown.map((choice) => this.chip(choice));
  if (this.choosing.chance && !this.atTable) buttons.unshift(this.button("roll", () => this.roll(), { class: "chip strong" }));
  if (shown.length < chips.length) buttons.push(this.switch("more", "unfolded", say("more", chips.length - shown.length)));
  return element("div", { class: "choices" },
    onBoard.length || this.mayDecideChance() ? element("p", { class: "about-board" }, onBoard.length ? `${say(this.choosing.trail.length ? "goOnBoard" : "onBoard")} ` : null, this.listSwitch()) : null,
    buttons.length ? element("div", { class: "chips", role: "group", "aria-label": say("moves") }, buttons) : null,
    refused.length ? this.refusals(refused) : null);
};

/** May somebody say what chance brings, as at a table with real dice? Only who sees everything. */
Page.prototype.mayDecideChance = function () { return this.choosing.chance && this.viewer === EVERYTHING && !this.atTable; };

Page.prototype.listSwitch = function () { return this.switch("list", "listing", say(this.listing ? "listLess" : this.choosing.chance ? "sayChance" : "listAll")); };

/** A button that changes how the choices are shown. */
Page.prototype.switch = function (key, name, words) {
  return element("button", { type: "button", class: "quiet", "data-key": key, on: { click: () => { this[name] = !this[name]; this.draw(); } } }, words);
};

Page.prototype.refusals = function (refused) {
  const opened = (event) => { this.refusing = event.target.open; };
  return element("details", { class: "refusals", open: this.refusing, on: { toggle: opened } }, element("summary", { "data-key": "refusals" }, say("notNow", refused.length)),
    element("div", { class: "chips" }, refused.map((choice) => this.chip(choice))));
};

Page.prototype.chip = function (choice) {
  const { move } = this.told ?? {}, hinted = move && choice.legal && choice.moves?.some((each) => sameMove(each, move)) ? "hinted" : "";
  const picture = choice.legal ? this.chipPicture(choice) : null, words = this.chipText(choice);
  return element("button", {
    type: "button", class: `chip ${choice.legal ? "" : "refused"} ${picture ? "drawn" : ""} ${hinted}`, title: choice.doc || null, "data-key": choice.words, "data-move": choice.words,
    on: { click: () => this.pick(choice) },
  }, picture, picture?.dataset.says?.includes(words) ? null : words);
};

/** What a choice is called: in the words of the rules, or as the board calls it, and a number with what it counts. */
Page.prototype.chipText = function (choice) {
  const { words, says, moves, level } = choice;
  if (says && (this.choosing.chance || level === undefined || this.choosing.isWorded(moves, level) || moves?.length === 1)) return says;
  if (!moves || level === undefined || this.choosing.chance || this.machine.finds) return pretty(words);
  const type = plainType(moves[0].types[level] ?? {}), name = this.choosing.nameOf(level, moves[0]);
  if (type.k === "BoolType") return `${name ? `${pretty(name)}: ` : ""}${say(words === "true" ? "yes" : "no")}`;
  if (words === "–" || words === "none") return say("none");
  if (type.k !== "IntType") return pretty(words);
  return this.lineName(moves) ?? (name ? `${pretty(name)} ${words}` : moves.length === 1 ? this.sentence(moves[0]) : `${pretty(this.titleOfAction(moves[0]))} ${words}`);
};

Page.prototype.titleOfAction = function ({ option }) { return this.machine.actions.get(this.choosing.node.options[option].action).action.title; };

/** A move in words. */
Page.prototype.sentence = function (move) { return this.machine.narrator.move(this.line.state, move); };

/** `column c`, if touching just the cells of that column of a board leads on to these moves. */
Page.prototype.lineName = function (moves) {
  for (const grid of gridsIn(this.panels)) {
    const cells = grid.cells.filter((cell) => { const found = this.choosing.surely(cell); return found.length === moves.length && found[0].at === moves[0].at; });
    for (const [axis, labels] of [["column", grid.columns], ["row", grid.rows]]) {
      const numbers = new Set(cells.map((cell) => cell[axis]));
      if (cells.length > 1 && numbers.size === 1) return say(axis, labels[cells[0][axis]]);
    }
  }
  return null;
};

/** The thing that is chosen, as it looks on the board: its pieces, or the whole tile. */
Page.prototype.chipPicture = function ({ moves, level }) {
  if (!moves || level === undefined || level >= moves[0].given.length) return null;
  const type = plainType(moves[0].types[level]), value = moves[0].given[level];
  if (["IntType", "BoolType"].includes(type.k)) return null;
  const place = placesIn(this.panels).find(({ thing }) => sameType(thing.type, type) && equal(thing.value, value));
  return place ? smallPicture(place.look) : null;
};

function smallPicture(look) {
  const lying = lyingWords(look);
  if (lying.length) return svgOf(CHIP_SIZE, CHIP_SIZE, lying.map((words) => drawPiece(words, CHIP_SIZE / 2, CHIP_SIZE / 2, CHIP_SIZE)).join(""), "");
  if (!look.fill || !look.text.trim()) return null;
  const [wide, high] = tileSize(look);
  return svgOf(wide + 2, high + 2, drawTile(look, 1, 1, wide, high), look.text);
}

function svgOf(wide, high, body, says) {
  const holder = document.createElement("span");
  holder.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg" class="regelwerk ${SCOPE}" width="${num(wide)}" height="${num(high)}" viewBox="0 0 ${num(wide)} ${num(high)}" aria-hidden="true">${body}</svg>`;
  if (says) holder.dataset.says = pretty(says);
  return holder;
}

const pretty = (words) => words.replaceAll("_", " ");

Page.prototype.tools = function () {
  const puzzle = this.item.role === "puzzle", { at, moves } = this.line;
  return element("div", { class: "tools" },
    this.button("undo", () => this.undo(), { disabled: at === 0 }),
    this.button("redo", () => this.redo(), { disabled: at === moves.length }),
    this.button("hint", () => this.hint(), { disabled: !this.choosing }),
    puzzle ? this.button("check", () => this.check()) : null,
    this.button("restart", () => this.act(() => { this.line.go(0); }), { disabled: at === 0 }),
    puzzle && !this.line.followed ? this.button("solution", () => this.solution()) : null);
};
