/* Panels of a picture as elements: every cell, spot and tile is a button that tells what was touched. */

function drawBoard(panels, marks, touch) {
  return panels.map((panel) => PANELS[panel.kind](panel, marks, touch));
}

const PANELS = {
  line: ({ text }) => element("p", { class: "line" }, pretty(text)),
  grid: gridPanel,
  track: trackElement,
  tiles: tilesElement,
  network: networkElement,
};

function gridPanel({ caption, cells, columns, rows, labels }, marks, touch) {
  const sorted = [...cells].sort((one, other) => other.row - one.row || one.column - other.column);
  const board = element("div", { class: "grid", role: "group", "aria-label": caption || say("picture") });
  const sides = joined(cells);
  board.style.setProperty("--columns", columns);
  board.style.setProperty("--rows", rows);
  for (let row = rows - 1; row >= 0; row--) {
    board.append(element("span", { class: "edge", "aria-hidden": "true" }, labels.rows[row] ?? ""));
    for (const cell of sorted.filter((each) => each.row === row)) board.append(cellElement(cell, (each) => `${marks(each)} ${sides(each)}`, touch));
  }
  board.append(element("span", { class: "edge" }));
  for (const label of labels.columns) board.append(element("span", { class: "edge", "aria-hidden": "true" }, label));
  board.addEventListener("keydown", (event) => moveFocus(event, board, columns));
  return element("figure", { class: columns > 10 ? "wide" : "" }, caption ? element("figcaption", {}, caption) : null, board);
}

function cellElement(cell, marks, touch) {
  const text = cell.text.trim(), letters = [...text].length;
  const made = element("button", {
    class: `cell ${marks(cell)}`, type: "button", "aria-label": `${cell.name}: ${text || cell.fill || say("empty")}`, "data-name": cell.name,
    on: { click: () => touch(cell) },
  }, element("span", { class: letters > 3 ? "small" : letters > 1 ? "middle" : "" }, text));
  made.style.gridColumn = cell.column + 2;
  return paint(made, cell.fill);
}

/** Letters of one kind side by side are one thing, such as a car: which sides it goes on at. */
function joined(cells) {
  const looks = new Map(cells.map((cell) => [`${cell.column},${cell.row}`, `${cell.text.trim()}|${cell.fill}`]));
  const goesOn = (cell, right, up) => looks.get(`${cell.column + right},${cell.row + up}`) === looks.get(`${cell.column},${cell.row}`);
  const sides = { left: [-1, 0], right: [1, 0], up: [0, 1], down: [0, -1] };
  return (cell) => (/^\p{L}$/u.test(cell.text.trim()) && cell.fill ? Object.keys(sides).filter((side) => goesOn(cell, ...sides[side])).map((side) => `to-${side}`).join(" ") : "");
}

function moveFocus(event, board, columns) {
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
  const cells = [...board.querySelectorAll(".cell")], at = cells.indexOf(document.activeElement);
  if (!by || at < 0 || !event.altKey) return;
  cells[at + by]?.focus();
  event.preventDefault();
  event.stopPropagation();
}

function trackElement({ label, spots }, marks, touch) {
  const row = spots.map((spot) => {
    const tokens = spot.tokens.map((token) => paint(element("button", { class: `token ${marks(token)}`, type: "button", on: { click: (event) => { event.stopPropagation(); touch(token); } } }, token.text), token.fill));
    const live = marks(spot), use = live ? { role: "button", tabindex: "0", "aria-label": `${label} ${spot.label}` } : {};
    const enter = (event) => { if (event.key === "Enter" && event.target === event.currentTarget) touch(spot); };
    const box = paint(element("div", { class: `spot ${live}`, ...use, on: { click: () => touch(spot), keydown: enter } }, element("span", { class: "number" }, spot.label), ...tokens), spot.fill);
    return element("li", {}, box, spot.below ? element("span", { class: "below" }, spot.below) : null);
  });
  return element("section", { class: "track" }, element("h3", {}, label), element("ol", {}, row));
}

function tilesElement({ label, tiles }, marks, touch) {
  const made = tiles.map((tile) => paint(element("button", { class: `tile ${marks(tile)}`, type: "button", on: { click: () => touch(tile) } },
    ...tile.text.split("\n").map((line) => element("span", {}, pretty(line)))), tile.fill));
  return element("section", { class: "tiles" }, element("h3", {}, label), element("div", {}, made));
}

function networkElement({ towns, links }, marks, touch) {
  const scale = (numbers, room) => {
    const low = Math.min(...numbers), high = Math.max(...numbers);
    return (number) => 40 + (high > low ? (number - low) / (high - low) * room : room / 2);
  };
  const across = scale(towns.map((town) => town.x), 520), down = scale(towns.map((town) => town.y), 320);
  const lines = links.map(([one, other]) => drawing("line", { x1: across(towns[one].x), y1: down(towns[one].y), x2: across(towns[other].x), y2: down(towns[other].y) }));
  const places = towns.map((town) => {
    const place = drawing("g", { class: `town ${marks(town)}`, tabindex: "0", role: "button", "aria-label": town.text },
      drawing("circle", { cx: across(town.x), cy: down(town.y), r: 10 }), drawing("text", { x: across(town.x) + 14, y: down(town.y) + 5 }, town.text));
    place.addEventListener("click", () => touch(town));
    place.addEventListener("keydown", (event) => { if (event.key === "Enter") touch(town); });
    return place;
  });
  return element("figure", { class: "network" }, drawing("svg", { viewBox: "0 0 680 400" }, lines, places));
}
