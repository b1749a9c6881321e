/* Tiles and tracks: `rules_dsl/view/drawing/rows.py`. */

const SPOT = 34, STANDING = 28, SMALL_STEP = 14, TINY = 12, FAN = 46, OVERLAP = 27, POLE = 118;

function drawTiles(panel, width, letters = SMALL) {
  const label = drawLabel(panel.label, width, letters), sizes = panel.tiles.map(({ look }) => tileSize(look)), inside = drawLayout(panel, sizes, label.height, width);
  return { width: Math.max(label.width, inside.width), height: inside.height + GAP, body: label.body + inside.body };
}

function drawLayout({ tiles, layout, self }, sizes, top, width) {
  switch (layout) {
    case "fan": return drawOverlapping(tiles, sizes, top, FAN, 0, self);
    case "column": return drawOverlapping(tiles, sizes, top, 0, OVERLAP, self);
    case "stack": return drawStack(tiles, sizes, top, self);
    case "pile": return drawPile(tiles, sizes, top, self);
    default: return drawLine(tiles, sizes, top, width);
  }
}

const oneTile = (tile, x, y, [width, height]) => place("tile", drawTile(tile.look, x, y, width, height), tile);

function drawLine(tiles, sizes, top, width) {
  let x = 0, y = top, tall = 0, widest = 0;
  const parts = [];
  tiles.forEach((tile, at) => {
    if (x > 0 && x + sizes[at][0] > width) { x = 0; y += tall + GAP; tall = 0; }
    parts.push(oneTile(tile, x, y, sizes[at]));
    x += sizes[at][0] + GAP;
    tall = Math.max(tall, sizes[at][1]);
    widest = Math.max(widest, x - GAP);
  });
  return { width: widest, height: y + tall, body: parts.join("") };
}

function emptySlot(top, self) {
  return { width: CARD[0], height: top + CARD[1], body: place("empty", box(1, top + 1, CARD[0] - 2, CARD[1] - 2, 'class="slot"', 6), self) };
}

function drawOverlapping(tiles, sizes, top, across, down, self) {
  if (!tiles.length) return emptySlot(top, self);
  let x = 0, y = top, right = 0, bottom = 0;
  const parts = [];
  tiles.forEach((tile, at) => {
    const [wide, high] = sizes[at], isCard = lyingWords(tile.look).some((words) => words.shape === "card");
    parts.push(oneTile(tile, x, y, sizes[at]));
    right = Math.max(right, x + wide);
    bottom = Math.max(bottom, y + high);
    x += across ? (isCard ? across : wide + GAP) : 0;
    y += down ? (isCard ? down : high + GAP) : 0;
  });
  return { width: right, height: bottom, body: parts.join("") };
}

function drawStack(tiles, sizes, top, self) {
  const wide = most([...sizes.map((size) => size[0]), SPOT * 4]), high = summed(sizes.map((size) => size[1])), bottom = top + Math.max(high + 16, POLE);
  const pole = box(wide / 2 - 4, top, 8, bottom - top, 'class="wood"', 3) + box(0, bottom, wide, 9, 'class="wood"', 3);
  const parts = [place("empty", box(0, top, wide, bottom + 9 - top, 'class="bare"') + pole, self)];
  let y = bottom;
  tiles.forEach((tile, at) => { y -= sizes[at][1]; parts.push(oneTile(tile, (wide - sizes[at][0]) / 2, y, sizes[at])); });
  return { width: wide, height: bottom + 9, body: parts.join("") };
}

function drawPile(tiles, sizes, top, self) {
  if (!tiles.length) return emptySlot(top, self);
  const [wide, high] = sizes.at(-1), under = [];
  for (let at = Math.min(tiles.length - 1, 2); at > 0; at--) under.push(box(3 * at, top + 3 * at, wide, high, 'class="ground"', 6));
  const count = tiles.length > 1 ? writeText(wide + 8, top + high / 2, `×${tiles.length}`, "soft", SMALL) : "";
  return { width: wide + (count ? 8 + textWidth(`×${tiles.length}`, SMALL) : 0), height: top + high + 6, body: under.join("") + oneTile(tiles.at(-1), 0, top, sizes.at(-1)) + count };
}


function drawTrack(track, width) {
  const looks = track.spots.map(({ look }) => look), widths = track.spots.map((spot) => spotWidth(spot));
  const below = most([...looks.filter((look) => look.text.trim()).map((look) => look.text.split("\n").length), 0]) * SMALL_STEP;
  const named = drawLabel(track.label, width), parts = [named.body];
  let x = 0, y = named.height, widest = named.width;
  track.spots.forEach((spot, number) => {
    if (x > 0 && x + widths[number] > width) { x = 0; y += SPOT + SMALL_LINE + below + 4; }
    parts.push(drawSpot(spot, x, y, widths[number]));
    x += widths[number];
    widest = Math.max(widest, x);
  });
  return { width: widest, height: y + SPOT + SMALL_LINE + below + GAP, body: parts.join("") };
}

function spotWidth({ label, look, tokens }) {
  const texts = [label, ...look.text.split("\n")].map((each) => textWidth(each, TINY) + 6);
  return most([SPOT, STANDING * lyingOn(look).length + summed(tokens.map(tokenWidth)) + 6, ...texts]);
}

const lyingOn = (look) => [...lyingWords(look), ...countedWords(look)];

const tokenWidth = ({ look }) => (look.pieces.length ? STANDING : Math.max(STANDING, textWidth(look.text, SMALL) + 12));

function drawSpot(spot, x, y, width) {
  const { label, look, tokens } = spot, ground = box(x, y, width, SPOT, painted(look.fill), 3);
  const lying = lyingOn(look), standing = summed(tokens.map(tokenWidth)), room = STANDING * lying.length;
  const body = ground + drawRow(lying, x + (width - standing) / 2, y + (SPOT - STANDING) / 2, STANDING);
  const under = writeText(x + width / 2, y + SPOT + 9, label, "soft middle", TINY), lines = look.text.trim() ? look.text.split("\n") : [];
  const text = writeLines(x + width / 2, y + SPOT + 9 + SMALL_STEP, lines, "middle", TINY, SMALL_STEP);
  return place("spot", body + under + text, spot) + drawTokens(tokens, x + (width + room) / 2, y + SPOT / 2, look.fill);
}

function drawTokens(tokens, middle, y, ground) {
  let x = middle - summed(tokens.map(tokenWidth)) / 2;
  return tokens.map((token) => {
    const width = tokenWidth(token), drawn = place("token", drawToken(token.look, x, y, width, ground), token);
    x += width;
    return drawn;
  }).join("");
}

function drawToken(look, x, y, width, ground) {
  if (look.pieces.length) return box(x, y - STANDING / 2, width, STANDING, 'class="bare"') + look.pieces.map((piece) => drawPiece(piece.words, x + width / 2, y, STANDING)).join("");
  const hit = box(x + 1, y - COUNTED / 2 - 1, width - 2, COUNTED + 2, painted(look.fill || "none", "ground edged"), 7);
  return hit + writeText(x + width / 2, y, look.text, `middle strong${inkOn(look.fill || ground)}`, SMALL);
}
