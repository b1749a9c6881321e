/* The words of a piece, a wall, a line: `rules_dsl/ir/pieces.py` in JavaScript. The tables come from there. */

const colourCode = (name) => CODES[name.toLowerCase()] ?? hexDigits(name);

function hexDigits(name) {
  if (!/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/.test(name)) return null;
  const digits = name.slice(1).toLowerCase();
  return digits.length === 6 ? digits : [...digits].map((digit) => digit + digit).join("");
}

const wordsOf = (text) => text.toLowerCase().split(/\s+/).filter((word) => word);

function readPiece(text) {
  const at = text.indexOf(":"), head = at < 0 ? text : text.slice(0, at), words = wordsOf(head);
  const first = words.findIndex((word) => SHAPE_WORDS.includes(word)), shape = first < 0 ? null : words[first];
  const rest = words.filter((_, number) => number !== first), colour = rest.find((word) => colourCode(word)) ?? "";
  return {
    shape, colour,
    details: rest.filter((word) => word !== colour && !MODIFIERS.includes(word)),
    modifiers: rest.filter((word) => MODIFIERS.includes(word)),
    inscription: at < 0 ? "" : text.slice(at + 1).trim(),
  };
}

function readWall(text) {
  const at = text.indexOf(":"), words = wordsOf(at < 0 ? text : text.slice(0, at));
  return { sides: words.filter((word) => SIDE_WORDS.includes(word)), colour: words.find((word) => colourCode(word)) ?? "", inscription: at < 0 ? "" : text.slice(at + 1).trim() };
}

function readLine(text) {
  const words = wordsOf(text);
  return { kind: words.find((word) => LINE_KINDS.includes(word)) ?? "road", colour: words.find((word) => colourCode(word)) ?? "" };
}

/* Colours: `rules_dsl/view/colours.py`. */

function colourOf(name) {
  const code = colourCode(name);
  if (!code) return null;
  const parts = [0, 2, 4].map((start) => parseInt(code.slice(start, start + 2), 16)), light = 0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2];
  return { fill: `#${code}`, ink: light > 128 ? "#1b1b1b" : "#f7f7f5", edge: light < 90 ? mixed(parts, 255, 0.45) : mixed(parts, 0, 0.6), shine: mixed(parts, 255, 0.4) };
}

function mixed(parts, other, share) {
  return `#${parts.map((part) => Math.floor(part + (other - part) * share + 0.5).toString(16).padStart(2, "0")).join("")}`;
}
