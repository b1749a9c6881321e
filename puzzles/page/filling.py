"""Puzzles that are filled in, as games of a page: a map of what stands where, none where nothing stands, and one kind
of move for each variable.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BOOL, MapType, OptionalType, SetType, Type, Value, cardinality, is_countable, value_of
from rules_dsl.machine.api import Move, State
from rules_dsl.machine.filling.machine import FindMachine


class NoPage(Exception):
    """A puzzle cannot be shown on a page; says why."""


@dataclass(frozen=True, slots=True)
class FillingPage:
    """A puzzle as a page knows it; states and moves of the machine are told in its way."""

    game: ir.Game
    starts: tuple[int, ...]  # the first cell of each variable

    def state(self, state: State) -> State:
        """Each variable as one value: what stands in its cells."""
        cells = [cell[0] if cell else None for cell in state.values]
        ends = (*self.starts[1:], len(cells))
        pairs = zip(self.game.variables, self.starts, ends, strict=True)
        return State(
            tuple(
                [
                    tuple(cells[start:end]) if isinstance(variable.type, MapType) else cells[start]
                    for variable, start, end in pairs
                ]
            ),
            0,
        )

    def move(self, move: Move) -> Move:
        """The variable, the place in it if it has several, and the value."""
        number = max(at for at, start in enumerate(self.starts) if start <= move.option)
        kind = self.game.variables[number].type
        place: tuple[Value, ...] = (
            (value_of(kind.key, move.option - self.starts[number]),) if isinstance(kind, MapType) else ()
        )
        return Move(number, (*place, *move.arguments))


def filling_page(machine: FindMachine) -> FillingPage:
    """The page's game of a puzzle; raises NoPage for variables that are no board."""
    game, starts, cells = machine.puzzle.game, [], 0
    for find in game.finds:
        starts.append(cells)
        cells += _cells(find.type, find.name)
    variables = tuple(
        [
            ir.StateVar(
                variable.name, kind := _open(variable.type), ir.Literal(_make_empty(kind), kind), ir.Seen("all")
            )
            for variable in game.finds
        ]
    )
    return FillingPage(replace(game, variables=variables, actions=(), nodes=(ir.StopNode(),)), tuple(starts))


def _cells(kind: Type, name: str) -> int:
    match kind:
        case MapType(key, value) if is_countable(value):
            return cardinality(key)
        case SetType(item):
            return cardinality(item)
        case _ if is_countable(kind):
            return 1
        case _:
            raise NoPage(f"{name} is {kind}, which a page cannot show as cells to be filled")


def _open(kind: Type) -> Type:
    """The type of what stands there so far."""
    match kind:
        case MapType(key, value):
            return MapType(key, OptionalType(value))
        case SetType(item):
            return MapType(item, OptionalType(BOOL))
        case _:
            return OptionalType(kind)


def _make_empty(kind: Type) -> Value:
    return (None,) * cardinality(kind.key) if isinstance(kind, MapType) else None
