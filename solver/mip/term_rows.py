"""Translates terms into rows of a linear program, independently of the translation for CP-SAT.

Both start from the same terms and share errors in how rules become terms (`solver/symbolic`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from rules_dsl.quantities import quantity
from solver.mip.programs import LinearRow, NotLinear, program_from
from solver.ortools.library import model_pb2
from solver.symbolic.term_values import below
from solver.symbolic.terms import Symbol, Term, TermKind

MOST_SLACK = 100_000
"""A row that is slack by more than this where it does not count cannot be trusted in floating point: flags are whole up
to a millionth only.
"""
MOST_VALUES = 64
"""Factors and divisors that may have more values are not spelled out."""


@dataclass(frozen=True, slots=True)
class LinearSum:
    """Columns with coefficients, and a constant."""

    terms: Mapping[int, int] = field(default_factory=dict)
    constant: int = 0

    def plus(self, other: LinearSum, times: int = 1) -> LinearSum:
        """Add a multiple of another sum."""
        terms = dict(self.terms)
        for column, weight in other.terms.items():
            terms[column] = terms.get(column, 0) + times * weight
        return LinearSum(
            {column: weight for column, weight in terms.items() if weight}, self.constant + times * other.constant
        )


ZERO, ONE = LinearSum(), LinearSum(constant=1)


def negate_flag(flag: LinearSum) -> LinearSum:
    """1 where a flag is 0."""
    return ONE.plus(flag, -1)


def total(sums: Iterable[LinearSum]) -> LinearSum:
    """All of them together."""
    terms: dict[int, int] = {}
    constant = 0
    for item in sums:
        constant += item.constant
        for column, weight in item.terms.items():
            terms[column] = terms.get(column, 0) + weight
    return LinearSum({column: weight for column, weight in terms.items() if weight}, constant)


class TermRows:
    """A program that grows; each term has one sum of columns. Raises NotLinear for what floating point cannot hold."""

    def __init__(self) -> None:
        self.ranges: list[tuple[int, int]] = []
        self.rows: list[LinearRow] = []
        self.unknowns: dict[str, int] = {}
        self._sums: dict[int, LinearSum] = {}

    def program(self) -> model_pb2.ModelProto:
        """The program built so far."""
        return program_from(self.ranges, self.rows)

    # -- rows ---------------------------------------------------------------------------------------------------------

    def column(self, low: int, high: int) -> LinearSum:
        """A new whole number."""
        self.ranges.append((low, high))
        return LinearSum({len(self.ranges) - 1: 1})

    def flag(self) -> LinearSum:
        """A new number that is 0 or 1."""
        return self.column(0, 1)

    def between(
        self, combined: LinearSum, low: float = -math.inf, high: float = math.inf, given: Sequence[LinearSum] = ()
    ) -> None:
        """A sum lies between two limits if all given flags hold."""
        least, most = self._least(combined), self._most(combined)
        missing = total([negate_flag(item) for item in given])
        if low > least:
            self._add(combined.plus(missing, _slack(low - least)) if given else combined, low=low)
        if high < most:
            self._add(combined.plus(missing, -_slack(most - high)) if given else combined, high=high)

    def equal(self, one: LinearSum, other: LinearSum, given: Sequence[LinearSum] = ()) -> None:
        """Two sums are equal if all given flags hold."""
        self.between(one.plus(other, -1), 0, 0, given)

    def _add(self, result: LinearSum, low: float = -math.inf, high: float = math.inf) -> None:
        self.rows.append(LinearRow(dict(result.terms), low - result.constant, high - result.constant))

    def _least(self, result: LinearSum) -> int:
        return result.constant + sum(
            [weight * self.ranges[column][weight < 0] for column, weight in result.terms.items()]
        )

    def _most(self, result: LinearSum) -> int:
        return result.constant + sum(
            [weight * self.ranges[column][weight > 0] for column, weight in result.terms.items()]
        )

    # -- what holds ---------------------------------------------------------------------------------------------------

    def enforce(self, truth: Symbol, given: Symbol = True) -> None:
        """A truth holds where another does."""
        flags = [self.sum(given)] if isinstance(given, Term) else []
        if not isinstance(given, Term) and not given:
            return
        match truth:
            case Term(kind=TermKind.ALL):
                for part in truth.parts:
                    self.enforce(part, given)
            case Term(kind=TermKind.NOT_ABOVE_0):
                self.between(self.sum(truth.parts[0]), high=0, given=flags)
            case Term(kind=TermKind.IS_0):
                self.between(self.sum(truth.parts[0]), 0, 0, flags)
            case _:
                self.between(self.sum(truth), low=1, given=flags)

    # -- sums ---------------------------------------------------------------------------------------------------------

    def sum(self, symbol: Symbol) -> LinearSum:
        """The sum for a symbol; a truth counts as 0 or 1."""
        if not isinstance(symbol, Term):
            return LinearSum(constant=int(symbol))
        if symbol.number not in self._sums:
            for term in below([symbol]):
                if term.number not in self._sums:
                    self._sums[term.number] = self._make_sum(term, [self._look_up(part) for part in term.parts])
        return self._sums[symbol.number]

    def _look_up(self, symbol: Symbol) -> LinearSum:
        return self._sums[symbol.number] if isinstance(symbol, Term) else LinearSum(constant=int(symbol))

    def _make_sum(self, term: Term, parts: Sequence[LinearSum]) -> LinearSum:
        match term.kind:
            case TermKind.VARIABLE:
                self.unknowns[term.name] = len(self.ranges)
                return self.column(term.low, term.high)
            case TermKind.SUM:
                return total(
                    [
                        LinearSum(constant=term.constant),
                        *[ZERO.plus(part, weight) for part, weight in zip(parts, term.coefficients, strict=True)],
                    ]
                )
            case TermKind.NOT:
                return negate_flag(parts[0])
            case TermKind.ALL:
                return negate_flag(self._any([negate_flag(part) for part in parts]))
            case TermKind.ANY:
                return self._any(parts)
            case TermKind.SAME:
                return self._choice(parts[0], parts[1], negate_flag(parts[1]))
            case TermKind.IF:
                return self._choice(*parts)
            case TermKind.NOT_ABOVE_0:
                return self._not_above_0(parts[0])
            case TermKind.IS_0:
                return self._is_0(parts[0])
            case TermKind.LEAST:
                return ZERO.plus(self._greatest([ZERO.plus(part, -1) for part in parts]), -1)
            case TermKind.MOST:
                return self._greatest(parts)
            case TermKind.TIMES:
                return self._product(*parts)
            case TermKind.DIVIDE | TermKind.REMAINDER:
                return self._divide_sums(term, *parts)
            case _:
                assert_never(term.kind)

    def _any(self, parts: Sequence[LinearSum]) -> LinearSum:
        result, together = self.flag(), total(parts)
        self.between(together.plus(result, -1), low=0)
        for part in parts:
            self.between(result.plus(part, -1), low=0)
        return result

    def _choice(self, condition: LinearSum, then: LinearSum, otherwise: LinearSum) -> LinearSum:
        apart = then.plus(otherwise, -1)
        if not apart.terms:
            return otherwise.plus(condition, apart.constant)
        choice = self._anywhere([then, otherwise])
        self.equal(choice, then, [condition])
        self.equal(choice, otherwise, [negate_flag(condition)])
        return choice

    def _anywhere(self, sums: Sequence[LinearSum]) -> LinearSum:
        """A column for a number that is one of these."""
        return self.column(min([self._least(item) for item in sums]), max([self._most(item) for item in sums]))

    def _not_above_0(self, part: LinearSum) -> LinearSum:
        flag = self.flag()
        self.between(part, high=0, given=[flag])
        self.between(part, low=1, given=[negate_flag(flag)])
        return flag

    def _is_0(self, part: LinearSum) -> LinearSum:
        low, result, high = self.flag(), self.flag(), self.flag()
        self.between(total([low, result, high]), 1, 1)
        self.between(part, high=-1, given=[low])
        self.between(part, 0, 0, [result])
        self.between(part, low=1, given=[high])
        return result

    def _greatest(self, parts: Sequence[LinearSum]) -> LinearSum:
        """No smaller than any part, and the same as the one that is picked."""
        column, picked = self._anywhere(parts), [self.flag() for _ in parts]
        self.between(total(picked), 1, 1)
        for part, here in zip(parts, picked, strict=True):
            self.between(column.plus(part, -1), low=0)
            self.between(column.plus(part, -1), high=0, given=[here])
        return column

    def _product(self, one: LinearSum, other: LinearSum) -> LinearSum:
        """A product, case by case over the values of one factor."""
        if self._width(other) < self._width(one):
            one, other = other, one
        ends = [
            end * far for end in (self._least(one), self._most(one)) for far in (self._least(other), self._most(other))
        ]
        product = self.column(min(ends), max(ends))
        for value, here in self._values(one):
            self.equal(product, ZERO.plus(other, value), [here])
        return product

    def _divide_sums(self, term: Term, first: LinearSum, second: LinearSum) -> LinearSum:
        """The quotient rounded down, or the rest; where the divisor is not above 0 and the rules have failed, both are
        anything.
        """
        size = max(abs(self._least(first)), abs(self._most(first)))
        quotient = self.column(-size - 1, size + 1)
        widest = max(abs(self._least(second)), abs(self._most(second)))
        rest = self.column(1 - widest, widest - 1) if widest > 1 else ZERO
        for value, here in self._values(second):
            if value > 0 or (value < 0 and not second.terms):
                self.equal(first, ZERO.plus(quotient, value).plus(rest), [here])
                self.between(rest, *((0, value - 1) if value > 0 else (value + 1, 0)), given=[here])
        return quotient if term.kind is TermKind.DIVIDE else rest

    def _width(self, width: LinearSum) -> int:
        return self._most(width) - self._least(width) + 1

    def _values(self, result: LinearSum) -> list[tuple[int, LinearSum]]:
        """The possible values of a sum, each with the flag that it is taken."""
        if self._width(result) > MOST_VALUES:
            raise NotLinear(f"a factor or divisor with {quantity(self._width(result), 'value')}")
        values = range(self._least(result), self._most(result) + 1)
        flags = [self.flag() for _ in values]
        self.between(total(flags), 1, 1)
        self.equal(result, total([ZERO.plus(here, value) for value, here in zip(values, flags, strict=True)]))
        return list(zip(values, flags, strict=True))


def _slack(least: float) -> int:
    if least > MOST_SLACK:
        raise NotLinear(f"a condition that is slack by {least:,.0f}")
    return int(least)
