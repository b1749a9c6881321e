"""Moves that a search leaves out: those of one action whose argument is among some values, perhaps in one round only, told so that a kernel sees it in the number of a move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cython_ext.layout import Forms, state_layout
from cython_ext.moves import Field, move_codes
from rules_dsl.ir import nodes as ir

MOST_VALUES = 256
ALWAYS = -1
"""In the place of a round: the bar holds in all of them."""

Barred = Mapping[tuple[str, int], Iterable[tuple[int, ...]]]
"""By action and round the ordinals of first arguments that are left out together."""


@dataclass(frozen=True, slots=True)
class Bar:
    """At a node, as long as the counter stands so, the moves of an option whose part of `width` bits from `shift` on is one of `values`, a bit for each."""

    node: int
    count: int  # or ALWAYS
    option: int
    shift: int
    width: int
    values: int


@dataclass(frozen=True, slots=True)
class Bars:
    """All that is left out, and where a kernel finds node, counter and option: bytes of the state, bits of the move."""

    node_at: int
    node_bytes: int
    count_at: int
    count_bytes: int
    option_width: int
    bars: tuple[Bar, ...]


def bars_of(game: ir.Game, barred: Barred, counter: str = "") -> Bars:
    """What is left out wherever the action may be taken, in the rounds that the variable `counter` counts."""
    codes = move_codes(game)
    found = []
    for (action, count), values in barred.items():
        assert count == ALWAYS or counter
        together, shift, width = _together(codes.actions[action].parameters, list(values))
        found += [Bar(node, count, option, shift, width, together) for node, option in _options(game, action) if together]
    return Bars(*_place(game, "node"), *(_place(game, f"v {counter}") if counter else (0, 0)), codes.option_width, tuple(found))


def _together(fields: Sequence[Field], values: Sequence[tuple[int, ...]]) -> tuple[int, int, int]:
    """The first arguments lie side by side in the number of a move: as one number, a bit for each of their values."""
    used = fields[: len(values[0])] if values else ()
    first = used[0].shift if used else 0
    numbers = {sum(ordinal << field.shift - first for field, ordinal in zip(used, each, strict=True)) for each in values}
    return sum(1 << number for number in numbers if number < MOST_VALUES), first, sum(field.width for field in used)


def _options(game: ir.Game, action: str) -> list[tuple[int, int]]:
    nodes = [(number, node) for number, node in enumerate(game.nodes) if isinstance(node, ir.DecideNode)]
    return [(number, at) for number, node in nodes for at, option in enumerate(node.options) if option.action == action]


def _place(game: ir.Game, name: str) -> tuple[int, int]:
    """Where a state keeps its node, or a number that is never below nothing: the first byte, and how many."""
    members = state_layout(game, Forms(), {variable.name: f"v {variable.name}" for variable in game.variables}).struct.members
    at = [member.name for member in members].index(name)
    before = sum(member.form.size * (1 if member.count is None else member.count) for member in members[:at])
    return before, members[at].form.size
