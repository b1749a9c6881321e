"""Simplifies the condition of a move: a conjunction of parts, sums kept linear, without redundant parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solver.symbolic.replacing import SymbolReplacer, knowing
from solver.symbolic.terms import Symbol, Term, TermKind, Terms

ROUNDS = 3
"""So often parts are made simpler by others."""


def plainly(terms: Terms, truths: Sequence[Symbol]) -> tuple[Symbol, ...]:
    """The parts of truths that hold all together."""
    straight = Straight(terms, {})
    parts = _parts(terms, [straight.symbol(truth) for truth in truths])
    for _ in range(ROUNDS):
        literals = [part for part in parts if _is_literal(part)]
        parts = _parts(
            terms, [*literals, *_list_exclusions(terms, [part for part in parts if not _is_literal(part)], literals)]
        )
        single = [part for part in parts if not _has_ways(part)]
        parts = _parts(terms, [*single, *_list_exclusions(terms, [part for part in parts if _has_ways(part)], single)])
    return tuple(dict.fromkeys([_one_side(terms, part, parts) for part in parts]))


class Straight(SymbolReplacer):
    """Replaces choices between two constants by sums."""

    def inside(self, term: Term) -> Symbol:
        """See Replacing."""
        if term.kind is TermKind.IF and not term.truth and not any(isinstance(part, Term) for part in term.parts[1:]):
            condition, then, otherwise = term.parts
            return self.terms.sum([(int(then) - int(otherwise), self.symbol(condition))], int(otherwise))  # type: ignore[arg-type]
        return super().inside(term)


def parts_of(terms: Terms, truth: Symbol) -> Iterator[Symbol]:
    """What has to hold all together."""
    inner = truth.parts[0] if isinstance(truth, Term) and truth.kind is TermKind.NOT else None
    if isinstance(truth, Term) and truth.kind is TermKind.ALL:
        for part in truth.parts:
            yield from parts_of(terms, part)
    elif isinstance(inner, Term) and inner.kind is TermKind.ANY:
        for part in inner.parts:
            yield from parts_of(terms, terms.negate_truth(part))
    elif truth is not True:
        yield truth


def _parts(terms: Terms, truths: Sequence[Symbol]) -> list[Symbol]:
    return list(dict.fromkeys([part for truth in truths for part in parts_of(terms, truth)]))


def _list_exclusions(terms: Terms, parts: Sequence[Symbol], holding: Sequence[Symbol]) -> list[Symbol]:
    """Parts where others hold, which are none of them."""
    within = knowing(terms, holding)
    return [within.symbol(part) for part in parts]


def _one_side(terms: Terms, part: Symbol, symbols: Sequence[Symbol]) -> Symbol:
    """A value that is neither 0 nor negative is positive."""
    inner = part.parts[0] if isinstance(part, Term) and part.kind is TermKind.NOT else None
    if not isinstance(inner, Term) or inner.kind is not TermKind.IS_0:
        return part
    number, holding = inner.parts[0], {item.number for item in symbols if isinstance(item, Term)}
    for side, beyond in (
        (terms.not_above(0, number), terms.not_above(1, number)),
        (terms.not_above(number, 0), terms.not_above(number, -1)),
    ):
        if side is True or (isinstance(side, Term) and side.number in holding):
            return beyond
    return part


def _is_literal(part: Symbol) -> bool:
    """Is it an unknown truth, or that it does not hold?"""
    inner = part.parts[0] if isinstance(part, Term) and part.kind is TermKind.NOT else part
    return isinstance(inner, Term) and inner.kind is TermKind.VARIABLE


def _has_ways(part: Symbol) -> bool:
    """Is the condition a disjunction?"""
    if not isinstance(part, Term):
        return False
    inner = part.parts[0] if part.kind is TermKind.NOT else None
    return part.kind is TermKind.ANY or (isinstance(inner, Term) and inner.kind is TermKind.ALL)
