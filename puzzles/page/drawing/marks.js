/* The smallest marks of a drawing: `rules_dsl/view/drawing/marks.py`, letter by letter the same. */

const TEXT = 15, SMALL = 13, LINE = 24, SMALL_LINE = 18, GAP = 6;
const ESCAPED = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

const escaped = (text) => text.replace(/[&<>"']/g, (sign) => ESCAPED[sign]);
const num = (value) => String(Math.floor(value * 10 + 0.5) / 10);
const fine = (value) => String(Math.floor(value * 1000 + 0.5) / 1000);
const textWidth = (text, size = TEXT) => { let sum = 0; for (const letter of text) sum += letterWidth(letter); return size * sum; };
const within = (code, ranges) => ranges.some(([low, high]) => low <= code && code <= high);

function letterWidth(letter) {
  if (NARROW_LETTERS.includes(letter)) return 0.4;
  if (WIDE_LETTERS.includes(letter)) return 1;
  const code = letter.codePointAt(0);
  if (within(code, JOINING)) return 0;
  if (within(code, DOUBLE)) return 1.2;
  return /^[A-Z0-9]$/.test(letter) ? 0.72 : 0.62;
}

function writeText(x, y, text, classes, size = TEXT) {
  if (!text.trim()) return "";
  return `<text class="${classes}" x="${num(x)}" y="${num(y + 0.35 * size)}" font-size="${num(size)}">${escaped(text)}</text>`;
}

const writeLines = (x, y, lines, classes, size = SMALL, step = SMALL_LINE) => lines.map((line, number) => writeText(x, y + step * number, line, classes, size)).join("");

function wrapText(text, width, size = TEXT) {
  const lines = [];
  for (const word of text.split(" ")) {
    if (lines.length && textWidth(`${lines.at(-1)} ${word}`, size) <= width) lines[lines.length - 1] += ` ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** What stands for a thing of the game; the things are noted in the order in which they are drawn. */
let drawnThings = [];
function place(kind, body, thing) { drawnThings.push(thing); return `<g class="place ${kind}">${body}</g>`; }

const moved = (x, y, body) => `<g transform="translate(${num(x)} ${num(y)})">${body}</g>`;

function painted(fill, plain = "ground") {
  if (fill === "none") return 'class="bare"';
  const tint = colourOf(fill);
  return tint ? `class="${plain} tint" fill="${tint.fill}"` : `class="${plain}"`;
}

function inkOn(fill) {
  const tint = colourOf(fill);
  return tint ? (tint.ink === "#1b1b1b" ? " dark" : " light") : "";
}

function box(x, y, width, height, attributes, radius = 0) {
  return `<rect ${attributes} x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}"${radius ? ` rx="${num(radius)}"` : ""}/>`;
}

const polygon = (points, attributes) => `<polygon ${attributes} points="${points.map(([x, y]) => `${num(x)},${num(y)}`).join(" ")}"/>`;
const straight = ([x1, y1, x2, y2], attributes) => `<line ${attributes} x1="${num(x1)}" y1="${num(y1)}" x2="${num(x2)}" y2="${num(y2)}"/>`;
const most = (numbers) => numbers.reduce((one, other) => Math.max(one, other), -Infinity);
const least = (numbers) => numbers.reduce((one, other) => Math.min(one, other), Infinity);
const summed = (numbers) => numbers.reduce((one, other) => one + other, 0);
