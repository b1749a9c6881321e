/* What just happened: the places that look different since the last move are marked, and what has moved is seen moving. */

const MOST_MARKED = 12, MOVING = 240, APPEARING = 200;

/** Places by what they stand for, whatever the picture looks like. */
function keyedPlaces(places) {
  const times = new Map(), found = new Map();
  for (const place of places) {
    const { type, value, around } = place.thing, plain = [...around, { type, value }].map((each) => `${each.type.same ?? each.type.k}:${String(each.value)}`).join("|");
    times.set(plain, (times.get(plain) ?? 0) + 1);
    found.set(`${plain}#${times.get(plain)}`, place);
  }
  return found;
}

/** The places that a move is about: those of what it names, the first one apart from the others, and what it changes where it names one thing at most. */
Page.prototype.hintedPlaces = function (move) {
  const places = placesIn(this.panels), types = this.machine.argumentTypes(this.line.state, move), marks = new Map();
  move.given.forEach((value, at) => {
    const type = plainType(types[at]);
    if (value === null || ["IntType", "BoolType"].includes(type.k)) return;
    const found = places.filter(({ thing }) => sameType(thing.type, type) && equal(thing.value, value)), mark = marks.size ? "hint-to" : "hint";
    if (found.length <= MOST_MARKED) for (const place of found) if (!marks.has(place)) marks.set(place, mark);
  });
  const named = marks.size;
  if (named <= 1) for (const place of this.placesChangedBy(move)) if (!marks.has(place)) marks.set(place, named ? "hint-to" : "hint");
  return marks;
};

/** The places of the present picture that look different after a move. */
Page.prototype.placesChangedBy = function (move) {
  const now = keyedPlaces(placesIn(this.panels)), after = pictureOf(this.eye, this.rules.apply(this.line.state, move), this.looker), changed = changedPlaces(this.panels, after);
  const later = keyedPlaces(placesIn(after)), left = [...now].filter(([key]) => !later.has(key)).map(([, place]) => place);
  const other = [...later].flatMap(([key, place]) => (changed.has(place) && now.has(key) ? [now.get(key)] : []));
  return left.length <= MOST_MARKED ? [...left, ...other] : other;
};

const looksOf = (place) => JSON.stringify([place.look.pieces, place.look.text, place.look.fill, (place.tokens ?? []).map(({ text }) => text)]);
const piecesOf = (place) => (place.look.pieces.length ? JSON.stringify(place.look.pieces) : "");

/** The places that the last move has changed, if they are few. */
function changedPlaces(before, after) {
  const old = keyedPlaces(placesIn(before)), found = new Set();
  for (const [key, place] of keyedPlaces(placesIn(after))) if (!old.has(key) || looksOf(old.get(key)) !== looksOf(place)) found.add(place);
  return found.size <= MOST_MARKED ? found : new Set();
}

/** Where everything lies on the board, before it is drawn again. */
function layoutOf(board) {
  const corner = board.getBoundingClientRect(), nodes = [...board.querySelectorAll(".place")].filter((node) => node.place), found = new Map();
  const byPlace = new Map(nodes.map((node) => [node.place, node]));
  for (const [key, place] of keyedPlaces(nodes.map((node) => node.place))) {
    const node = byPlace.get(place), box = node.getBoundingClientRect();
    found.set(key, { node, pieces: piecesOf(place), x: box.x - corner.x + box.width / 2, y: box.y - corner.y + box.height / 2 });
  }
  return found;
}

/** Shows what has moved since the board lay as in `before`. */
function animate(before, after) {
  if (!before.size || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const left = [...before].filter(([key, { pieces }]) => pieces && after.get(key)?.pieces !== pieces);
  for (const [key, place] of after) {
    const old = before.get(key);
    if (!place.pieces) continue;
    if (old?.pieces === place.pieces) { if (place.node.classList.contains("token")) slide(place, old); continue; }
    const at = left.findIndex(([, { pieces }]) => pieces === place.pieces);
    if (at >= 0) slide(place, left.splice(at, 1)[0][1]);
    else appear(place);
  }
}

function slide(place, from) {
  const svg = place.node.ownerSVGElement, scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  const [across, down] = [(from.x - place.x) / scale, (from.y - place.y) / scale];
  if (Math.hypot(across, down) < 4) return;
  for (const piece of place.node.querySelectorAll(":scope > .piece")) piece.animate([{ translate: `${across}px ${down}px` }, { translate: "0px 0px" }], { duration: MOVING, easing: "ease-out" });
  if (place.node.classList.contains("cell")) raise(place.node);
}

function appear(place) {
  for (const piece of place.node.querySelectorAll(":scope > .piece")) piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: APPEARING });
}

/** Draws a place above the others of its board while something moves into it. */
function raise(node) {
  const { parentNode, nextSibling } = node;
  parentNode.append(node);
  setTimeout(() => { if (node.isConnected && nextSibling?.parentNode === parentNode) parentNode.insertBefore(node, nextSibling); }, MOVING);
}
