"""Translates terms to Z3 expressions; names are kept."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import assert_never, cast

import z3

from solver.symbolic.term_values import below
from solver.symbolic.terms import Symbol, Term, TermKind


class Z3Translation:
    """Translates each term once, with numbers as Z3 integers; `ranges` collects the ranges of unknowns."""

    logic = "QF_LIA"

    def __init__(self) -> None:
        self.ranges: list[z3.BoolRef] = []
        self.unknowns: dict[str, z3.ExprRef] = {}
        self._made: dict[int, z3.ExprRef] = {}

    def truth(self, symbol: Symbol) -> z3.BoolRef:
        """A truth."""
        if not isinstance(symbol, Term):
            return z3.BoolVal(bool(symbol))
        expression = self._expression(symbol)
        assert isinstance(expression, z3.BoolRef)
        return expression

    def number(self, symbol: Symbol) -> z3.ArithRef:
        """A number; a truth counts as 0 or 1."""
        if not isinstance(symbol, Term):
            return self.make_number(int(symbol))
        expression = self._expression(symbol)
        return self.count_truth(expression) if isinstance(expression, z3.BoolRef) else cast(z3.ArithRef, expression)

    # -- how numbers are held ------------------------------------------------------------------------------------------

    def make_number(self, value: int) -> z3.ArithRef:
        """A constant."""
        return z3.IntVal(value)

    def unknown(self, name: str) -> z3.ArithRef:
        """A number that is not."""
        return z3.Int(name)

    def sum_numbers(self, numbers: Sequence[z3.ArithRef]) -> z3.ArithRef:
        """The sum."""
        return z3.Sum(numbers)

    def count_truth(self, truth: z3.BoolRef) -> z3.ArithRef:
        """1 or 0."""
        return z3.If(truth, self.make_number(1), self.make_number(0))

    def constant(self, part: z3.ExprRef, value: int) -> z3.ExprRef:
        """A value in the sort of a part of the state."""
        return z3.BoolVal(bool(value)) if z3.is_bool(part) else self.make_number(value)

    def read(self, value: z3.ExprRef) -> int:
        """The number that a model gives."""
        return int(value.as_long())

    # -- terms ---------------------------------------------------------------------------------------------------------

    def _expression(self, term: Term) -> z3.ExprRef:
        if term.number not in self._made:
            for item in below([term]):
                if item.number not in self._made:
                    self._made[item.number] = self._translate_term(item)
        return self._made[term.number]

    def _translate_term(self, term: Term) -> z3.ExprRef:
        parts = term.parts
        match term.kind:
            case TermKind.VARIABLE:
                return self._unknown(term)
            case TermKind.SUM:
                rows = [weight * self.number(part) for weight, part in zip(term.coefficients, parts, strict=True)]
                return self.sum_numbers([*rows, self.make_number(term.constant)])
            case TermKind.TIMES:
                return self.number(parts[0]) * self.number(parts[1])
            case TermKind.DIVIDE:
                return self._divide_symbols(parts[0], parts[1])
            case TermKind.REMAINDER:
                return self._remainder(parts[0], parts[1])
            case TermKind.LEAST:
                return self._extreme(parts, True)
            case TermKind.MOST:
                return self._extreme(parts, False)
            case TermKind.IF if term.truth:
                return z3.If(self.truth(parts[0]), self.truth(parts[1]), self.truth(parts[2]))
            case TermKind.IF:
                return z3.If(self.truth(parts[0]), self.number(parts[1]), self.number(parts[2]))
            case TermKind.ALL:
                return z3.And([self.truth(part) for part in parts])
            case TermKind.ANY:
                return z3.Or([self.truth(part) for part in parts])
            case TermKind.NOT:
                return z3.Not(self.truth(parts[0]))
            case TermKind.NOT_ABOVE_0:
                return self.number(parts[0]) <= 0
            case TermKind.IS_0:
                return self.number(parts[0]) == 0
            case TermKind.SAME:
                return self.truth(parts[0]) == self.truth(parts[1])
            case _:
                assert_never(term.kind)

    def _unknown(self, term: Term) -> z3.ExprRef:
        if term.truth:
            self.unknowns[term.name] = z3.Bool(term.name)
        else:
            number = self.unknown(term.name)
            self.unknowns[term.name] = number
            self.ranges += [number >= term.low, number <= term.high]
        return self.unknowns[term.name]

    def _divide_symbols(self, first: Symbol, second: Symbol) -> z3.ArithRef:
        """Division for positive divisors as in Z3; negative ones are known constants."""
        if not isinstance(second, Term) and second < 0:
            return self.divide_numbers(-self.number(first), self.make_number(-second))
        return self.divide_numbers(self.number(first), self.number(second))

    def divide_numbers(self, number: z3.ArithRef, divisor: z3.ArithRef) -> z3.ArithRef:
        """Rounded down; the divisor is above 0."""
        return number / divisor

    def _remainder(self, first: Symbol, second: Symbol) -> z3.ArithRef:
        if not isinstance(second, Term) and second < 0:
            return -((-self.number(first)) % self.make_number(-second))
        return self.number(first) % self.number(second)

    def _extreme(self, parts: Sequence[Symbol], least: bool) -> z3.ArithRef:
        numbers = [self.number(part) for part in parts]
        if least:
            return reduce(lambda one, other: z3.If(one <= other, one, other), numbers)
        return reduce(lambda one, other: z3.If(one >= other, one, other), numbers)
