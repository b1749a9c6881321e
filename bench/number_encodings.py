"""Encodings of numbers for Z3 beside integers: bit-vectors, and finite sorts.

`python -m bench.encodings` measures them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import add
from typing import cast

import z3

from solver.smt.translating import Z3Translation
from solver.symbolic.forms import UnsupportedTerm
from solver.symbolic.terms import Symbol, Term

MOST_MEMBERS = 16


class BitVectors(Z3Translation):
    """Signed numbers in a fixed width, large enough for every term, so that nothing overflows."""

    logic = "QF_BV"

    def __init__(self, bits: int = 16) -> None:
        super().__init__()
        self.bits = bits

    def number(self, symbol: Symbol) -> z3.ArithRef:
        """A number, if it fits."""
        low, high = (symbol.low, symbol.high) if isinstance(symbol, Term) else (int(symbol), int(symbol))
        if low < -(1 << self.bits - 1) or high >= 1 << self.bits - 1:
            raise UnsupportedTerm(f"numbers from {low} to {high} in {self.bits} bits")
        return super().number(symbol)

    def make_number(self, value: int) -> z3.ArithRef:
        """A constant."""
        return cast(z3.ArithRef, z3.BitVecVal(value, self.bits))

    def unknown(self, name: str) -> z3.ArithRef:
        """A number that is not."""
        return cast(z3.ArithRef, z3.BitVec(name, self.bits))

    def sum_numbers(self, numbers: Sequence[z3.ArithRef]) -> z3.ArithRef:
        """The sum; partial sums may overflow, the whole does not."""
        return reduce(add, numbers)

    def divide_numbers(self, number: z3.ArithRef, divisor: z3.ArithRef) -> z3.ArithRef:
        """Rounded down: bit-vectors are cut towards 0."""
        return z3.If(number >= 0, number / divisor, -((divisor - 1 - number) / divisor))

    def read(self, value: z3.ExprRef) -> int:
        """The number that a model gives."""
        return int(cast(z3.BitVecNumRef, value).as_signed_long())


class SortEncoding(Z3Translation):
    """Small numbers as members of a finite sort; arithmetic on them is done in integers."""

    logic = "ALL"

    def __init__(self) -> None:
        super().__init__()
        self.members: dict[str, tuple[int, Sequence[z3.ExprRef]]] = {}

    def _unknown(self, term: Term) -> z3.ExprRef:
        size = term.high - term.low + 1
        if term.truth or size > MOST_MEMBERS:
            return super()._unknown(term)
        sort, members = _sort(size)
        self.members[term.name] = (term.low, members)
        self.unknowns[term.name] = z3.Const(term.name, sort)
        return reduce(
            lambda rest, number: z3.If(
                self.unknowns[term.name] == members[number], self.make_number(term.low + number), rest
            ),
            range(size - 1),
            self.make_number(term.high),
        )


def _sort(size: int) -> tuple[z3.SortRef, Sequence[z3.ExprRef]]:
    if size not in SORTS:
        SORTS[size] = z3.EnumSort(f"one of {size}", [f"{number} of {size}" for number in range(size)])
    return SORTS[size]


SORTS: dict[int, tuple[z3.SortRef, Sequence[z3.ExprRef]]] = {}
"""Z3 takes a sort once."""
