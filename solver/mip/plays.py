"""A second opinion on what CP-SAT calls impossible: the terms of a play that is spelled out become rows of their own,
and HiGHS looks for a solution of them.

The two opinions share the terms, which come from the rules; translation and solver differ. What HiGHS calls a solution
is evaluated term by term before it counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules_dsl.machine.api import Machine, State
from solver.cpsat.growing import grow_unrolling
from solver.cpsat.modelling import CpSatModel, goal_condition, worth_at
from solver.cpsat.translating import TooWide
from solver.cpsat.unrolling import Decision, Layer, UnrolledEnd
from solver.mip.programs import NotLinear
from solver.mip.running import HIGHS, run_to_end
from solver.mip.term_rows import TermRows, total
from solver.protocol.clock import Clock
from solver.protocol.disagreement import Disagreement
from solver.protocol.questions import UnsupportedQuestion
from solver.symbolic.forms import UnsupportedTerm
from solver.symbolic.term_values import values_of
from solver.symbolic.terms import Symbol, Term, Terms
from solver.trust.opinions import Second

Implied = tuple[Symbol, Symbol]
"""Where the first holds, so does the second."""
Choice = tuple[Sequence[Symbol], Symbol]
"""One of these holds where the condition does, elsewhere none."""


@dataclass(frozen=True, slots=True, repr=False)
class Play:
    """All that has to hold in a play, and the conditions of which one must hold besides."""

    choices: tuple[Choice, ...]
    implied: tuple[Implied, ...]
    sought: tuple[Symbol, ...]

    @property
    def truths(self) -> list[Symbol]:
        """Every symbol in it."""
        return [
            *[item for group, condition in self.choices for item in (*group, condition)],
            *[item for pair in self.implied for item in pair],
            *self.sought,
        ]


def confirm_best(model: CpSatModel, worth: int | None, clock: Clock) -> Second:
    """Does HiGHS say, too, that no play ends with more than so much (None: that none ends)?

    Raises Disagreement where it knows one that does.
    """
    ends = [(end.condition, _is_above(model, worth, end)) for end in _ends(model.layers)]
    beyond = [condition for layer in model.layers for condition in layer.beyond]
    return _is_impossible(play_of(model.unrolling.terms, model.layers, ends, beyond, model.forbidden), clock)


def unroll_and_confirm(machine: Machine, start: State, worth: int | None, clock: Clock) -> Second:
    """The same for a game that is not unrolled yet, unless it is too large."""
    model = CpSatModel(machine, start)
    try:
        for _ in grow_unrolling(model, clock):
            pass
        if model.unrolling.is_over:
            return confirm_best(model, worth, clock)
    except (UnsupportedTerm, TooWide, UnsupportedQuestion):
        return Second.UNTOLD
    return Second.LATE


def confirm_fewest(model: CpSatModel, moves: int, clock: Clock) -> Second:
    """Does HiGHS say, too, that no play reaches the goal with fewer moves?

    Raises Disagreement where it knows one that does.
    """
    layers = model.layers[:moves]
    ends = [(end.condition, goal_condition(model.unrolling, end)) for end in _ends(layers)]
    return _is_impossible(play_of(model.unrolling.terms, layers, ends), clock)


def _ends(layers: Iterable[Layer]) -> list[UnrolledEnd]:
    return [end for layer in layers for end in layer.ends]


def _is_above(model: CpSatModel, worth: int | None, end: UnrolledEnd) -> Symbol:
    """Does play end without a failure, and with more?"""
    terms = model.unrolling.terms
    condition, failures = worth_at(model.unrolling, end)
    return terms.all(
        [
            *[terms.negate_truth(failure) for failure in failures],
            True if worth is None else terms.not_above(worth + 1, condition),
        ]
    )


def play_of(
    terms: Terms,
    layers: Sequence[Layer],
    ends: Sequence[Implied],
    beyond: Sequence[Symbol] = (),
    forbidden: Sequence[Symbol] = (),
) -> Play:
    """A play through these layers to an end at which a condition holds, or past the unrolled layers."""
    choices = [
        ([*[made.made for made in decision.moves], decision.stuck], decision.condition)
        for layer in layers
        for decision in layer.decisions
    ]
    implied = [pair for layer in layers for pair in _list_implications(terms, layer)]
    return Play(
        tuple(choices),
        (*implied, *ends, *[(True, truth) for truth in forbidden]),
        (*[condition for condition, _ in ends], *beyond),
    )


def _list_implications(terms: Terms, layer: Layer) -> Iterator[Implied]:
    for decision in layer.decisions:
        yield from _list_decision_implications(terms, decision)
    yield from [(rule.given, rule.then) for rule in layer.rules]


def _list_decision_implications(terms: Terms, decision: Decision) -> Iterator[Implied]:
    if isinstance(decision.stuck, Term) or decision.stuck:
        yield decision.stuck, decision.nothing
    for move in decision.moves:
        yield move.made, move.step.legal
        yield from [(move.made, terms.negate_truth(failure.condition)) for failure in move.step.failures]


def rows_of(play: Play) -> TermRows:
    """The play as rows."""
    rows = TermRows()
    for group, condition in play.choices:
        rows.equal(total([rows.sum(item) for item in group]), rows.sum(condition))
    for given, truth in play.implied:
        rows.enforce(truth, given)
    rows.between(total([rows.sum(item) for item in play.sought]), low=1)
    return rows


def _is_impossible(play: Play, clock: Clock) -> Second:
    """Does HiGHS say that there is no such play?"""
    try:
        rows = rows_of(play)
    except NotLinear:
        return Second.UNSAYABLE
    status, values = run_to_end(rows.program(), clock, HIGHS)
    if values is not None and _holds(play, {name: values[column] for name, column in rows.unknowns.items()}):
        raise Disagreement("a better play was called impossible, but HiGHS knows one that fits every term of the rules")
    if status == "infeasible":
        return Second.SAME
    return Second.LATE if values is None else Second.INEXACT


def _holds(play: Play, known: dict[str, int]) -> bool:
    """Is this a play in exact integers? Floating-point solutions may not be."""
    truths = play.truths
    value = dict(zip([_key(truth) for truth in truths], values_of(truths, _PartialValues(known)), strict=True))
    one_each = all(
        sum([value[_key(item)] for item in group]) == value[_key(condition)] for group, condition in play.choices
    )
    return (
        one_each
        and all(value[_key(truth)] or not value[_key(given)] for given, truth in play.implied)
        and any(value[_key(item)] for item in play.sought)
    )


def _key(symbol: Symbol) -> tuple[bool, int]:
    return (True, symbol.number) if isinstance(symbol, Term) else (False, int(symbol))


class _PartialValues(dict[str, int]):
    """Unknowns that no row mentions may be anything."""

    def __missing__(self, name: str) -> int:
        return 0
