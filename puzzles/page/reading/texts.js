/* Values as text: in notation (can be read back), in messages to authors, in sentences for players (words) and in pictures (signs). */

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

const TICK = "✓", DASH = "–";

const plainName = (type, number) => type.members[number];
const nameInWords = (type, number) => type.words?.[number] || nameWords(type.members[number]);
const sign = (type, number) => type.signs[number] || nameInWords(type, number);
const fieldInWords = (type, number) => type.words?.[number] || nameWords(type.fields[number][0]);

/** A name of the rules as words. */
const nameWords = (name) => name.slice(name.lastIndexOf(".") + 1).replaceAll("_", " ").replaceAll("#", " ").trim();

const showValue = (type, value) => shown(type, value, memberText);
const sayValue = (type, value) => shown(type, value, plainName);

/** A value in a sentence for players: words, no brackets. */
const phraseValue = (type, value) => phrase(type, value, nameInWords);

/** A value in a picture: `none`, false and an empty record are nothing to see. */
function signValue(type, value) {
  if (value === null || value === false) return "";
  if (type.k === "RecordType" && !type.scalar) return equal(value, zero(type)) ? "" : brief(type, value, sign);
  return phrase(type, value, sign);
}

/** A value among the words of a piece or a colour: its sign or its name, the same in every language. */
const pieceValue = (type, value) => (value === null || value === false ? "" : phrase(type, value, (kind, number) => kind.signs[number] || nameWords(kind.members[number])));

function brief(type, value, name) {
  if (type.k === "MapType") return told("", type, value, name).join(", ") || DASH;
  if (type.k !== "RecordType" || type.spelling.length) return phrase(type, value, name);
  const parts = unpackRecord(type, value);
  return type.fields.flatMap(([, item], at) => told(fieldInWords(type, at), item, parts[at], name)).join(", ") || DASH;
}

function told(label, type, value, name) {
  if (equal(value, zero(type))) return [];
  switch (type.k) {
    case "BoolType": return [label];
    case "RecordType": return type.spelling.length ? [`${label} ${phrase(type, value, name)}`] : [brief(type, value, name)];
    case "MapType": return allValues(type.key).flatMap((key, at) => told(phrase(type.key, key, name), type.value, value[at], name));
    default: return [`${label} ${phrase(type, value, name)}`];
  }
}

const inRow = (parts) => parts.join(", ") || DASH;

function phrase(type, value, name) {
  switch (type.k) {
    case "BoolType": return value ? TICK : DASH;
    case "IntType": case "TextType": return String(value);
    case "EnumType": return name(type, value);
    case "RecordType": return recordPhrase(type, value, name);
    case "OptionalType": return value === null ? DASH : phrase(type.item, value, name);
    case "SetType": return inRow(itemsOf(type, value).map((item) => phrase(type.item, item, name)));
    case "ListType": return inRow(value.map((item) => phrase(type.item, item, name)));
    case "BagType": return inRow(value.flatMap((count, at) => (count ? [`${phrase(type.item, valueOf(type.item, at), name)} ${count}`] : [])));
    case "MapType": return brief(type, value, name);
    default: return deckPhrase(value, phrase({ k: "ListType", item: type.item }, value[0], name), phrase({ k: "BagType", item: type.item }, value[1], name));
  }
}

function deckPhrase([top, unseen], known, rest) {
  const parts = [...(top.length ? [known] : []), ...(unseen.some(Boolean) ? [rest] : [])], count = top.length + total(unseen);
  return parts.length ? `${count}: ${parts.join(" + ")}` : String(count);
}

function recordPhrase(type, value, name) {
  if (type.spelling.length && spellsAlone(type, value)) return type.spelling[value];
  if (!type.scalar) return brief(type, value, name);
  const parts = unpackRecord(type, value);
  return inRow(type.fields.map(([, item], at) => phrase(item, parts[at], name)));
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
