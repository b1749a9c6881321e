"""Values as text: in notation (can be read back), in sentences (plain names) and in pictures (signs)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import assert_never

from rules_dsl.ir import text_names
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
    is_countable,
    members_of_set,
    unpack_record,
    value_of,
    zero,
)

ENTRIES_SHOWN = 8
"""Maps with more entries leave out those that are zero."""

NameOf = Callable[[EnumType, int], str]


def show_value(type_: Type, value: Value) -> str:
    """A value in notation; `parse_value` reads it back."""
    return _show(type_, value, text_names.member_text)


def say_value(type_: Type, value: Value) -> str:
    """A value in a sentence: names as the author wrote them, without quotes."""
    return _show(type_, value, _plain_name)


def sign_value(type_: Type, value: Value) -> str:
    """A value in a picture: signs where values have them; `none`, false and an empty record are nothing to see, of large records what is not zero."""
    if value is None or value is False:
        return ""
    if isinstance(type_, RecordType) and not is_countable(type_):
        return "" if value == zero(type_) else _brief(type_, value, _sign)
    return _show(type_, value, _sign)


def brief_value(type_: Type, value: Value) -> str:
    """What is not zero, with names: `wood 2, points 3`."""
    return _brief(type_, value, _plain_name)


def _brief(type_: Type, value: Value, name: NameOf) -> str:
    if isinstance(type_, MapType):
        return ", ".join(_show_field("", type_, value, name)) or "nothing"
    if not isinstance(type_, RecordType) or type_.spelling:
        return _show(type_, value, name)
    items = zip(type_.fields, unpack_record(type_, value), strict=True)
    return ", ".join(text for (label, item), part in items for text in _show_field(label, item, part, name)) or "nothing"


def _show_field(label: str, type_: Type, value: Value, name: NameOf) -> Iterator[str]:
    if value == zero(type_):
        return
    match type_:
        case BoolType():
            yield label
        case RecordType() if not type_.spelling:
            yield _brief(type_, value, name)
        case MapType(key, item):
            for number in range(cardinality(key)):
                yield from _show_field(_show(key, value_of(key, number), name), item, value[number], name)
        case _:
            yield f"{label} {_show(type_, value, name)}"


def _plain_name(type_: EnumType, number: int) -> str:
    return type_.members[number]


def _sign(type_: EnumType, number: int) -> str:
    """A name as people write it, if the value has no sign of its own."""
    return (type_.signs[number] if number < len(type_.signs) else "") or type_.members[number].replace("_", " ")


def _show(type_: Type, value: Value, name: NameOf) -> str:
    match type_:
        case BoolType():
            return "true" if value else "false"
        case IntType() | TextType():
            return str(value)
        case EnumType():
            return name(type_, value)
        case RecordType():
            return _record(type_, value, name)
        case OptionalType(item):
            return "none" if value is None else _show(item, value, name)
        case SetType(item):
            return _braces(_show(item, value_of(item, number), name) for number in members_of_set(value))
        case BagType(item, _):
            return _counts(item, value, name)
        case ListType(item, _):
            return _brackets(item, value, name)
        case MapType():
            return _map(type_, value, name)
        case DeckType():
            return _deck(type_, value, name)
        case _:
            assert_never(type_)


def _braces(parts: Iterable[str]) -> str:
    return "{" + ", ".join(parts) + "}"


def _brackets(item: Type, values: Iterable[Value], name: NameOf) -> str:
    return "[" + ", ".join(_show(item, value, name) for value in values) + "]"


def _record(type_: RecordType, value: Value, name: NameOf) -> str:
    spelling = text_names.spell_record(type_, value) if type_.spelling else None
    if spelling is not None:
        return spelling
    items = unpack_record(type_, value)
    inside = ", ".join(_show(item, part, name) for (_, item), part in zip(type_.fields, items, strict=True))
    return f"{type_.name}({inside})"


def _counts(item: Type, counts: Iterable[int], name: NameOf) -> str:
    return _braces(f"{_show(item, value_of(item, number), name)}: {count}" for number, count in enumerate(counts) if count)


def _map(type_: MapType, value: Value, name: NameOf) -> str:
    keys = range(cardinality(type_.key))
    nothing = zero(type_.value)
    kept = [number for number in keys if len(keys) <= ENTRIES_SHOWN or value[number] != nothing]
    return _braces(f"{_show(type_.key, value_of(type_.key, k), name)}: {_show(type_.value, value[k], name)}" for k in kept)


def _deck(type_: DeckType, value: Value, name: NameOf) -> str:
    top, unseen = value
    parts = [f"deck of {len(top) + sum(unseen)}"]
    if top:
        parts.append(f"top {_brackets(type_.item, top, name)}")
    if any(unseen):
        parts.append(f"unseen {_counts(type_.item, unseen, name)}")
    return ", ".join(parts)
