"""Termination by the author's measures: the first measure that a move changes falls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import z3

from solver.smt.relation import Relation, Transition, disjunction
from solver.smt.unrolling import Places
from solver.symbolic.terms import Symbol, Term, TermKind

LITTLE = 3_000
MUCH = 10_000
"""Milliseconds for a question about a way of a move, and for each value of its first choice where no others are left.
"""

OVER = "the time was over"


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of the rules, in words and as weighted addends."""

    text: str
    addends: tuple[tuple[int, z3.ExprRef], ...]

    def changes(self, edge: Transition) -> list[z3.ArithRef]:
        """The change of each addend by a transition; asked one by one, because most are easy."""
        pairs = [(weight, before, edge.then(before)) for weight, before in self.addends]
        return [weight * _change(before, after) for weight, before, after in pairs if not after.eq(before)]


@dataclass(frozen=True, slots=True)
class RemainingCycles:
    """Transitions that may still form cycles; `why` says what is not shown."""

    edges: tuple[Transition, ...]
    measures: tuple[Measure, ...] = ()
    why: str = ""

    @property
    def texts(self) -> list[str]:
        """The measures in words."""
        return [measure.text for measure in self.measures]


def read_measures(relation: Relation) -> list[Measure]:
    """What the rules say of why plays end."""
    at = relation.prover.steps.make_evaluator(relation.prover.state, relation.start.node)
    measures = [item for claim in relation.machine.game.claims for item in claim.falling]
    return [Measure(measure.source, tuple(_addends(relation, _number(at.form(measure.value))))) for measure in measures]


def exclude_by_rules(relation: Relation, known: Places) -> RemainingCycles:
    """The transitions that may still form cycles, given the measures of the rules; all on cycles if these may rise.

    A transition that lowers a measure and keeps all earlier ones occurs finitely often if no other transition of its
    cycle raises that measure.
    """
    falling = _MeasureSearch(relation, known, read_measures(relation))
    left, measures = circling(relation.edges), tuple(falling.measures)
    for place, measure in enumerate(measures):
        rising = next((edge for edge in left if not falling.never_rises(edge, place)), None)
        if rising is not None:
            missing = f"it is not shown that {measure.text} does not rise by {_title(rising)}"
            return RemainingCycles(tuple(circling(relation.edges)), (), OVER if relation.clock.is_over() else missing)
        left = circling([edge for edge in left if not falling.always_falls(edge, place, 0)])
    while (lowered := next((edge for edge in left if falling.falls_somewhere(edge)), None)) is not None:
        left = circling([edge for edge in left if edge is not lowered])
    missing = f"it is not shown that something falls by {_title(left[0])}" if left and measures else ""
    return RemainingCycles(tuple(left), measures, OVER if missing and relation.clock.is_over() else missing)


def exclude_again(relation: Relation, known: Places, names: Sequence[str]) -> RemainingCycles:
    """The same once more, where measures that were found before begin with those of the rules."""
    mine = [measure.text for measure in read_measures(relation)]
    return (
        exclude_by_rules(relation, known)
        if mine and list(names[: len(mine)]) == mine
        else RemainingCycles(tuple(circling(relation.edges)))
    )


def list_unchanged(edge: Transition, measures: Sequence[Measure]) -> list[z3.BoolRef]:
    """The conditions that a transition leaves the measures unchanged."""
    return [z3.Sum(changes) == 0 for changes in (measure.changes(edge) for measure in measures) if changes]


@dataclass(frozen=True, slots=True)
class _MeasureSearch:
    relation: Relation
    known: Places
    measures: Sequence[Measure]

    def never_rises(self, edge: Transition, place: int) -> bool:
        """Does no transition raise this measure while keeping the earlier ones?"""
        changes = self.measures[place].changes(edge)
        same = list_unchanged(edge, self.measures[:place])
        return (
            not changes
            or self._never(edge, [*same, disjunction([change > 0 for change in changes])], 0)
            or self._never(edge, [*same, z3.Sum(changes) > 0], MUCH)
        )

    def always_falls(self, edge: Transition, place: int, much: int) -> bool:
        """Does it lower it?"""
        changes = self.measures[place].changes(edge)
        return bool(changes) and self._never(
            edge, [*list_unchanged(edge, self.measures[:place]), z3.Sum(changes) >= 0], much
        )

    def falls_somewhere(self, edge: Transition) -> bool:
        """Does it lower one of the measures, asked with patience, or is it never gone?"""
        return self._never(edge, [], 0) or any(
            self.always_falls(edge, place, MUCH) for place in range(len(self.measures))
        )

    def _never(self, edge: Transition, conditions: Sequence[z3.BoolRef], much: int) -> bool:
        """Is there no state in which the move is made under these conditions? Tries with few assumptions first."""
        if self.relation.clock.is_over():
            return False
        known = self.known.get(edge.source, z3.BoolVal(True))
        for enough in ([edge.slim], [edge.slim, known], [edge.condition, known]):
            answer = self.relation.solve_fresh([*enough, *conditions], LITTLE)
            if answer == z3.unsat:
                return True
        return (
            answer == z3.unknown
            and much > 0
            and self.relation.cases(edge, [edge.condition, known, *conditions], much) == z3.unsat
        )


# -- what goes round
# ----------------------------------------------------------------------------------------------------


def circling(edges: Sequence[Transition]) -> list[Transition]:
    """The edges on cycles."""
    return [edge for edge in edges if edge.source in _find_reachable(edge.target, edges)]


def _find_reachable(start: int, edges: Sequence[Transition]) -> set[int]:
    reachable, waiting = {start}, [start]
    while waiting:
        node = waiting.pop()
        new = {edge.target for edge in edges if edge.source == node} - reachable
        reachable |= new
        waiting += new
    return reachable


# -- what is added up -------------------------------------------------------------------------------------------------


def _number(form: object) -> Symbol:
    assert isinstance(form, Term | int)
    return form


def _addends(relation: Relation, symbol: Symbol, weight: int = 1) -> Iterator[tuple[int, z3.ExprRef]]:
    match symbol:
        case Term(kind=TermKind.SUM):
            for times, part in zip(symbol.coefficients, symbol.parts, strict=True):
                yield from _addends(relation, part, weight * times)
        case Term():
            yield weight, relation.z3_of(symbol)


def _change(before: z3.ExprRef, after: z3.ExprRef) -> z3.ArithRef:
    if isinstance(before, z3.BoolRef):
        assert isinstance(after, z3.BoolRef)
        return z3.If(z3.And(after, z3.Not(before)), 1, z3.If(z3.And(before, z3.Not(after)), -1, 0))
    assert isinstance(before, z3.ArithRef) and isinstance(after, z3.ArithRef)
    return after - before


def _title(edge: Transition) -> str:
    return "a part of play without a decision" if edge.step.action is None else f"`{edge.step.action.name}`"
