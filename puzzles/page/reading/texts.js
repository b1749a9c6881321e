/* Values as text: in notation (can be read back), in sentences (plain names) and in pictures (signs). */

const RESERVED = new Set(["none", "nothing", "true", "false", "all", "yes", "no", "deck"]);

function memberText(type, number) {
  const name = type.members[number];
  const plain = (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !RESERVED.has(name)) || /^[A-Za-z_][A-Za-z0-9_.]*#[0-9]+$/.test(name);
  return plain ? name : quoted(name);
}

function quoted(text) {
  const inside = text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
  return `"${inside.replaceAll("{", "{{").replaceAll("}", "}}")}"`;
}

const plainName = (type, number) => type.members[number];
const sign = (type, number) => type.signs[number] || type.members[number].replaceAll("_", " ");

const showValue = (type, value) => shown(type, value, memberText);
const sayValue = (type, value) => shown(type, value, plainName);

/** A value in a picture: `none`, false and an empty record are nothing to see. */
function signValue(type, value) {
  if (value === null || value === false) return "";
  if (type.k === "RecordType" && !type.scalar) return equal(value, zero(type)) ? "" : brief(type, value, sign);
  return shown(type, value, sign);
}

function brief(type, value, name) {
  if (type.k === "MapType") return told("", type, value, name).join(", ") || "nothing";
  if (type.k !== "RecordType" || type.spelling.length) return shown(type, value, name);
  const parts = unpackRecord(type, value);
  return type.fields.flatMap(([label, item], at) => told(label, item, parts[at], name)).join(", ") || "nothing";
}

function told(label, type, value, name) {
  if (equal(value, zero(type))) return [];
  switch (type.k) {
    case "BoolType": return [label];
    case "RecordType": return type.spelling.length ? [`${label} ${shown(type, value, name)}`] : [brief(type, value, name)];
    case "MapType": return allValues(type.key).flatMap((key, at) => told(shown(type.key, key, name), type.value, value[at], name));
    default: return [`${label} ${shown(type, value, name)}`];
  }
}

function shown(type, value, name) {
  switch (type.k) {
    case "BoolType": return value ? "true" : "false";
    case "IntType": case "TextType": return String(value);
    case "EnumType": return name(type, value);
    case "RecordType": return recordText(type, value, name);
    case "OptionalType": return value === null ? "none" : shown(type.item, value, name);
    case "SetType": return `{${itemsOf(type, value).map((item) => shown(type.item, item, name)).join(", ")}}`;
    case "BagType": return countsText(type.item, value, name);
    case "ListType": return `[${value.map((item) => shown(type.item, item, name)).join(", ")}]`;
    case "MapType": return mapText(type, value, name);
    default: return deckText(type, value, name);
  }
}

function recordText(type, value, name) {
  if (type.spelling.length && spellsAlone(type, value)) return type.spelling[value];
  const parts = unpackRecord(type, value);
  return `${type.name}(${type.fields.map(([, item], at) => shown(item, parts[at], name)).join(", ")})`;
}

function spellsAlone(type, value) {
  if (!type.alone) {
    const times = new Map();
    for (const text of type.spelling) times.set(text, (times.get(text) || 0) + 1);
    type.alone = type.spelling.map((text) => times.get(text) === 1 && standsAlone(text));
  }
  return type.alone[value];
}

const standsAlone = (text) => text !== "" && !RESERVED.has(text) && text === text.trim() && !/[,;:()[\]{}"\r\n]/.test(text);

function countsText(item, counts, name) {
  return `{${counts.flatMap((count, at) => (count ? [`${shown(item, valueOf(item, at), name)}: ${count}`] : [])).join(", ")}}`;
}

function mapText(type, value, name) {
  const keys = allValues(type.key), nothing = zero(type.value);
  const kept = keys.map((key, at) => [key, value[at]]).filter(([, item]) => keys.length <= 8 || !equal(item, nothing));
  return `{${kept.map(([key, item]) => `${shown(type.key, key, name)}: ${shown(type.value, item, name)}`).join(", ")}}`;
}

function deckText(type, [top, unseen], name) {
  const parts = [`deck of ${top.length + total(unseen)}`];
  if (top.length) parts.push(`top [${top.map((item) => shown(type.item, item, name)).join(", ")}]`);
  if (unseen.some(Boolean)) parts.push(`unseen ${countsText(type.item, unseen, name)}`);
  return parts.join(", ");
}
