/* What a position looks like, from the `show` block: panels of lines, grids, tracks, tiles and networks. */

function pictureOf(machine, state) {
  const { game } = machine;
  if (!game.show.length) return variablePanels(machine, state);
  return game.show.flatMap((item) => panels({ machine, state, seen: {} }, item));
}

const typeOf = (eye, expr) => eye.machine.reader.types[expr.type];
const valueIn = (eye, expr, locals = {}) => eye.machine.value(expr, eye.state, { ...eye.seen, ...locals });
const itemsIn = (eye, expr, locals = {}) => itemsOf(typeOf(eye, expr), valueIn(eye, expr, locals));
const seenItems = (eye, expr, otherwise, locals = {}) => seenOr(() => itemsIn(eye, expr, locals), otherwise);

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

function fillIn(eye, fills, locals) {
  for (const [colour, condition] of fills) if (condition === null || seenOr(() => valueIn(eye, condition, locals), false)) return textIn(eye, colour, locals);
  return "";
}

function panels(eye, item) {
  const { types } = eye.machine.reader;
  switch (item.k) {
    case "ShowText": return textIn(eye, item.text).split("\n").map((text) => ({ kind: "line", text }));
    case "ShowEach": return seenItems(eye, item.domain, null)?.map((value) => ({ kind: "line", text: textIn(eye, item.text, { [item.name]: value }) })) ?? [{ kind: "line", text: UNSEEN_SIGN }];
    case "ShowGroup":
      return seenItems(eye, item.domain, []).flatMap((value) => {
        const inside = { ...eye, seen: { ...eye.seen, [item.name]: value } };
        return item.items.flatMap((inner) => panels(inside, inner));
      });
    case "ShowGrid": {
      const type = types[item.type];
      return gridsOver(type, (value) => ({ text: textIn(eye, item.text, { [item.name]: value }), fill: fillIn(eye, item.fills, { [item.name]: value }) }));
    }
    case "ShowTrack": return [trackPanel(eye, item)];
    case "ShowTiles": {
      const tiles = seenItems(eye, item.domain, null)?.map((value) => tileOf(eye, item, value)) ?? [{ text: UNSEEN_SIGN, fill: "", thing: NOTHING }];
      return tiles.length ? [{ kind: "tiles", label: textIn(eye, item.label), tiles }] : [];
    }
    default: return [networkPanel(eye, item)];
  }
}

/** What is touched where nothing is seen: no value of any type. */
const NOTHING = { type: { k: "Nothing" }, value: null };

function tileOf(eye, { name, text, fills, type }, value) {
  const locals = { [name]: value };
  return { text: textIn(eye, text, locals), fill: fillIn(eye, fills, locals), thing: { type: eye.machine.reader.types[type], value } };
}

/** One grid for each value of the fields other than `column` and `row`. */
function gridsOver(type, drawn) {
  const layers = new Map();
  for (const value of allValues(type)) {
    const parts = unpackRecord(type, value), others = [], place = {};
    type.fields.forEach(([name, item], at) => {
      if (name === "column" || name === "row") place[name] = ordinal(item, parts[at]);
      else others.push(`${name} ${showValue(item, parts[at])}`);
    });
    const caption = others.join(", ");
    if (!layers.has(caption)) layers.set(caption, []);
    layers.get(caption).push({ ...place, ...drawn(value), name: showValue(type, value), thing: { type, value } });
  }
  const size = (name) => cardinality(type.fields[fieldIndex(type, name)][1]);
  return [...layers].map(([caption, cells]) => ({ kind: "grid", caption, cells, columns: size("column"), rows: size("row"), labels: labelsOf(type) }));
}

function labelsOf(type) {
  const values = (name) => { const [, item] = type.fields[fieldIndex(type, name)]; return allValues(item).map((value) => showValue(item, value)); };
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
  const positions = seenItems(eye, item.positions, []), type = typeOf(eye, item.positions).item, { types } = eye.machine.reader;
  const spots = positions.map((value) => {
    const locals = item.place ? { [item.place.name]: value } : {};
    const lies = item.place ? { below: textIn(eye, item.place.text, locals), fill: fillIn(eye, item.place.fills, locals) } : { below: "", fill: "" };
    return { label: showValue(type, value), ...lies, tokens: [], thing: { type, value } };
  });
  for (const value of seenItems(eye, item.domain, [])) {
    const locals = { [item.name]: value }, at = seenOr(() => valueIn(eye, item.at, locals), undefined), number = positions.indexOf(at);
    if (number >= 0) spots[number].tokens.push({ text: textIn(eye, item.text, locals), fill: fillIn(eye, item.fills, locals), thing: { type: types[item.type], value } });
  }
  return { kind: "track", label: textIn(eye, item.label), spots };
}

function networkPanel(eye, item) {
  const type = eye.machine.reader.types[item.type], all = allValues(type);
  const towns = all.map((value) => {
    const locals = { [item.name]: value };
    return { x: valueIn(eye, item.x, locals), y: valueIn(eye, item.y, locals), text: textIn(eye, item.text, locals), thing: { type, value } };
  });
  const links = item.linked ? all.flatMap((value, at) => seenItems(eye, item.linked, [], { [item.name]: value }).map((other) => [at, all.indexOf(other)])) : [];
  return { kind: "network", towns, links };
}

function variablePanels(machine, state) {
  const found = machine instanceof Seat ? machine.observation(state) : state.values;
  return machine.game.variables.flatMap((variable, at) => {
    const type = machine.reader.types[variable.type], value = found[at];
    if (variable.control) return [];
    if (isHidden(type, value)) return [{ kind: "line", text: `${variable.name}: ${showSeen(type, value)}` }];
    const board = type.k === "MapType" && type.key.k === "RecordType" && type.value.scalar && ["column", "row"].every((name) => fieldIndex(type.key, name) >= 0);
    if (!board) return [{ kind: "line", text: `${variable.name}: ${showValue(type, value)}` }];
    return [{ kind: "line", text: `${variable.name}:` }, ...gridsOver(type.key, (key) => ({ text: signValue(type.value, value[ordinal(type.key, key)]), fill: "" }))];
  });
}
