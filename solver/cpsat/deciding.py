"""The constraints of a decision: at most one move is made, and each implies its needs.

Needs that differ only by constants share one sum.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solver.cpsat.translating import CpSatTranslation
from solver.cpsat.unrolling import Decision, MoveFlag
from solver.symbolic.terms import Symbol, Term, TermKind, Terms, high_of

Key = tuple[tuple[int, int], ...]
"""The parts of a sum and their coefficients."""


Totals = dict[Key, Symbol]
"""Sums that have to be at most 0, by what is added up in them."""


def decide(translation: CpSatTranslation, decision: Decision) -> None:
    """Add the constraints of a decision."""
    stuck = decision.stuck
    is_open = isinstance(stuck, Term) or bool(stuck)
    translation.exactly_one(
        [*[made.made for made in decision.moves], *([stuck] if is_open else [])], decision.condition
    )
    needs = [_needs(translation.terms, made) for made in decision.moves]
    shared = set.intersection(*[set(totals) for totals, _ in needs]) if len(needs) > 1 else set()
    for key in sorted(shared):
        _limit(translation, decision, [totals[key] for totals, _ in needs])
    for made, (totals, others) in zip(decision.moves, needs, strict=True):
        own = [translation.terms.not_above(total, 0) for key, total in totals.items() if key not in shared]
        for truth in [*others, *own]:
            translation.enforce(truth, (made.made,))


def _needs(terms: Terms, made: MoveFlag) -> tuple[Totals, list[Symbol]]:
    """What has to hold where a move is made: sums that are at most 0, and the rest."""
    totals: Totals = {}
    others: list[Symbol] = []
    for truth in _parts(
        terms, [made.step.legal, *[terms.negate_truth(failure.condition) for failure in made.step.failures]]
    ):
        total = at_most_0(terms, truth)
        if total is None:
            others.append(truth)
            continue
        key = _key(total)
        if key not in totals or high_of(terms.sum([(1, totals[key]), (-1, total)])) < 0:
            totals[key] = total
    return totals, others


def _parts(terms: Terms, truths: Sequence[Symbol]) -> Iterator[Symbol]:
    """The conditions that have to hold all together."""
    for truth in truths:
        inner = truth.parts[0] if isinstance(truth, Term) and truth.kind is TermKind.NOT else None
        if isinstance(truth, Term) and truth.kind is TermKind.ALL:
            yield from _parts(terms, truth.parts)
        elif isinstance(inner, Term) and inner.kind is TermKind.ANY:
            yield from _parts(terms, [terms.negate_truth(part) for part in inner.parts])
        else:
            yield truth


def at_most_0(terms: Terms, truth: Symbol) -> Term | None:
    """A number that is at most 0 exactly where a truth holds."""
    if not isinstance(truth, Term):
        return None
    if truth.kind is TermKind.NOT_ABOVE_0:
        result: Symbol = truth.parts[0]
    else:
        inner = truth.parts[0] if truth.kind is TermKind.NOT else None
        if not isinstance(inner, Term) or inner.kind is not TermKind.NOT_ABOVE_0:
            return None
        result = terms.sum([(-1, inner.parts[0])], 1)
    return result if isinstance(result, Term) else None


def _key(total: Term) -> Key:
    if total.kind is not TermKind.SUM:
        return ((total.number, 1),)
    return tuple(
        [
            (part.number, weight)
            for part, weight in zip(total.parts, total.coefficients, strict=True)
            if isinstance(part, Term)
        ]
    )


def _limit(translation: CpSatTranslation, decision: Decision, totals: Sequence[Symbol]) -> None:
    """The sum for the move that is made is at most 0: the first one, and what the others have more."""
    terms = translation.terms
    more = [
        (terms.sum([(1, total), (-1, totals[0])]), made.made)
        for total, made in zip(totals, decision.moves, strict=True)
    ]
    rows = [(int(item), made) for item, made in more if not isinstance(item, Term)]
    total = terms.sum([(1, totals[0]), *rows])
    translation.enforce(terms.not_above(total, 0), (decision.condition, terms.negate_truth(decision.stuck)))
