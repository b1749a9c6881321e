/* Operators, builtins, folds and walks. */

const OPERATORS = {
  "==": (a, b) => (f) => equal(a(f), b(f)),
  "!=": (a, b) => (f) => !equal(a(f), b(f)),
  "<": (a, b) => (f) => a(f) < b(f),
  "<=": (a, b) => (f) => a(f) <= b(f),
  ">": (a, b) => (f) => a(f) > b(f),
  ">=": (a, b) => (f) => a(f) >= b(f),
  "+": (a, b) => (f) => a(f) + b(f),
  "-": (a, b) => (f) => a(f) - b(f),
  "*": (a, b) => (f) => a(f) * b(f),
  min: (a, b) => (f) => Math.min(a(f), b(f)),
  max: (a, b) => (f) => Math.max(a(f), b(f)),
  and: (a, b) => (f) => a(f) && b(f),
  or: (a, b) => (f) => a(f) || b(f),
  implies: (a, b) => (f) => !a(f) || b(f),
  union: (a, b) => (f) => a(f) | b(f),
  difference: (a, b) => (f) => a(f) & ~b(f),
  common: (a, b) => (f) => a(f) & b(f),
  concat: (a, b) => (f) => [...a(f), ...b(f)],
  subset: (a, b) => (f) => (a(f) & ~b(f)) === 0n,
};

function binary(reader, expr) {
  const { operator, left, right } = expr, type = reader.type(expr);
  switch (operator) {
    case "in": return contains(reader, left, right);
    case "/": case "%": return divide(reader, operator, left, right);
    case "add": case "subtract": {
      const combine = itemwise(type, operator === "add" ? 1 : -1), a = reader.converted(left, type), b = reader.converted(right, type);
      return (frame) => combine(a(frame), b(frame));
    }
    case "union": case "difference": case "common": case "concat":
      return OPERATORS[operator](...[left, right].map((side) => reader.converted(side, loosened(type, reader.type(side)))));
    default: {
      const name = operator === "<=" && reader.type(left).k === "SetType" ? "subset" : operator;
      return OPERATORS[name](reader.closure(left), reader.closure(right));
    }
  }
}

const loosened = (result, side) => (result.k === "ListType" && side.k === "ListType" ? { k: "ListType", item: result.item, most: side.most } : result);

function divide(reader, operator, left, right) {
  const a = reader.closure(left), b = reader.closure(right);
  return (frame) => {
    const dividend = a(frame), divisor = b(frame);
    if (divisor === 0) throw new PlayError(`${dividend} ${operator} 0 has no value`);
    const quotient = Math.floor(dividend / divisor);
    return operator === "/" ? quotient : dividend - quotient * divisor;
  };
}

function contains(reader, left, right) {
  const item = reader.closure(left), whole = reader.closure(right), type = reader.type(right);
  if (type.k === "SetType") {
    return (frame) => { const number = ordinalIn(type.item, item(frame)); return number >= 0 && (whole(frame) >> BigInt(number) & 1n) === 1n; };
  }
  if (type.k === "BagType") return (frame) => { const number = ordinalIn(type.item, item(frame)); return number >= 0 && whole(frame)[number] > 0; };
  return (frame) => { const value = item(frame); return whole(frame).some((each) => equal(each, value)); };
}

/** `a + b` or `a - b` in each number of a type. */
function itemwise(type, by) {
  switch (type.k) {
    case "MapType": { const each = itemwise(type.value, by); return (a, b) => a.map((item, at) => each(item, b[at])); }
    case "BagType": { const each = bounded(0, type.most, by); return (a, b) => a.map((item, at) => each(item, b[at])); }
    case "RecordType": {
      const steps = type.fields.map(([, item]) => itemwise(item, by));
      return (a, b) => {
        const one = unpackRecord(type, a), other = unpackRecord(type, b);
        return packRecord(type, steps.map((step, at) => step(one[at], other[at])));
      };
    }
    default: return bounded(type.low, type.high, by);
  }
}

function bounded(low, high, by) {
  return (a, b) => {
    const result = a + by * b;
    if (result < low || result > high) throw new PlayError(`${result} is outside ${low}..${high}`);
    return result;
  };
}

/* -- builtins */

function builtin(reader, expr) {
  const closures = expr.arguments.map((each) => reader.closure(each)), kind = reader.type(expr.arguments[0] || expr);
  if (expr.name === "members") return membersOf(reader, expr, kind);
  const make = BUILTINS[expr.name](kind, reader.type(expr));
  return (frame) => make(...closures.map((closure) => closure(frame)));
}

function membersOf(reader, expr, kind) {
  const [argument] = expr.arguments, type = reader.type(expr);
  if (kind.k === "ListType" && type.k === "SetType") return listAsSet(reader, argument, type.item);
  const closure = reader.closure(argument);
  return kind.k === "BagType" ? (frame) => maskOf(closure(frame).flatMap((count, at) => (count ? [at] : []))) : closure;
}

const lengthOf = (type) => (value) => {
  switch (type.k) {
    case "SetType": return countBits(value);
    case "BagType": return total(value);
    case "DeckType": return value[0].length + total(value[1]);
    default: return value.length;
  }
};

const atEnd = (place) => () => (items) => {
  if (!items.length) throw new PlayError("an empty list has no such item");
  return items.at(place);
};

const stepped = (by) => (type) => (value) => {
  const size = cardinality(type);
  return valueOf(type, (ordinal(type, value) + by + size) % size);
};

const BUILTINS = {
  len: lengthOf,
  abs: () => Math.abs,
  top: atEnd(0),
  last: atEnd(-1),
  rest: () => (items) => items.slice(1),
  take_last: () => (items, n) => (n > 0 ? items.slice(-n) : []),
  without_last: () => (items, n) => (n > 0 ? items.slice(0, -n) : items),
  take_first: () => (items, n) => items.slice(0, Math.max(n, 0)),
  reversed: () => (items) => [...items].reverse(),
  shuffled: () => shuffled,
  next: stepped(1),
  previous: stepped(-1),
  number: (type) => (value) => 1 + ordinal(type, value),
  nth: (_, type) => (...values) => {
    const number = values.at(-1);
    if (number < 1 || number > cardinality(type)) throw new PlayError(`there is no value number ${number}`);
    return valueOf(type, number - 1);
  },
  unseen: () => (deck) => deck[1],
  known: () => (deck) => deck[0],
  letter: () => letters,
};

function letters(number) {
  let text = "";
  for (; number > 0; number = Math.floor((number - 1) / 26)) text = String.fromCharCode(97 + (number - 1) % 26) + text;
  return text;
}

const MASK = (1n << 64n) - 1n;

/** SplitMix64: 64 bits of state, a number at a time. */
function splitMix(seed) {
  let state = BigInt(seed) & MASK;
  return () => {
    state = state + 0x9E3779B97F4A7C15n & MASK;
    let number = (state ^ state >> 30n) * 0xBF58476D1CE4E5B9n & MASK;
    number = (number ^ number >> 27n) * 0x94D049BB133111EBn & MASK;
    return number ^ number >> 31n;
  };
}

function shuffled(items, seed) {
  const order = [...items], draw = splitMix(seed);
  for (let place = order.length - 1; place > 0; place--) {
    const other = Number(draw() % BigInt(place + 1));
    [order[place], order[other]] = [order[other], order[place]];
  }
  return order;
}

/* -- folds: `rounds` sets the locals of the clauses to one combination after another and calls `visit`, which returns true to end all of it */

function rounds(reader, clauses) {
  const stages = [];
  for (const clause of clauses) {
    if (clause.k === "Each") stages.push({ items: reader.items(clause.domain), at: reader.place(clause.name), filters: [] });
    else stages.at(-1).filters.push([clause.k, reader.closure(clause.condition)]);
  }
  return (frame, visit) => runStage(stages, 0, frame, visit);
}

function runStage(stages, level, frame, visit) {
  if (level === stages.length) return visit();
  const { items, at, filters } = stages[level];
  for (const value of items(frame)) {
    frame[at] = value;
    let taken = true, goesOn = true;
    for (const [kind, condition] of filters) {
      const holds = condition(frame);
      if (kind === "Until") goesOn = goesOn && !holds;
      else if (!holds) { taken = false; goesOn = goesOn && kind === "Where"; break; }
    }
    if (taken && runStage(stages, level + 1, frame, visit)) return true;
    if (!goesOn) return false;
  }
  return false;
}

function fold(reader, expr) {
  const run = rounds(reader, expr.clauses), type = reader.type(expr);
  const start = FOLDS[expr.kind](reader, expr, type);
  return (frame) => {
    const { step, result } = start(frame);
    run(frame, step);
    return result();
  };
}

const quantified = (wanted) => (reader, expr) => {
  const item = reader.closure(expr.item);
  return (frame) => { let found = !wanted; return { step: () => item(frame) === wanted && ((found = wanted), true), result: () => found }; };
};

const extreme = (best) => (reader, expr) => {
  const item = reader.closure(expr.item), otherwise = expr.default && reader.closure(expr.default);
  return (frame) => {
    let found = null;
    const result = () => {
      if (found === null && !otherwise) throw new PlayError(`${expr.kind} of nothing`);
      return found === null ? otherwise(frame) : found;
    };
    return { step: () => { const value = item(frame); found = found === null ? value : best(found, value); }, result };
  };
};

const ranked = (better) => (reader, expr, type) => {
  const number = reader.keyOrdinal(expr.item, type.item), measure = reader.closure(expr.by);
  return (frame) => {
    let best = null, found = new Set();
    const step = () => {
      const rank = measure(frame);
      if (best === null || better(rank, best)) [best, found] = [rank, new Set()];
      if (rank === best) found.add(number(frame));
    };
    return { step, result: () => maskOf([...found]) };
  };
};

/** A fold that gathers what comes in a list and makes its result of that in the end. */
const gathered = (itemOf, finish) => (reader, expr, type) => {
  const item = itemOf(reader, expr, type);
  return (frame) => { const found = []; return { step: () => { found.push(item(frame)); }, result: () => finish(found, type) }; };
};

const FOLDS = {
  any: quantified(true),
  all: quantified(false),
  min: extreme(Math.min),
  max: extreme(Math.max),
  highest: ranked((one, other) => one > other),
  lowest: ranked((one, other) => one < other),
  count: gathered((reader, expr) => reader.closure(expr.item), (found) => found.filter(Boolean).length),
  union: gathered((reader, expr, type) => reader.converted(expr.item, type), (found) => found.reduce((mask, each) => mask | each, 0n)),
  set: gathered((reader, expr, type) => reader.keyOrdinal(expr.item, type.item), (found) => maskOf([...new Set(found)])),
  bag: gathered((reader, expr, type) => reader.keyOrdinal(expr.item, type.item), countItems),
  list: gathered((reader, expr, type) => reader.converted(expr.item, type.item), (found, type) => {
    if (found.length > type.most) throw new PlayError("a list is too long");
    return found;
  }),
  sum: (reader, expr, type) => {
    const item = type.k === "IntType" ? reader.closure(expr.item) : reader.converted(expr.item, type);
    const combine = type.k === "IntType" ? (a, b) => a + b : itemwise(type, 1);
    return (frame) => { let sum = type.k === "IntType" ? 0 : zero(type); return { step: () => { sum = combine(sum, item(frame)); }, result: () => sum }; };
  },
  first: (reader, expr, type) => {
    const item = reader.converted(expr.item, type);
    return (frame) => { let found = null; return { step: () => { found = item(frame); return true; }, result: () => found }; };
  },
  map: (reader, expr, type) => {
    const key = type.k === "MapType" ? type.key : type.item, kind = type.k === "MapType" ? type.value : { k: "IntType", low: 0, high: type.most };
    const number = reader.keyOrdinal(expr.key, key), item = reader.converted(expr.item, kind);
    return (frame) => {
      const found = Array(cardinality(key)).fill(zero(kind));
      return { step: () => { const value = item(frame); found[number(frame)] = value; }, result: () => found };
    };
  },
};

/* -- walks */

function walk(reader, expr) {
  const type = reader.type(expr), item = type.k === "SetType" ? type.item : reader.type(expr.start).item, over = { k: "SetType", item };
  const start = reader.converted(expr.start, over), target = expr.target && reader.converted(expr.target, over), at = reader.place(expr.name);
  const step = reader.type(expr.step).k === "ListType" ? listAsSet(reader, expr.step, item) : reader.converted(expr.step, over);
  function* waves(frame) {
    let seen = start(frame), wave = seen;
    while (wave) {
      yield wave;
      let found = 0n;
      for (const number of members(wave)) { frame[at] = valueOf(item, number); found |= step(frame); }
      wave = found & ~seen;
      seen |= wave;
    }
  }
  return (frame) => WALKS[expr.kind](waves(frame), target && target(frame));
}

const WALKS = {
  reach: (waves) => [...waves].reduce((seen, wave) => seen | wave, 0n),
  distance: (waves, target) => { let steps = 0; for (const wave of waves) { if (wave & target) return steps; steps++; } return null; },
  nearest: (waves, target) => { for (const wave of waves) if (wave & target) return wave & target; return 0n; },
};
