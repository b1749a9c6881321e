"""Values of one type as values of another: which of them change their form, and which do not fit."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import index
from typing import NoReturn, SupportsIndex

from rules_dsl.ir.types import (
    BagType,
    DeckType,
    EnumType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    SetType,
    Type,
    Value,
    cardinality,
    members_of_set,
    ordinal,
    pack_record,
    unpack_record,
    value_of,
    values,
)

Converter = Callable[[Value], Value]
Misfit = Callable[[Type, Value], NoReturn]
Wrong = Callable[[Value], NoReturn]


def members(mask: SupportsIndex | None) -> tuple[int, ...]:
    """The ordinals in a set value, upwards (`members_of_set`, remembered)."""
    return _list_members(index(mask) if mask else 0)


@lru_cache(maxsize=1 << 16)
def _list_members(mask: int) -> tuple[int, ...]:
    return tuple(members_of_set(mask))


def ordinal_in(type_: Type) -> Callable[[Value], int]:
    """The ordinal of a value in a countable type, or -1 if the value is not of the type."""
    match type_:
        case IntType(low, high):
            return lambda value: value - low if value is not None and low <= value <= high else -1
        case OptionalType(item):
            inner = ordinal_in(item)
            return lambda value: 0 if value is None else _after(inner(value))
        case _:
            size = cardinality(type_)
            return lambda value: -1 if value is None or value >= size else int(value)


def _after(number: int) -> int:
    return number + 1 if number >= 0 else -1


def make_ordinal(type_: Type) -> Converter | None:
    """The ordinal of a value known to be of a countable type; None where the value is its own ordinal."""
    match type_:
        case IntType(low, _):
            return (lambda value: value - low) if low else None
        case OptionalType():
            return lambda value: ordinal(type_, value)
        case _:
            return None


def items_of_set(item: Type) -> Callable[[int], tuple[Value, ...]]:
    """From a set value to its members, upwards."""
    match item:
        case EnumType() | RecordType():
            return members
        case IntType(low, _):
            return lambda mask: tuple([number + low for number in members(mask)]) if low else members(mask)
        case _:
            return lambda mask: tuple([value_of(item, number) for number in members(mask)])


def converter(source: Type, target: Type, misfit: Misfit) -> Converter | None:
    """How a value of `source` becomes one of `target`; None if it may stay as it is.

    `misfit` is called with what does not fit.
    """
    if source == target:
        return None

    def wrong(value: Value) -> NoReturn:
        misfit(source, value)

    match source, target:
        case IntType(low, high), IntType(least, most):
            return None if least <= low and high <= most else _make_bounded(least, most, wrong)
        case OptionalType(inner), OptionalType(item):
            return _of_optional(converter(inner, item, misfit))
        case OptionalType(inner), _:
            return _insist(converter(inner, target, misfit), wrong)
        case _, OptionalType(item):
            return converter(source, item, misfit)
        case RecordType(), RecordType():
            return _of_record(source, target, misfit, wrong)
        case SetType(inner), SetType(item):
            return _of_set(inner, item, wrong)
        case SetType(inner), (BagType() | DeckType()):
            return _chain(_set_to_bag(inner), converter(BagType(inner, 1), target, misfit))
        case BagType(inner, count), BagType(item, most):
            return _of_bag(inner, count, item, most, wrong)
        case ListType(inner, length), ListType(item, most):
            return _of_list(converter(inner, item, misfit), most if length > most else None, wrong)
        case MapType(from_key, inner), MapType(key, item):
            return _of_map(from_key, inner, key, item, misfit, wrong)
        case BagType(), DeckType(item, most):
            return _chain(converter(source, BagType(item, most), misfit), lambda counts: ((), counts))
        case ListType(), DeckType(item, most):
            nothing = (0,) * cardinality(item)
            return _chain(converter(source, ListType(item, most), misfit), lambda cards: (cards, nothing))
        case DeckType(inner, count), DeckType(item, most):
            return _of_deck(inner, count, item, most, misfit)
        case _:
            return wrong


def _make_bounded(low: int, high: int, wrong: Wrong) -> Converter:
    return lambda value: value if value is not None and low <= value <= high else wrong(value)


def _chain(first: Converter | None, then: Converter | None) -> Converter | None:
    if first is None or then is None:
        return first or then
    return lambda value: then(first(value))


def _of_optional(inner: Converter | None) -> Converter | None:
    return None if inner is None else (lambda value: None if value is None else inner(value))


def _insist(inner: Converter | None, wrong: Wrong) -> Converter:
    if inner is None:
        return lambda value: wrong(value) if value is None else value
    return lambda value: wrong(value) if value is None else inner(value)


def _of_record(source: RecordType, target: RecordType, misfit: Misfit, wrong: Wrong) -> Converter | None:
    pairs = list(zip(source.fields, target.fields, strict=False))
    if len(source.fields) != len(target.fields) or any(old[0] != new[0] for old, new in pairs):
        return wrong
    steps = [converter(old[1], new[1], misfit) for old, new in pairs]

    def convert(value: Value) -> Value:
        items = unpack_record(source, value)
        return pack_record(
            target, tuple([item if step is None else step(item) for step, item in zip(steps, items, strict=True)])
        )

    return convert


def _ordinals(source: Type, target: Type) -> list[int]:
    """For each ordinal of `source` the ordinal of the same value in `target`, or -1."""
    find = ordinal_in(target)
    return [find(value) for value in values(source)]


def _of_set(inner: Type, item: Type, wrong: Wrong) -> Converter | None:
    places = _ordinals(inner, item)
    if places == list(range(len(places))):
        return None

    def convert(mask: int) -> int:
        result = 0
        for number in members(mask):
            if places[number] < 0:
                wrong(mask)
            result |= 1 << places[number]
        return result

    return convert


def _set_to_bag(inner: Type) -> Converter:
    size = cardinality(inner)
    return lambda mask: tuple([mask >> number & 1 for number in range(size)])


def _of_bag(inner: Type, count: int, item: Type, most: int, wrong: Wrong) -> Converter | None:
    if inner == item and count <= most:
        return None
    places = _ordinals(inner, item)
    size = cardinality(item)

    def convert(counts: tuple[int, ...]) -> tuple[int, ...]:
        numbers = [0] * size
        for place, number in zip(places, counts, strict=True):
            if number > most or (number and place < 0):
                wrong(counts)
            if number:
                numbers[place] = number
        return tuple(numbers)

    return convert


def _of_list(inner: Converter | None, most: int | None, wrong: Wrong) -> Converter | None:
    if inner is None and most is None:
        return None

    def convert(items: tuple[Value, ...]) -> Value:
        if most is not None and len(items) > most:
            wrong(items)
        return items if inner is None else tuple([inner(item) for item in items])

    return convert


def _of_map(from_key: Type, inner: Type, key: Type, item: Type, misfit: Misfit, wrong: Wrong) -> Converter | None:
    step = converter(inner, item, misfit)
    places = _ordinals(key, from_key)
    same = places == list(range(cardinality(from_key)))
    if step is None and same:
        return None
    if any(place < 0 for place in places):
        return wrong
    if step is None:
        return lambda entries: tuple([entries[place] for place in places])
    return lambda entries: tuple([step(entries[place]) for place in places])


def _of_deck(inner: Type, count: int, item: Type, most: int, misfit: Misfit) -> Converter | None:
    known = converter(ListType(inner, count), ListType(item, most), misfit)
    unseen = converter(BagType(inner, count), BagType(item, most), misfit)
    if known is None and unseen is None:
        return None
    return lambda deck: (known(deck[0]) if known else deck[0], unseen(deck[1]) if unseen else deck[1])
