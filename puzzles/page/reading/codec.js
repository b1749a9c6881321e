/* The packed form of states (docs/reference/semantics.md, section 10): bits, least significant first. */

const bitsFor = (count) => Math.max(0, Math.ceil(Math.log2(Math.max(1, count))));

class Codec {
  constructor(game, types) {
    this.types = [{ k: "IntType", low: 0, high: Math.max(0, game.nodes.length - 1), scalar: true }, ...game.variables.map((each) => types[each.type])];
  }

  encode({ values, node }) {
    const bits = [];
    [node, ...values].forEach((value, at) => pack(this.types[at], value, bits));
    const bytes = new Uint8Array(Math.ceil(bits.length / 8));
    bits.forEach((bit, at) => { bytes[at >> 3] |= bit << (at & 7); });
    return bytes;
  }

  decode(bytes) {
    const stream = { bytes, at: 0 };
    const [node, ...values] = this.types.map((type) => unpack(type, stream));
    return { values, node };
  }
}

function put(bits, number, width) {
  for (let bit = 0; bit < width; bit++) { bits.push(number % 2); number = Math.floor(number / 2); }
}

function take(stream, width) {
  let number = 0;
  for (let bit = 0; bit < width; bit++, stream.at++) if (stream.bytes[stream.at >> 3] >> (stream.at & 7) & 1) number += 2 ** bit;
  return number;
}

const countType = (most) => ({ k: "IntType", low: 0, high: most, scalar: true });
const listLength = (type) => bitsFor(type.most + 1);

/** How many bits a value of a type takes. */
function widthOf(type) {
  if (type.scalar) return bitsFor(cardinality(type));
  switch (type.k) {
    case "RecordType": return total(type.fields.map(([, item]) => widthOf(item)));
    case "OptionalType": return 1 + widthOf(type.item);
    case "SetType": return cardinality(type.item);
    case "BagType": return cardinality(type.item) * bitsFor(type.most + 1);
    case "ListType": return listLength(type) + type.most * widthOf(type.item);
    case "MapType": return cardinality(type.key) * widthOf(type.value);
    default: return listLength(type) + type.most * widthOf(type.item) + cardinality(type.item) * bitsFor(type.most + 1);
  }
}

function pack(type, value, bits) {
  if (type.scalar) { put(bits, ordinal(type, value), bitsFor(cardinality(type))); return; }
  switch (type.k) {
    case "RecordType": type.fields.forEach(([, item], at) => pack(item, value[at], bits)); break;
    case "OptionalType": packOptional(type, value, bits); break;
    case "SetType": for (let at = 0; at < cardinality(type.item); at++) bits.push(Number(value >> BigInt(at) & 1n)); break;
    case "BagType": for (const count of value) put(bits, count, bitsFor(type.most + 1)); break;
    case "ListType": packList(type, value, bits); break;
    case "MapType": for (const item of value) pack(type.value, item, bits); break;
    default: packList(type, value[0], bits); for (const count of value[1]) put(bits, count, bitsFor(type.most + 1));
  }
}

function packOptional(type, value, bits) {
  bits.push(value === null ? 0 : 1);
  if (value === null) put(bits, 0, widthOf(type.item));
  else pack(type.item, value, bits);
}

function packList(type, value, bits) {
  put(bits, value.length, listLength(type));
  for (const item of value) pack(type.item, item, bits);
  put(bits, 0, (type.most - value.length) * widthOf(type.item));
}

function unpack(type, stream) {
  if (type.scalar) return valueOf(type, take(stream, bitsFor(cardinality(type))));
  const counts = () => allValues(type.item).map(() => take(stream, bitsFor(type.most + 1)));
  switch (type.k) {
    case "RecordType": return type.fields.map(([, item]) => unpack(item, stream));
    case "OptionalType": return unpackOptional(type, stream);
    case "SetType": return maskOf(allValues(type.item).flatMap((_, at) => (take(stream, 1) ? [at] : [])));
    case "BagType": return counts();
    case "ListType": return unpackList(type, stream);
    case "MapType": return allValues(type.key).map(() => unpack(type.value, stream));
    default: return [unpackList(type, stream), counts()];
  }
}

function unpackOptional(type, stream) {
  if (take(stream, 1)) return unpack(type.item, stream);
  stream.at += widthOf(type.item);
  return null;
}

function unpackList(type, stream) {
  const length = take(stream, listLength(type)), end = stream.at + type.most * widthOf(type.item);
  const items = Array.from({ length }, () => unpack(type.item, stream));
  stream.at = end;
  return items;
}
