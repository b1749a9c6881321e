"""What a search leaves out: moves of one action whose argument is among some values, perhaps in one round only, and
positions in which a number is out of its limits.

Both are told so that a kernel sees them in the number of a move and in the bytes of a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cython_ext.layout.move_codes import MoveField, move_codes
from cython_ext.layout.states import Forms, map_storage, state_layout
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import IntType, MapType, Type

MOST_VALUES = 256
ALWAYS = -1
"""In the place of a round: the bar holds in all of them."""

Barred = Mapping[tuple[str, int], Iterable[tuple[int, ...]]]
"""By action and round the ordinals of first arguments that are left out together."""


@dataclass(frozen=True, slots=True)
class Bar:
    """At a node, as long as the counter stands so, the moves of an option whose part of `width` bits from `shift` on is
    one of `values`, a bit for each.
    """

    node: int
    count: int  # or ALWAYS
    option: int
    shift: int
    width: int
    values: int


@dataclass(frozen=True, slots=True)
class Limit:
    """As long as the counter is within `first` and `last`, a number of the state is within `low` and `high`: that of a
    variable, or one of its map's at these keys.
    """

    variable: str
    ordinals: tuple[int, ...]
    first: int
    last: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Fence:
    """A limit as a kernel sees it: the number is in `size` bytes from `at` on."""

    first: int
    last: int
    at: int
    size: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Bars:
    """All that is left out, and where a kernel finds node, counter and option: bytes of the state, bits of the move."""

    node_at: int
    node_bytes: int
    count_at: int
    count_bytes: int
    option_width: int
    bars: tuple[Bar, ...]
    fences: tuple[Fence, ...] = ()


def bars_of(game: ir.Game, barred: Barred, counter: str = "", limits: Iterable[Limit] = ()) -> Bars:
    """What is left out wherever the action may be taken, in the rounds that the variable `counter` counts."""
    codes = move_codes(game)
    bars = []
    for (action, count), values in barred.items():
        assert count == ALWAYS or counter
        together, shift, width = _together(codes.actions[action].parameters, list(values))
        bars += [
            Bar(node, count, option, shift, width, together) for node, option in _options(game, action) if together
        ]
    fences = [_fence(game, limit) for limit in limits]
    assert counter or not fences
    return Bars(
        *place_of(game, "node"),
        *(place_of(game, f"v {counter}") if counter else (0, 0)),
        codes.option_width,
        tuple(bars),
        tuple(fences),
    )


def _together(fields: Sequence[MoveField], values: Sequence[tuple[int, ...]]) -> tuple[int, int, int]:
    """The first arguments lie side by side in the number of a move: as one number, a bit for each of their values."""
    used = fields[: len(values[0])] if values else ()
    first = used[0].shift if used else 0
    numbers = {
        sum(ordinal << field.shift - first for field, ordinal in zip(used, value, strict=True)) for value in values
    }
    return sum(1 << number for number in numbers if number < MOST_VALUES), first, sum(field.width for field in used)


def _options(game: ir.Game, action: str) -> list[tuple[int, int]]:
    nodes = [(number, node) for number, node in enumerate(game.nodes) if isinstance(node, ir.DecideNode)]
    return [(number, at) for number, node in nodes for at, option in enumerate(node.options) if option.action == action]


def place_of(game: ir.Game, name: str) -> tuple[int, int]:
    """Where a state keeps its node, or a number that is never below nothing: the first byte, and how many."""
    members = state_layout(
        game, Forms(), {variable.name: f"v {variable.name}" for variable in game.variables}
    ).struct.members
    at = [member.name for member in members].index(name)
    before = sum(member.form.size * (1 if member.count is None else member.count) for member in members[:at])
    return before, members[at].form.size


def place_in(game: ir.Game, variable: str, ordinals: Sequence[int]) -> tuple[int, int, Type]:
    """Where a part of a variable lies, from map to map: the first byte, how many, and its type."""
    at, size = place_of(game, f"v {variable}")
    type_ = next(item.type for item in game.variables if item.name == variable)
    for ordinal in ordinals:
        assert isinstance(type_, MapType) and map_storage(type_) == "array"
        type_ = type_.value
        size = Forms().of(type_).size
        at += ordinal * size
    return at, size, type_


def _fence(game: ir.Game, limit: Limit) -> Fence:
    at, size, type_ = place_in(game, limit.variable, limit.ordinals)
    assert isinstance(type_, IntType) and type_.low >= 0  # a kernel reads numbers that are never below nothing
    return Fence(limit.first, limit.last, at, size, limit.low, limit.high)
