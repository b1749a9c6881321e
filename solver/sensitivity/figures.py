"""Which figures of the tables a line reads, recorded while it is replayed on the reference machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import EnumType, MapType, Value
from rules_dsl.machine.api import Move, State
from rules_dsl.machine.reference import ReferenceMachine

Figure = tuple[str, str, str]
"""Table, row and field."""


class _Column(tuple[Value, ...]):
    """A column of a table that notes which rows are read."""

    read: set[int]

    def __getitem__(self, row: int) -> Value:  # type: ignore[override]
        self.read.add(row)
        return super().__getitem__(row)


def figures_read(game: ir.Game, start: State, play: Sequence[Move]) -> set[Figure]:
    """The figures that the rules look up along a line and for its score, without those evaluated at compile time."""
    columns = {constant.name: _noting(constant) for constant in game.constants if _is_column(constant)}
    constants = tuple(
        [replace(constant, value=columns.get(constant.name, constant.value)) for constant in game.constants]
    )
    reader = ReferenceMachine(replace(game, constants=constants))
    for column in columns.values():
        column.read.clear()  # what was read to set up the machine
    state = start
    for move in play:
        state = reader.apply(state, move)
    reader.scores(state)
    return {
        figure
        for constant in game.constants
        if constant.name in columns
        for figure in _figures(constant, columns[constant.name].read)
    }


def _is_column(constant: ir.Constant) -> bool:
    return constant.role == "table" and isinstance(constant.type, MapType) and isinstance(constant.type.key, EnumType)


def _noting(constant: ir.Constant) -> _Column:
    column = _Column(constant.value)
    column.read = set()
    return column


def _figures(constant: ir.Constant, rows: set[int]) -> list[Figure]:
    assert isinstance(constant.type, MapType) and isinstance(constant.type.key, EnumType)
    table, _, column = constant.name.partition(".")
    return [(table, constant.type.key.members[row], column) for row in rows]
