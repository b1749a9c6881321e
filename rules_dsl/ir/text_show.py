"""Values as text: in notation (can be read back), in messages to authors, in sentences for players (words) and in pictures (signs)."""

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

TICK, DASH = "✓", "–"
"""What stands for true, and for nothing at all, wherever people read: the same in every language."""

NameOf = Callable[[EnumType, int], str]
Tell = Callable[[Type, Value], str]
LabelOf = Callable[[RecordType, int], str]


def show_value(type_: Type, value: Value) -> str:
    """A value in notation; `parse_value` reads it back."""
    return _show(type_, value, text_names.member_text)


def say_value(type_: Type, value: Value) -> str:
    """A value in a message to authors: names as they wrote them, without quotes."""
    return _show(type_, value, _plain_name)


def phrase_value(type_: Type, value: Value) -> str:
    """A value in a sentence for players: words, no brackets; a dash where there is nothing to name."""
    return _phrase(type_, value, name_in_words)


def sign_value(type_: Type, value: Value) -> str:
    """A value in a picture: signs where values have them; `none`, false and an empty record are nothing to see, of large records what is not zero."""
    if value is None or value is False:
        return ""
    if isinstance(type_, RecordType) and not is_countable(type_):
        return "" if value == zero(type_) else _brief_phrase(type_, value, _sign)
    return _phrase(type_, value, _sign)


def piece_value(type_: Type, value: Value) -> str:
    """A value among the words of a piece or a colour: its sign or its name, the same in every language."""
    return "" if value is None or value is False else _phrase(type_, value, _name_of_piece)


def brief_value(type_: Type, value: Value) -> str:
    """What is not zero, in a message to authors: `wood 2, points 3`."""
    return _brief(type_, value, say_value, lambda record, number: record.fields[number][0]) or "nothing"


def name_in_words(type_: EnumType, number: int) -> str:
    """What a sentence calls a value: the words its game has for it, else its name."""
    return (type_.words[number] if number < len(type_.words) else "") or words_of(type_.members[number])


def words_of(name: str) -> str:
    """A name of the rules as words."""
    return name.rpartition(".")[2].replace("_", " ").replace("#", " ").strip()


def field_in_words(type_: RecordType, number: int) -> str:
    """What a sentence calls a field."""
    return (type_.words[number] if number < len(type_.words) else "") or words_of(type_.fields[number][0])


def _brief(type_: Type, value: Value, tell: Tell, label: LabelOf) -> str:
    """The parts of a record or a map that are not zero; nothing if all are."""
    match type_:
        case MapType():
            return ", ".join(_parts("", type_, value, tell, label))
        case RecordType(fields=fields) if not type_.spelling:
            items = enumerate(zip(fields, unpack_record(type_, value), strict=True))
            return ", ".join(text for at, ((_, item), part) in items for text in _parts(label(type_, at), item, part, tell, label))
        case _:
            return tell(type_, value)


def _parts(name: str, type_: Type, value: Value, tell: Tell, label: LabelOf) -> Iterator[str]:
    """What is not zero in a part of a record, each with its label."""
    if value == zero(type_):
        return
    match type_:
        case BoolType():
            yield name
        case RecordType() if not type_.spelling:
            yield _brief(type_, value, tell, label)
        case MapType(key, item):
            for number in range(cardinality(key)):
                yield from _parts(tell(key, value_of(key, number)), item, value[number], tell, label)
        case _:
            yield f"{name} {tell(type_, value)}"


def _brief_phrase(type_: Type, value: Value, name: NameOf) -> str:
    return _brief(type_, value, lambda kind, part: _phrase(kind, part, name), field_in_words) or DASH


def _phrase(type_: Type, value: Value, name: NameOf) -> str:
    match type_:
        case BoolType():
            return TICK if value else DASH
        case IntType() | TextType():
            return str(value)
        case EnumType():
            return name(type_, value)
        case RecordType():
            return _record_phrase(type_, value, name)
        case OptionalType(item):
            return DASH if value is None else _phrase(item, value, name)
        case SetType(item):
            return _row(_phrase(item, value_of(item, number), name) for number in members_of_set(value))
        case ListType(item):
            return _row(_phrase(item, each, name) for each in value)
        case BagType(item):
            return _row(f"{_phrase(item, value_of(item, number), name)} {count}" for number, count in enumerate(value) if count)
        case MapType():
            return _brief_phrase(type_, value, name)
        case DeckType(item, most):
            return _deck_phrase(value, _phrase(ListType(item, most), value[0], name), _phrase(BagType(item, most), value[1], name))
        case _:
            assert_never(type_)


def _deck_phrase(value: Value, known: str, unseen: str) -> str:
    """How many cards there are, the known ones from the top, and how many of each are unseen."""
    parts = [*([known] if value[0] else []), *([unseen] if any(value[1]) else [])]
    count = len(value[0]) + sum(value[1])
    return f"{count}: {' + '.join(parts)}" if parts else str(count)


def _row(parts: Iterable[str]) -> str:
    return ", ".join(parts) or DASH


def _record_phrase(type_: RecordType, value: Value, name: NameOf) -> str:
    spelling = text_names.spell_record(type_, value) if type_.spelling else None
    if spelling is not None:
        return spelling
    if not is_countable(type_):
        return _brief_phrase(type_, value, name)
    return _row(_phrase(item, part, name) for (_, item), part in zip(type_.fields, unpack_record(type_, value), strict=True))


def _plain_name(type_: EnumType, number: int) -> str:
    return type_.members[number]


def _name_of_piece(type_: EnumType, number: int) -> str:
    return (type_.signs[number] if number < len(type_.signs) else "") or words_of(type_.members[number])


def _sign(type_: EnumType, number: int) -> str:
    """The sign of a value; what has none is named."""
    return (type_.signs[number] if number < len(type_.signs) else "") or name_in_words(type_, number)


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
