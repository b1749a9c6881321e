/* Moves, chance and events as sentences, in the language of the texts of the game: `rules_dsl/speech/sentences.py` says the same, letter by letter. */

class Narrator {
  constructor(machine) {
    this.machine = machine;
    this.says = new Map();
    for (const say of machine.game.says) {
      const key = `${say.kind} ${say.title}`;
      this.says.set(key, [...(this.says.get(key) || []), say]);
    }
  }

  of(kind, title) { return this.says.get(`${kind} ${title}`) || []; }

  get players() { return this.machine.names; }

  /** The sentence of a move or an outcome; `secret` has the arguments that are hidden from the eye. */
  move(state, move, eye = this.machine, secret = NOTHING_SECRET) {
    const { machine } = this, node = machine.game.nodes[state.node], types = machine.argumentTypes(state, move);
    const given = move.given.map((value, at) => (secret.has(at) ? HIDDEN : value));
    if (node.k === "ChanceNode") return this.chance(node, given[0], state, eye);
    const { action } = machine.actions.get(node.options[move.option].action);
    if (machine.finds) return this.filled(machine.finds[move.option], given, state);
    for (const say of this.of("move", action.name)) {
      const { locals, rest } = boundIn(say, given, types, machine.reader.types);
      if (say.player) locals[say.player] = machine.actor(state);
      const text = this.first(say.choices, state, eye, locals);
      if (text !== null) return [secret.size ? text.replace(/\?{2,}/g, UNSEEN_SIGN) : text, ...rest.map((at) => phraseSeen(types[at], given[at]))].join(", ");
    }
    return sentenceOf(this.action(action.name, state, eye), given.map((_, at) => this.part(state, action, given, at, types[at], eye)));
  }

  chance(node, value, state, eye) {
    const type = this.machine.reader.types[node.type];
    for (const say of this.of("chance", node.label)) {
      const [parameter] = say.parameters;
      if (sameType(this.machine.reader.types[parameter.type], type)) {
        const text = this.first(say.choices, state, eye, { [parameter.name]: value });
        if (text !== null) return text;
      }
    }
    return sentenceOf(nameWords(node.label), [phraseSeen(type, value)]);
  }

  filled({ name, key, value }, given, state) {
    for (const say of this.of("move", name)) {
      const locals = Object.fromEntries(say.parameters.map((parameter, at) => [parameter.name, given[at]]));
      const text = this.first(say.choices, state, this.machine, locals);
      if (text !== null) return text;
    }
    return `${key ? phraseValue(key, given[0]) : nameWords(name)}: ${phraseValue(value, given.at(-1))}`;
  }

  /** All there is to tell of a move: who made it, and what happened by itself up to the next rest. */
  log(state, move, eye = this.machine, secret = NOTHING_SECRET) {
    const { machine } = this, decides = machine.game.nodes[state.node].k === "DecideNode";
    const lead = decides && this.players.length > 1 ? `${this.players[machine.actor(state)]}: ` : "";
    return [lead + this.move(state, move, eye, secret), ...this.after(state, move, eye)];
  }

  after(state, move, eye) {
    if (!this.machine.tells) return [];
    return this.machine.happenings(state, move).flatMap(({ kind, title, before, after, given }) => this.of(kind, title).flatMap((say) => {
      const state_ = say.after ? after : before, locals = Object.fromEntries(say.parameters.map((parameter, at) => [parameter.name, given[at]]));
      return this.each(say, state_, eye, locals).map((inner) => this.first(say.choices, state_, eye, inner)).filter((text) => text);
    }));
  }

  each(say, state, eye, locals) {
    if (!say.each) return [locals];
    const type = this.machine.reader.type(say.each.domain);
    return seenOr(() => itemsOf(type, eye.value(say.each.domain, state, locals)), []).map((value) => ({ ...locals, [say.each.name]: value }));
  }

  /** The first text whose condition holds; null where what is hidden decides about it, or nothing fits. */
  first(choices, state, eye, locals) {
    try {
      for (const [text, condition] of choices) if (condition === null || eye.value(condition, state, locals)) return eye.value(text, state, locals);
    } catch (left) {
      if (!(left instanceof Unseen || left instanceof PlayError)) throw left;
    }
    return null;
  }

  /** What an action is called where one is chosen. */
  action(name, state, eye = this.machine) {
    const { action } = this.machine.actions.get(name);
    for (const say of this.of("move", action.name)) {
      const text = this.first(say.label.length ? say.label : say.parameters.length ? [] : say.choices, state, eye, {});
      if (text !== null) return text;
    }
    return sentenceOf(nameWords(action.title), []);
  }

  /** An argument as it is called where it is chosen; without such words, as its name has it. */
  part(state, action, given, at, type, eye) {
    const [say] = this.of("move", action.name);
    if (!say) return namedPart(action.parameters[at]?.name, type, given[at]);
    const label = say.labels.find(({ number }) => number === at), known = given.slice(0, at + 1);
    const text = label && !known.includes(HIDDEN) ? this.first(label.choices, state, eye, localsOf(say, known)) : null;
    return text ?? phraseSeen(type, given[at]);
  }

  /** Do the rules have words for the values of a parameter of an action? */
  isWorded(node, option, level) {
    const { action } = this.machine.actions.get(node.options[option].action);
    return this.of("move", action.name).some(({ labels }) => labels.some(({ number }) => number === level));
  }

  /** A value of a parameter or a choice of a move, where it is chosen. */
  value(state, move, level, types) {
    const node = this.machine.game.nodes[state.node];
    if (node.k === "ChanceNode") return this.move(state, move);
    if (level >= move.given.length) return DASH;
    const { action } = this.machine.actions.get(node.options[move.option].action);
    for (const say of this.of("move", action.name)) {
      const label = say.labels.find(({ number }) => number === level);
      if (label) {
        const locals = Object.fromEntries(say.parameters.slice(0, level + 1).map((parameter, at) => [parameter.name, move.given[at]]));
        if (say.player) locals[say.player] = this.machine.actor(state);
        const text = this.first(label.choices, state, this.machine, locals);
        if (text !== null) return text;
      }
    }
    return choiceLabel(action.parameters?.[level]?.name, types[level], move.given[level]);
  }
}

const localsOf = (say, given) => Object.fromEntries(say.parameters.slice(0, given.length).map((parameter, at) => [parameter.name, given[at]]));

/** The locals of a sentence, and which arguments none of them takes: more choices than names. */
function boundIn(say, given, types, table) {
  const count = say.parameters.length, locals = Object.fromEntries(say.parameters.map((parameter, at) => [parameter.name, given[at]])), rest = [], waiting = [...say.chosen];
  for (const { name } of say.chosen) locals[name] = null;
  for (let at = count; at < given.length; at++) {
    const taker = waiting.findIndex(({ type }) => given[at] === HIDDEN || ordinalIn(table[type], given[at]) >= 0);
    if (taker < 0) rest.push(at);
    else locals[waiting.splice(taker, 1)[0].name] = given[at];
  }
  return { locals, rest };
}

const phraseSeen = (type, value) => (value === HIDDEN ? UNSEEN_SIGN : phraseValue(type, value));
const shortName = (name) => (name ? nameWords(name).split(" ")[0] : "");

/** A value with what it is, where the value alone would not say it. */
function namedPart(name, type, value) {
  const label = shortName(name);
  if (value === HIDDEN) return UNSEEN_SIGN;
  if (type.k === "BoolType") return value ? label || TICK : "";
  if (type.k === "IntType") return `${label} ${value}`.trim();
  return value === null ? "" : phraseValue(type, value);
}

/** A value on a button. */
function choiceLabel(name, type, value) {
  const label = shortName(name);
  return type.k === "IntType" || type.k === "BoolType" || value === null ? `${label} ${phraseValue(type, value)}`.trim() : phraseValue(type, value);
}

/** A title, and what it is about. */
function sentenceOf(title, parts) {
  const inside = parts.filter((part) => part).join(", "), start = title.slice(0, 1).toUpperCase() + title.slice(1);
  return inside ? `${start}: ${inside}` : start;
}
