"""Why plays end: measures of the state that no move raises, and that moves lower one after another until none is left
that could go round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import z3

from solver.smt.asking import check_conditions
from solver.smt.falling import Measure, circling, exclude_again, exclude_by_rules, list_unchanged
from solver.smt.relation import Relation, Transition
from solver.smt.unrolling import Places
from solver.symbolic.forms import Form, is_truth, symbols_of
from solver.symbolic.terms import Symbol, Term

MOST_PARTS = 40
QUICK = 1_000

Found = tuple[str, z3.ArithRef]


def measures_that_fall(relation: Relation, known: Places) -> list[str] | str:
    """Measures, those of the rules first, each lowered by some moves and raised by none of those that the measures
    before it do not lower. If they are not enough, what is missing of those of the rules.

    All parts of a state lie in ranges, so a measure falls only so often: a play that never ends would go round on moves
    that lower nothing.
    """
    begun = exclude_by_rules(relation, known)
    left, result = list(begun.edges), begun.texts
    waiting = list(_measures(relation))
    while left:
        chosen = next((item for item in _falling(relation, known, waiting, left, begun.measures)), None)
        if chosen is None:
            return begun.why
        (name, measure), lowered = chosen
        result.append(name)
        waiting = [pair for pair in waiting if pair[1] is not measure]
        left = circling([edge for edge in left if edge not in lowered])
    return result


def fall_again(relation: Relation, known: Places, names: Sequence[str]) -> bool | None:
    """Do the named measures exclude all cycles? None if Z3 does not know."""
    measures, begun = dict(_measures(relation)), exclude_again(relation, known, names)
    left = list(begun.edges)
    for name in names[len(begun.measures) :]:
        if name not in measures:
            return False
        falls = {
            number: _always(relation, known, edge, edge.then(measures[name]) < measures[name], begun.measures)
            for number, edge in enumerate(left)
        }
        rest = [edge for number, edge in enumerate(left) if not falls[number]]
        raised = [
            _always(relation, known, edge, edge.then(measures[name]) <= measures[name], begun.measures) for edge in rest
        ]
        if not all(raised):
            return False if False in raised else None
        left = circling(rest)
    return not left


def _falling(
    relation: Relation, known: Places, measures: Iterable[Found], edges: Sequence[Transition], same: Sequence[Measure]
) -> Iterator[tuple[Found, list[Transition]]]:  # fmt: skip
    """Measures that none of the edges raises and at least one lowers, while those of the rules stay the same."""
    for measure in measures:
        if relation.clock.is_over():
            return
        lowered = [edge for edge in edges if _always(relation, known, edge, edge.then(measure[1]) < measure[1], same)]
        rest = [edge for edge in edges if edge not in lowered]
        if lowered and all(_always(relation, known, edge, edge.then(measure[1]) <= measure[1], same) for edge in rest):
            yield measure, lowered


def _always(
    relation: Relation, known: Places, edge: Transition, claim: z3.BoolRef, same: Sequence[Measure]
) -> bool | None:
    solver = relation.solver()
    relation.limit(solver, QUICK)
    solver.add(edge.condition, known.get(edge.source, z3.BoolVal(True)), *list_unchanged(edge, same), z3.Not(claim))
    answer = check_conditions(solver)
    return None if answer == z3.unknown else bool(answer == z3.unsat)


def _measures(relation: Relation) -> Iterator[Found]:
    """Candidate measures: the total of each variable, rising and falling, then its parts."""
    forms = {name: form for name, form in relation.prover.state.items() if "()" not in name}
    for name, form in forms.items():
        yield from _both_ways(relation, name, form)
    parts = [
        (f"{name}[{place}]", part)
        for name, form in forms.items()
        if isinstance(form, tuple)
        for place, part in enumerate(form)
    ]
    for name, part in parts[:MOST_PARTS]:
        yield from _both_ways(relation, name, part)


def _both_ways(relation: Relation, name: str, form: Form) -> Iterator[Found]:
    numbers = [_number(relation, symbol) for symbol in symbols_of(form) if isinstance(symbol, Term)]
    if numbers:
        total = z3.Sum(numbers)
        said = f"all of {name}" if len(numbers) > 1 else name
        yield f"{said} falls", total
        yield f"{said} rises", -total


def _number(relation: Relation, symbol: Symbol) -> z3.ArithRef:
    if is_truth(symbol):
        return z3.If(relation.translation.truth(symbol), z3.IntVal(1), z3.IntVal(0))
    return relation.translation.number(symbol)
