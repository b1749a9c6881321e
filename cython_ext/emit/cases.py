"""A value for each value of a name, as cases: words that tell where a case holds, and what the value is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NoReturn

from cython_ext.emit.decisions import ObstacleError
from cython_ext.emit.words import Word
from rules_dsl.ir.conversions import converter
from rules_dsl.ir.types import Type, Value


@dataclass(frozen=True, slots=True)
class Case:
    """Where `holds`, the value is `values[i]` for the name's i-th value; outside of `domain` there is none."""

    holds: Word
    domain: int
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Cases:
    """A value for each value of the name."""

    cases: tuple[Case, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Flag:
    """A truth value for each value of the name."""

    word: Word


@dataclass(frozen=True, slots=True)
class UnaryCount:
    """A number from 0 for each value of the name: `least[k]` is where it is at least k + 1."""

    least: tuple[Word, ...]


Vector = Cases | Flag | UnaryCount
Env = Mapping[str, Vector]
"""What the names in scope are that depend on the subject."""


def items_with(case: Case, number: int) -> Case:
    """The items with one number of a case of lists."""
    domain = sum([1 << place for place in places_of(case.domain) if number < len(case.values[place])])
    items = [case.values[place][number] if domain >> place & 1 else None for place in range(len(case.values))]
    return Case(case.holds, domain, tuple(items))


def spread_out(case: Case, spread: Callable[[int], tuple[Value, ...]]) -> tuple[Value, ...]:
    """The members of sets, place by place."""
    return tuple([spread(value) if case.domain >> place & 1 else None for place, value in enumerate(case.values)])


def convert_cases(vector: Cases, source: Type, target: Type, checked: bool) -> Cases:
    """The values as those of another type. What does not fit though it is known to is left out: nobody looks there."""
    convert = converter(source, target, _misfit) or (lambda value: value)
    return Cases(tuple([_convert(case, convert, checked) for case in vector.cases]), target)


def _convert(case: Case, convert: Callable[[Value], Value], checked: bool) -> Case:
    domain, found = case.domain, list(case.values)
    for place in places_of(case.domain):
        try:
            found[place] = convert(case.values[place])
        except _NoCase:
            if checked:
                raise ObstacleError("some values are out of range") from None
            domain &= ~(1 << place)
    return Case(case.holds, domain, tuple(found))


class _NoCase(Exception):
    pass


def _misfit(type_: Type, value: Value) -> NoReturn:
    raise _NoCase


def places_where(case: Case, test: Callable[[Value], bool]) -> int:
    """The places at which the value passes a test, as a mask."""
    return sum([1 << place for place in places_of(case.domain) if test(case.values[place])])


def places_of(mask: int) -> list[int]:
    """The places of the bits of a mask."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found
