/* What stands in a place: `rules_dsl/view/drawing/looks.py`. */

const COUNTED = 26, BIG = 0.62, SMALLEST = 11;

const isBlock = (piece) => piece.words.shape === "block";

function drawContent(look, x, y, size) {
  const pieces = look.pieces.filter((piece) => !isBlock(piece));
  const lying = pieces.filter((piece) => !piece.counted).map((piece) => drawPiece(piece.words, x, y, WHOLE.includes(piece.words.shape) ? size + 2 : size * 1.02)).join("");
  return look.pieces.length ? lying + drawHeap(pieces.filter((piece) => piece.counted), x, y, size) : drawWords(look, x, y, size);
}

function drawWords(look, x, y, size) {
  const lines = look.text.trim().split("\n"), widest = most(lines.map((each) => textWidth(each, 1)));
  if (widest === 0) return "";
  const fitted = Math.min(size * BIG, (size - 6) / widest, (size - 4) / lines.length / 1.15), letters = lines.length === 1 ? Math.max(SMALLEST, fitted) : fitted;
  return writeLines(x, y - (lines.length - 1) * letters * 0.575, lines, `middle${inkOn(look.fill)}`, letters, letters * 1.15);
}

const repeated = (pieces) => pieces.flatMap((piece) => Array(piece.count).fill(piece.words));

function drawHeap(pieces, x, y, size) {
  const words = repeated(pieces), side = Math.ceil(Math.sqrt(words.length)), step = size / Math.max(1, side), rows = Math.ceil(words.length / Math.max(1, side));
  const left = x - (step * (side - 1)) / 2, top = y - (step * (rows - 1)) / 2;
  return words.map((each, at) => drawPiece(each, left + step * (at % side), top + step * Math.floor(at / side), step * 0.94)).join("");
}

const isFramed = (look) => Boolean(look.fill) || !look.pieces.length;
const tileLines = (look) => (isFramed(look) && look.text.trim() ? look.text.split("\n") : []);
const lyingWords = (look) => look.pieces.filter((piece) => !piece.counted).map((piece) => piece.words);
const countedWords = (look) => repeated(look.pieces.filter((piece) => piece.counted));
const countedSide = (look) => (isFramed(look) ? COUNTED : naturalSize(countedWords(look)[0])[0] + 4);

function tileSize(look) {
  const lying = lyingWords(look).map(naturalSize), lines = tileLines(look), counted = countedWords(look), side = counted.length ? countedSide(look) : 0;
  const width = most([...lying.map((size) => size[0]), side * counted.length, ...lines.map((each) => textWidth(each, SMALL))]);
  const height = most([...lying.map((size) => size[1]), 0]) + side + SMALL_LINE * lines.length;
  return isFramed(look) ? [Math.max(width, 16) + 14, Math.max(height, 16) + 10] : [width, height];
}

function drawTile(look, x, y, width, height) {
  const framed = isFramed(look), lines = tileLines(look), lying = lyingWords(look), counted = countedWords(look);
  const middle = x + width / 2, top = y + (framed ? 5 : 0), tall = most([...lying.map((words) => naturalSize(words)[1]), 0]);
  const parts = [box(x, y, width, height, painted(framed ? look.fill : "none"), 6)];
  for (const words of lying) parts.push(drawPiece(words, middle, top + tall / 2, Math.max(...naturalSize(words)) / pieceScale(words)));
  parts.push(writeLines(middle, top + tall + SMALL_LINE / 2, lines, `middle${inkOn(look.fill)}`));
  return parts.join("") + drawRow(counted, middle, top + tall + SMALL_LINE * lines.length, counted.length ? countedSide(look) : 0);
}

function drawRow(counted, middle, top, side) {
  const left = middle - (side * (counted.length - 1)) / 2;
  return counted.map((each, at) => drawPiece(each, left + side * at, top + side / 2, side - 4)).join("");
}

function drawLabel(text, width, size = SMALL) {
  if (!text.trim()) return { width: 0, height: 0, body: "" };
  const lines = wrapText(text, width, size), step = size + SMALL_LINE - SMALL;
  return { width: most(lines.map((each) => textWidth(each, size))), height: step * lines.length + GAP / 2, body: writeLines(0, step / 2 + 1, lines, "soft", size, step) };
}
