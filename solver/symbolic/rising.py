"""Which terms can only rise, or only fall, when some unknowns rise: what is proved so needs no solver."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from solver.symbolic.terms import Kind, Symbol, Term, below, high_of, low_of


@dataclass(frozen=True, slots=True)
class Way:
    """May a term rise, may it fall, while the unknowns go their way? A truth rises when it becomes true."""

    rises: bool = False
    falls: bool = False

    def back(self) -> Way:
        """The way of what goes against it."""
        return Way(self.falls, self.rises)


STAYS, ANYWHERE = Way(), Way(True, True)


def together(ways: Sequence[Way]) -> Way:
    """What may happen to a term that goes along with each of its parts."""
    return Way(any(each.rises for each in ways), any(each.falls for each in ways))


class Ways:
    """The ways of terms, given those of some unknowns by name; all others stay as they are."""

    def __init__(self, given: Mapping[str, Way]) -> None:
        self.given = given
        self._known: dict[int, Way] = {}

    def of(self, symbol: Symbol) -> Way:
        """The way of a symbol."""
        if not isinstance(symbol, Term):
            return STAYS
        if symbol.number not in self._known:
            for each in below([symbol]):
                if each.number not in self._known:
                    self._known[each.number] = self._found(each)
        return self._known[symbol.number]

    def _found(self, term: Term) -> Way:
        ways = [self.of(part) for part in term.parts]
        if term.kind is Kind.VARIABLE:
            return self.given.get(term.name, STAYS)
        if all(each == STAYS for each in ways):
            return STAYS
        match term.kind:
            case Kind.SUM:
                return together([way if weight > 0 else way.back() for weight, way in zip(term.coefficients, ways, strict=True)])
            case Kind.TIMES:
                return _product(term, ways)
            case Kind.DIVIDE:
                return ways[0] if ways[1] == STAYS and low_of(term.parts[1]) > 0 else ANYWHERE
            case Kind.LEAST | Kind.MOST | Kind.ALL | Kind.ANY:
                return together(ways)
            case Kind.IF:
                return _choice(term, ways)
            case Kind.NOT | Kind.NOT_ABOVE_0:
                return ways[0].back()
            case Kind.REMAINDER | Kind.IS_0 | Kind.SAME:
                return ANYWHERE
            case _:
                assert_never(term.kind)


def _product(term: Term, ways: Sequence[Way]) -> Way:
    """A factor goes along with the product where the other is never below 0, and against it where that is never above 0."""
    found = []
    for way, other in zip(ways, reversed(term.parts), strict=True):
        if way != STAYS:
            found.append(way if low_of(other) >= 0 else way.back() if high_of(other) <= 0 else ANYWHERE)
    return together(found)


def _choice(term: Term, ways: Sequence[Way]) -> Way:
    """What is chosen goes its own way, and that of the condition where the two are never the other way round."""
    _, then, otherwise = term.parts
    if ways[0] == STAYS:
        return together(ways[1:])
    if low_of(then) >= high_of(otherwise):
        return together(ways)
    if high_of(then) <= low_of(otherwise):
        return together([ways[0].back(), *ways[1:]])
    return ANYWHERE
