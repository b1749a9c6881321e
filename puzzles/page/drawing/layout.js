/* Panels below each other, side by side, and on mats: `rules_dsl/view/drawing/layout.py`. */

const SPACE = 10, APART = 22, CLOSE = 10, NARROW = 600, SHRUNK = 1.05, SHRUNK_COLUMNS = 1.7, PADDING = 12;

function drawPanels(panels, width) {
  let y = 0, right = 0;
  const parts = [], isLine = (panel) => panel.kind === "line";
  for (const panel of panels) {
    const drawn = drawPanel(panel, width);
    parts.push(moved(0, y, drawn.body));
    y += drawn.height + (isLine(panel) ? 0 : SPACE);
    right = Math.max(right, drawn.width);
  }
  return { width: right, height: Math.max(0, panels.length && !isLine(panels.at(-1)) ? y - SPACE : y), body: parts.join("") };
}

function drawPanel(panel, width) {
  switch (panel.kind) {
    case "line": return drawSentence(panel.text, width);
    case "grid": return drawGrid(panel, width);
    case "track": return drawTrack(panel, width);
    case "tiles": return drawTiles(panel, width);
    case "mat": return drawMat(panel, width);
    case "beside": return drawBeside(panel, width);
    default: return drawNetwork(panel, width);
  }
}

function drawSentence(text, width) {
  const lines = wrapText(text, width);
  return { width: most(lines.map((each) => textWidth(each))), height: LINE * lines.length, body: writeLines(0, LINE / 2, lines, "words", TEXT, LINE) };
}

function drawMat(mat, width) {
  const lines = mat.label.trim() ? wrapText(mat.label, width - 2 * PADDING) : [], top = PADDING + LINE * lines.length, inside = drawPanels(mat.panels, width - 2 * PADDING);
  const wide = most([inside.width, ...lines.map((each) => textWidth(each))]) + 2 * PADDING, high = top + inside.height + PADDING, ink = inkOn(mat.fill);
  const label = writeLines(PADDING, PADDING + LINE / 2 - 3, lines, `strong${ink}`, TEXT, LINE);
  return { width: wide, height: high, body: box(0, 0, wide, high, painted(mat.fill, "mat"), 9) + label + moved(PADDING, top, `<g class="${ink.trim()}">${inside.body}</g>`) };
}

function drawBeside({ blocks }, width) {
  const [apart, limit] = width < NARROW ? [CLOSE, width * SHRUNK] : [APART, width];
  if (width < NARROW && blocks.every(isColumn)) {
    const natural = placeBlocks(blocks.map((block) => drawPanels(block, width)), apart, width * SHRUNK_COLUMNS), letters = Math.max(SMALL, (LEAST * natural.width) / width);
    return placeBlocks(blocks.map(([panel]) => drawTiles(panel, width, letters)), apart, width * SHRUNK_COLUMNS);
  }
  return placeBlocks(blocks.map((block) => drawPanels(block, width)), apart, limit);
}

const isColumn = (block) => block.length === 1 && block[0].kind === "tiles" && ["column", "stack"].includes(block[0].layout);

function placeBlocks(drawn, apart, limit) {
  let x = 0, y = 0, tall = 0, right = 0;
  const parts = [];
  for (const block of drawn) {
    if (x > 0 && x + block.width > limit) { x = 0; y += tall + SPACE; tall = 0; }
    parts.push(moved(x, y, block.body));
    right = Math.max(right, x + block.width);
    tall = Math.max(tall, block.height);
    x += block.width + apart;
  }
  return { width: right, height: y + tall, body: parts.join("") };
}
