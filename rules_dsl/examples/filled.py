"""Examples of fill-in puzzles: the given cells, what all solutions have in common, and which rule refuses a cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.examples.results import ExampleOutcome, report_failure, report_pass, report_undecided
from rules_dsl.examples.steps import KIND, StepFailure, demand
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import MapType, Value, ordinal
from rules_dsl.machine.api import State
from rules_dsl.machine.filling.puzzle import FindPuzzle, ListSolutions, make_solved_game
from rules_dsl.machine.filling.terms import ConstantTerm, Entries, OpenTerm, SetTerm, Term, cells_of
from rules_dsl.machine.reference import ReferenceMachine

MOST_SOLUTIONS = 1_000


class _TooMany(Exception):
    """More solutions than are examined."""


def run_filled(
    game: ir.Game, example: ir.Example, list_solutions: ListSolutions
) -> tuple[ExampleOutcome, frozenset[str]]:
    """Run an example of a puzzle; also returns the rules that refused something."""
    filling = _FilledCells(FindPuzzle(game), ReferenceMachine(make_solved_game(game)), list_solutions)
    span = example.rule.span
    try:
        for step, following in zip(example.steps, (*example.steps[1:], None), strict=True):
            span = step.assign.span if isinstance(step, ir.GivenStep) else step.span
            _step(filling, step, following)
    except StepFailure as unmet:
        return report_failure(KIND, example.label, unmet.span, unmet.detail), frozenset(filling.refusing)
    except _TooMany:
        detail = f"it holds in the first {MOST_SOLUTIONS:,} solutions, and there are more"
        return report_undecided(KIND, example.label, span, detail), frozenset(filling.refusing)
    except RulesError as error:
        return report_failure(KIND, example.label, span, error.diagnostics[0].message), frozenset(filling.refusing)
    return report_pass(KIND, example.label, example.rule.span), frozenset(filling.refusing)


@dataclass(slots=True)
class _FilledCells:
    """The filled cells, and the rules that refused something."""

    puzzle: FindPuzzle
    machine: ReferenceMachine
    list_solutions: ListSolutions
    cells: Mapping[int, Value] = field(default_factory=dict)
    refusing: set[str] = field(default_factory=set)

    def with_given(self, assign: ir.Assign) -> dict[int, Value]:
        """The cells when this is filled in, too."""
        empty = self.machine.initial()
        after = self.machine.run(empty, (assign,))
        values = {
            variable.name: value for variable, value in zip(self.machine.game.variables, after.values, strict=True)
        }
        all_cells = dict(_cells([(self.puzzle.places[name], value) for name, value in values.items()]))
        set_now = cells_of([self._term(assign.place, empty)])
        return {**self.cells, **{cell: all_cells[cell] for cell in set_now}}

    def _term(self, place: ir.Place, state: State) -> Term:
        """The cells of a place."""
        match place:
            case ir.VarPlace(name):
                return self.puzzle.places[name]
            case ir.FieldPlace(base):
                return self._term(base, state)
            case ir.ItemPlace(base, key):
                whole = self._term(base, state)
                if not isinstance(whole, Entries) or not isinstance(base.type, MapType):
                    return whole
                return whole.parts[ordinal(base.type.key, self.machine.value(key, state, {}))]

    def solutions(self) -> Iterator[State]:
        """The solutions that extend the filled cells."""
        for number, solution in enumerate(self.list_solutions(self.puzzle, self.cells)):
            if number == MOST_SOLUTIONS:
                raise _TooMany
            yield State(solution, 0)

    def has_solution(self, cells: Mapping[int, Value]) -> bool:
        """Is there a solution with these cells?"""
        return next(self.list_solutions(self.puzzle, cells), None) is not None


def _cells(parts: Sequence[tuple[Term, Value]]) -> Iterator[tuple[int, Value]]:
    """Each cell of the terms, with its value for these values of the terms."""
    for term, value in parts:
        match term:
            case Entries(inner):
                yield from _cells(list(zip(inner, value, strict=True)))
            case SetTerm(inner):
                yield from _cells([(part, value >> number & 1 == 1) for number, part in enumerate(inner)])
            case OpenTerm(_, cells):
                (cell,) = cells
                yield cell, value
            case ConstantTerm():
                pass


def _step(filling: _FilledCells, step: ir.ExampleStep, following: ir.ExampleStep | None) -> None:
    match step:
        case ir.GivenStep(assign) if isinstance(following, ir.RefusedStep):
            _expect_refusal(filling, filling.with_given(assign), following)
        case ir.GivenStep(assign):
            filling.cells = filling.with_given(assign)
        case ir.ThenStep():
            _then(filling, step)
        case _:
            pass  # a `refused` was looked at with what is given before it; the rules are read so that nothing else stands here


def _expect_refusal(filling: _FilledCells, cells: Mapping[int, Value], expected: ir.RefusedStep) -> None:
    """The last cell must break a rule, or without a given reason leave no solution; it is not kept."""
    broken = [item.rule for item in filling.puzzle.list_broken(cells)]
    if not broken and expected.reason is None and not filling.has_solution(cells):
        return
    if not broken:
        raise StepFailure(expected.span, "no rule is broken by what is given")
    fitting = [rule for rule in broken if expected.reason in (None, rule.reason)]
    if not fitting:
        raise StepFailure(expected.span, f'it is refused because "{broken[0].reason}", not because "{expected.reason}"')
    filling.refusing |= {rule.name for rule in fitting}


def _then(filling: _FilledCells, step: ir.ThenStep) -> None:
    """The condition must hold in every solution, and there must be one."""
    result = False
    for solution in filling.solutions():
        result = True
        demand(filling.machine, solution, step)
    if not result:
        raise StepFailure(step.span, "there is no solution with what is given")
