"""Monotonicity of terms in their unknowns, derived without a solver."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from solver.symbolic.term_values import below
from solver.symbolic.terms import Symbol, Term, TermKind, high_of, low_of


@dataclass(frozen=True, slots=True)
class Monotonicity:
    """Can a term rise or fall as the unknowns change? A truth value rises when it becomes true."""

    rises: bool = False
    falls: bool = False

    def back(self) -> Monotonicity:
        """The monotonicity of the negated term."""
        return Monotonicity(self.falls, self.rises)


STAYS, ANYWHERE = Monotonicity(), Monotonicity(True, True)


def together(ways: Sequence[Monotonicity]) -> Monotonicity:
    """What may happen to a term that goes along with each of its parts."""
    return Monotonicity(any(way.rises for way in ways), any(way.falls for way in ways))


class TermMonotonicity:
    """The monotonicity of terms, given that of some unknowns by name; all others are constant."""

    def __init__(self, given: Mapping[str, Monotonicity]) -> None:
        self.given = given
        self._known: dict[int, Monotonicity] = {}

    def of(self, symbol: Symbol) -> Monotonicity:
        """The monotonicity of a symbol."""
        if not isinstance(symbol, Term):
            return STAYS
        if symbol.number not in self._known:
            for term in below([symbol]):
                if term.number not in self._known:
                    self._known[term.number] = self._trace_term(term)
        return self._known[symbol.number]

    def _trace_term(self, term: Term) -> Monotonicity:
        ways = [self.of(part) for part in term.parts]
        if term.kind is TermKind.VARIABLE:
            return self.given.get(term.name, STAYS)
        if all(way == STAYS for way in ways):
            return STAYS
        match term.kind:
            case TermKind.SUM:
                return together(
                    [way if weight > 0 else way.back() for weight, way in zip(term.coefficients, ways, strict=True)]
                )
            case TermKind.TIMES:
                return _product(term, ways)
            case TermKind.DIVIDE:
                return ways[0] if ways[1] == STAYS and low_of(term.parts[1]) > 0 else ANYWHERE
            case TermKind.LEAST | TermKind.MOST | TermKind.ALL | TermKind.ANY:
                return together(ways)
            case TermKind.IF:
                return _choice(term, ways)
            case TermKind.NOT | TermKind.NOT_ABOVE_0:
                return ways[0].back()
            case TermKind.REMAINDER | TermKind.IS_0 | TermKind.SAME:
                return ANYWHERE
            case _:
                assert_never(term.kind)


def _product(term: Term, ways: Sequence[Monotonicity]) -> Monotonicity:
    """A factor goes along with the product where the other is never below 0, and against it where that is never above
    0.
    """
    signs = []
    for way, other in zip(ways, reversed(term.parts), strict=True):
        if way != STAYS:
            signs.append(way if low_of(other) >= 0 else way.back() if high_of(other) <= 0 else ANYWHERE)
    return together(signs)


def _choice(term: Term, ways: Sequence[Monotonicity]) -> Monotonicity:
    """A choice inherits from its branches, and from its condition if the branches are ordered."""
    _, then, otherwise = term.parts
    if ways[0] == STAYS:
        return together(ways[1:])
    if low_of(then) >= high_of(otherwise):
        return together(ways)
    if high_of(then) <= low_of(otherwise):
        return together([ways[0].back(), *ways[1:]])
    return ANYWHERE
