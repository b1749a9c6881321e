"""Texts for values in their forms: ordinals, conversions, things to go through."""

from __future__ import annotations

from collections.abc import Callable

from rules_dsl.ir.conversions import converter, items_of_set, ordinal_in
from rules_dsl.ir.types import (
    BagType,
    BoolType,
    EnumType,
    IntType,
    MapType,
    OptionalType,
    RecordType,
    SetType,
    Type,
    Value,
    cardinality,
    value_of,
    values,
)
from rules_dsl.machine.pygen_code import Code
from rules_dsl.machine.pygen_failures import misfit, no_value_of
from rules_dsl.machine.pygen_writer import is_atom, is_literal, written
from rules_dsl.source import Span

SMALL_UNIVERSE = 8
"""Sets over so few values are gone through by a table of all sets."""


def ordinal_text(code: Code, type_: Type, text: str) -> str:
    """The ordinal of a value known to be of a countable type."""
    match type_:
        case IntType(low, _):
            return shifted(text, -low)
        case OptionalType(item):
            if text == "None":
                return "0"
            if is_literal(text):
                return shifted(ordinal_text(code, item, text), 1)
            atom = code.keep(text, "key")
            return f"(0 if {atom} is None else {shifted(ordinal_text(code, item, atom), 1)})"
        case _:
            return text


def shifted(text: str, by: int) -> str:
    """A number plus a constant."""
    if by == 0:
        return text
    if text.isdigit() and int(text) + by >= 0:
        return str(int(text) + by)
    return f"({text} + {by})" if by > 0 else f"({text} - {-by})"


def value_text(code: Code, type_: Type, number: str) -> str:
    """The value with an ordinal."""
    match type_:
        case EnumType() | RecordType():
            return number
        case IntType(low, _):
            return shifted(number, low)
        case BoolType():
            return f"({number} == 1)"
        case _:
            return f"{code.module.literal(tuple(values(type_)), 'values')}[{number}]"


def fits(source: Type, target: Type) -> bool:
    """Is every value of one type, as it is held, one of the other?"""
    if isinstance(source, IntType) and isinstance(target, IntType):
        return target.low <= source.low and source.high <= target.high
    return source == target


def converted(code: Code, text: str, source: Type, target: Type, span: Span, checked: bool = True) -> str:
    """A value of one type as another; without `checked` it is known to fit."""
    if fits(source, target):
        return text
    match source, target:
        case IntType(), IntType():
            return bounded(code, text, target, source, span) if checked else text
        case OptionalType(inner), OptionalType(item):
            return text if fits(inner, item) else _by_helper(code, text, source, target, span)
        case OptionalType(inner), _:
            present = _insisted(code, text, source, target, span) if checked else text
            return converted(code, present, inner, target, span, checked)
        case _, OptionalType(item):
            return converted(code, text, source, item, span, checked)
        case SetType(inner), SetType(item):
            return _converted_set(code, text, inner, item) or _by_helper(code, text, source, target, span)
        case _:
            return _by_helper(code, text, source, target, span)


def bounded(code: Code, text: str, target: IntType, source: Type, span: Span) -> str:
    """A number that must lie in a range."""
    fail = code.module.helper("fail", no_value_of(source, target, span))
    return in_range(code, text, target.low, target.high, f"{fail}({{}})")


def in_range(code: Code, text: str, low: int, high: int, otherwise: str) -> str:
    """The number if it lies between, else what is written in `otherwise`, where {} stands for the number."""
    name, given = (text, text) if is_atom(text) else (name := code.temporary("number"), f"({name} := {text})")
    return f"({name} if {low} <= {given} <= {high} else {otherwise.format(name)})"


def _insisted(code: Code, text: str, source: Type, target: Type, span: Span) -> str:
    if is_literal(text):
        return text
    fail = code.module.helper("fail", no_value_of(source, target, span))
    name, given = (text, text) if is_atom(text) else (name := code.temporary("present"), f"({name} := {text})")
    return f"({name} if {given} is not None else {fail}(None))"


def _converted_set(code: Code, text: str, inner: Type, item: Type) -> str | None:
    """Sets whose ordinals all move by the same step."""
    find = ordinal_in(item)
    places = [find(value) for value in values(inner)]
    step = places[0] if places else 0
    if step < 0 or places != list(range(step, step + len(places))):
        return None
    return text if step == 0 else f"({text} << {step})"


def _by_helper(code: Code, text: str, source: Type, target: Type, span: Span) -> str:
    convert = converter(source, target, misfit(target, span))
    return text if convert is None else f"{code.module.helper('convert', convert)}({text})"


# -- things to go through ---------------------------------------------------------------------------------------------


def all_values(code: Code, item: Type) -> str:
    """All values of a type, as a Python iterable."""
    match item:
        case IntType(low, high):
            return f"range({low}, {high + 1})" if low else f"range({high + 1})"
        case EnumType() | RecordType():
            return f"range({cardinality(item)})"
        case _:
            return code.module.literal(tuple(values(item)), "values")


def spread(code: Code, item: Type, mask: str) -> str:
    """The members of a set, upwards, as a Python iterable."""
    size = cardinality(item)
    if size <= SMALL_UNIVERSE:
        sets = tuple(members_table(item))
        return f"{code.module.pooled(sets, written(sets), 'members_of')}[{mask}]"
    if isinstance(item, EnumType | RecordType):
        return f"members({mask})"
    return f"{code.module.known('members_as', item, lambda: items_of_set(item))}({mask})"


def members_table(item: Type) -> list[tuple[Value, ...]]:
    """For each set over a small type its members."""
    find = items_of_set(item)
    return [find(mask) for mask in range(1 << cardinality(item))]


def bag_members(item: Type) -> Callable[[tuple[int, ...]], list[Value]]:
    """From a bag to the values in it, each once."""
    return lambda counts: [value_of(item, number) for number, count in enumerate(counts) if count]


def spread_constant(value: Value, type_: Type) -> Value:
    """A constant whose sets and bags are tuples of their members."""
    match type_:
        case MapType(_, inner):
            return tuple([spread_constant(entry, inner) for entry in value])
        case SetType(item):
            return tuple(items_of_set(item)(value))
        case BagType(item):
            return tuple(bag_members(item)(value))
        case _:
            return value
