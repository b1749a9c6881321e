"""Substitution in terms: other unknowns, or known values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from solver.symbolic.forms import Form
from solver.symbolic.term_values import below
from solver.symbolic.terms import Symbol, Term, TermKind, Terms


class SymbolReplacer:
    """Puts other symbols into the places of some terms, which are given by their numbers; each term is made once."""

    def __init__(self, terms: Terms, others: Mapping[int, Symbol]) -> None:
        self.terms = terms
        self._made: dict[int, Symbol] = dict(others)

    def symbol(self, symbol: Symbol) -> Symbol:
        """The symbol with the others in it."""
        if not isinstance(symbol, Term):
            return symbol
        if symbol.number not in self._made:
            for term in below([symbol]):
                if term.number not in self._made:
                    self._made[term.number] = self.inside(term)
        return self._made[symbol.number]

    def form(self, form: Form) -> Form:
        """The same for all symbols of a form."""
        return tuple([self.form(part) for part in form]) if isinstance(form, tuple) else self.symbol(form)

    def inside(self, term: Term) -> Symbol:
        """The term with its parts replaced, even if it has a replacement itself."""
        terms, parts = self.terms, [self.symbol(part) for part in term.parts]
        if all(new is old for new, old in zip(parts, term.parts, strict=True)):
            return term
        match term.kind:
            case TermKind.VARIABLE:
                return term
            case TermKind.SUM:
                return terms.sum(zip(term.coefficients, parts, strict=True), term.constant)
            case TermKind.TIMES:
                return terms.times(parts[0], parts[1])
            case TermKind.DIVIDE:
                return terms.divide_numbers(parts[0], parts[1])
            case TermKind.REMAINDER:
                return terms.remainder(parts[0], parts[1])
            case TermKind.LEAST:
                return terms.least(parts)
            case TermKind.MOST:
                return terms.most(parts)
            case TermKind.IF:
                return terms.choice(parts[0], parts[1], parts[2], term.truth)
            case TermKind.ALL:
                return terms.all(parts)
            case TermKind.ANY:
                return terms.any(parts)
            case TermKind.NOT:
                return terms.negate_truth(parts[0])
            case TermKind.NOT_ABOVE_0:
                return terms.not_above(parts[0], 0)
            case TermKind.IS_0:
                return terms.equal(parts[0], 0)
            case TermKind.SAME:
                return terms.equate_truths(parts[0], parts[1])
            case _:
                assert_never(term.kind)


def knowing(terms: Terms, truths: Iterable[Symbol], rounds: int = 3) -> SymbolReplacer:
    """Puts in what follows at once where these hold: their parts, and what these say of the others among them."""
    known = {term.number: (term, holds) for truth in truths for term, holds in _parts(truth, True)}
    within = SymbolReplacer(terms, {number: holds for number, (_, holds) in known.items()})
    for _ in range(rounds):
        known |= {
            part.number: (part, truth)
            for term, holds in known.values()
            for part, truth in _parts(within.inside(term), holds)
        }
        within = SymbolReplacer(terms, {number: holds for number, (_, holds) in known.items()})
    return within


def _parts(symbol: Symbol, holds: bool) -> Iterator[tuple[Term, bool]]:
    """The parts that hold, or do not, because the whole does, or does not."""
    if not isinstance(symbol, Term):
        return
    yield symbol, holds
    match symbol.kind:
        case TermKind.NOT:
            yield from _parts(symbol.parts[0], not holds)
        case TermKind.ALL if holds:
            for part in symbol.parts:
                yield from _parts(part, True)
        case TermKind.ANY if not holds:
            for part in symbol.parts:
                yield from _parts(part, False)
        case _:
            pass
