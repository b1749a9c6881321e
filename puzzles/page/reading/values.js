/* The finite types of the rules and how their values are held (docs/reference/semantics.md, section 1): sets are BigInts, `none` is null,
 * countable values are numbers, everything else is an array. Values are never changed in place. */

class PlayError extends Error {}

/** The types of the page, each made of those before it. */
function readTypes(rows) {
  const types = [];
  for (const row of rows) types.push(readType(row, types));
  return types;
}

function readType(row, types) {
  const type = { ...row };
  for (const part of ["item", "key", "value"]) if (typeof row[part] === "number") type[part] = types[row[part]];
  if (row.k === "RecordType") type.fields = row.fields.map(([name, number]) => [name, types[number]]);
  type.scalar = isScalar(type);
  return type;
}

function isScalar(type) {
  switch (type.k) {
    case "BoolType": case "IntType": case "EnumType": return true;
    case "RecordType": return type.fields.every(([, item]) => item.scalar) && cardinality(type) <= 65536;
    case "OptionalType": return type.item.scalar;
    default: return false;
  }
}

/** How many values a countable type has. */
function cardinality(type) {
  if (type.size === undefined) type.size = counted(type);
  return type.size;
}

function counted(type) {
  switch (type.k) {
    case "BoolType": return 2;
    case "IntType": return Math.max(0, type.high - type.low + 1);
    case "EnumType": return type.members.length;
    case "RecordType": return type.fields.reduce((product, [, item]) => product * cardinality(item), 1);
    case "OptionalType": return cardinality(type.item) + 1;
    default: return Infinity;
  }
}

const sameType = (one, other) => one === other || (one.same !== undefined && one.same === other.same);

/** Equal values: arrays item by item. */
function equal(one, other) {
  if (one === other) return true;
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  return one.every((item, number) => equal(item, other[number]));
}

/** The number of a value of a countable type, from 0. */
function ordinal(type, value) {
  switch (type.k) {
    case "BoolType": return value ? 1 : 0;
    case "IntType": return value - type.low;
    case "OptionalType": return value === null ? 0 : ordinal(type.item, value) + 1;
    default: return value;
  }
}

/** The number of a value, or -1 if it is none of the type. */
function ordinalIn(type, value) {
  switch (type.k) {
    case "IntType": return value !== null && type.low <= value && value <= type.high ? value - type.low : -1;
    case "BoolType": return value === null ? -1 : value ? 1 : 0;
    case "OptionalType": {
      if (value === null) return 0;
      const number = ordinalIn(type.item, value);
      return number < 0 ? -1 : number + 1;
    }
    default: return value === null || value >= cardinality(type) ? -1 : Number(value);
  }
}

function valueOf(type, number) {
  switch (type.k) {
    case "BoolType": return number === 1;
    case "IntType": return number + type.low;
    case "OptionalType": return number === 0 ? null : valueOf(type.item, number - 1);
    default: return number;
  }
}

/** All values of a countable type, upwards. */
function allValues(type) {
  if (!type.all) type.all = Array.from({ length: cardinality(type) }, (_, number) => valueOf(type, number));
  return type.all;
}

/** The fields of a record value. */
function unpackRecord(type, value) {
  if (!type.scalar) return value;
  if (!type.parts) type.parts = new Map();
  if (!type.parts.has(value)) type.parts.set(value, unpacked(type, value));
  return type.parts.get(value);
}

function unpacked(type, value) {
  const items = [];
  for (const [, item] of [...type.fields].reverse()) {
    const size = cardinality(item);
    items.unshift(valueOf(item, value % size));
    value = Math.floor(value / size);
  }
  return items;
}

function packRecord(type, items) {
  if (!type.scalar) return items;
  return type.fields.reduce((number, [, item], place) => number * cardinality(item) + ordinal(item, items[place]), 0);
}

const fieldIndex = (type, name) => type.fields.findIndex(([label]) => label === name);

/** The `nothing` of a type. */
function zero(type) {
  switch (type.k) {
    case "BoolType": return false;
    case "IntType": return Math.min(Math.max(0, type.low), type.high);
    case "EnumType": return 0;
    case "RecordType": return packRecord(type, type.fields.map(([, item]) => zero(item)));
    case "OptionalType": return null;
    case "SetType": return 0n;
    case "BagType": return Array(cardinality(type.item)).fill(0);
    case "ListType": return [];
    case "MapType": return Array(cardinality(type.key)).fill(zero(type.value));
    case "DeckType": return [[], Array(cardinality(type.item)).fill(0)];
    default: return "";
  }
}

/** The ordinals in a set, upwards. */
function members(mask) {
  const found = [];
  for (let number = 0; mask > 0n; number += 32, mask >>= 32n) {
    const word = Number(mask & 0xffffffffn);
    for (let bit = 0; bit < 32; bit++) if (word / 2 ** bit & 1) found.push(number + bit);
  }
  return found;
}

const maskOf = (ordinals) => ordinals.reduce((mask, number) => mask | 1n << BigInt(number), 0n);
const countBits = (mask) => members(mask).length;
const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/** The values of a set, list or bag in the order of the language. */
function itemsOf(type, value) {
  switch (type.k) {
    case "SetType": return members(value).map((number) => valueOf(type.item, number));
    case "BagType": return value.flatMap((count, number) => (count ? [valueOf(type.item, number)] : []));
    default: return value;
  }
}

/** A value as JSON has it: sets are hexadecimal texts. */
function readValue(type, plain) {
  switch (type.k) {
    case "SetType": return BigInt(`0x${plain}`);
    case "OptionalType": return plain === null ? null : readValue(type.item, plain);
    case "RecordType": return type.scalar ? plain : plain.map((item, number) => readValue(type.fields[number][1], item));
    case "ListType": return plain.map((item) => readValue(type.item, item));
    case "MapType": return plain.map((item) => readValue(type.value, item));
    case "DeckType": return [plain[0].map((item) => readValue(type.item, item)), plain[1]];
    default: return plain;
  }
}
