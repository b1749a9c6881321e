"""Expressions drawn at random: each is how it is written together with what it means."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tests.whole.model import Env, Value, said


@dataclass(frozen=True, slots=True)
class Said:
    """An expression: as it is written, and what it is worth where names have values."""

    text: str
    of: Value


@dataclass(frozen=True, slots=True)
class Kind:
    """A type: how it is written, its values upwards, and whether it is of numbers, truths or things."""

    text: str
    values: tuple[Any, ...]
    sort: str

    @property
    def low(self) -> int:
        """The least number."""
        return int(self.values[0])

    @property
    def high(self) -> int:
        """The greatest number."""
        return int(self.values[-1])


THINGS = ("ea", "eb", "ec")
TRUTH = Kind("Bool", (False, True), "truth")
THING = Kind("E", THINGS, "thing")
MAYBE = Kind("E?", (None, *THINGS), "maybe")


def range_of(low: int, high: int) -> Kind:
    """Numbers from `low` to `high`."""
    return Kind(f"{low}..{high}", tuple(range(low, high + 1)), "number")


@dataclass(frozen=True, slots=True)
class Name:
    """Something with a name: a variable, a parameter, a constant. Sorts are those of kinds, and `set` (of things) and `map` (from things to numbers)."""

    text: str
    sort: str
    kind: Kind | None = None


@dataclass(frozen=True, slots=True)
class Sight:
    """The names that can be seen at a place."""

    names: tuple[Name, ...] = ()

    def with_names(self, *names: Name) -> Sight:
        """The same and some more."""
        return replace(self, names=(*self.names, *names))

    def of(self, sort: str) -> list[Name]:
        """The names of a sort."""
        return [name for name in self.names if name.sort == sort]


def named(name: str) -> Said:
    """A name."""
    return Said(name, lambda env: env[name])


def constant(value: Any) -> Said:
    """A value as it stands."""
    text = f"({value})" if isinstance(value, int) and not isinstance(value, bool) and value < 0 else said(value)
    return Said(text, lambda _env: value)


def both(template: str, meaning: Any, *parts: Said) -> Said:
    """Parts in a template (`{0}`, `{1}`, …), and what becomes of their values."""
    return Said(template.format(*(part.text for part in parts)), lambda env: meaning(*(part.of(env) for part in parts)))


COMPARED = {
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip


@dataclass(slots=True)
class Wording:
    """Draws expressions. The number `twist` that is written as it stands, if there are so many, is greater by one than the dice say: nothing else is changed by that."""

    dice: random.Random
    twist: int = -1
    written: int = 0
    fresh: int = 0
    players: tuple[str, ...] = ()

    def local(self) -> str:
        """A name that nothing else has."""
        self.fresh += 1
        return f"x{self.fresh}"

    def literal(self, low: int, high: int) -> Said:
        """A number as it stands."""
        value = self.dice.randint(low, high)
        self.written += 1
        return constant(value + 1 if self.written - 1 == self.twist else value)

    # -- numbers --------------------------------------------------------------------------------------------------------

    def number(self, sight: Sight, deep: int = 2) -> Said:
        """A number."""
        names, maps, sets = sight.of("number"), sight.of("map"), sight.of("set")
        ways = [lambda: self.literal(-2, 4)]
        if names:
            ways += [lambda: named(self.dice.choice(names).text)] * 4
        if maps:
            ways += [lambda: self._entry(self.dice.choice(maps), sight, deep)] * 2
        if deep > 0:
            ways += [lambda: self._sum(sight, deep), lambda: self._divided(sight, deep), lambda: self._picked(sight, deep), lambda: self._chosen(sight, deep)]
            ways += [lambda: self._counted(sight, deep)]
            if sets:
                ways += [lambda: both("len({0})", len, self.things(sight, deep - 1))]
            if maps:
                ways += [lambda: self._folded(self.dice.choice(maps), sight, deep)]
        return self.dice.choice(ways)()

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
        return Said(f"({one.text} if {test.text} else {other.text})", lambda env: one.of(env) if test.of(env) else other.of(env))

    def _counted(self, sight: Sight, deep: int) -> Said:
        name = self.local()
        test = self.truth(sight.with_names(Name(name, "thing")), deep - 1)
        return Said(f"count({test.text} for {name} in E)", lambda env: sum(bool(test.of({**env, name: each})) for each in THINGS))

    def _folded(self, over: Name, sight: Sight, deep: int) -> Said:
        name = self.local()
        test = self.truth(sight.with_names(Name(name, "thing")), deep - 1)
        word, meaning, otherwise = self.dice.choice([("sum", sum, ""), ("max", lambda all_: max(all_, default=0), " else 0"), ("min", lambda all_: min(all_, default=0), " else 0")])

        def of(env: Env) -> Any:
            return meaning([env[over.text][place] for place, each in enumerate(THINGS) if test.of({**env, name: each})])

        return Said(f"{word}({over.text}[{name}] for {name} in E where {test.text}{otherwise})", of)

    # -- truths ---------------------------------------------------------------------------------------------------------

    def truth(self, sight: Sight, deep: int = 2) -> Said:
        """A condition."""
        ways = [lambda: self._compared(sight, deep)] * 4
        for sort, make in (("truth", self._true), ("set", self._within), ("maybe", self._there), ("player", self._who), ("thing", self._same)):
            if sight.of(sort):
                ways += [lambda make=make: make(sight, deep)] * 2
        if deep > 0:
            ways += [lambda: self._joined(sight, deep)] * 3 + [lambda: self._any(sight, deep)]
            ways += [lambda: both("(not {0})", lambda a: not a, self.truth(sight, deep - 1))]
        elif self.dice.random() < 0.05:
            return constant(self.dice.random() < 0.5)
        return self.dice.choice(ways)()

    def _compared(self, sight: Sight, deep: int) -> Said:
        sign = self.dice.choice(list(COMPARED))
        name = self.dice.choice(sight.of("number")) if sight.of("number") and self.dice.random() < 0.7 else None
        left = self.number(sight, deep - 1) if name is None else named(name.text)
        low, high = (name.kind.low, name.kind.high) if name is not None and name.kind is not None else (-1, 3)
        right = self.literal(low, high) if self.dice.random() < 0.7 else self.number(sight, deep - 1)
        return both(f"({{0}} {sign} {{1}})", COMPARED[sign], left, right)

    def _true(self, sight: Sight, _deep: int) -> Said:
        return named(self.dice.choice(sight.of("truth")).text)

    def _within(self, sight: Sight, deep: int) -> Said:
        if self.dice.random() < 0.2:
            return both("({0} <= {1})", lambda a, b: a <= b, self.things(sight, deep - 1), self.things(sight, deep - 1))
        if self.dice.random() < 0.3:
            return both("({0} == {1})", lambda a, b: a == b, named(self.dice.choice(sight.of("set")).text), self.things(sight, 0))
        word = self.dice.choice(["in", "not in"])
        return both(f"({{0}} {word} {{1}})", lambda a, b: (a in b) == (word == "in"), self.thing(sight, deep - 1), self.things(sight, deep - 1))

    def _there(self, sight: Sight, deep: int) -> Said:
        name = named(self.dice.choice(sight.of("maybe")).text)
        if self.dice.random() < 0.5:
            return both("({0} != none)", lambda a: a is not None, name)
        return both("({0} == {1})", lambda a, b: a == b, name, self.thing(sight, deep - 1))

    def _who(self, sight: Sight, _deep: int) -> Said:
        left = named(self.dice.choice(sight.of("player")).text)
        others = [named(name.text) for name in sight.of("player") if name.text != left.text]
        right = self.dice.choice([*others, *map(constant, self.players)])
        return both("({0} == {1})", lambda a, b: a == b, left, right)

    def _same(self, sight: Sight, deep: int) -> Said:
        sign = self.dice.choice(["==", "!=", "<", ">="])
        meaning = COMPARED[sign]
        left = named(self.dice.choice(sight.of("thing")).text)
        return both(f"({{0}} {sign} {{1}})", lambda a, b: meaning(THINGS.index(a), THINGS.index(b)), left, self.thing(sight, deep - 1))

    def _joined(self, sight: Sight, deep: int) -> Said:
        word = self.dice.choice(["and", "or", "implies"])
        left, right = self.truth(sight, deep - 1), self.truth(sight, deep - 1)
        meaning = {"and": lambda a, b: a and b(), "or": lambda a, b: a or b(), "implies": lambda a, b: not a or b()}[word]
        return Said(f"({left.text} {word} {right.text})", lambda env: bool(meaning(left.of(env), lambda: right.of(env))))

    def _any(self, sight: Sight, deep: int) -> Said:
        name, (word, meaning) = self.local(), self.dice.choice([("any", any), ("all", all)])
        test = self.truth(sight.with_names(Name(name, "thing")), deep - 1)
        return Said(f"{word}({test.text} for {name} in E)", lambda env: meaning(test.of({**env, name: each}) for each in THINGS))

    # -- things, sets of them, players ------------------------------------------------------------------------------------

    def thing(self, sight: Sight, deep: int = 1) -> Said:
        """One of E."""
        ways = [lambda: constant(self.dice.choice(THINGS))]
        if sight.of("thing"):
            ways += [lambda: named(self.dice.choice(sight.of("thing")).text)] * 4
        if deep > 0:
            word, by = self.dice.choice([("next", 1), ("previous", -1)])
            ways += [lambda: both(f"{word}({{0}})", lambda a: THINGS[(THINGS.index(a) + by) % 3], self.thing(sight, deep - 1))]
            if sight.of("maybe"):
                ways += [lambda: both("value({0}, {1})", lambda a, b: b if a is None else a, named(self.dice.choice(sight.of("maybe")).text), self.thing(sight, 0))]
        return self.dice.choice(ways)()

    def things(self, sight: Sight, deep: int = 1) -> Said:
        """A set of E."""
        ways = [lambda: self._these()]
        if sight.of("set"):
            ways += [lambda: named(self.dice.choice(sight.of("set")).text)] * 3
        if deep > 0:
            ways += [lambda: self._filtered(sight, deep), lambda: self._combined(sight, deep)]
        return self.dice.choice(ways)()

    def _these(self) -> Said:
        members = self.dice.sample(THINGS, self.dice.randint(1, 3))
        return Said("{" + ", ".join(members) + "}", lambda _env: frozenset(members))

    def _filtered(self, sight: Sight, deep: int) -> Said:
        name = self.local()
        test = self.truth(sight.with_names(Name(name, "thing")), deep - 1)
        return Said(f"{{{name} for {name} in E where {test.text}}}", lambda env: frozenset(each for each in THINGS if test.of({**env, name: each})))

    def _combined(self, sight: Sight, deep: int) -> Said:
        left, right = self.things(sight, deep - 1), self.things(sight, deep - 1)
        template, meaning = self.dice.choice([("({0} + {1})", lambda a, b: a | b), ("({0} - {1})", lambda a, b: a - b), ("common({0}, {1})", lambda a, b: a & b)])
        return both(template, meaning, left, right)

    def maybe(self, sight: Sight) -> Said:
        """One of E or none."""
        return constant(None) if self.dice.random() < 0.4 else self.thing(sight)

    def player(self, sight: Sight) -> Said:
        """Somebody."""
        names: Sequence[Said] = [named(name.text) for name in sight.of("player")]
        return self.dice.choice([*names, *map(constant, self.players)])
