"""What is known of a value while a find puzzle is only partly filled: the values it may still have.

`None` stands for "anything, or a failure". Numbers may be ranges, so that sums stay cheap; every answer may be too
generous, never too narrow. Nothing here raises: an expression that fails may stand where no complete filling evaluates
it, which only what stands around it can tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from rules_dsl.ir.failures import PlayError
from rules_dsl.ir.types import Value

Possible = Sequence[Value] | None
Domains = list[tuple[Value, ...]]
Look = Callable[[Domains], Possible]

NO: Possible = (False,)
YES: Possible = (True,)
MAYBE: Possible = (False, True)


@dataclass(frozen=True, slots=True)
class ConstantTerm:
    """A value that depends on no cell."""

    value: Value


@dataclass(frozen=True, slots=True)
class OpenTerm:
    """A value that depends on cells."""

    look: Look
    cells: frozenset[int]


@dataclass(frozen=True, slots=True)
class Entries:
    """A map, entry by entry."""

    parts: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class SetTerm:
    """A set: for each value of its item type whether it is in."""

    parts: tuple[Term, ...]


Term = ConstantTerm | OpenTerm | Entries | SetTerm


class UndecidedTerm(Exception):
    """The value depends on cells that are still open, or has none."""


def cell(number: int) -> OpenTerm:
    """The value of a cell."""
    return OpenTerm(lambda domains: domains[number], frozenset([number]))


FAILING = OpenTerm(lambda domains: None, frozenset())
"""An expression without a value."""


def cells_of(parts: Iterable[Term | None]) -> frozenset[int]:
    """The cells that terms depend on."""
    numbers: frozenset[int] = frozenset()
    for part in parts:
        match part:
            case OpenTerm(_, cells):
                numbers |= cells
            case Entries(inner) | SetTerm(inner):
                numbers |= cells_of(inner)
            case ConstantTerm() | None:
                pass
    return numbers


def look_of(term: Term) -> Look:
    """What a term may still be."""
    match term:
        case ConstantTerm(value):
            only = (value,)
            return lambda domains: only
        case OpenTerm(look):
            return look
        case Entries() | SetTerm():
            return lambda domains: _single(term, domains)


def _single(term: Term, domains: Domains) -> Possible:
    try:
        return (decide_term(term, domains),)
    except UndecidedTerm:
        return None


def decide_term(term: Term, domains: Domains) -> Value:
    """The value of a term if only one is left."""
    match term:
        case ConstantTerm(value):
            return value
        case Entries(parts):
            return tuple([decide_term(part, domains) for part in parts])
        case SetTerm(parts):
            return sum([1 << number for number, part in enumerate(parts) if decide_term(part, domains)])
        case OpenTerm(look):
            possible = look(domains)
            if possible is None or len(possible) != 1:
                raise UndecidedTerm
            return possible[0]


def truth(possible: Possible) -> bool | None:
    """True or False where that is sure."""
    return bool(possible[0]) if possible is not None and len(possible) == 1 else None


def as_possible(sure: bool | None) -> Possible:
    """The reverse of `truth`."""
    return MAYBE if sure is None else YES if sure else NO


def conjunction(parts: Sequence[Term], wanted: bool = True) -> OpenTerm:
    """All parts hold (decided by the first that fails); with `wanted` False: some part holds."""
    looks = [look_of(part) for part in parts]

    def look(domains: Domains) -> Possible:
        compute_gaps = False
        for part in looks:
            sure = truth(part(domains))
            if sure is None:
                compute_gaps = True
            elif sure is not wanted:
                return as_possible(not wanted)
        return MAYBE if compute_gaps else as_possible(wanted)

    return OpenTerm(look, cells_of(parts))


def disjunction(parts: Sequence[Term]) -> OpenTerm:
    """Some part holds."""
    return conjunction(parts, wanted=False)


def negation(part: Term) -> OpenTerm:
    """`not`."""
    look = look_of(part)

    def negate_term(domains: Domains) -> Possible:
        sure = truth(look(domains))
        return MAYBE if sure is None else as_possible(not sure)

    return OpenTerm(negate_term, cells_of([part]))


def count(parts: Sequence[Term]) -> OpenTerm:
    """How many parts hold."""
    looks = [look_of(part) for part in parts]

    def look(domains: Domains) -> Possible:
        least = still_open = 0
        for part in looks:
            possible = part(domains)
            if possible is None or len(possible) > 1:
                still_open += 1
            elif possible[0]:
                least += 1
        return range(least, least + still_open + 1)

    return OpenTerm(look, cells_of(parts))


def total(rows: Sequence[tuple[Term | None, Term]]) -> OpenTerm:
    """The sum of numbers, some of which count only if their condition holds."""
    looks = [(None if condition is None else look_of(condition), look_of(part)) for condition, part in rows]

    def look(domains: Domains) -> Possible:
        least = most = 0
        for condition, part in looks:
            taken = True if condition is None else truth(condition(domains))
            if taken is False:
                continue
            possible = part(domains)
            if possible is None:
                return None
            low, high = min(possible), max(possible)
            least += low if taken else min(low, 0)
            most += high if taken else max(high, 0)
        return range(least, most + 1)

    return OpenTerm(look, cells_of([part for row in rows for part in row]))


def make_comparison(operator: str, left: Term, right: Term) -> OpenTerm:
    """`<` or `<=` of numbers."""
    strict, first, second = operator == "<", look_of(left), look_of(right)

    def look(domains: Domains) -> Possible:
        these, those = first(domains), second(domains)
        if these is None or those is None:
            return MAYBE
        surely, possibly = max(these) - min(those), min(these) - max(those)
        if surely < 0 or (surely == 0 and not strict):
            return YES
        return NO if possibly > 0 or (possibly == 0 and strict) else MAYBE

    return OpenTerm(look, cells_of([left, right]))


def equal(left: Term, right: Term) -> OpenTerm:
    """`==` of any values."""
    if isinstance(right, ConstantTerm):
        return _equal_to(left, right.value)
    first, second = look_of(left), look_of(right)

    def look(domains: Domains) -> Possible:
        these, those = first(domains), second(domains)
        if these is None or those is None:
            return MAYBE
        if len(these) == 1 and len(those) == 1:
            return YES if these[0] == those[0] else NO
        return MAYBE if any(value in those for value in these) else NO

    return OpenTerm(look, cells_of([left, right]))


def _equal_to(left: Term, value: Value) -> OpenTerm:
    first = look_of(left)

    def look(domains: Domains) -> Possible:
        these = first(domains)
        if these is None:
            return MAYBE
        if value not in these:
            return NO
        return YES if len(these) == 1 else MAYBE

    return OpenTerm(look, cells_of([left]))


def choice(condition: Term, then: Term, otherwise: Term) -> OpenTerm:
    """`if`."""
    test, first, second = look_of(condition), look_of(then), look_of(otherwise)

    def look(domains: Domains) -> Possible:
        sure = truth(test(domains))
        if sure is not None:
            return first(domains) if sure else second(domains)
        return unite_possible([first(domains), second(domains)])

    return OpenTerm(look, cells_of([condition, then, otherwise]))


def selection(parts: Sequence[Term], key: Term, place: Callable[[Value], int], beyond: Possible = None) -> OpenTerm:
    """The part that an open key selects; `beyond` where it selects none."""
    where, looks = look_of(key), [look_of(part) for part in parts]

    def look(domains: Domains) -> Possible:
        keys = where(domains)
        if keys is None:
            return None
        places = [place(value) for value in keys]
        return unite_possible([looks[number](domains) if number >= 0 else beyond for number in places])

    return OpenTerm(look, cells_of([key, *parts]))


def unite_possible(several: Iterable[Possible]) -> Possible:
    """All values of several answers."""
    result: dict[Value, None] = {}
    for possible in several:
        if possible is None:
            return None
        result.update(dict.fromkeys(possible))
    return tuple(result)


def make_combination(evaluate: Callable[[Sequence[Value]], Value], parts: Sequence[Term], patience: int) -> OpenTerm:
    """What an operator gives for each combination of what its parts may be; anything if there are too many, or one of
    them fails.
    """
    looks = [look_of(part) for part in parts]

    def look(domains: Domains) -> Possible:
        several = [part(domains) for part in looks]
        known = [possible for possible in several if possible is not None]
        size = prod([len(possible) for possible in known])
        if len(known) < len(several) or size > patience:
            return None
        try:
            return unite_possible([(evaluate(values),) for values in product(*known)])
        except PlayError:
            return None

    return OpenTerm(look, cells_of(parts))


def make_fitting(convert: Callable[[Value], Value], part: Term, patience: int) -> OpenTerm:
    """A value that fits wherever it is evaluated, so values that do not fit are impossible there."""
    inner = look_of(part)

    def look(domains: Domains) -> Possible:
        possible = inner(domains)
        return None if possible is None or len(possible) > patience else tuple(_fitting(convert, possible)) or None

    return OpenTerm(look, cells_of([part]))


def _fitting(convert: Callable[[Value], Value], possible: Sequence[Value]) -> Iterator[Value]:
    for value in possible:
        try:
            yield convert(value)
        except PlayError:
            continue


def set_operation(operator: str, pairs: Sequence[tuple[Term, Term]]) -> Term | None:
    """The result of an operation on sets, from the terms for each member in both; None for another operator."""
    match operator:
        case "union":
            return SetTerm(tuple([disjunction(pair) for pair in pairs]))
        case "common":
            return SetTerm(tuple([conjunction(pair) for pair in pairs]))
        case "difference":
            return SetTerm(tuple([conjunction([left, negation(right)]) for left, right in pairs]))
        case "<=":
            return conjunction([disjunction([negation(left), right]) for left, right in pairs])
        case "==":
            return conjunction([equal(left, right) for left, right in pairs])
        case "!=":
            return negation(conjunction([equal(left, right) for left, right in pairs]))
        case _:
            return None
