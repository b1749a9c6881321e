/* Actions: which moves are legal, why others are refused, and making them. */

class Action {
  constructor(action, statements) {
    const { reader } = statements;
    this.action = action;
    this.language = reader.language;
    this.script = statements.script;
    this.player = reader.place(action.player);
    this.places = action.parameters.map((each) => reader.place(each.name));
    this.types = action.parameters.map((each) => reader.types[each.type]);
    this.domains = action.parameters.map((each, at) => (each.domain ? reader.domainValues(each.domain) : () => allValues(this.types[at])));
    this.needs = action.needs.map((need) => ({ holds: reader.closure(need.condition), reason: statements.reason(need, action.title), need }));
    this.tests = this.places.concat(0).map((_, level) => this.needs.filter((_, at) => action.moments[at] === level));
    this.body = statements.block(action.body);
    this.trial = action.trial.length ? statements.block(action.trial) : null;
  }

  /** Calls `visit` with the arguments of each legal move in order, until it returns true. */
  legal(frame, player, visit) {
    frame[this.player] = player;
    return this.bind(frame, [], visit);
  }

  bind(frame, bound, visit) {
    const level = bound.length;
    if (!this.tests[level].every(({ holds }) => holds(frame))) return false;
    if (level === this.places.length) return this.choices(frame, bound, [], visit);
    return this.domains[level](frame).some((value) => {
      frame[this.places[level]] = value;
      return this.bind(frame, [...bound, value], visit);
    });
  }

  choices(frame, bound, chosen, visit) {
    const open = this.attempt(frame, chosen);
    if (open === null) return visit([...bound, ...chosen]);
    return open.values.some((value) => this.choices(frame, bound, [...chosen, value], visit));
  }

  /** null if the body takes these choices, else the values open for the next one. */
  attempt(frame, chosen) {
    if (!this.trial) return null;
    const copy = [...frame];
    copy[this.script] = chosen;
    try {
      this.trial(copy);
    } catch (left) {
      if (left instanceof Fork) return left;
      if (left instanceof Refused) return { values: [] };
      throw left;
    }
    return null;
  }

  set(frame, player, given) {
    frame[this.player] = player;
    this.places.forEach((place, at) => { if (at < given.length) frame[place] = given[at]; });
  }

  /** The choice that is met next: its type, and the values that are open. */
  nextChoice(frame, player, given) {
    this.set(frame, player, given);
    return this.attempt(frame, given.slice(this.places.length));
  }

  argumentTypes(frame, player, given) {
    return given.map((_, at) => (at < this.types.length ? this.types[at] : this.nextChoice([...frame], player, given.slice(0, at)).type));
  }

  /** Throws Refused if the move is not legal. */
  check(frame, player, given) {
    frame[this.player] = player;
    for (let level = 0; level <= this.places.length; level++) {
      if (!this.tests[level].every(({ holds }) => holds(frame))) this.refuse(frame, given, false);
      if (level < this.places.length) this.take(frame, level, given);
    }
    this.rehearse(frame, given.slice(this.places.length));
  }

  take(frame, level, given) {
    const value = given[level], allowed = this.domains[level](frame);
    if (!allowed.some((each) => equal(each, value))) {
      this.refuse(frame, given, true);
      throw new Refused(notAmong(this.language, this.types[level], value, allowed), this.action.rule);
    }
    frame[this.places[level]] = value;
  }

  refuse(frame, given, implied) {
    this.places.forEach((place, at) => { frame[place] = given[at]; });
    for (const { holds, reason, need } of this.needs) {
      if ((need.implied || !implied) && fails(holds, frame)) throw new Refused(reason(frame), need.rule);
    }
  }

  rehearse(frame, chosen) {
    const copy = [...frame];
    copy[this.script] = chosen;
    if (this.trial) {
      try {
        this.trial(copy);
      } catch (left) {
        if (left instanceof Fork) throw new Refused(refuseIn(this.language, "more", nameWords(this.action.title), String(left.values.length)), this.action.rule);
        throw left;
      }
    }
    if (copy[this.script].length) throw new Refused(refuseIn(this.language, "fewer", nameWords(this.action.title)), this.action.rule);
  }

  make(frame, player, given) {
    this.set(frame, player, given);
    frame[this.script] = given.slice(this.places.length);
    this.body(frame);
  }
}

function fails(holds, frame) {
  try {
    return !holds(frame);
  } catch (left) {
    if (left instanceof PlayError) return false;
    throw left;
  }
}
