"""Values under another numbering of the members of one enum."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import assert_never

from rules_dsl.ir.types import (
    BagType,
    BoolType,
    DeckType,
    EnumType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    SetType,
    TextType,
    Type,
    Value,
    cardinality,
    members_of_set,
    ordinal,
    pack_record,
    unpack_record,
    value_of,
)


@cache
def mentions(type_: Type, enum: EnumType) -> bool:
    """Does the enum occur in the type?"""
    match type_:
        case EnumType():
            return type_ == enum
        case RecordType(fields=fields):
            return any(mentions(item, enum) for _, item in fields)
        case OptionalType(item) | SetType(item) | BagType(item, _) | ListType(item, _) | DeckType(item, _):
            return mentions(item, enum)
        case MapType(key, value):
            return mentions(key, enum) or mentions(value, enum)
        case BoolType() | IntType() | TextType():
            return False
        case _:
            assert_never(type_)


def relabel_value(type_: Type, value: Value, enum: EnumType, to: Sequence[int]) -> Value:
    """The value with member i of the enum called to[i] everywhere."""
    if not mentions(type_, enum):
        return value
    match type_:
        case EnumType():
            return to[value]
        case OptionalType(item):
            return None if value is None else relabel_value(item, value, enum, to)
        case RecordType(fields=fields):
            parts = zip(fields, unpack_record(type_, value), strict=True)
            return pack_record(type_, tuple([relabel_value(item, part, enum, to) for (_, item), part in parts]))
        case SetType(item):
            return sum(1 << _move_ordinal(item, number, enum, to) for number in members_of_set(value))
        case ListType(item, _):
            return tuple([relabel_value(item, part, enum, to) for part in value])
        case BagType(item, _):
            return _rearrange_entries(item, value, enum, to)
        case MapType(key, inner):
            return _rearrange_entries(key, [relabel_value(inner, part, enum, to) for part in value], enum, to)
        case DeckType(item, most):
            known, unseen = value
            return relabel_value(ListType(item, most), known, enum, to), _rearrange_entries(item, unseen, enum, to)
        case BoolType() | IntType() | TextType():
            return value
        case _:
            assert_never(type_)


def _move_ordinal(key: Type, number: int, enum: EnumType, to: Sequence[int]) -> int:
    """The new ordinal of the value with this ordinal."""
    return ordinal(key, relabel_value(key, value_of(key, number), enum, to)) if mentions(key, enum) else number


def _rearrange_entries(key: Type, entries: Sequence[Value], enum: EnumType, to: Sequence[int]) -> Value:
    if not mentions(key, enum):
        return tuple(entries)
    moved: list[Value] = [None] * len(entries)
    for number, entry in enumerate(entries):
        moved[_move_ordinal(key, number, enum, to)] = entry
    return tuple(moved)


def view(type_: Type, value: Value, enum: EnumType, member: int) -> Value:
    """What a value says about one member, the same whatever the other members are called."""
    if not mentions(type_, enum):
        return value
    match type_:
        case EnumType():
            return value == member
        case OptionalType(item):
            return () if value is None else (view(item, value, enum, member),)
        case RecordType(fields=fields):
            parts = zip(fields, unpack_record(type_, value), strict=True)
            return tuple([view(item, part, enum, member) for (_, item), part in parts])
        case SetType(EnumType()):
            return bool(value >> member & 1)
        case SetType(item):
            return _in_any_order([view(item, value_of(item, number), enum, member) for number in members_of_set(value)])
        case ListType(item, _):
            return tuple([view(item, part, enum, member) for part in value])
        case BagType(item, most):
            return _view_of_map(item, IntType(0, most), value, enum, member)
        case MapType(key, inner):
            return _view_of_map(key, inner, value, enum, member)
        case DeckType(item, most):
            known, unseen = value
            return view(ListType(item, most), known, enum, member), _view_of_map(
                item, IntType(0, most), unseen, enum, member
            )
        case BoolType() | IntType() | TextType():
            return value
        case _:
            assert_never(type_)


def _view_of_map(key: Type, inner: Type, entries: Sequence[Value], enum: EnumType, member: int) -> Value:
    if key == enum:
        own = view(inner, entries[member], enum, member)
        if not mentions(inner, enum):
            return own
        return own, _in_any_order(
            [view(inner, entry, enum, member) for number, entry in enumerate(entries) if number != member]
        )
    views = [view(inner, entry, enum, member) for entry in entries]
    if not mentions(key, enum):
        return tuple(views)
    keys = [view(key, value_of(key, number), enum, member) for number in range(cardinality(key))]
    return _in_any_order(list(zip(keys, views, strict=True)))


def _in_any_order(views: list[Value]) -> Value:
    return tuple(sorted(views, key=sortable))


def sortable(value: Value) -> Value:
    """Something that puts values of one type in order, none first."""
    if value is None:
        return ()
    if isinstance(value, tuple):
        return tuple([sortable(part) for part in value])
    return (value,)


@cache
def is_separable(type_: Type, enum: EnumType) -> bool:
    """Do the views of all members determine the value? Then members with the same view commute."""
    match type_:
        case RecordType(fields=fields):
            return sum(mentions(item, enum) for _, item in fields) <= 1 and all(
                is_separable(item, enum) for _, item in fields
            )
        case SetType(item):
            return item == enum or not mentions(item, enum)
        case OptionalType(item) | ListType(item, _):
            return is_separable(item, enum)
        case BagType(item, _) | DeckType(item, _):
            return item == enum or not mentions(item, enum)
        case MapType(key, value):
            return (is_separable(value, enum) and not mentions(key, enum)) or (
                key == enum and not mentions(value, enum)
            )
        case EnumType() | BoolType() | IntType() | TextType():
            return True
        case _:
            assert_never(type_)
