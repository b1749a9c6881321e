/* Values of one type as values of another: null where they may stay as they are, else a function. `misfit` is called with what does not fit. */

function converter(source, target, misfit) {
  if (sameType(source, target)) return null;
  const wrong = (value) => misfit(source, value);
  if (target.k === "OptionalType") {
    if (source.k !== "OptionalType") return converter(source, target.item, misfit);
    const inner = converter(source.item, target.item, misfit);
    return inner && ((value) => (value === null ? null : inner(value)));
  }
  if (source.k === "OptionalType") return insisting(converter(source.item, target, misfit), wrong);
  const maker = CONVERSIONS[`${source.k}>${target.k}`];
  return maker ? maker(source, target, misfit, wrong) : wrong;
}

function insisting(inner, wrong) {
  return (value) => (value === null ? wrong(value) : inner ? inner(value) : value);
}

const CONVERSIONS = {
  "IntType>IntType": (source, target, _, wrong) => {
    if (target.low <= source.low && source.high <= target.high) return null;
    return (value) => (value !== null && target.low <= value && value <= target.high ? value : wrong(value));
  },
  "RecordType>RecordType": (source, target, misfit, wrong) => {
    if (source.fields.length !== target.fields.length || source.fields.some(([name], at) => name !== target.fields[at][0])) return wrong;
    const steps = source.fields.map(([, item], at) => converter(item, target.fields[at][1], misfit));
    return (value) => packRecord(target, unpackRecord(source, value).map((item, at) => (steps[at] ? steps[at](item) : item)));
  },
  "SetType>SetType": (source, target, _, wrong) => {
    const places = ordinals(source.item, target.item);
    if (places.every((place, number) => place === number)) return null;
    return (mask) => maskOf(members(mask).map((number) => (places[number] < 0 ? wrong(mask) : places[number])));
  },
  "SetType>BagType": (source, target, misfit) => {
    const middle = { k: "BagType", item: source.item, most: 1 }, then = converter(middle, target, misfit);
    return chained((mask) => spread(source.item, mask), then);
  },
  "SetType>DeckType": (source, target, misfit) => {
    const middle = { k: "BagType", item: source.item, most: 1 }, then = converter(middle, target, misfit);
    return chained((mask) => spread(source.item, mask), then);
  },
  "BagType>BagType": (source, target, _, wrong) => {
    if (sameType(source.item, target.item) && source.most <= target.most) return null;
    const places = ordinals(source.item, target.item), size = cardinality(target.item);
    return (counts) => {
      const found = Array(size).fill(0);
      counts.forEach((count, number) => {
        if (count > target.most || (count && places[number] < 0)) wrong(counts);
        if (count) found[places[number]] = count;
      });
      return found;
    };
  },
  "ListType>ListType": (source, target, misfit, wrong) => {
    const inner = converter(source.item, target.item, misfit);
    if (!inner && source.most <= target.most) return null;
    return (items) => (items.length > target.most ? wrong(items) : inner ? items.map(inner) : items);
  },
  "MapType>MapType": (source, target, misfit, wrong) => {
    const step = converter(source.value, target.value, misfit), places = ordinals(target.key, source.key);
    if (places.some((place) => place < 0)) return wrong;
    if (!step && places.length === cardinality(source.key) && places.every((place, number) => place === number)) return null;
    return (entries) => places.map((place) => (step ? step(entries[place]) : entries[place]));
  },
  "BagType>DeckType": (source, target, misfit) =>
    chained(converter(source, { k: "BagType", item: target.item, most: target.most }, misfit), (counts) => [[], counts]),
  "ListType>DeckType": (source, target, misfit) =>
    chained(converter(source, { k: "ListType", item: target.item, most: target.most }, misfit), (cards) => [cards, Array(cardinality(target.item)).fill(0)]),
  "DeckType>DeckType": (source, target, misfit) => {
    const part = (k) => converter({ k, item: source.item, most: source.most }, { k, item: target.item, most: target.most }, misfit);
    const known = part("ListType"), unseen = part("BagType");
    return known || unseen ? (deck) => [known ? known(deck[0]) : deck[0], unseen ? unseen(deck[1]) : deck[1]] : null;
  },
};

const ordinals = (source, target) => allValues(source).map((value) => ordinalIn(target, value));
const spread = (item, mask) => allValues(item).map((_, number) => Number(mask >> BigInt(number) & 1n));

function chained(first, then) {
  if (!first || !then) return first || then;
  return (value) => then(first(value));
}
