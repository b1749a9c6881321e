"""What there is: players, options, types, the state."""

from __future__ import annotations

from typing import Any

from tests.whole.draft import Draft, Target, entry, entry_target
from tests.whole.parts import Env, Value, Variable
from tests.whole.saying import MAYBE, THING, THINGS, TRUTH, Kind, Name, constant, range_of
from tests.whole.wording import Row, row_names

MOST_ITEMS = 3
MOST_OF_ONE = 2
SEVERAL = {"two": ("Ann", "Bob"), "hidden": ("Ann", "Bob"), "three": ("Ann", "Bob", "Cid")}


def declare(draft: Draft) -> int:
    """Everything up to the end of the state; what the option is set to, -1 if there is none."""
    option = _head(draft)
    draft.text.append("state")
    _simple(draft)
    for odds, declared in ((0.5, _set), (0.25, _map), (0.2, _record), (0.2, _list), (0.15, _bag)):
        if draft.chance(odds):
            declared(draft)
    if draft.say.table:
        _row(draft)
    if "chance" in draft.kind and draft.chance(0.3):
        _pile(draft)
    if draft.several and draft.chance(0.5):
        _variable(draft, "turn", Kind("Player", draft.model.players, "player"))
    if "hidden" in draft.kind:
        _hidden(draft)
    return option


def _head(draft: Draft) -> int:
    players = SEVERAL.get(draft.kind.partition(" ")[0], ())
    draft.text += [
        "rules 1",
        "game Drawn",
        "type E = ea | eb | ec",
        "type Rec = { num: 0..2, what: E }",
        "type Wide = { low: -1..2, some: set of E }",
    ]
    if players:
        draft.text.append(f"players {', '.join(players)}")
        draft.model.players = draft.say.players = players
    if draft.chance(0.2):
        _table(draft)
    return _option(draft) if draft.chance(0.5) else -1


def _option(draft: Draft) -> int:
    default, chosen = draft.dice.randint(0, 3), draft.dice.randint(0, 3)
    draft.text.append(f"option size: 0..3 = {default}")
    draft.model.constants["size"] = chosen
    draft.sight = draft.sight.with_names(Name("size", "number"))
    return chosen


def _table(draft: Draft) -> None:
    rows = tuple(
        Row(f"r{letter}", draft.dice.randint(-1, 3), draft.dice.choice(THINGS))
        for letter in "abc"[: draft.dice.randint(2, 3)]
    )
    draft.say.table = rows
    draft.text += ["type Line = { worth: -1..3, what: E }", "table rows: list of Line", "  name  worth  what"]
    draft.text += [f"  {row.name}  {row.worth}  {row.what}" for row in rows]


def _simple(draft: Draft) -> None:
    few = "hidden" in draft.kind
    for number in range(draft.dice.randint(1, 2 if few else 3)):
        low = draft.dice.choice([0, 0, 0, 1, -1, -2])
        _variable(draft, f"n{number}", range_of(low, low + draft.dice.randint(1, 3 if few else 5)))
    for name, odds, kind in (("truth0", 0.3, TRUTH), ("thing0", 0.3, THING), ("maybe0", 0.2, MAYBE)):
        if draft.chance(odds):
            _variable(draft, name, kind)


def _variable(draft: Draft, name: str, kind: Kind) -> None:
    value = draft.dice.choice(kind.values)
    draft.text.append(f"  {name}: {kind.text} = {constant(value).text}")
    _declared(draft, Name(name, kind.sort, kind), value)


def _declared(draft: Draft, name: Name, value: Any, seen: Value | str | None = None) -> None:
    draft.model.variables.append(Variable(name.text, value, seen))
    draft.sight = draft.sight.with_names(name)
    draft.targets.append(_target(name))


def _target(name: Name) -> Target:
    def put(env: Env, value: Any) -> None:
        env[name.text] = value

    return Target(name.text, name.sort, put, name.of, name.kind)


def _set(draft: Draft) -> None:
    members = draft.dice.sample(THINGS, draft.dice.choice([0, 0, 1, 2]))
    draft.text.append(f"  s0: set of E = {{{', '.join(members)}}}")
    _declared(draft, Name("s0", "set"), frozenset(members))


def _map(draft: Draft) -> None:
    low = draft.dice.choice([0, 0, -1])
    kind = range_of(low, low + draft.dice.randint(1, 2))
    value = draft.dice.choice(kind.values)
    draft.text.append(f"  v0: [E] {kind.text} = {constant(value).text}")
    _declared(draft, Name("v0", "map", kind), (value,) * 3)


# -- records, rows, lists, bags
# -----------------------------------------------------------------------------------------


def _record(draft: Draft) -> None:
    if draft.chance(0.3):
        _wide(draft)
        return
    number, thing = draft.dice.randint(0, 2), draft.dice.choice(THINGS)
    draft.text.append(f"  r0: Rec = Rec({number}, {thing})")
    _declared(draft, Name("r0", "record"), (number, thing))
    draft.sight = draft.sight.with_names(*record_names("r0")[1:])
    draft.targets += [_field("r0.num", "number", 0, range_of(0, 2)), _field("r0.what", "thing", 1)]


def record_names(name: str) -> tuple[Name, ...]:
    """What can be read of something that is a record."""
    number = Name(f"{name}.num", "number", range_of(0, 2), value=lambda env: env[name][0])
    return Name(name, "record"), number, Name(f"{name}.what", "thing", value=lambda env: env[name][1])


def _wide(draft: Draft) -> None:
    """A record that is no single number: one of its fields is a set."""
    number, thing = draft.dice.randint(-1, 2), draft.dice.choice(THINGS)
    draft.text.append(f"  w0: Wide = Wide({number}, {{{thing}}})")
    draft.model.variables.append(Variable("w0", (number, frozenset([thing]))))
    low = Name("w0.low", "number", range_of(-1, 2), value=lambda env: env["w0"][0])
    draft.sight = draft.sight.with_names(low, Name("w0.some", "set", value=lambda env: env["w0"][1]))
    draft.targets += [_field("w0.low", "number", 0, range_of(-1, 2)), _field("w0.some", "set", 1)]


def _field(text: str, sort: str, at: int, kind: Kind | None = None) -> Target:
    name = text.partition(".")[0]

    def put(env: Env, value: Any) -> None:
        env[name] = tuple(value if place == at else old for place, old in enumerate(env[name]))

    return Target(text, sort, put, lambda env: env[name][at], kind)


def _row(draft: Draft) -> None:
    row = draft.dice.choice(draft.say.table)
    draft.text.append(f"  q0: rows = {row.name}")
    _declared(draft, Name("q0", "row"), row.name)
    draft.sight = draft.sight.with_names(*row_names("q0", draft.say.table)[1:])


def _list(draft: Draft) -> None:
    items = tuple(draft.dice.choice(THINGS) for _ in range(draft.dice.randint(0, 2)))
    draft.text.append(f"  l0: list of E up to {MOST_ITEMS} = [{', '.join(items)}]")
    _declared(draft, Name("l0", "list"), items)
    draft.sight = draft.sight.with_names(
        Name("len(l0)", "number", value=lambda env: len(env["l0"])), Name("members(l0)", "set", value=lambda env: frozenset(env["l0"])),
    )  # fmt: skip


def _bag(draft: Draft) -> None:
    counts = tuple(draft.dice.randint(0, MOST_OF_ONE) for _ in THINGS)
    draft.text.append(f"  b0: bag of E up to {MOST_OF_ONE} = {_counted(counts)}")
    _declared(draft, Name("b0", "bag"), counts)
    draft.sight = draft.sight.with_names(
        Name("len(b0)", "number", value=lambda env: sum(env["b0"])),
        Name(
            "members(b0)",
            "set",
            value=lambda env: frozenset(thing for thing, count in zip(THINGS, env["b0"], strict=True) if count),
        ),
        *[_count_of("b0", thing) for thing in THINGS],
    )


def _count_of(bag: str, thing: str) -> Name:
    at = THINGS.index(thing)
    return Name(f"{bag}[{thing}]", "number", range_of(0, MOST_OF_ONE), value=lambda env: env[bag][at])


def _pile(draft: Draft) -> None:
    """A bag out of which cards are drawn, that nothing else changes."""
    counts = tuple(draft.dice.randint(0, MOST_OF_ONE) for _ in THINGS)
    draft.text.append(f"  pile: bag of E up to {MOST_OF_ONE} = {_counted(counts)}")
    draft.model.variables.append(Variable("pile", counts))
    draft.sight = draft.sight.with_names(Name("pile", "pile"))


def _counted(counts: tuple[int, ...]) -> str:
    return "{" + ", ".join(f"{thing}: {count}" for thing, count in zip(THINGS, counts, strict=True)) + "}"


# -- what not everybody sees
# --------------------------------------------------------------------------------------------


def _hidden(draft: Draft) -> None:
    kind = range_of(0, draft.dice.randint(1, 2))
    _owned(draft, Name("h0", "own", kind))
    if draft.chance(0.3):
        _unseen(draft, "k0", "none", lambda _env: ())
    turn = any(name.text == "turn" for name in draft.sight.names)
    if draft.chance(0.25):
        _unseen(draft, "k1", *(("turn", lambda env: (env["turn"],)) if turn else ("{Bob}", lambda _env: ("Bob",))))


def _owned(draft: Draft, name: Name) -> None:
    assert name.kind is not None
    value = draft.dice.choice(name.kind.values)
    draft.text.append(f"  {name.text}: [Player] {name.kind.text} = {value} seen by owner")
    draft.model.variables.append(Variable(name.text, tuple((player, value) for player in draft.model.players), "owner"))
    draft.own = (*draft.own, name)
    draft.secret = (*draft.secret, *[entry(name, player) for player in draft.model.players])
    draft.secret_targets += [entry_target(name, player) for player in draft.model.players]


def _unseen(draft: Draft, text: str, by: str, seen: Value) -> None:
    name = Name(text, "number", range_of(0, draft.dice.randint(1, 2)))
    assert name.kind is not None
    value = draft.dice.choice(name.kind.values)
    draft.text.append(f"  {text}: {name.kind.text} = {value} seen by {by}")
    draft.model.variables.append(Variable(text, value, seen))
    draft.secret = (*draft.secret, name)
    draft.secret_targets.append(_target(name))
