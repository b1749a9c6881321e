"""Random conditions in which names are narrowed by what stands around them, as rules and as plain Python.

The Python is made from the meaning of the words alone (`and`, `or`, `if`, generators stop where the rules say they
stop) and shares nothing with the engines. `Fails` is raised where the rules would fail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from random import Random
from typing import Any


class Fails(Exception):
    """The condition has no value."""


def divide(left: int, right: int) -> int:
    """`/`."""
    if right == 0:
        raise Fails
    return left // right


def at(whole: Mapping[Any, Any], key: Any) -> Any:
    """An entry of a map."""
    if key not in whole:
        raise Fails
    return whole[key]


def the(value: Any) -> Any:
    """What is there."""
    if value is None:
        raise Fails
    return value


ROW = {1: 4, 2: 1, 3: 7}
COLOURS = ("red", "amber", "blue")
WORLD = "type Colour = red | amber | blue\ndefine row() -> list of 0..9 up to 3 = [4, 1, 7]"
WORDS: dict[str, Any] = {"divide": divide, "at": at, "the": the, "row": ROW}
Interval = tuple[int, int]
Board = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Both:
    """One expression in both languages."""

    rules: str
    python: str


@dataclass(frozen=True, slots=True)
class Scope:
    """Names of numbers with what is known of them, and of numbers that may be none."""

    numbers: Mapping[str, Interval]
    maybe: Mapping[str, Interval]
    colour: bool | None = None
    """Is `c` known not to be none? None where there is no `c`."""

    def knowing(self, name: str, interval: Interval) -> Scope:
        """The scope in which a name is a number in an interval."""
        maybe = {each: found for each, found in self.maybe.items() if each != name}
        return replace(self, numbers={**self.numbers, name: interval}, maybe=maybe)


FINDS: dict[str, tuple[str, list[Any]]] = {
    "n": ("0..3", list(range(4))),
    "m": ("-2..1", list(range(-2, 2))),
    "o": ("(0..2)?", [None, 0, 1, 2]),
    "green": (
        "[1..3] Bool",
        [dict(zip(range(1, 4), found, strict=True)) for found in product([False, True], repeat=3)],
    ),
    "c": ("Colour?", [None, 0, 1, 2]),
    "shade": ("[Colour] Bool", [dict(enumerate(found)) for found in product([False, True], repeat=3)]),
    "low": ("[-2..-1] 0..2", [dict(zip((-2, -1), found, strict=True)) for found in product(range(3), repeat=2)]),
}
NUMBERS: dict[str, Interval] = {"n": (0, 3), "m": (-2, 1)}


@dataclass(slots=True)
class Author:
    """Writes conditions; `defines` are those they call. With `wild` some are not guarded, so that they may fail."""

    dice: Random
    wild: bool = False
    defines: list[Both] = field(default_factory=list)
    _names: int = 0

    def scope(self, names: list[str]) -> Scope:
        """What is known of the variables."""
        return Scope(
            {name: NUMBERS[name] for name in names if name in NUMBERS},
            {"o": (0, 2)} if "o" in names else {},
            False if "c" in names else None,
        )

    def condition(self, depth: int, scope: Scope, maps: list[str]) -> Both:
        """A condition."""
        if depth == 0:
            return self._atom(scope, maps)
        makers: list[Callable[[int, Scope, list[str]], Both]] = [
            self._guarded,
            self._guarded,
            self._guarded,
            self._folded,
            self._folded,
            self._called,
        ]
        return self.dice.choice(makers)(depth - 1, scope, maps)

    # -- guards -------------------------------------------------------------------------------------------------------

    def _guarded(self, depth: int, scope: Scope, maps: list[str]) -> Both:
        guard, inside, outside = self._guard(scope)
        body, other = self.condition(depth, inside, maps), self.condition(depth, outside, maps)
        match self.dice.randrange(6):
            case 0 | 1:
                return Both(f"(({guard.rules}) and ({body.rules}))", f"(({guard.python}) and ({body.python}))")
            case 2 | 3:
                return Both(f"(({guard.rules}) implies ({body.rules}))", f"(not ({guard.python}) or ({body.python}))")
            case 4:
                return Both(f"(({guard.rules}) or ({other.rules}))", f"(({guard.python}) or ({other.python}))")
        return Both(
            f"(({body.rules}) if ({guard.rules}) else ({other.rules}))",
            f"(({body.python}) if ({guard.python}) else ({other.python}))",
        )

    def _guard(self, scope: Scope) -> tuple[Both, Scope, Scope]:
        """A guard, what is known where it holds, and where it does not."""
        if scope.colour is not None and self.dice.random() < 0.3:
            return self._colour_guard(scope)
        if scope.maybe and (self.dice.random() < 0.5 or not scope.numbers):
            name, interval = self.dice.choice(list(scope.maybe.items()))
            return Both(f"{name} != none", f"{name} is not None"), scope.knowing(name, interval), scope
        name, (low, high) = self.dice.choice(list(scope.numbers.items()))
        if low == high:
            return Both(f"{name} == {low}", f"{name} == {low}"), scope, scope
        split = self.dice.randint(low, high - 1)
        below, above = scope.knowing(name, (low, split)), scope.knowing(name, (split + 1, high))
        match self.dice.randrange(6):
            case 0:
                return self._alike(f"{name} <= {split}"), below, above
            case 1:
                return self._alike(f"{split} < {name}"), above, below
            case 2:
                return (
                    self._alike(f"{name} != {low}"),
                    scope.knowing(name, (low + 1, high)),
                    scope.knowing(name, (low, low)),
                )
            case 3:
                return Both(f"{name} in {split + 1}..{high}", f"{split + 1} <= {name} <= {high}"), above, scope
            case 4:
                return Both(f"not ({name} + 1 > {split + 1})", f"not ({name} + 1 > {split + 1})"), below, above
        other, (_, most) = self.dice.choice(list(scope.numbers.items()))
        return self._alike(f"{name} <= {other}"), scope.knowing(name, (low, max(min(high, most), low))), scope

    def _colour_guard(self, scope: Scope) -> tuple[Both, Scope, Scope]:
        known, first, second = replace(scope, colour=True), *self.dice.sample(range(3), 2)
        match self.dice.randrange(3):
            case 0:
                return Both("c != none", "c is not None"), known, scope
            case 1:
                return Both(f"c in {{{COLOURS[first]}, {COLOURS[second]}}}", f"c in ({first}, {second})"), known, scope
        return Both(f"c == {COLOURS[first]}", f"c == {first}"), known, scope

    def _alike(self, text: str) -> Both:
        return Both(text, text)

    # -- numbers and what needs them within an interval ---------------------------------------------------------------

    def _within(self, low: int, high: int, scope: Scope) -> Both:
        """A number in an interval, or, where the author is wild, perhaps not."""
        wild = self.wild and self.dice.random() < 0.15
        fitting = [
            (name, shift)
            for name, (least, most) in scope.numbers.items()
            for shift in (0, 0, 1, -1, 2)
            if wild or (low <= least + shift and most + shift <= high)
        ]
        if not fitting:
            return self._alike(str(self.dice.randint(low, high)))
        name, shift = self.dice.choice(fitting)
        return self._alike(name if not shift else f"{name} + {shift}" if shift > 0 else f"{name} - {-shift}")

    def _number(self, scope: Scope, maps: list[str]) -> Both:
        match self.dice.randrange(5):
            case 3:
                place = self._within(1, 3, scope)
                return Both(f"row()[{place.rules}]", f"at(row, {place.python})")
            case 0:
                by = self._within(1, 9, scope) if self.dice.random() < 0.6 else self._within(-9, -1, scope)
                return Both(f"6 / ({by.rules})", f"divide(6, {by.python})")
            case 1 if "low" in maps:
                key = self._within(-2, -1, scope)
                return Both(f"low[{key.rules}]", f"at(low, {key.python})")
            case 2 if scope.maybe and self.wild:
                name = self.dice.choice(list(scope.maybe))
                return Both(f"the({name})", f"the({name})")
        return self._within(-9, 9, scope)

    def _atom(self, scope: Scope, maps: list[str]) -> Both:
        if "green" in maps and self.dice.random() < 0.5:
            key = self._within(1, 3, scope)
            return Both(f"green[{key.rules}]", f"at(green, {key.python})")
        if scope.colour and self.dice.random() < 0.5:
            return Both("shade[c]", "at(shade, c)") if "shade" in maps else Both("number(c) >= 2", "c >= 1")
        left, right = self._number(scope, maps), self._number(scope, maps)
        sign = self.dice.choice(["<", "<=", ">", ">=", "==", "!="])
        return Both(f"{left.rules} {sign} {right.rules}", f"{left.python} {sign} {right.python}")

    # -- folds and defines --------------------------------------------------------------------------------------------

    def _folded(self, depth: int, scope: Scope, maps: list[str]) -> Both:
        name = self._fresh("x")
        low, high = self.dice.choice([(0, 4), (-2, 2), (1, 3)])
        inside = scope.knowing(name, (low, high))
        clauses, filters = Both(f"for {name} in {low}..{high}", f"for {name} in range({low}, {high + 1})"), Both("", "")
        if self.dice.random() < 0.7:
            guard, inside, _ = self._guard(inside)
            filters = Both(f" where {guard.rules}", f" if {guard.python}")
        rules, python = clauses.rules + filters.rules, clauses.python + filters.python
        body, number = self.condition(depth, inside, maps), self._number(inside, maps)
        compared = f"{self.dice.choice(['<=', '>=', '=='])} {self.dice.randint(0, 3)}"
        match self.dice.randrange(6):
            case 0:
                return Both(f"all({body.rules} {rules})", f"all({body.python} {python})")
            case 1:
                return Both(f"any({body.rules} {rules})", f"any({body.python} {python})")
            case 2:
                return Both(
                    f"count({body.rules} {rules}) {compared}", f"sum([bool({body.python}) {python}]) {compared}"
                )
            case 3:
                return Both(f"sum({number.rules} {rules}) {compared}", f"sum([{number.python} {python}]) {compared}")
            case 4:
                best = self.dice.choice(["min", "max"])
                return Both(
                    f"{best}({number.rules} {rules} else 1) {compared}",
                    f"{best}([{number.python} {python}], default=1) {compared}",
                )
        return Both(f"len({{{number.rules} {rules}}}) {compared}", f"len({{{number.python} {python}}}) {compared}")

    def _called(self, depth: int, scope: Scope, maps: list[str]) -> Both:
        """A define whose parameter is as narrow as what is known here, or a bit wider."""
        if not scope.numbers:
            return self._guarded(depth, scope, maps)
        name, (low, high) = self.dice.choice(list(scope.numbers.items()))
        called, parameter = self._fresh("f"), self._fresh("a")
        body = self.condition(min(depth, 1), Scope({parameter: (low, high)}, {}), maps)
        if self.dice.random() < 0.5:
            held = self._fresh("k")
            inner = self.condition(0, Scope({parameter: (low, high), held: (low + 1, high + 1)}, {}), maps)
            text = f"define {called}({parameter}: {low}..{high}) -> Bool =\n  let {held} = {parameter} + 1\n  ({body.rules}) or ({inner.rules})"
            self.defines.append(
                Both(text, f"lambda {parameter}: (lambda {held}: ({body.python}) or ({inner.python}))({parameter} + 1)")
            )
        else:
            self.defines.append(
                Both(
                    f"define {called}({parameter}: {low}..{high}) -> Bool = {body.rules}",
                    f"lambda {parameter}: {body.python}",
                )
            )
        self.defines[-1] = replace(self.defines[-1], python=f"{called} = {self.defines[-1].python}")
        return Both(f"{called}({name})", f"{called}({name})")

    def _fresh(self, letter: str) -> str:
        self._names += 1
        return f"{letter}{self._names}"


@dataclass(frozen=True, slots=True)
class Narrowed:
    """A puzzle: its text, what is looked for, and for each rule its Python (the values of its `each` are tried one by
    one).
    """

    text: str
    names: tuple[str, ...]
    rules: tuple[str, ...]
    defines: tuple[str, ...]

    def boards(self) -> Iterator[Board]:
        """Every way to fill it in."""
        for found in product(*[FINDS[name][1] for name in self.names]):
            yield dict(zip(self.names, found, strict=True))

    def judged(self, board: Board) -> bool | None:
        """Is a board a solution? None if a rule fails on it and none is broken."""
        names = {**WORDS, **board}
        for define in self.defines:
            exec(define, names)
        found = [_value(rule, names) for rule in self.rules]
        return False if False in found else None if None in found else True

    def first(self, board: Board) -> bool | None:
        """Does the first rule hold?"""
        names = {**WORDS, **board}
        for define in self.defines:
            exec(define, names)
        return _value(self.rules[0], names)


def _value(rule: str, names: dict[str, Any]) -> bool | None:
    try:
        return bool(eval(rule, names))
    except Fails:
        return None


def narrowed_puzzle(dice: Random, wild: bool) -> Narrowed:
    """A puzzle of two rules; `wild` ones may fail."""
    author = Author(dice, wild)
    names = ["n", *sorted(dice.sample([name for name in FINDS if name != "n"], 2))]
    scope, maps = author.scope(names), [name for name in names if name in ("green", "low", "shade")]
    plain = author.condition(2, scope, maps)
    inner = author.condition(2, scope.knowing("y", (0, 3)), maps)
    finds = [f"find {name}: {FINDS[name][0]}" for name in names]
    rules = [f"rule first: {plain.rules}", f"rule second: for y in 0..3: {inner.rules}"]
    text = (
        "\n".join(
            [
                "rules 1",
                'puzzle Narrowed "By chance."',
                WORLD,
                *finds,
                *[define.rules for define in author.defines],
                *rules,
            ]
        )
        + "\n"
    )
    each = tuple([f"(lambda y: {inner.python})({y})" for y in range(4)])
    return Narrowed(text, tuple(names), (plain.python, *each), tuple([define.python for define in author.defines]))


@dataclass(frozen=True, slots=True)
class NarrowedGame:
    """The same sort of conditions as needs of actions: about state variables, which `fill` sets, and about a parameter."""

    text: str
    puzzle: Narrowed
    wanted: tuple[str, ...]  # for each action what is asked of `y`

    def legal(self, board: Board) -> list[tuple[int, int]]:
        """The moves after a board was filled in: the action and its value."""
        return [
            (number, y)
            for number, each in enumerate(self.wanted)
            for y in range(4)
            if _value(f"({each})({y})", self._names(board))
        ]

    def fails(self, board: Board) -> bool:
        """Has a condition no value?"""
        return any(_value(f"({each})({y})", self._names(board)) is None for each in self.wanted for y in range(4))

    def _names(self, board: Board) -> dict[str, Any]:
        names = {**WORDS, **board}
        for define in self.puzzle.defines:
            exec(define, names)
        return names


FIXED: Board = {"green": {1: True, 2: False, 3: True}, "low": {-2: 2, -1: 0}, "shade": {0: False, 1: True, 2: True}}
GAME = f"""rules 1
game Narrowed "By chance."
{WORLD}
state
  n: 0..3
  m: -2..1
  o: (0..2)?
  c: Colour?
  green: [1..3] Bool = {{1: true, 2: false, 3: true}}
  low: [-2..-1] 0..2 = {{-2: 2, -1: 0}}
  shade: [Colour] Bool = {{red: false, amber: true, blue: true}}
action fill(fn: 0..3, fm: -2..1, fo: (0..2)?, fc: Colour?)
  does
    n = fn
    m = fm
    o = fo
    c = fc
"""


def narrowed_game(dice: Random, actions: int) -> NarrowedGame:
    """A game of one filling and one move."""
    author = Author(dice)
    names = ["n", "m", "o", "c"]
    scope = author.scope(names).knowing("y", (0, 3))
    conditions = [author.condition(2, scope, ["green", "low", "shade"]) for _ in range(actions)]
    written = [
        f"action judge{number}(y: 0..3)\n  needs {each.rules}\n  does\n    n = 0"
        for number, each in enumerate(conditions)
    ]
    chosen = ", ".join([f"judge{number}" for number in range(actions)])
    text = (
        "\n".join(
            [
                GAME,
                *[define.rules for define in author.defines],
                *written,
                "play",
                "  choose fill",
                f"  choose {chosen}",
            ]
        )
        + "\n"
    )
    wanted = tuple([f"lambda y: {each.python}" for each in conditions])
    return NarrowedGame(
        text, Narrowed(text, ("n", "m", "o", "c"), (), tuple([define.python for define in author.defines])), wanted
    )


def game_boards() -> Iterator[Board]:
    """Every way to fill in a game's variables."""
    for found in product(*[FINDS[name][1] for name in ("n", "m", "o", "c")]):
        yield {**dict(zip(("n", "m", "o", "c"), found, strict=True)), **FIXED}
