"""Terms over unknown numbers and truths: few kinds, each made once, with the interval its value lies in.

A symbol is a term, or a plain `int` or `bool` where the value is known. Truths count as 0 and 1 in sums.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from math import gcd

from rules_dsl.quantities import quantity


class TermKind(Enum):
    """What a term does with its parts."""

    VARIABLE = auto()
    SUM = auto()  # constant + Σ coefficient × part
    TIMES = auto()
    DIVIDE = auto()  # rounded down; the divisor is not 0
    REMAINDER = auto()
    LEAST = auto()
    MOST = auto()
    IF = auto()
    ALL = auto()
    ANY = auto()
    NOT = auto()
    NOT_ABOVE_0 = auto()  # part <= 0
    IS_0 = auto()
    SAME = auto()  # of two truths


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    """An unknown number in low..high, or an unknown truth. Parts have smaller numbers than the whole."""

    kind: TermKind
    number: int
    low: int
    high: int
    truth: bool
    parts: tuple[Symbol, ...] = ()
    coefficients: tuple[int, ...] = ()
    constant: int = 0
    name: str = ""

    def __bool__(self) -> bool:
        raise TypeError("nobody knows whether a term holds")


FLAT = 12
"""Conjunctions of more parts stay whole inside others, or copying them would take most of the time."""

Symbol = Term | int
"""A term, or a known value: `bool` for truths, `int` for numbers."""


def low_of(symbol: Symbol) -> int:
    """The least value a symbol may have."""
    return symbol.low if isinstance(symbol, Term) else int(symbol)


def high_of(symbol: Symbol) -> int:
    """The greatest value a symbol may have."""
    return symbol.high if isinstance(symbol, Term) else int(symbol)


EACH = 1 << 12
"""Whoever watches is asked after so many terms."""


class UnsupportedTerm(Exception):
    """The rules contain something that terms cannot express; the message says what."""


class Terms:
    """Creates terms, up to a limit.

    Equal terms are the same object, and known values are computed at once. `watch` is called now and then and may raise
    to stop the work.
    """

    def __init__(self, limit: int | None = None) -> None:
        self.limit = limit
        self.watch: Callable[[], None] | None = None
        self.asked = 0
        self._made: dict[object, Term] = {}
        self._equal: dict[tuple[int, int], Symbol] = {}

    def __len__(self) -> int:
        return len(self._made)

    def _term(
        self, kind: TermKind, low: int, high: int, truth: bool, parts: Sequence[Symbol] = (), coefficients: tuple[int, ...] = (),
        constant: int = 0, name: str = "",
    ) -> Term:  # fmt: skip
        self.asked += 1
        if not self.asked % EACH and self.watch is not None:
            self.watch()
        key = (
            kind,
            truth,
            name,
            constant,
            coefficients,
            tuple([part.number if isinstance(part, Term) else (int(part),) for part in parts]),
        )
        term = self._made.get(key)
        if term is None:
            if self.limit is not None and len(self._made) >= self.limit:
                raise UnsupportedTerm(f"what takes more than {quantity(self.limit, 'term')}")
            term = Term(kind, len(self._made), low, high, truth, tuple(parts), coefficients, constant, name)
            self._made[key] = term
        return term

    # -- unknowns -----------------------------------------------------------------------------------------------------

    def number(self, name: str, low: int, high: int) -> Symbol:
        """An unknown number."""
        return low if low == high else self._term(TermKind.VARIABLE, low, high, False, name=name)

    def truth(self, name: str) -> Term:
        """An unknown truth."""
        return self._term(TermKind.VARIABLE, 0, 1, True, name=name)

    # -- truths -------------------------------------------------------------------------------------------------------

    def negate_truth(self, truth: Symbol) -> Symbol:
        """`not`."""
        if not isinstance(truth, Term):
            return not truth
        return truth.parts[0] if truth.kind is TermKind.NOT else self._term(TermKind.NOT, 0, 1, True, (truth,))

    def all(self, truths: Iterable[Symbol]) -> Symbol:
        """Do all hold?"""
        return self._join_truths(TermKind.ALL, True, truths)

    def any(self, truths: Iterable[Symbol]) -> Symbol:
        """Does one of them hold?"""
        return self._join_truths(TermKind.ANY, False, truths)

    def _join_truths(self, kind: TermKind, neutral: bool, truths: Iterable[Symbol]) -> Symbol:
        """Conjunction or disjunction: flat where it is short, each part once, decided where a part or a contradiction
        decides it.
        """
        parts: dict[int, Term] = {}
        for truth in truths:
            if not isinstance(truth, Term):
                if bool(truth) is not neutral:
                    return not neutral
                continue
            for part in truth.parts if truth.kind is kind and len(truth.parts) <= FLAT else (truth,):
                assert isinstance(part, Term)
                parts[part.number] = part
        for part in parts.values():
            if part.kind is TermKind.NOT and isinstance(part.parts[0], Term) and part.parts[0].number in parts:
                return not neutral
        if not parts:
            return neutral
        if len(parts) == 1:
            return next(iter(parts.values()))
        return self._term(kind, 0, 1, True, [parts[number] for number in sorted(parts)])

    def implies(self, first: Symbol, second: Symbol) -> Symbol:
        """If the first then the second."""
        return self.any((self.negate_truth(first), second))

    def equate_truths(self, first: Symbol, second: Symbol) -> Symbol:
        """Are two truths the same?"""
        if not isinstance(first, Term):
            return second if first else self.negate_truth(second)
        if not isinstance(second, Term):
            return first if second else self.negate_truth(first)
        if first is second:
            return True
        if first.number > second.number:
            first, second = second, first
        return self._term(TermKind.SAME, 0, 1, True, (first, second))

    # -- choices ------------------------------------------------------------------------------------------------------

    def choice(self, condition: Symbol, then: Symbol, otherwise: Symbol, truth: bool) -> Symbol:
        """The first value if the condition holds, otherwise the second; `truth` says which sort both have."""
        if not isinstance(condition, Term):
            return then if condition else otherwise
        if then is otherwise or (not isinstance(then, Term) and not isinstance(otherwise, Term) and then == otherwise):
            return then
        if truth:
            return self._choose_truth(condition, then, otherwise)
        if condition.kind is TermKind.NOT:
            return self.choice(condition.parts[0], otherwise, then, truth)
        if isinstance(then, Term) and then.kind is TermKind.IF and then.parts[0] is condition:
            then = then.parts[1]
        if isinstance(otherwise, Term) and otherwise.kind is TermKind.IF and otherwise.parts[0] is condition:
            otherwise = otherwise.parts[2]
        low, high = min(low_of(then), low_of(otherwise)), max(high_of(then), high_of(otherwise))
        return self._term(TermKind.IF, low, high, False, (condition, then, otherwise))

    def _choose_truth(self, condition: Term, then: Symbol, otherwise: Symbol) -> Symbol:
        if not isinstance(then, Term):
            return self.any((condition, otherwise)) if then else self.all((self.negate_truth(condition), otherwise))
        if not isinstance(otherwise, Term):
            return self.any((self.negate_truth(condition), then)) if otherwise else self.all((condition, then))
        return self._term(TermKind.IF, 0, 1, True, (condition, then, otherwise))

    def select_part(self, parts: Sequence[Symbol], place: Symbol, truth: bool) -> Symbol:
        """The part at a place counted from 0, which is one of theirs."""
        if not isinstance(place, Term):
            return parts[place]
        part = parts[min(high_of(place), len(parts) - 1)]
        for number in range(min(high_of(place), len(parts) - 1) - 1, max(low_of(place), 0) - 1, -1):
            part = self.choice(self.equal(place, number), parts[number], part, truth)
        return part

    # -- numbers ------------------------------------------------------------------------------------------------------

    def sum(self, rows: Iterable[tuple[int, Symbol]], constant: int = 0) -> Symbol:
        """Σ coefficient × symbol + constant."""
        weights: dict[int, int] = {}
        parts: dict[int, Term] = {}
        for weight, part in rows:
            constant += self._gather_part(weight, part, weights, parts)
        kept = [number for number in sorted(weights) if weights[number]]
        if not kept:
            return constant
        if len(kept) == 1 and constant == 0 and weights[kept[0]] == 1 and not parts[kept[0]].truth:
            return parts[kept[0]]
        coefficients, terms = tuple([weights[number] for number in kept]), [parts[number] for number in kept]
        ends = [
            sorted((weight * part.low, weight * part.high)) for weight, part in zip(coefficients, terms, strict=True)
        ]
        low, high = constant + sum([end[0] for end in ends]), constant + sum([end[1] for end in ends])
        return self._term(TermKind.SUM, low, high, False, terms, coefficients, constant)

    def _gather_part(self, weight: int, part: Symbol, weights: dict[int, int], parts: dict[int, Term]) -> int:
        """Add a part to the weights; returns what it adds to the constant."""
        if not isinstance(part, Term):
            return weight * int(part)
        if part.kind is not TermKind.SUM:
            weights[part.number] = weights.get(part.number, 0) + weight
            parts[part.number] = part
            return 0
        for coefficient, inner in zip(part.coefficients, part.parts, strict=True):
            self._gather_part(weight * coefficient, inner, weights, parts)
        return weight * part.constant

    def times(self, first: Symbol, second: Symbol) -> Symbol:
        """The product."""
        if not isinstance(first, Term):
            return self.sum([(int(first), second)])
        if not isinstance(second, Term):
            return self.sum([(int(second), first)])
        if first.number > second.number:
            first, second = second, first
        ends = [one * other for one in (first.low, first.high) for other in (second.low, second.high)]
        return self._term(TermKind.TIMES, min(ends), max(ends), False, (first, second))

    def divide_numbers(self, first: Symbol, second: Symbol) -> Symbol:
        """The quotient, rounded down; the divisor must be positive or known."""
        if not isinstance(first, Term) and not isinstance(second, Term):
            return int(first) // int(second)
        if not isinstance(second, Term) and second == 1:
            return first
        ends = [
            one // other
            for one in (low_of(first), high_of(first))
            for other in (low_of(second), high_of(second))
            if other
        ]
        return self._term(TermKind.DIVIDE, min(ends), max(ends), False, (first, second))

    def remainder(self, first: Symbol, second: Symbol) -> Symbol:
        """The remainder; the divisor must be positive or known."""
        if not isinstance(first, Term) and not isinstance(second, Term):
            return int(first) % int(second)
        if not isinstance(second, Term) and second > 0 and low_of(first) >= 0 and high_of(first) < second:
            return first
        if not isinstance(second, Term) and second < 0:
            return self._term(TermKind.REMAINDER, int(second) + 1, 0, False, (first, second))
        return self._term(TermKind.REMAINDER, 0, max(high_of(second) - 1, 0), False, (first, second))

    def least(self, numbers: Iterable[Symbol]) -> Symbol:
        """The smallest of some numbers."""
        return self._extreme(TermKind.LEAST, min, numbers)

    def most(self, numbers: Iterable[Symbol]) -> Symbol:
        """The greatest of some numbers."""
        return self._extreme(TermKind.MOST, max, numbers)

    def _extreme(self, kind: TermKind, best: Callable[[Iterable[int]], int], numbers: Iterable[Symbol]) -> Symbol:
        given = list(numbers)
        low, high = best([low_of(item) for item in given]), best([high_of(item) for item in given])
        if low == high:
            return low
        terms = {item.number: item for item in given if isinstance(item, Term)}
        known = [int(item) for item in given if not isinstance(item, Term)]
        parts: list[Symbol] = [terms[number] for number in sorted(terms)]
        if known:
            known_best = best(known)
            ends = [part.low if kind is TermKind.MOST else part.high for part in terms.values()]
            if best([*ends, known_best]) != best(ends):
                parts.append(known_best)
        return parts[0] if len(parts) == 1 else self._term(kind, low, high, False, parts)

    # -- comparisons --------------------------------------------------------------------------------------------------

    def not_above(self, first: Symbol, second: Symbol) -> Symbol:
        """first <= second."""
        difference = self.sum([(1, first), (-1, second)])
        if high_of(difference) <= 0:
            return True
        if low_of(difference) > 0:
            return False
        assert isinstance(difference, Term)
        return self._term(TermKind.NOT_ABOVE_0, 0, 1, True, (self._reduce_sum(difference),))

    def _reduce_sum(self, term: Term) -> Symbol:
        """A sum that is at most 0 exactly if the term is, with small coefficients."""
        if term.kind is not TermKind.SUM:
            return term
        common = gcd(*term.coefficients)
        if common == 1:
            return term
        rows = [(weight // common, part) for weight, part in zip(term.coefficients, term.parts, strict=True)]
        return self.sum(rows, -(-term.constant // common))

    def below(self, first: Symbol, second: Symbol) -> Symbol:
        """first < second."""
        return self.not_above(self.sum([(1, first)], 1), second)

    def equal(self, first: Symbol, second: Symbol) -> Symbol:
        """Are two numbers the same?"""
        if first is second:
            return True
        if low_of(first) > high_of(second) or high_of(first) < low_of(second):
            return False
        if not isinstance(second, Term) and isinstance(first, Term):
            return self._equal_to(first, int(second))
        if not isinstance(first, Term) and isinstance(second, Term):
            return self._equal_to(second, int(first))
        difference = self.sum([(1, first), (-1, second)])
        if not isinstance(difference, Term):
            return difference == 0
        if difference.low > 0 or difference.high < 0:
            return False
        if difference.kind is TermKind.SUM and difference.coefficients[0] < 0:
            difference = self.sum([(-1, difference)])
        return self._term(TermKind.IS_0, 0, 1, True, (difference,))

    def _equal_to(self, term: Term, number: int) -> Symbol:
        """Equality with a choice of constants is decided case by case, so that impossible cases vanish."""
        for item, other in _comparisons(term, number, self._equal):
            self._equal[item.number, other] = self._compare_sum(item, other)
        return self._equal[term.number, number]

    def _compare_sum(self, term: Term, number: int) -> Symbol:
        """What this comes down to has been compared before."""
        if not term.low <= number <= term.high:
            return False
        if term.kind is TermKind.IF:
            condition, then, otherwise = term.parts
            one, other = (
                self._equal[item.number, number] if isinstance(item, Term) else item == number
                for item in (then, otherwise)
            )
            return self.choice(condition, one, other, True)
        if term.kind is TermKind.SUM and len(term.parts) == 1:
            quotient, rest = divmod(number - term.constant, term.coefficients[0])
            part = term.parts[0]
            assert isinstance(part, Term)
            if rest:
                return False
            return (part if quotient else self.negate_truth(part)) if part.truth else self._equal[part.number, quotient]
        return self._term(TermKind.IS_0, 0, 1, True, (self.sum([(1, term)], -number),))


def _comparisons(term: Term, number: int, known: Collection[tuple[int, int]]) -> list[tuple[Term, int]]:
    """The comparisons that a comparison with a number reduces to and that are not known yet, in dependency order:
    choices reduce to their branches, multiples to their factors.
    """
    comparisons: dict[tuple[int, int], tuple[Term, int]] = {}
    waiting = [(term, number)]
    while waiting:
        item, other = waiting.pop()
        if (item.number, other) in comparisons or (item.number, other) in known:
            continue
        comparisons[item.number, other] = item, other
        if not item.low <= other <= item.high:
            continue
        if item.kind is TermKind.IF:
            waiting += [(part, other) for part in item.parts[1:] if isinstance(part, Term)]
        elif item.kind is TermKind.SUM and len(item.parts) == 1:
            quotient, rest = divmod(other - item.constant, item.coefficients[0])
            part = item.parts[0]
            waiting += [(part, quotient)] if isinstance(part, Term) and not part.truth and not rest else []
    return [comparisons[key] for key in sorted(comparisons)]


# -- values -----------------------------------------------------------------------------------------------------------
