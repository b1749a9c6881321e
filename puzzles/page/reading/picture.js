/* What a position looks like, from the `show` block: the panels of `rules_dsl/view/panels.py`; each place knows the thing of the game it stands for. */

function pictureOf(machine, state, looker = null) {
  const { game } = machine;
  if (!game.show.length) return variablePanels(machine, state);
  const eye = { machine, state, looker, seen: {}, around: [] };
  return game.show.flatMap((item) => panels(eye, item));
}

const typeOf = (eye, expr) => eye.machine.reader.types[expr.type];
const valueIn = (eye, expr, locals = {}) => eye.machine.value(expr, eye.state, { ...eye.seen, ...locals });
const itemsIn = (eye, expr, locals = {}) => itemsOf(typeOf(eye, expr), valueIn(eye, expr, locals));
const seenItems = (eye, expr, otherwise, locals = {}) => seenOr(() => itemsIn(eye, expr, locals), otherwise);
const namedType = (eye, number) => eye.machine.reader.types[number];

/** A text of the picture: the values in it show their signs. */
function textIn(eye, expr, locals = {}) { return seenOr(() => seenText(eye, expr, locals), UNSEEN_SIGN); }

function seenText(eye, expr, locals) {
  if (expr.k === "Template") return expr.parts.map((part) => (typeof part === "string" ? part : textIn(eye, part, locals))).join("");
  if (expr.k === "IfElse" && typeOf(eye, expr).k === "TextType") {
    const holds = valueIn(eye, expr.condition, locals);
    return holds === null ? "" : textIn(eye, holds ? expr.then : expr.otherwise, locals);
  }
  return signValue(typeOf(eye, expr), valueIn(eye, expr, locals));
}

/** The words of a piece or a colour, which are no language; what stands behind a colon is written on it for people. */
function wordsIn(eye, expr, locals) {
  if (expr.k === "Template") return expr.parts.reduce((found, part) => found + (typeof part === "string" ? part : found.includes(":") ? textIn(eye, part, locals) : wordsIn(eye, part, locals)), "");
  if (expr.k === "IfElse" && typeOf(eye, expr).k === "TextType") {
    const holds = seenOr(() => valueIn(eye, expr.condition, locals), null);
    return holds === null ? "" : wordsIn(eye, holds ? expr.then : expr.otherwise, locals);
  }
  return seenOr(() => pieceValue(typeOf(eye, expr), valueIn(eye, expr, locals)), UNSEEN_SIGN);
}

/** The first text whose condition is seen to hold. */
function chosenIn(eye, choices, locals) {
  for (const [text, condition] of choices) if (condition === null || seenOr(() => valueIn(eye, condition, locals), false)) return wordsIn(eye, text, locals);
  return null;
}

/* -- looks */

const PLAIN_LOOK = (text) => ({ text, fill: "", pieces: [], walls: [], region: "" });

function lookIn(eye, look, locals) {
  const text = textIn(eye, look.text, locals), fill = firstOf(eye, look, "fill", locals), of = (kind) => look.parts.filter((part) => part.kind === kind);
  const pieces = of("piece").flatMap((part) => piecesIn(eye, part, locals));
  const walls = of("wall").map((part) => chosenIn(eye, part.choices, locals)).filter((words) => words !== null).map(readWall);
  return { text, fill, pieces, walls, region: firstOf(eye, look, "region", locals) };
}

function firstOf(eye, look, kind, locals) {
  const part = look.parts.find((each) => each.kind === kind);
  return (part && chosenIn(eye, part.choices, locals)) || "";
}

function piecesIn(eye, part, locals) {
  const words = chosenIn(eye, part.choices, locals), count = part.times === null ? 1 : seenOr(() => valueIn(eye, part.times, locals), 0) || 0;
  return words !== null && count > 0 ? [{ words: readPiece(words), count, counted: part.times !== null }] : [];
}

/** A place of the picture: its look, and the thing of the game it stands for with those around it, such as the column of a card. */
function placeOf(eye, look, type, value, more = {}) {
  return { look, text: look.text, fill: look.fill, thing: { type, value, around: eye.around }, ...more };
}

/** What is touched where nothing is seen: no value of any type. */
const NOTHING = { type: { k: "Nothing" }, value: null, around: [] };

/* -- panels */

function panels(eye, item) {
  switch (item.k) {
    case "ShowText": return textIn(eye, item.text).split("\n").map((text) => ({ kind: "line", text }));
    case "ShowEach": return seenItems(eye, item.domain, null)?.map((value) => ({ kind: "line", text: textIn(eye, item.text, { [item.name]: value }) })) ?? [{ kind: "line", text: UNSEEN_SIGN }];
    case "ShowGroup": return blocksOf(eye, item).flat();
    case "ShowBeside": return besideOf(item.items.flatMap((inner) => blocksOf(eye, inner)).filter((block) => block.length));
    case "ShowMat": {
      const fill = (item.fill && chosenIn(eye, item.fill.choices, {})) || "";
      return [{ kind: "mat", label: textIn(eye, item.label), fill, panels: item.items.flatMap((inner) => panels(eye, inner)) }];
    }
    case "ShowGrid": return gridPanels(eye, item);
    case "ShowTrack": return [trackPanel(eye, item)];
    case "ShowTiles": return tilesPanels(eye, item);
    default: return [networkPanel(eye, item)];
  }
}

function blocksOf(eye, item) {
  if (item.k !== "ShowGroup") return [panels(eye, item)];
  return seenItems(eye, item.domain, []).map((value) => {
    const around = [{ type: namedType(eye, item.type), value }, ...eye.around], inside = { ...eye, seen: { ...eye.seen, [item.name]: value }, around };
    return item.items.flatMap((inner) => panels(inside, inner));
  });
}

const besideOf = (blocks) => (blocks.length > 1 ? [{ kind: "beside", blocks }] : blocks.flat());

function gridPanels(eye, item) {
  const type = namedType(eye, item.type);
  const grids = gridsOver(eye, type, (value) => lookIn(eye, item.look, { [item.name]: value })).map((grid) => ({ ...grid, shape: item.shape }));
  const isTurned = item.turned && eye.looker !== null && seenOr(() => valueIn(eye, item.turned), null) === eye.looker;
  return isTurned ? grids.map(turnedGrid) : grids;
}

const OPPOSITE = { north: "south", east: "west", south: "north", west: "east", northeast: "southwest", southeast: "northwest", southwest: "northeast", northwest: "southeast" };

/** A board of squares or hexagons as the player on its other side sees it. */
function turnedGrid(grid) {
  if (grid.shape === "triangles") return grid;
  const right = grid.columns.length - 1, top = grid.rows.length - 1;
  const turned = (look) => ({ ...look, walls: look.walls.map((wall) => ({ ...wall, sides: wall.sides.map((side) => OPPOSITE[side]) })) });
  const cells = grid.cells.map((cell) => ({ ...cell, column: right - cell.column, row: top - cell.row, look: turned(cell.look) }));
  return { ...grid, cells, columns: [...grid.columns].reverse(), rows: [...grid.rows].reverse() };
}

/** Is there a board that somebody sees from its other side? */
function hasTurned(items) { return items.some((item) => item.turned || hasTurned(item.items ?? [])); }

function tilesPanels(eye, item) {
  const type = namedType(eye, item.type), values = seenItems(eye, item.domain, null), { layout } = item;
  const tiles = values?.map((value) => placeOf(eye, lookIn(eye, item.look, { [item.name]: value }), type, value)) ?? [{ ...placeOf(eye, faceDown(item.look)), thing: NOTHING }];
  if (!tiles.length && layout === "row") return [];
  const label = textIn(eye, item.label);
  if (layout !== "row" && tiles.length) tiles[tiles.length - 1].last = true;
  return [{ kind: "tiles", label, tiles, layout, self: { ...placeOf(eye, PLAIN_LOOK(label)), thing: { ...NOTHING, around: eye.around }, last: true } }];
}

/** A tile that is not seen; of what is drawn as pieces, a card's back. */
function faceDown(look) {
  const pieces = look.parts.some(({ kind }) => kind === "piece") ? [{ words: readPiece("card back"), count: 1, counted: false }] : [];
  return { ...PLAIN_LOOK(UNSEEN_SIGN), pieces };
}

/** One grid for each value of the fields other than `column` and `row`. */
function gridsOver(eye, type, look) {
  const layers = new Map(), labels = labelsOf(type);
  for (const value of allValues(type)) {
    const parts = unpackRecord(type, value), others = [], place = {};
    type.fields.forEach(([name, item], at) => {
      if (name === "column" || name === "row") place[name] = ordinal(item, parts[at]);
      else others.push(`${nameWords(name)} ${phraseValue(item, parts[at])}`);
    });
    const caption = others.join(", ");
    if (!layers.has(caption)) layers.set(caption, []);
    layers.get(caption).push(placeOf(eye, look(value), type, value, { ...place, name: showValue(type, value) }));
  }
  return [...layers].map(([caption, cells]) => ({ kind: "grid", caption, cells, ...labels, shape: "grid" }));
}

function labelsOf(type) {
  const values = (name) => { const [, item] = type.fields[fieldIndex(type, name)]; return allValues(item).map((value) => phraseValue(item, value)); };
  const columns = [], rows = [];
  for (const value of allValues(type)) {
    const split = /^([A-Za-z]+)([0-9]+)$/.exec(type.spelling[value] || "");
    if (!split || type.fields.length !== 2) return { columns: values("column"), rows: values("row") };
    const parts = unpackRecord(type, value), at = (name) => { const index = fieldIndex(type, name); return ordinal(type.fields[index][1], parts[index]); };
    columns[at("column")] = split[1];
    rows[at("row")] = split[2];
  }
  return { columns, rows };
}

function trackPanel(eye, item) {
  const positions = seenItems(eye, item.positions, []), type = typeOf(eye, item.positions).item, own = namedType(eye, item.type);
  const spots = positions.map((value) => {
    const look = item.place ? lookIn(eye, item.place.look, { [item.place.name]: value }) : PLAIN_LOOK("");
    return placeOf(eye, look, type, value, { label: phraseValue(type, value), tokens: [] });
  });
  for (const value of seenItems(eye, item.domain, [])) {
    const locals = { [item.name]: value }, at = seenOr(() => valueIn(eye, item.at, locals), undefined), number = positions.indexOf(at);
    if (number >= 0) spots[number].tokens.push(placeOf(eye, lookIn(eye, item.look, locals), own, value));
  }
  return { kind: "track", label: textIn(eye, item.label), spots };
}

function networkPanel(eye, item) {
  const type = namedType(eye, item.type), all = allValues(type);
  const towns = all.map((value) => {
    const locals = { [item.name]: value };
    return placeOf(eye, lookIn(eye, item.look, locals), type, value, { x: valueIn(eye, item.x, locals), y: valueIn(eye, item.y, locals) });
  });
  return { kind: "network", towns, links: item.link ? linksOf(eye, item.name, item.link, all) : [] };
}

/** Every pair once, seen from the town that comes first. */
function linksOf(eye, name, link, all) {
  const found = new Map();
  for (const [at, town] of all.entries()) {
    for (const other of seenItems(eye, link.linked, [], { [name]: town })) {
      const to = all.indexOf(other), one = Math.min(at, to), two = Math.max(at, to), key = one * all.length + two;
      if (!found.has(key)) found.set(key, { one, other: two, ...linkLook(eye, link, { [name]: town, [link.name]: other }) });
    }
  }
  return [...found].sort(([one], [other]) => one - other).map(([, each]) => each);
}

function linkLook(eye, link, ends) {
  if (!link.look) return { look: PLAIN_LOOK(""), line: readLine("") };
  return { look: PLAIN_LOOK(textIn(eye, link.look.text, ends)), line: readLine(firstOf(eye, link.look, "piece", ends)) };
}

function variablePanels(machine, state) {
  const found = machine instanceof Seat ? machine.observation(state) : state.values, eye = { around: [] };
  return machine.game.variables.flatMap((variable, at) => {
    const type = machine.reader.types[variable.type], value = found[at];
    if (variable.control) return [];
    if (isHidden(type, value)) return [{ kind: "line", text: `${nameWords(variable.name)}: ${showSeen(type, value)}` }];
    const board = type.k === "MapType" && type.key.k === "RecordType" && type.value.scalar && ["column", "row"].every((name) => fieldIndex(type.key, name) >= 0);
    if (!board) return [{ kind: "line", text: `${nameWords(variable.name)}: ${phraseValue(type, value)}` }];
    return [{ kind: "line", text: `${nameWords(variable.name)}:` }, ...gridsOver(eye, type.key, (key) => PLAIN_LOOK(signValue(type.value, value[ordinal(type.key, key)])))];
  });
}

/** Every place of panels, also of those inside others. */
function placesIn(found) {
  return found.flatMap((panel) => {
    switch (panel.kind) {
      case "grid": return panel.cells;
      case "track": return panel.spots.flatMap((spot) => [spot, ...spot.tokens]);
      case "tiles": return panel.tiles;
      case "network": return panel.towns;
      case "mat": return placesIn(panel.panels);
      case "beside": return panel.blocks.flatMap(placesIn);
      default: return [];
    }
  });
}

/** All boards. */
function gridsIn(found) {
  return found.flatMap((panel) => {
    switch (panel.kind) {
      case "grid": return [panel];
      case "mat": return gridsIn(panel.panels);
      case "beside": return panel.blocks.flatMap(gridsIn);
      default: return [];
    }
  });
}

/** The cells of all boards. */
const cellsIn = (found) => gridsIn(found).flatMap(({ cells }) => cells);
