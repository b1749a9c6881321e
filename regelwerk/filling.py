"""Puzzles to be filled in, seen as positions of a game."""

from __future__ import annotations

from collections.abc import Mapping

from rules_dsl.ir.nodes import Expr, Game
from rules_dsl.ir.types import Value, zero
from rules_dsl.machine.api import State
from rules_dsl.machine.find import FindPuzzle, filled_game
from rules_dsl.machine.find_machine import FindMachine
from rules_dsl.machine.reference import ReferenceMachine


class FillingEvaluator:
    """Evaluates expressions in a position of a find puzzle; what is not filled in yet counts as zero."""

    def __init__(self, machine: FindMachine) -> None:
        self._puzzle: FindPuzzle = machine.puzzle
        self._filled = ReferenceMachine(filled_game(machine.puzzle.game))

    @property
    def game(self) -> Game:
        """The puzzle."""
        return self._filled.game

    def value(self, expr: Expr, state: State, locals_: Mapping[str, Value]) -> Value:
        """The value of an expression in a position."""
        return self._filled.value(expr, self._solution(state), locals_)

    def _solution(self, state: State) -> State:
        pairs = zip(self._puzzle.cells, state.values, strict=True)
        fixed = {number: filled[0] if filled else zero(cell.type) for number, (cell, filled) in enumerate(pairs)}
        return State(self._puzzle.filled(fixed), 0)
