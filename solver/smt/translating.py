"""Terms as expressions of Z3, names kept."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import assert_never

import z3

from solver.symbolic.terms import Kind, Symbol, Term, below


class Translation:
    """Translates terms, each once; `ranges` gathers where the unknowns lie."""

    def __init__(self) -> None:
        self.ranges: list[z3.BoolRef] = []
        self.unknowns: dict[str, z3.ExprRef] = {}
        self._made: dict[int, z3.ExprRef] = {}

    def truth(self, symbol: Symbol) -> z3.BoolRef:
        """A truth."""
        if not isinstance(symbol, Term):
            return z3.BoolVal(bool(symbol))
        found = self._expression(symbol)
        assert isinstance(found, z3.BoolRef)
        return found

    def number(self, symbol: Symbol) -> z3.ArithRef:
        """A number; a truth counts as 0 or 1."""
        if not isinstance(symbol, Term):
            return z3.IntVal(int(symbol))
        found = self._expression(symbol)
        if isinstance(found, z3.BoolRef):
            return z3.If(found, z3.IntVal(1), z3.IntVal(0))
        assert isinstance(found, z3.ArithRef)
        return found

    def _expression(self, term: Term) -> z3.ExprRef:
        if term.number not in self._made:
            for each in below([term]):
                if each.number not in self._made:
                    self._made[each.number] = self._translated(each)
        return self._made[term.number]

    def _translated(self, term: Term) -> z3.ExprRef:
        parts = term.parts
        match term.kind:
            case Kind.VARIABLE:
                return self._unknown(term)
            case Kind.SUM:
                rows = [weight * self.number(part) for weight, part in zip(term.coefficients, parts, strict=True)]
                return z3.Sum([*rows, z3.IntVal(term.constant)])
            case Kind.TIMES:
                return self.number(parts[0]) * self.number(parts[1])
            case Kind.DIVIDE:
                return self._divided(parts[0], parts[1])
            case Kind.REMAINDER:
                return self._remainder(parts[0], parts[1])
            case Kind.LEAST:
                return self._extreme(parts, True)
            case Kind.MOST:
                return self._extreme(parts, False)
            case Kind.IF if term.truth:
                return z3.If(self.truth(parts[0]), self.truth(parts[1]), self.truth(parts[2]))
            case Kind.IF:
                return z3.If(self.truth(parts[0]), self.number(parts[1]), self.number(parts[2]))
            case Kind.ALL:
                return z3.And([self.truth(part) for part in parts])
            case Kind.ANY:
                return z3.Or([self.truth(part) for part in parts])
            case Kind.NOT:
                return z3.Not(self.truth(parts[0]))
            case Kind.NOT_ABOVE_0:
                return self.number(parts[0]) <= 0
            case Kind.IS_0:
                return self.number(parts[0]) == 0
            case Kind.SAME:
                return self.truth(parts[0]) == self.truth(parts[1])
            case _:
                assert_never(term.kind)

    def _unknown(self, term: Term) -> z3.ExprRef:
        if term.truth:
            self.unknowns[term.name] = z3.Bool(term.name)
        else:
            number = z3.Int(term.name)
            self.unknowns[term.name] = number
            self.ranges += [number >= term.low, number <= term.high]
        return self.unknowns[term.name]

    def _divided(self, first: Symbol, second: Symbol) -> z3.ArithRef:
        """Z3 rounds down for divisors above 0; one that is below is known."""
        if not isinstance(second, Term) and second < 0:
            return -self.number(first) / z3.IntVal(-second)
        return self.number(first) / self.number(second)

    def _remainder(self, first: Symbol, second: Symbol) -> z3.ArithRef:
        if not isinstance(second, Term) and second < 0:
            return -((-self.number(first)) % z3.IntVal(-second))
        return self.number(first) % self.number(second)

    def _extreme(self, parts: Sequence[Symbol], least: bool) -> z3.ArithRef:
        numbers = [self.number(part) for part in parts]
        if least:
            return reduce(lambda one, other: z3.If(one <= other, one, other), numbers)
        return reduce(lambda one, other: z3.If(one >= other, one, other), numbers)
