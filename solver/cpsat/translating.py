"""Translates terms into a CP-SAT model: sums stay linear, truths become literals, and implications are enforced without
big-M constants.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from solver.ortools.library import cp_model
from solver.symbolic.terms import Symbol, Term, TermKind, Terms, high_of, low_of

Literal = cp_model.LiteralT
Linear = cp_model.LinearExprT
Constraint = cp_model.BoundedLinearExpression | bool | np.bool_
Given = Sequence[Symbol]
"""Truths that together enforce something."""

WIDEST = 1 << 40
"""Numbers beyond this are too large for the solver's sums."""


class TooWide(Exception):
    """A number may become larger than the solver can add up."""


class CpSatTranslation:
    """A model that grows; each term is translated once, its unknowns keep their names."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.model = cp_model.CpModel()
        self.unknowns: dict[str, cp_model.IntVar] = {}
        self._numbers: dict[int, Linear] = {}
        self._truths: dict[int, Literal] = {}
        self._constants: dict[bool, Literal] = {}

    @contextmanager
    def trying(self) -> Iterator[None]:
        """Discard what is added inside the block."""
        kept = self.model, dict(self.unknowns), dict(self._numbers), dict(self._truths), dict(self._constants)
        self.model = self.model.clone()
        try:
            yield
        finally:
            self.model, self.unknowns, self._numbers, self._truths, self._constants = kept

    # -- what holds ---------------------------------------------------------------------------------------------------

    def enforce(self, symbol: Symbol, given: Given = ()) -> None:
        """The truth holds wherever all that is given holds."""
        if not isinstance(symbol, Term):
            if not symbol:
                self._clause((), given)
            return
        match symbol.kind:
            case TermKind.ALL:
                for part in symbol.parts:
                    self.enforce(part, given)
            case TermKind.ANY:
                self._clause(symbol.parts, given)
            case TermKind.NOT:
                self._forbid(symbol.parts[0], given)
            case TermKind.NOT_ABOVE_0:
                self._add(self.number(symbol.parts[0]) <= 0, given)
            case TermKind.IS_0:
                self._add(self.number(symbol.parts[0]) == 0, given)
            case _:
                self._clause((symbol,), given)

    def _forbid(self, symbol: Symbol, given: Given) -> None:
        assert isinstance(symbol, Term), "what is known is never inside a negation"
        match symbol.kind:
            case TermKind.ALL:
                self._clause([self.terms.negate_truth(part) for part in symbol.parts], given)
            case TermKind.ANY:
                for part in symbol.parts:
                    self.enforce(self.terms.negate_truth(part), given)
            case TermKind.NOT_ABOVE_0:
                self._add(self.number(symbol.parts[0]) >= 1, given)
            case TermKind.IS_0:
                self._add(self.number(symbol.parts[0]) != 0, given)
            case _:
                self._clause((self.terms.negate_truth(symbol),), given)

    def _clause(self, parts: Sequence[Symbol], given: Given) -> None:
        """One of the parts holds, or one of those given does not."""
        self.model.add_bool_or(
            [
                *[self.truth(part) for part in parts],
                *[self.truth(self.terms.negate_truth(item)) for item in given if item is not True],
            ]
        )

    def _add(self, constraint: Constraint, given: Given) -> None:
        self.model.add(constraint).only_enforce_if([self.truth(item) for item in given if item is not True])

    def exactly_one(self, parts: Sequence[Symbol], condition: Symbol) -> None:
        """One of the parts holds where the condition does, elsewhere none."""
        others = [self.truth(self.terms.negate_truth(condition))] if isinstance(condition, Term) else []
        self.model.add_exactly_one([*[self.truth(part) for part in parts], *others])

    # -- values -------------------------------------------------------------------------------------------------------

    def truth(self, symbol: Symbol) -> Literal:
        """A literal that is true exactly where the symbol is."""
        if not isinstance(symbol, Term):
            if bool(symbol) not in self._constants:
                self._constants[bool(symbol)] = self.model.new_constant(int(symbol))
            return self._constants[bool(symbol)]
        self._make(symbol)
        return self._truths[symbol.number]

    def number(self, symbol: Symbol) -> Linear:
        """A linear expression; a truth counts as 0 or 1."""
        if not isinstance(symbol, Term):
            return cp_model.LinearExpr.constant(int(symbol))
        self._make(symbol)
        return self._truths[symbol.number] if symbol.truth else self._numbers[symbol.number]

    def _make(self, term: Term) -> None:
        """Translate a term after its parts, without recursion."""
        waiting = [term]
        while waiting:
            item = waiting[-1]
            missing = [part for part in item.parts if isinstance(part, Term) and not self._is_made(part)]
            if missing and not self._is_made(item):
                waiting += missing
                continue
            waiting.pop()
            if self._is_made(item):
                continue
            if item.truth:
                self._truths[item.number] = self._translate_truth(item)
            else:
                self._numbers[item.number] = self._translate_number(item)

    def _is_made(self, term: Term) -> bool:
        return term.number in (self._truths if term.truth else self._numbers)

    # -- truths -------------------------------------------------------------------------------------------------------

    def _translate_truth(self, term: Term) -> Literal:
        if term.kind is TermKind.NOT:
            return ~self.truth(term.parts[0])
        variable = self.model.new_bool_var(term.name)
        here, parts = [variable], term.parts
        away: list[Literal] = [~variable]
        match term.kind:
            case TermKind.VARIABLE:
                self.unknowns[term.name] = variable
            case TermKind.ALL:
                truths = [self.truth(part) for part in parts]
                self.model.add_bool_and(truths).only_enforce_if(here)
                self.model.add_bool_or([*[~truth for truth in truths], variable])
            case TermKind.ANY:
                truths = [self.truth(part) for part in parts]
                self.model.add_bool_or(truths).only_enforce_if(here)
                self.model.add_bool_and([~truth for truth in truths]).only_enforce_if(away)
            case TermKind.NOT_ABOVE_0:
                self.model.add(self.number(parts[0]) <= 0).only_enforce_if(here)
                self.model.add(self.number(parts[0]) >= 1).only_enforce_if(away)
            case TermKind.IS_0:
                self.model.add(self.number(parts[0]) == 0).only_enforce_if(here)
                self.model.add(self.number(parts[0]) != 0).only_enforce_if(away)
            case TermKind.SAME:
                one, other = self.truth(parts[0]), self.truth(parts[1])
                self.model.add(one == other).only_enforce_if(here)
                self.model.add(one + other == 1).only_enforce_if(away)  # type: ignore[operator]
            case TermKind.IF:
                self._choose(variable, term)
            case _:
                raise TypeError(f"{term.kind} is not a truth value")
        return variable

    def _choose(self, total: Linear, term: Term) -> None:
        """The value of a choice, enforced by its condition."""
        condition, then, otherwise = term.parts
        here = self.truth(condition)
        self.model.add(total == self.number(then)).only_enforce_if([here])
        self.model.add(total == self.number(otherwise)).only_enforce_if([~here])

    # -- numbers ------------------------------------------------------------------------------------------------------

    def _translate_number(self, term: Term) -> Linear:
        if max(abs(term.low), abs(term.high)) > WIDEST:
            raise TooWide(f"a number between {term.low:,} and {term.high:,}")
        match term.kind:
            case TermKind.SUM:
                parts = [self.number(part) for part in term.parts]
                return cp_model.LinearExpr.weighted_sum(parts, list(term.coefficients)) + term.constant
            case TermKind.IF:
                return self._translate_choice(term)
        variable = self.model.new_int_var(term.low, term.high, term.name)
        match term.kind:
            case TermKind.VARIABLE:
                self.unknowns[term.name] = variable
            case TermKind.TIMES:
                self.model.add_multiplication_equality(variable, [self.number(part) for part in term.parts])
            case TermKind.DIVIDE | TermKind.REMAINDER:
                self._divide(variable, term)
            case TermKind.LEAST:
                self.model.add_min_equality(variable, [self.number(part) for part in term.parts])
            case TermKind.MOST:
                self.model.add_max_equality(variable, [self.number(part) for part in term.parts])
            case _:
                raise TypeError(f"{term.kind} is not a number")
        return variable

    def _translate_choice(self, term: Term) -> Linear:
        """A choice between values with a constant difference is linear; others are enforced."""
        condition, then, otherwise = term.parts
        apart = self.terms.sum([(1, then), (-1, otherwise)])
        if not isinstance(apart, Term):
            return self.number(otherwise) + apart * self.truth(condition)  # type: ignore[operator]
        variable = self.model.new_int_var(term.low, term.high, "")
        self._choose(variable, term)
        return variable

    def _divide(self, variable: cp_model.IntVar, term: Term) -> None:
        """first = quotient × second + rest, rest on the side of second; where second is 0, and the rules have failed,
        both are anything.
        """
        first, second = term.parts
        quotient, rest = self._parts_of_division(variable, term)
        if isinstance(second, Term):
            self._divide_by_unknown(quotient, rest, first, second)
            return
        assert second != 0, "what is divided by 0 is never a term"
        self.model.add(self.number(first) == quotient * second + rest)
        self.model.add_linear_constraint(rest, *((0, second - 1) if second > 0 else (second + 1, 0)))

    def _parts_of_division(self, variable: cp_model.IntVar, term: Term) -> tuple[cp_model.IntVar, cp_model.IntVar]:
        """The quotient and the rest; the one that is sought is `found`."""
        first, second = term.parts
        most = max(abs(low_of(first)), abs(high_of(first)))
        size = max(abs(low_of(second)), abs(high_of(second)))
        other = most + 1 if term.kind is TermKind.REMAINDER else size
        made = self.model.new_int_var(-other, other, "")
        return (variable, made) if term.kind is TermKind.DIVIDE else (made, variable)

    def _divide_by_unknown(self, quotient: cp_model.IntVar, rest: cp_model.IntVar, first: Symbol, second: Term) -> None:
        proper, most = self.terms.not_above(1, second), max(abs(low_of(first)), abs(high_of(first))) + 1
        product = self.model.new_int_var(-most * max(second.high, 1), most * max(second.high, 1), "")
        self.model.add_multiplication_equality(product, [quotient, self.number(second)])
        self._add(self.number(first) == product + rest, [proper])
        self._add(rest <= self.number(second) - 1, [proper])
        self._add(rest >= 0, [proper])
