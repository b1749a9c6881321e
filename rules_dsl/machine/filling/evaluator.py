"""Evaluates pictures of partly filled puzzles."""

from __future__ import annotations

from collections.abc import Mapping

from rules_dsl.ir.nodes import Expr
from rules_dsl.ir.types import TextType, Value, is_scalar, zero
from rules_dsl.machine.api import State
from rules_dsl.machine.filling.grounding import Grounder
from rules_dsl.machine.filling.machine import FindMachine
from rules_dsl.machine.filling.puzzle import FindPuzzle, make_solved_game
from rules_dsl.machine.filling.terms import look_of
from rules_dsl.machine.reference import ReferenceMachine


class FillingEvaluator:
    """Evaluates expressions on a partly filled puzzle.

    A text, number or truth value that depends on an empty cell is None; in larger values empty cells count as zero.
    """

    def __init__(self, machine: FindMachine) -> None:
        self.game = machine.game
        self._puzzle: FindPuzzle = machine.puzzle
        self._filled = ReferenceMachine(make_solved_game(machine.puzzle.game))
        self._grounder = Grounder(machine.puzzle.game, machine.puzzle.places)

    def value(self, expr: Expr, state: State, locals_: Mapping[str, Value]) -> Value:
        """The value of an expression in a position."""
        if () in state.values and (is_scalar(expr.type) or isinstance(expr.type, TextType)):
            return self._as_far_as_known(expr, state, locals_)
        return self._filled.value(expr, self._solution(state), locals_)

    def _as_far_as_known(self, expr: Expr, state: State, locals_: Mapping[str, Value]) -> Value:
        possible = look_of(self._grounder.term_with(expr, locals_))(self._puzzle.domains_of(state.values))
        return possible[0] if possible is not None and len(possible) == 1 else None

    def _solution(self, state: State) -> State:
        pairs = zip(self._puzzle.cells, state.values, strict=True)
        fixed = {number: filled[0] if filled else zero(cell.type) for number, (cell, filled) in enumerate(pairs)}
        return State(self._puzzle.complete_values(fixed), 0)
