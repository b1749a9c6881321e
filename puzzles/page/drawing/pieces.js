/* Pieces: `rules_dsl/view/drawing/pieces.py`. */

const CARD = [62, 88], RED = "#c01f2e", BLACK = "#1b1b1b", BACK = ["?", "back", ""];

function drawPiece(words, x, y, size) {
  const [wide, high] = pieceBox(words), scale = (size / Math.max(wide, high)) * pieceScale(words);
  const faint = words.modifiers.includes("faint") ? ' opacity=".45"' : "";
  return `<g class="piece tint"${faint} transform="translate(${num(x - (wide * scale) / 2)} ${num(y - (high * scale) / 2)}) scale(${fine(scale)})">${pieceBody(words)}</g>`;
}

function pieceBox(words) {
  if (words.shape === "slab") return [40 + 26 * slabWidth(words), 30];
  return words.shape === "card" || words.shape === "slot" ? [70, 100] : [100, 100];
}

function pieceScale(words) {
  const found = words.modifiers.find((each) => each in SIZES);
  return found ? SIZES[found] : 1;
}

function naturalSize(words) {
  const scale = pieceScale(words);
  if (words.shape === "card" || words.shape === "slot") return [CARD[0] * scale, CARD[1] * scale];
  if (words.shape === "slab") { const [wide, high] = pieceBox(words); return [wide * 0.7, high * 0.7]; }
  return [44 * scale, 44 * scale];
}

function slabWidth(words) {
  const found = words.details.find((word) => /^[0-9]+$/.test(word));
  return found ? Math.min(Number(found.slice(0, 3)), 20) : 3;
}

function pieceBody(words) {
  switch (words.shape) {
    case null: return inscribed([words.colour, ...words.details].join(" ").trim(), 50, 50, 90, "");
    case "card": return cardBody(words);
    case "slot": return slotBody(words);
    case "die": return dieBody(words);
    case "slab": return slabBody(words);
    case "rails": return railsBody(words);
    default: return shapeBody(words);
  }
}

function slotBody(words) {
  const [, suit] = cardFace(words);
  const sign = suit ? `<g opacity=".35">${suitSign(suit, 35, 50, 34, suit === "d" || suit === "h" ? RED : "#808080")}</g>` : "";
  return `<rect class="slot" x="2" y="2" width="66" height="96" rx="7"/>${sign}${inscribed(words.inscription, 35, 50, 56, "")}`;
}

const tintOf = (words) => colourOf(words.colour) || colourOf(COLOURS[words.shape]) || colourOf("silver");

function shapeBody(words) {
  const tint = tintOf(words), { shape } = words;
  const body = SHAPES[shape].replaceAll("{c}", tint.fill).replaceAll("{e}", tint.edge).replaceAll("{s}", tint.shine).replaceAll("{i}", tint.ink);
  const turn = words.details.length && shape === "arrow" ? TURNS[words.details[0]] ?? 0 : 0;
  const turned = turn ? `<g transform="rotate(${turn} 50 50)">${body}</g>` : body;
  if (!LETTERED.includes(shape) || !words.inscription) return turned;
  const [x, y, room] = LETTERS_AT[shape] ?? [50, 50, 68];
  return turned + inscribed(words.inscription, x, y, room, inkOn(words.colour || COLOURS[shape]));
}

function inscribed(text, x, y, room, ink) {
  if (!text.trim()) return "";
  if (!textWidth(text, 1)) return "";
  const whole = text.split("\n"), words = text.split(/\s+/).filter((word) => word), lines = letterSize(words, room) > letterSize(whole, room) ? words : whole;
  const size = letterSize(lines, room), top = y - (lines.length - 1) * size * 0.55;
  return lines.map((each, number) => inscription(each, x, top + number * size * 1.1, size, ink)).join("");
}

const letterSize = (lines, room) => Math.min(room / most(lines.map((each) => textWidth(each, 1))), room / lines.length / 1.1, 54);

const inscription = (text, x, y, size, ink) => `<text class="on middle${ink}" x="${num(x)}" y="${num(y + 0.35 * size)}" font-size="${num(size)}">${escaped(text)}</text>`;

function slabBody(words) {
  const tint = tintOf(words), [wide, high] = pieceBox(words);
  const face = `fill="${tint.fill}" stroke="${tint.edge}" stroke-width="2"`;
  const body = `<rect ${face} x="1" y="1" width="${num(wide - 2)}" height="${num(high - 2)}" rx="9"/>`;
  const shine = `<path d="M12 8 L${num(wide - 12)} 8" stroke="${tint.shine}" stroke-width="3" stroke-linecap="round"/>`;
  return body + shine + inscribed(words.inscription, wide / 2, high / 2 + 2, 22, inkOn(words.colour || COLOURS.slab));
}

function railsBody(words) {
  const tint = tintOf(words), sleepers = Number(words.details.find((word) => /^[1-5]$/.test(word)) ?? 3), across = Array.from({ length: sleepers }, (_, number) => (96 * (number + 0.5)) / sleepers + 2);
  const beams = across.map((x) => `<rect x="${num(x - 6)}" y="18" width="12" height="64" rx="2" fill="${tint.fill}" stroke="${tint.edge}" stroke-width="2.5"/>`).join("");
  return `${beams}<path d="M2 36 L98 36 M2 64 L98 64" stroke="#55565c" stroke-width="7"/>`;
}

function dieBody(words) {
  const tint = tintOf(words), dots = words.details.length ? DOTS[words.details[0]] ?? [] : [];
  const body = `<rect x="6" y="6" width="88" height="88" rx="18" fill="${tint.fill}" stroke="${tint.edge}" stroke-width="3"/>`;
  return body + dots.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="9" fill="${tint.ink}"/>`).join("");
}

function cardFace(words) {
  let rank = "", suit = "";
  for (const word of words.details) {
    const signs = [...word], head = signs.slice(0, -1).join(""), tail = signs.slice(-1).join("");
    if (word in RANK_WORDS) rank = RANK_WORDS[word];
    else if (word in SUIT_WORDS) suit = SUIT_WORDS[word];
    else if (head in RANK_WORDS && tail in SUIT_WORDS) { rank = RANK_WORDS[head]; suit = SUIT_WORDS[tail]; }
  }
  return [rank, suit];
}

function cardBody(words) {
  const [rank, suit] = cardFace(words);
  if (words.details.some((word) => BACK.includes(word)) || !(rank || suit || words.inscription)) return cardBack(words);
  const paper = `<rect x="1" y="1" width="68" height="98" rx="7" fill="${tintOf(words).fill}" stroke="#77726a" stroke-width="1.5"/>`;
  const ink = suit === "d" || suit === "h" ? RED : BLACK;
  return paper + cardCorner(rank, suit, ink) + cardMiddle(rank, suit, ink) + inscribed(words.inscription, 35, rank || suit ? 58 : 50, 58, inkOn(words.colour || "white"));
}

function cardBack(words) {
  const tint = colourOf(words.colour || "steelblue"), [fill, edge] = tint ? [tint.fill, tint.shine] : ["#4682b4", "#ffffff"];
  const paper = '<rect x="1" y="1" width="68" height="98" rx="7" fill="#fffdf7" stroke="#77726a" stroke-width="1.5"/>';
  const pattern = `<path d="M8 36 L35 9 L62 36 L62 64 L35 91 L8 64 Z M8 64 L62 64 M8 36 L62 36 M35 9 L35 91" fill="none" stroke="${edge}" stroke-width="2.5"/>`;
  return `${paper}<rect x="6" y="6" width="58" height="88" rx="4" fill="${fill}"/>${pattern}`;
}

function cardCorner(rank, suit, ink) {
  const mark = rank ? `<text class="${suitInk(ink)}" x="5" y="23" font-size="22" font-weight="700">${rank}</text>` : "";
  return mark + (suit ? suitSign(suit, rank ? (rank === "10" ? 42 : 33) : 16, 15, 17, ink) : "");
}

const suitInk = (ink) => (ink === RED ? "on blood" : "on dark");

function cardMiddle(rank, suit, ink) {
  if (rank in PIPS && suit) return PIPS[rank].map(([x, y]) => suitSign(suit, x, y, rank === "A" ? 34 : 17, ink)).join("");
  if (!(rank in CROWNS)) return "";
  const crown = `<path d="${CROWNS[rank]}" fill="${suit ? "#d9a521" : "#7a6a3a"}" stroke="${ink}" stroke-width="1.5"/>`;
  const letter = suit ? "" : `<text class="${suitInk(ink)} middle" x="35" y="90" font-size="32" font-weight="700">${rank}</text>`;
  return crown + (suit ? suitSign(suit, 35, 76, 26, ink) : letter);
}

function suitSign(suit, x, y, size, ink) {
  return `<path transform="translate(${num(x - size / 2)} ${num(y - size / 2)}) scale(${fine(size / 24)})" d="${SUITS[suit]}" fill="${ink}"/>`;
}
