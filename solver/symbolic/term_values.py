"""The values of terms in a model, and what terms are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from solver.symbolic.terms import Symbol, Term, TermKind


def below(symbols: Iterable[Symbol]) -> list[Term]:
    """All terms in some symbols, each after its parts."""
    result: dict[int, Term] = {}
    waiting = [symbol for symbol in symbols if isinstance(symbol, Term)]
    while waiting:
        term = waiting.pop()
        if term.number not in result:
            result[term.number] = term
            waiting += [part for part in term.parts if isinstance(part, Term)]
    return [result[number] for number in sorted(result)]


def conjuncts(symbol: Symbol) -> list[Symbol]:
    """What all has to hold so that the whole does, each once."""
    result: dict[int, Symbol] = {}
    waiting = [symbol]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Term) and item.kind is TermKind.ALL:
            waiting += [part for part in item.parts if isinstance(part, Term) and part.number not in result]
        result[item.number if isinstance(item, Term) else -1 - item] = item
    return [item for item in result.values() if not isinstance(item, Term) or item.kind is not TermKind.ALL]


def is_small(symbol: Symbol, most: int) -> bool:
    """Has the term at most this many subterms?"""
    numbers: set[int] = set()
    waiting = [symbol]
    while waiting and len(numbers) <= most:
        term = waiting.pop()
        if isinstance(term, Term) and term.number not in numbers:
            numbers.add(term.number)
            waiting += term.parts
    return len(numbers) <= most


def values_of(symbols: Sequence[Symbol], model: Mapping[str, int]) -> list[int]:
    """The values of symbols for given unknowns."""
    known: dict[int, int] = {}

    def value(symbol: Symbol) -> int:
        return known[symbol.number] if isinstance(symbol, Term) else symbol

    for term in below(symbols):
        known[term.number] = _compute_term(term, [value(part) for part in term.parts], model)
    return [value(symbol) for symbol in symbols]


def _compute_term(term: Term, parts: Sequence[int], model: Mapping[str, int]) -> int:
    match term.kind:
        case TermKind.VARIABLE:
            return bool(model[term.name]) if term.truth else model[term.name]
        case TermKind.SUM:
            return term.constant + sum([weight * part for weight, part in zip(term.coefficients, parts, strict=True)])
        case TermKind.TIMES:
            return parts[0] * parts[1]
        case TermKind.DIVIDE:
            return parts[0] // parts[1] if parts[1] else 0
        case TermKind.REMAINDER:
            return parts[0] % parts[1] if parts[1] else 0
        case TermKind.LEAST:
            return min(parts)
        case TermKind.MOST:
            return max(parts)
        case TermKind.IF:
            return parts[1] if parts[0] else parts[2]
        case TermKind.ALL:
            return all(parts)
        case TermKind.ANY:
            return any(parts)
        case TermKind.NOT:
            return not parts[0]
        case TermKind.NOT_ABOVE_0:
            return parts[0] <= 0
        case TermKind.IS_0:
            return parts[0] == 0
        case TermKind.SAME:
            return bool(parts[0]) == bool(parts[1])
        case _:
            assert_never(term.kind)
