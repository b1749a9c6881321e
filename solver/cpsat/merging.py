"""Merges the states after alternative moves such that values which only add up stay sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from solver.symbolic.course import Forms
from solver.symbolic.forms import Form, is_truth
from solver.symbolic.terms import Symbol, Term, Terms

Coming = tuple[Symbol, Forms]
"""Under which condition play comes here, and the state then; of several conditions one holds at most."""


Place = tuple[int, tuple[int | None, ...]]
"""A node, and the control variables there as far as they are known."""


class Arrivals:
    """The places that play reaches, possibly from several others."""

    def __init__(self) -> None:
        self._rows: dict[Place, list[Coming]] = {}
        self._groups: list[tuple[frozenset[int], Symbol]] = []

    def add_arrival(self, place: Place, condition: Symbol, state: Forms) -> None:
        """Play reaches a place under this condition; at most one of all conditions holds."""
        self._rows.setdefault(place, []).append((condition, state))

    def one_of(self, truths: Sequence[Symbol], condition: Symbol) -> None:
        """One of these holds exactly where the condition does."""
        if all(isinstance(truth, Term) for truth in truths):
            self._groups.append((frozenset([truth.number for truth in truths if isinstance(truth, Term)]), condition))

    def merge_places(self, terms: Terms) -> dict[Place, Coming]:
        """For each place the condition under which play reaches it, and the state there."""
        return {place: self._merge_arrivals(terms, rows) for place, rows in self._rows.items()}

    def _merge_arrivals(self, terms: Terms, arrivals: Sequence[Coming]) -> Coming:
        conditions = [condition for condition, _ in arrivals]
        names = arrivals[0][1]
        state = {name: _form(terms, conditions, [item[name] for _, item in arrivals]) for name in names}
        return self._any(terms, conditions), state

    def _any(self, terms: Terms, conditions: Sequence[Symbol]) -> Symbol:
        """Does one of them hold? All moves of a decision together are the condition under which it comes."""
        left = {condition.number: condition for condition in conditions if isinstance(condition, Term)}
        symbols: list[Symbol] = [condition for condition in conditions if not isinstance(condition, Term)]
        for numbers, condition in self._groups:
            if numbers and numbers <= left.keys():
                symbols.append(condition)
                left = {number: term for number, term in left.items() if number not in numbers}
        return terms.any([*symbols, *left.values()])


def _form(terms: Terms, conditions: Sequence[Symbol], forms: Sequence[Form]) -> Form:
    if all(form is forms[0] for form in forms):
        return forms[0]
    if isinstance(forms[0], tuple):
        return tuple([_form(terms, conditions, parts) for parts in zip(*forms, strict=True)])
    if any(is_truth(form) for form in forms):
        return _truth(terms, conditions, forms)
    return _number(terms, conditions, forms)


def _truth(terms: Terms, conditions: Sequence[Symbol], forms: Sequence[Symbol]) -> Symbol:
    base = _usual(forms)
    for condition, form in zip(conditions, forms, strict=True):
        if _key(form) != _key(base):
            base = terms.choice(condition, form, base, True)
    return base


def _number(terms: Terms, conditions: Sequence[Symbol], forms: Sequence[Symbol]) -> Symbol:
    """The most usual form, and by how much the others differ from it."""
    base = _usual(forms)
    apart: dict[Symbol, list[Symbol]] = {}
    for condition, form in zip(conditions, forms, strict=True):
        if _key(form) != _key(base):
            apart.setdefault(terms.sum([(1, form), (-1, base)]), []).append(condition)
    rows: list[tuple[int, Symbol]] = [(1, base)]
    for difference, where in apart.items():
        condition = terms.any(where)
        if isinstance(difference, Term):
            rows.append((1, terms.choice(condition, difference, 0, False)))
        else:
            rows += [(difference, item) for item in where]
    return terms.sum(rows)


def _usual(forms: Sequence[Symbol]) -> Symbol:
    ((key, _),) = Counter([_key(form) for form in forms]).most_common(1)
    return next(form for form in forms if _key(form) == key)


def _key(symbol: Symbol) -> tuple[bool, int]:
    return (True, symbol.number) if isinstance(symbol, Term) else (False, int(symbol))
