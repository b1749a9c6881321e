/* The picture on the page: drawn as everywhere, and each place of it something to touch. */

const WIDEST = 980, GROWN = 1.5, LEGIBLE = 0.93;  // narrower than that, a drawing is scrolled

/** Lines of text are text of the page; every other panel is a drawing of its own, as wide as the page allows. */
function drawBoard(panels, marks, page, room) {
  return panels.map((panel) => (panel.kind === "line" ? element("p", { class: "line" }, pretty(panel.text)) : panelFigure(panel, marks, page, Math.min(WIDEST, room))));
}

function panelFigure(panel, marks, page, room) {
  drawnThings = [];
  const drawn = drawPanel(panel, room), things = drawnThings, figure = element("figure", { class: `drawing ${panel.kind}` });
  figure.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg" class="regelwerk ${SCOPE}" viewBox="-1 -1 ${num(drawn.width + 2)} ${num(drawn.height + 2)}">${drawn.body}</svg>`;
  const svg = figure.firstChild;
  svg.style.width = `${num(drawn.width * (panel.kind === "grid" ? GROWN : 1))}px`;
  const shrinks = panel.kind === "grid" || (panel.kind === "beside" && panel.blocks.every(isColumn));
  if (!shrinks) svg.style.minWidth = `${num(drawn.width * LEGIBLE)}px`;
  if (!shrinks && drawn.width * LEGIBLE > room) figure.setAttribute("tabindex", "0");
  const nodes = [...svg.querySelectorAll(".place")], marked = things.map(marks);
  nodes.forEach((node, at) => alive(node, things[at], marked[at], page));
  if (marked.filter((words) => words.includes("live")).length > things.length / 3) figure.classList.add("many");
  if (page.choosing?.trail.length) figure.classList.add("chosen");
  if (panel.kind === "grid") svg.addEventListener("keydown", (event) => moveFocus(event, svg, panel.columns.length));
  return figure;
}

/** A place that can be touched, by hand and by keys; what it is called is for those who do not see it. */
function alive(node, thing, marks, page) {
  node.place = thing;
  node.setAttribute("class", `${node.getAttribute("class")} ${marks}`);
  node.setAttribute("aria-label", labelOf(thing));
  node.setAttribute("role", "button");
  if (thing.name) node.setAttribute("data-name", thing.name);
  if (thing.name || marks.trim()) node.setAttribute("tabindex", "0");
  node.addEventListener("click", () => page.touch(thing));
  node.addEventListener("pointerdown", (event) => page.startDrag(event, node));
  node.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); page.touch(thing); } });
  for (const mark of ["last", "live", "picked", "hint", "hint-to"]) if (marks.split(" ").includes(mark)) outline(node, mark);
}

function labelOf(thing) {
  const text = thing.text.trim().replaceAll("\n", ", ");
  if (!thing.name) return thing.label ? `${thing.label} ${text}`.trim() : text || say("empty");
  return `${thing.name}: ${text || say("empty")}`;
}

/** An outline just inside the ground of a place, above what stands on it. */
function outline(node, mark) {
  const copy = node.querySelector("rect,polygon,circle").cloneNode(), of = (name) => Number(copy.getAttribute(name));
  for (const name of ["fill", "stroke"]) copy.removeAttribute(name);
  const changes = { rect: () => ({ x: of("x") + 2, y: of("y") + 2, width: of("width") - 4, height: of("height") - 4 }), circle: () => ({ r: of("r") + 2 }), polygon: () => ({ points: shrunk(copy.getAttribute("points")) }) }[copy.tagName]();
  for (const [name, value] of Object.entries({ ...changes, class: `mark ${mark}` })) copy.setAttribute(name, value);
  if (mark === "last") node.querySelector("rect,polygon,circle").after(copy);
  else node.append(copy);
}

function shrunk(points) {
  const corners = points.split(" ").map((corner) => corner.split(",").map(Number)), middle = [0, 1].map((axis) => summed(corners.map((corner) => corner[axis])) / corners.length);
  return corners.map((corner) => corner.map((value, axis) => num(middle[axis] + (value - middle[axis]) * 0.93)).join(",")).join(" ");
}

function moveFocus(event, svg, columns) {
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
  const cells = [...svg.querySelectorAll(".cell")], at = cells.indexOf(document.activeElement);
  if (!by || at < 0 || !event.altKey) return;
  cells[at + by]?.focus();
  event.preventDefault();
  event.stopPropagation();
}
