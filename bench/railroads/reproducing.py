"""Is a play in the model with no less than its score?

Guesses and a search decide nearly always; CP-SAT decides the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ortools.sat.python import cp_model

from bench.railroads.courses import Course, Line
from bench.railroads.feasible import Rows
from bench.railroads.guessing import Guesser
from rules_dsl.machine.api import State
from solver.mip.translating import LinearRow
from solver.models.ultimate_railroads.telling import PlayAssignment, PlayReader
from solver.relaxed.growing import OccurrenceSum


class Reproducer:
    """The model of one start, asked for many plays."""

    def __init__(self, course: Course, start: State) -> None:
        self.course, self.teller = course, PlayReader(course.game, start)
        self.guesser = Guesser(self.teller.plan)
        self.rows = Rows(self.teller.plan.model, self.guesser.order)
        self.score = score_row(self.teller.plan.model, self.teller.plan.score)
        self.by_solver = 0

    def has(self, line: Line) -> bool:
        """Does the model have the play with no less than its score?"""
        play = self.course.played(line)
        told = self.teller.report_play(play)
        if told.contradiction:
            return False
        settled, guesses = _settled(told), self.guesser.guesses(play, self.course.early(line))
        rows = [*_done(told), LinearRow(self.score.terms, play.score + self.score.low)]
        if settled is not None and self.rows.has(settled, rows, guesses):
            return True
        self.by_solver += 1
        return self._solved(told)

    def _solved(self, told: PlayAssignment) -> bool:
        """CP-SAT decides."""
        model = self.teller.plan.model.clone()
        self.teller.add(told, model)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        status = solver.solve(model)
        assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE), (
            "a model without a limit is decided"
        )
        return status != cp_model.INFEASIBLE


def score_row(model: cp_model.CpModel, score: Any) -> LinearRow:
    """The score as a row: its terms, and what is to be taken from any limit for the numbers in it."""
    asked = model.clone()
    before = len(asked.proto.constraints)
    asked.add(score >= 0)
    linear, terms = asked.proto.constraints[before].linear, dict[int, int]()
    for each, times in zip(linear.vars, linear.coeffs, strict=True):
        terms[each] = terms.get(each, 0) + times
    return LinearRow(terms, linear.domain[0])


def _settled(told: PlayAssignment) -> dict[int, int] | None:
    """Values by the number of the variable; None where a play settles one in two ways."""
    found: dict[int, int] = {}
    for variable, value in told.settled:
        if found.setdefault(variable.index, value) != value:
            return None
    return found


def _done(told: PlayAssignment) -> Iterator[LinearRow]:
    """One at least of some deeds."""
    for doings in told.done:
        terms: dict[int, int] = {}
        number = sum([_added(terms, doing) for doing in doings])
        yield LinearRow(terms, 1 - number)


def _added(terms: dict[int, int], doing: OccurrenceSum) -> int:
    """Adds the variables of a deed; the rest of it is a number."""
    number = 0
    for sign, some in ((1, doing.more), (-1, doing.less)):
        for each in some:
            if isinstance(each, int):
                number += sign * each
            else:
                terms[each.index] = terms.get(each.index, 0) + sign
    return number
