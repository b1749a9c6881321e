"""Fill-in puzzles as CP-SAT models: any solution, and a second solution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.failures import stop_play
from rules_dsl.ir.types import Type, Value
from solver.cpsat.translating import CpSatTranslation, Literal, TooWide
from solver.ortools.library import cp_model
from solver.protocol.questions import UnsupportedQuestion
from solver.symbolic.expressions import SymbolicEvaluator, SymbolicFailure
from solver.symbolic.folds import rounds
from solver.symbolic.forms import Form, UnsupportedTerm, make_form, symbols_of, unknown, value_in
from solver.symbolic.terms import Symbol, Term, Terms

Filled = Sequence[int]
"""What stands in each cell, as the number that stands for it in terms; cells are in the order of a search by hand
(`solver/filling/search.py`).
"""


class FillingModel:
    """The rules of a puzzle as one model. It shares nothing with the search by hand but the form of the game."""

    def __init__(self, game: ir.Game) -> None:
        self._terms = Terms()
        self._translation = CpSatTranslation(self._terms)
        try:
            forms = {find.name: unknown(self._terms, find.type, find.name) for find in game.finds}
            self.cells: list[Term] = [
                cell for find in game.finds for cell in symbols_of(forms[find.name]) if isinstance(cell, Term)
            ]
            truths, failures = _conditions(game, self._terms, forms)
            for truth in truths:
                self._translation.enforce(truth)
            self._refuse_failures(failures)
        except (UnsupportedTerm, TooWide) as reason:
            raise UnsupportedQuestion(f"the rules of this puzzle cannot be said in terms: {reason}") from None
        self._equal: dict[tuple[int, int], Literal] = {}
        self._differing: dict[tuple[int, ...], cp_model.IntVar] = {}
        self._numbers = [self._translation.number(cell) for cell in self.cells]

    def _refuse_failures(self, failures: Sequence[SymbolicFailure]) -> None:
        """Raises the error of a rule that fails on a filling that breaks none; a rule that fails there was enforced to
        hold or fail.
        """
        possible = [self._translation.truth(failure.condition) for failure in failures]
        if not possible:
            return
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        model = self._translation.model.clone()
        model.add_bool_or(possible)
        if _run_interruptibly(solver, model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            failed = next(
                failure for failure, literal in zip(failures, possible, strict=True) if solver.boolean_value(literal)
            )
            stop_play(
                failed.code, "a rule fails on a filling that no other rule excludes", failed.span, label="it fails here"
            )

    def solution(self, fixed: Mapping[int, int]) -> Filled | None:
        """A solution with these cells, or None; deterministic for the same sequence of calls."""
        return self._solve_assuming([self._is(place, number) for place, number in fixed.items()])

    def another(self, fixed: Mapping[int, int], known: Filled) -> Filled | None:
        """A second solution with these cells; None if the known one is unique."""
        key = tuple(known)
        if key not in self._differing:
            differs = self._differing[key] = self._translation.model.new_bool_var("differs")
            self._translation.model.add_bool_or(
                [~self._is(place, number) for place, number in enumerate(known)]
            ).only_enforce_if(differs)
        return self._solve_assuming(
            [self._differing[key], *[self._is(place, number) for place, number in fixed.items()]]
        )

    def _solve_assuming(self, assumed: Sequence[Literal]) -> Filled | None:
        model, solver = self._translation.model, cp_model.CpSolver()
        model.clear_assumptions()
        model.add_assumptions(assumed)
        solver.parameters.num_workers = 1
        status = _run_interruptibly(solver, model)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return [int(solver.value(number)) for number in self._numbers]
        return None

    def _is(self, place: int, number: int) -> Literal:
        """The literal that the cell has this value."""
        key = place, number
        if key not in self._equal:
            cell = self.cells[place]
            result = (
                (cell if number else self._terms.negate_truth(cell)) if cell.truth else self._terms.equal(cell, number)
            )
            self._equal[key] = self._translation.truth(result)
        return self._equal[key]


def _conditions(game: ir.Game, terms: Terms, forms: Mapping[str, Form]) -> tuple[list[Symbol], list[SymbolicFailure]]:
    """What holds of each rule for each combination of values of its `each`: its condition, or that it fails; and where
    rules fail.
    """
    evaluator = SymbolicEvaluator(game, terms)
    evaluator.state = dict(forms)
    symbols: list[Symbol] = []
    for rule in game.find_rules:
        for condition in rounds(evaluator, rule.each):
            before = len(evaluator.failures)
            holds = terms.implies(condition, evaluator.form(rule.condition))
            symbols.append(terms.any([holds, *[failure.condition for failure in evaluator.failures[before:]]]))
    return symbols, evaluator.failures


def numbers_of(types: Sequence[Type], cells: Sequence[Value]) -> list[int]:
    """The values of cells as numbers."""
    return [int(make_form(kind, value)) for kind, value in zip(types, cells, strict=True)]


def values_of(types: Sequence[Type], numbers: Sequence[int]) -> list[Value]:
    """The reverse."""
    return [value_in(kind, number) for kind, number in zip(types, numbers, strict=True)]


def _run_interruptibly(solver: cp_model.CpSolver, model: cp_model.CpModel) -> cp_model.CpSolverStatus:
    """How the search ended.

    CP-SAT hears Ctrl-C in place of Python and then does not know the answer; nothing else limits it.
    """
    status = solver.solve(model)
    if status == cp_model.UNKNOWN:
        raise KeyboardInterrupt
    return status
