"""What a game consists of, in plain Python: actions, exceptions, endings, and play as a list of steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Env = dict[str, Any]
"""Names with their values: numbers, truths, names of things, None, frozensets, and tuples for maps, records, lists and
bags.
"""
Value = Callable[[Env], Any]
Deed = Callable[[Env], None]


class Refused(Exception):
    """The move is not legal."""


class Fails(Exception):
    """The rules fail: a value leaves its range, or two exceptions clash."""


class Endless(Exception):
    """Reactions or play go on without a rest; such a program is drawn anew."""


class Fork(Exception):
    """A choice in the middle of a move that nobody has made yet."""

    def __init__(self, values: Sequence[Any]) -> None:
        super().__init__(values)
        self.values = values


@dataclass(frozen=True, slots=True)
class Part:
    """What an action or an exception asks before, does, and asks after."""

    needs: tuple[Value, ...] = ()
    body: Deed = lambda _env: None
    ensures: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Exceptional:
    """An exception: it applies where `when` holds; `beats` are the exceptions it is ordered before."""

    name: str
    when: Value
    part: Part
    beats: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Action:
    """What may be done; `domains` give the values of its parameters, upwards.

    `instead` replaces it, `also` is added to it.
    """

    name: str
    parameters: tuple[str, ...]
    domains: tuple[Value, ...]
    part: Part
    instead: tuple[Exceptional, ...] = ()
    also: tuple[Exceptional, ...] = ()

    def ruling(self, env: Env) -> Part:
        """The action itself or what stands in its place."""
        found = [each for each in self.instead if each.when(env)]
        if not found:
            return self.part
        winner = next(
            (each for each in found if all(other is each or other.name in each.beats for other in found)), None
        )
        return _CLASH if winner is None else winner.part

    def added(self, env: Env) -> list[Exceptional]:
        """What is added, in its order: by `before`, else by name."""
        found = sorted([each for each in self.also if each.when(env)], key=lambda each: each.name)
        order: list[Exceptional] = []
        while found:
            first = next(each for each in found if not any(each.name in other.beats for other in found))
            found.remove(first)
            order.append(first)
        return order

    def allows(self, env: Env) -> bool:
        """Do all needs hold that apply?"""
        needs = [*self.ruling(env).needs, *[need for each in self.added(env) for need in each.part.needs]]
        return all(need(env) for need in needs)

    def do(self, env: Env) -> None:
        """Do it; which exceptions apply is read before anything is done."""
        part, added = self.ruling(env), self.added(env)
        part.body(env)
        for each in added:
            each.part.body(env)
            _insist(each.part, env)
        _insist(part, env)


def _insist(part: Part, env: Env) -> None:
    if not all(each(env) for each in part.ensures):
        raise Refused


def _clash(_env: Env) -> None:
    raise Fails


_CLASH = Part(body=_clash)


@dataclass(frozen=True, slots=True)
class Variable:
    """A part of the state.

    `seen` is who sees it: everybody (None), the owner of each entry of a map from players (`owner`), or the players
    that an expression gives.
    """

    name: str
    initial: Any
    seen: Value | str | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """A way the game ends; with `each` it is tried for every player under that name."""

    kind: str
    when: Value
    who: Value | None = None
    each: str = ""


@dataclass(frozen=True, slots=True)
class Do:
    """A statement of play."""

    deed: Deed


@dataclass(frozen=True, slots=True)
class Jump:
    """Go on at another step; with a condition only if it does not hold."""

    to: int
    unless: Value | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """Set a counter that no rule of the game changes; None forgets it."""

    name: str
    value: Value | None


@dataclass(frozen=True, slots=True)
class Choose:
    """Somebody decides between actions; where none is legal play goes on at `otherwise`, or ends."""

    actions: tuple[str, ...]
    by: Value
    otherwise: int | None


@dataclass(frozen=True, slots=True)
class Chance:
    """A value comes by chance; `weights` are those of the values, which stand upwards."""

    name: str
    weights: Callable[[Env], Sequence[tuple[Any, int]]]
    drawn: Deed | None = None


@dataclass(frozen=True, slots=True)
class Stop:
    """The game ends."""


Step = Do | Jump | Count | Choose | Chance | Stop


@dataclass(frozen=True, slots=True)
class Position:
    """What play remembers: the variables in order, counters and drawn values that are still needed, and the step it
    rests at (-1: it is over).
    """

    values: tuple[Any, ...]
    kept: tuple[tuple[str, Any], ...]
    at: int


@dataclass(frozen=True, slots=True)
class Move:
    """A legal move as it is written, what it leads to, and how likely it is where chance acts."""

    text: str
    after: Position
    odds: Fraction | None = None


def said(value: Any) -> str:
    """A value as moves are written; a record is written by its fields."""
    if isinstance(value, tuple):
        return f"Rec({', '.join(map(said, value))})"
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)
