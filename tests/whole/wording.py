"""Expressions drawn at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from tests.whole.parts import Env
from tests.whole.saying import THINGS, Name, Said, Sight, both, constant

COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip


FOLDS: list[tuple[str, Callable[[list[int]], int], str]] = [
    ("sum", sum, ""), ("max", lambda each: max(each, default=0), " else 0"), ("min", lambda each: min(each, default=0), " else 0"),
]  # fmt: skip
JOINED: dict[str, Callable[[Any, Callable[[], Any]], Any]] = {
    "and": lambda a, b: a and b(), "or": lambda a, b: a or b(), "implies": lambda a, b: not a or b(),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table."""

    name: str
    worth: int
    what: str


def row_names(name: str, rows: Sequence[Row]) -> tuple[Name, ...]:
    """What can be read of something that is a row."""
    known = {row.name: row for row in rows}
    return (
        Name(name, "row"),
        Name(f"{name}.worth", "number", value=lambda env: known[env[name]].worth),
        Name(f"{name}.what", "thing", value=lambda env: known[env[name]].what),
    )


@dataclass(slots=True)
class Wording:
    """Draws expressions.

    The number `twist` that is written as it stands, if there are so many, is greater by one than the dice say: nothing
    else is changed by that.
    """

    dice: random.Random
    twist: int = -1
    written: int = 0
    fresh: int = 0
    players: tuple[str, ...] = ()
    table: tuple[Row, ...] = ()

    def local(self) -> str:
        """A name that nothing else has."""
        self.fresh += 1
        return f"x{self.fresh}"

    def literal(self, low: int, high: int) -> Said:
        """A number as it stands."""
        value = self.dice.randint(low, high)
        self.written += 1
        return constant(value + 1 if self.written - 1 == self.twist else value)

    # -- numbers
    # --------------------------------------------------------------------------------------------------------

    def number(self, sight: Sight, deep: int = 2) -> Said:
        """A number."""
        names, maps, sets = sight.of("number"), sight.of("map"), sight.of("set")
        ways = [lambda: self.literal(-2, 4)]
        if names:
            ways += [lambda: self.dice.choice(names).said] * 4
        if maps:
            ways += [lambda: self._entry(self.dice.choice(maps), sight, deep)] * 2
        if deep > 0:
            ways += [
                lambda: self._sum(sight, deep),
                lambda: self._divided(sight, deep),
                lambda: self._picked(sight, deep),
                lambda: self._chosen(sight, deep),
            ]
            ways += [lambda: self._counted(sight, deep)]
            if sets:
                ways += [lambda: both("len({0})", len, self.things(sight, deep - 1))]
            if maps:
                ways += [lambda: self._folded(self.dice.choice(maps), sight, deep)]
            if self.table:
                ways += [lambda: self._of_rows(sight, deep)]
        return self.dice.choice(ways)()

    def _of_rows(self, sight: Sight, deep: int) -> Said:
        """A sum or a count over the rows of the table."""
        name, rows = self.local(), self.table
        test = self.truth(sight.with_names(*row_names(name, rows)), deep - 1)
        if self.dice.random() < 0.5:
            return Said(
                f"count({test.text} for {name} in rows)",
                lambda env: sum(bool(test.of({**env, name: row.name})) for row in rows),
            )
        text = f"sum({name}.worth for {name} in rows where {test.text})"
        return Said(text, lambda env: sum(row.worth for row in rows if test.of({**env, name: row.name})))

    def _entry(self, name: Name, sight: Sight, deep: int) -> Said:
        key = self.thing(sight, deep - 1)
        return Said(f"{name.text}[{key.text}]", lambda env: env[name.text][THINGS.index(key.of(env))])

    def _sum(self, sight: Sight, deep: int) -> Said:
        sign = self.dice.choice("+-*")
        meaning = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b}[sign]
        right = self.literal(-2, 3) if sign == "*" else self.number(sight, deep - 1)
        return both(f"({{0}} {sign} {{1}})", meaning, self.number(sight, deep - 1), right)

    def _divided(self, sight: Sight, deep: int) -> Said:
        by = self.dice.choice([-3, -2, 2, 3])
        if self.dice.random() < 0.5:
            return both(f"({{0}} / {constant(by).text})", lambda a: a // by, self.number(sight, deep - 1))
        return both(f"({{0}} % {constant(by).text})", lambda a: a % by, self.number(sight, deep - 1))

    def _picked(self, sight: Sight, deep: int) -> Said:
        word, meaning = self.dice.choice([("min", min), ("max", max)])
        if self.dice.random() < 0.2:
            return both("abs({0})", abs, self.number(sight, deep - 1))
        return both(f"{word}({{0}}, {{1}})", meaning, self.number(sight, deep - 1), self.number(sight, deep - 1))

    def _chosen(self, sight: Sight, deep: int) -> Said:
        one, test, other = self.number(sight, deep - 1), self.truth(sight, deep - 1), self.number(sight, deep - 1)
        return Said(
            f"({one.text} if {test.text} else {other.text})", lambda env: one.of(env) if test.of(env) else other.of(env)
        )

    def _counted(self, sight: Sight, deep: int) -> Said:
        name = self.local()
        test = self.truth(sight.with_names(Name(name, "thing")), deep - 1)
        return Said(
            f"count({test.text} for {name} in E)",
            lambda env: sum(bool(test.of({**env, name: each})) for each in THINGS),
        )

    def _folded(self, over: Name, sight: Sight, deep: int) -> Said:
        name = self.local()
        test = self.truth(sight.with_names(Name(name, "thing")), deep - 1)
        word, meaning, otherwise = self.dice.choice(FOLDS)

        def of(env: Env) -> Any:
            return meaning([env[over.text][place] for place, each in enumerate(THINGS) if test.of({**env, name: each})])

        return Said(f"{word}({over.text}[{name}] for {name} in E where {test.text}{otherwise})", of)

    # -- truths
    # ---------------------------------------------------------------------------------------------------------

    def truth(self, sight: Sight, deep: int = 2) -> Said:
        """A condition."""
        ways = [lambda: self._compared(sight, deep)] * 4
        asked = (
            ("truth", self._true), ("set", self._within), ("maybe", self._there), ("player", self._who), ("thing", self._same),
            ("list", self._listed), ("record", self._like), ("row", self._at_row),
        )  # fmt: skip
        for sort, make in asked:
            if sight.of(sort):
                ways += [partial(make, sight, deep)] * 2
        if deep > 0:
            ways += [lambda: self._joined(sight, deep)] * 3 + [lambda: self._any(sight, deep)]
            ways += [lambda: both("(not {0})", lambda a: not a, self.truth(sight, deep - 1))]
        elif self.dice.random() < 0.05:
            return constant(self.dice.random() < 0.5)
        return self.dice.choice(ways)()

    def _compared(self, sight: Sight, deep: int) -> Said:
        sign = self.dice.choice(list(COMPARED))
        name = self.dice.choice(sight.of("number")) if sight.of("number") and self.dice.random() < 0.7 else None
        left = self.number(sight, deep - 1) if name is None else name.said
        low, high = (name.kind.low, name.kind.high) if name is not None and name.kind is not None else (-1, 3)
        right = self.literal(low, high) if self.dice.random() < 0.7 else self.number(sight, deep - 1)
        return both(f"({{0}} {sign} {{1}})", COMPARED[sign], left, right)

    def _true(self, sight: Sight, _deep: int) -> Said:
        return self.dice.choice(sight.of("truth")).said

    def _within(self, sight: Sight, deep: int) -> Said:
        if self.dice.random() < 0.2:
            return both("({0} <= {1})", lambda a, b: a <= b, self.things(sight, deep - 1), self.things(sight, deep - 1))
        if self.dice.random() < 0.3:
            return both(
                "({0} == {1})", lambda a, b: a == b, self.dice.choice(sight.of("set")).said, self.things(sight, 0)
            )
        word = self.dice.choice(["in", "not in"])
        return both(
            f"({{0}} {word} {{1}})",
            lambda a, b: (a in b) == (word == "in"),
            self.thing(sight, deep - 1),
            self.things(sight, deep - 1),
        )

    def _there(self, sight: Sight, deep: int) -> Said:
        name = self.dice.choice(sight.of("maybe")).said
        if self.dice.random() < 0.5:
            return both("({0} != none)", lambda a: a is not None, name)
        return both("({0} == {1})", lambda a, b: a == b, name, self.thing(sight, deep - 1))

    def _who(self, sight: Sight, _deep: int) -> Said:
        left = self.dice.choice(sight.of("player")).said
        others = [name.said for name in sight.of("player") if name.text != left.text]
        right = self.dice.choice([*others, *map(constant, self.players)])
        return both("({0} == {1})", lambda a, b: a == b, left, right)

    def _same(self, sight: Sight, deep: int) -> Said:
        sign = self.dice.choice(["==", "!=", "<", ">="])
        meaning = COMPARED[sign]
        left = self.dice.choice(sight.of("thing")).said
        return both(
            f"({{0}} {sign} {{1}})",
            lambda a, b: meaning(THINGS.index(a), THINGS.index(b)),
            left,
            self.thing(sight, deep - 1),
        )

    def _listed(self, sight: Sight, deep: int) -> Said:
        """Something about a list of things; an item is asked for only where there is one."""
        name, thing = self.dice.choice(sight.of("list")).said, self.thing(sight, deep - 1)
        at = self.dice.randint(1, 3)
        ways = [
            lambda: both("({1} in {0})", lambda a, b: b in a, name, thing),
            lambda: both(
                f"(len({{0}}) >= {at} and {{0}}[{at}] == {{1}})",
                lambda a, b: len(a) >= at and a[at - 1] == b,
                name,
                thing,
            ),
            lambda: both("(len({0}) > 0 and last({0}) == {1})", lambda a, b: a[-1:] == (b,), name, thing),
            lambda: both("(len({0}) > 0 implies top({0}) != {1})", lambda a, b: a[:1] != (b,), name, thing),
            lambda: both("({0} == [{1}])", lambda a, b: a == (b,), name, thing),
            lambda: both("({0} == reversed({0}))", lambda a: a == a[::-1], name),
        ]
        return self.dice.choice(ways)()

    def _like(self, sight: Sight, deep: int) -> Said:
        sign = self.dice.choice(["==", "!="])
        return both(
            f"({{0}} {sign} {{1}})",
            COMPARED[sign],
            self.dice.choice(sight.of("record")).said,
            self.record(sight, deep - 1),
        )

    def _at_row(self, sight: Sight, _deep: int) -> Said:
        sign = self.dice.choice(["==", "!="])
        return both(f"({{0}} {sign} {{1}})", COMPARED[sign], self.dice.choice(sight.of("row")).said, self.row(sight))

    def _joined(self, sight: Sight, deep: int) -> Said:
        word = self.dice.choice(["and", "or", "implies"])
        left, right = self.truth(sight, deep - 1), self.truth(sight, deep - 1)
        meaning = JOINED[word]
        return Said(
            f"({left.text} {word} {right.text})", lambda env: bool(meaning(left.of(env), lambda: right.of(env)))
        )

    def _any(self, sight: Sight, deep: int) -> Said:
        name, (word, meaning) = self.local(), self.dice.choice([("any", any), ("all", all)])
        test = self.truth(sight.with_names(Name(name, "thing")), deep - 1)
        return Said(
            f"{word}({test.text} for {name} in E)", lambda env: meaning(test.of({**env, name: each}) for each in THINGS)
        )

    # -- things, sets of them, players
    # ------------------------------------------------------------------------------------

    def thing(self, sight: Sight, deep: int = 1) -> Said:
        """One of E."""
        ways = [lambda: constant(self.dice.choice(THINGS))]
        if sight.of("thing"):
            ways += [lambda: self.dice.choice(sight.of("thing")).said] * 4
        if deep > 0:
            word, by = self.dice.choice([("next", 1), ("previous", -1)])
            ways += [
                lambda: both(
                    f"{word}({{0}})", lambda a: THINGS[(THINGS.index(a) + by) % 3], self.thing(sight, deep - 1)
                )
            ]
            if sight.of("maybe"):
                ways += [
                    lambda: both(
                        "value({0}, {1})",
                        lambda a, b: b if a is None else a,
                        self.dice.choice(sight.of("maybe")).said,
                        self.thing(sight, 0),
                    )
                ]
        return self.dice.choice(ways)()

    def things(self, sight: Sight, deep: int = 1) -> Said:
        """A set of E."""
        ways = [lambda: self._these()]
        if sight.of("set"):
            ways += [lambda: self.dice.choice(sight.of("set")).said] * 3
        if deep > 0:
            ways += [lambda: self._filtered(sight, deep), lambda: self._combined(sight, deep)]
        return self.dice.choice(ways)()

    def _these(self) -> Said:
        members = self.dice.sample(THINGS, self.dice.randint(1, 3))
        return Said("{" + ", ".join(members) + "}", lambda _env: frozenset(members))

    def _filtered(self, sight: Sight, deep: int) -> Said:
        name = self.local()
        test = self.truth(sight.with_names(Name(name, "thing")), deep - 1)
        return Said(
            f"{{{name} for {name} in E where {test.text}}}",
            lambda env: frozenset(each for each in THINGS if test.of({**env, name: each})),
        )

    def _combined(self, sight: Sight, deep: int) -> Said:
        left, right = self.things(sight, deep - 1), self.things(sight, deep - 1)
        template, meaning = self.dice.choice(
            [
                ("({0} + {1})", lambda a, b: a | b),
                ("({0} - {1})", lambda a, b: a - b),
                ("common({0}, {1})", lambda a, b: a & b),
            ]
        )
        return both(template, meaning, left, right)

    def maybe(self, sight: Sight) -> Said:
        """One of E or none."""
        return constant(None) if self.dice.random() < 0.4 else self.thing(sight)

    def player(self, sight: Sight) -> Said:
        """Somebody."""
        names: Sequence[Said] = [name.said for name in sight.of("player")]
        return self.dice.choice([*names, *map(constant, self.players)])

    # -- records, rows, lists
    # ---------------------------------------------------------------------------------------------

    def record(self, sight: Sight, deep: int = 1) -> Said:
        """A record of a number from 0 to 2 and a thing."""
        names = sight.of("record")
        if names and self.dice.random() < 0.4:
            return self.dice.choice(names).said
        number = self.number(sight, deep - 1) if deep > 0 and self.dice.random() < 0.5 else self.literal_within(0, 2)
        return both(
            "Rec(clamp({0}, 0, 2), {1})", lambda a, b: (min(max(a, 0), 2), b), number, self.thing(sight, deep - 1)
        )

    def literal_within(self, low: int, high: int) -> Said:
        """A number as it stands that no twist changes."""
        return constant(self.dice.randint(low, high))

    def row(self, sight: Sight) -> Said:
        """A row of the table."""
        names = sight.of("row")
        if names and self.dice.random() < 0.5:
            return self.dice.choice(names).said
        return constant(self.dice.choice(self.table).name)

    def items(self, sight: Sight) -> Said:
        """A list of three things at most."""
        names = sight.of("list")
        ways: list[Callable[[], Said]] = [lambda: self._these_items(sight)]
        if names:
            name = self.dice.choice(names).said
            ways += [
                lambda: both("reversed({0})", lambda a: a[::-1], name),
                lambda: both("first({0}, 1)", lambda a: a[:1], name),
                lambda: both("last({0}, 2)", lambda a: a[-2:], name),
                lambda: self._kept(name, sight),
            ]
        return self.dice.choice(ways)()

    def _these_items(self, sight: Sight) -> Said:
        items = [self.thing(sight, 0) for _ in range(self.dice.randint(0, 3))]
        return Said(
            "[" + ", ".join(item.text for item in items) + "]", lambda env: tuple(item.of(env) for item in items)
        )

    def _kept(self, items: Said, sight: Sight) -> Said:
        name = self.local()
        test = self.truth(sight.with_names(Name(name, "thing")), 1)
        return Said(
            f"[{name} for {name} in {items.text} where {test.text}]",
            lambda env: tuple(each for each in items.of(env) if test.of({**env, name: each})),
        )
