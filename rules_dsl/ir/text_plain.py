"""Values from and to plain data, as TOML, JSON and CSV files hold them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from rules_dsl.diagnostics.suggest import hint
from rules_dsl.ir import text_names
from rules_dsl.ir.text_parse import counts_within, number_in, parse_value
from rules_dsl.ir.text_show import show_value
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
    zero,
)
from rules_dsl.quantities import quantity

Plain = bool | int | str | None | list["Plain"] | dict[str, "Plain"]


class PlainError(ValueError):
    """A value that does not fit: where inside the data (`[3].cost`) and why."""

    def __init__(self, path: str, problem: str) -> None:
        self.path = path
        self.problem = problem
        super().__init__(f"{path.lstrip('.')}: {problem}" if path else problem)

    def inside(self, step: str) -> PlainError:
        """The same problem seen from one level further out."""
        return PlainError(step + self.path, self.problem)


def from_plain(type_: Type, raw: object) -> Value:
    """The value plain data stands for; a PlainError (a ValueError) names the place inside the data."""
    if isinstance(raw, str) and not isinstance(type_, EnumType | OptionalType | TextType):
        return _from_text(type_, raw.strip())
    match type_:
        case BoolType():
            return _truth(raw)
        case IntType():
            return _number(type_, raw)
        case EnumType():
            return _name(type_, raw)
        case RecordType():
            return pack_record(type_, _fields(type_, raw))
        case OptionalType(item):
            return None if raw is None or raw == "none" else from_plain(item, raw)
        case SetType(item):
            return sum(1 << number for number in {ordinal(item, value) for value in _items(item, raw, str(type_))})
        case BagType():
            return _counts(type_, raw)
        case ListType(item, most):
            return _list(item, most, raw, str(type_))
        case MapType():
            return _map(type_, raw)
        case DeckType():
            return _deck(type_, raw)
        case TextType():
            return str(raw)
        case _:
            assert_never(type_)


def to_plain(type_: Type, value: Value) -> Plain:
    """Plain data that `from_plain` reads back; fit for JSON."""
    match type_:
        case BoolType():
            return bool(value)
        case IntType():
            return int(value)
        case EnumType():
            name = type_.members[value]
            return show_value(type_, value) if name in text_names.RESERVED else name
        case RecordType():
            return _plain_record(type_, value)
        case OptionalType(item):
            return None if value is None else to_plain(item, value)
        case SetType(item):
            return [to_plain(item, value_of(item, number)) for number in members_of_set(value)]
        case BagType(item, _):
            return _plain_counts(item, value)
        case ListType(item, _):
            return [to_plain(item, entry) for entry in value]
        case MapType(key, inner):
            return {show_value(key, value_of(key, number)): to_plain(inner, item) for number, item in enumerate(value)}
        case DeckType(item, _):
            return {"top": [to_plain(item, entry) for entry in value[0]], "unseen": _plain_counts(item, value[1])}
        case TextType():
            return str(value)
        case _:
            assert_never(type_)


def has_natural_zero(type_: Type) -> bool:
    """May be left out of data: nothing else could be meant by its absence than its zero."""
    match type_:
        case IntType(low, high):
            return low <= 0 <= high
        case EnumType():
            return False
        case RecordType(fields=fields):
            return all(has_natural_zero(item) for _, item in fields)
        case MapType(_, value):
            return has_natural_zero(value)
        case BoolType() | OptionalType() | SetType() | BagType() | ListType() | DeckType() | TextType():
            return True
        case _:
            assert_never(type_)


def _from_text(type_: Type, text: str) -> Value:
    """A text in notation; in a cell of a sheet the outer brackets may be missing and 0 and 1 are truths."""
    match type_:
        case BoolType() if text in {"0", "1"}:
            return text == "1"
        case SetType() | BagType() | ListType() | MapType() if _lacks_brackets(type_, text):
            return _parse_text(type_, f"[{text}]" if isinstance(type_, ListType) else "{" + text + "}")
        case _:
            return _parse_text(type_, text)


def _lacks_brackets(type_: Type, text: str) -> bool:
    if text == "nothing" or (isinstance(type_, MapType) and ":" not in text):
        return False
    return not text.startswith(("{", "["))


def _parse_text(type_: Type, text: str) -> Value:
    try:
        return parse_value(type_, text)
    except ValueError as problem:
        raise PlainError("", str(problem)) from None


def _at(step: str, type_: Type, raw: object) -> Value:
    try:
        return from_plain(type_, raw)
    except PlainError as problem:
        raise problem.inside(step) from None


def _truth(raw: object) -> bool:
    if isinstance(raw, bool):
        return raw
    if isinstance(raw, int) and raw in {0, 1}:
        return raw == 1
    raise PlainError("", f"{_print_raw(raw)} is neither true nor false")


def _number(type_: IntType, raw: object) -> int:
    if isinstance(raw, bool) or not isinstance(raw, int):
        raise PlainError("", f"{_print_raw(raw)} is not a whole number ({type_})")
    try:
        return number_in(type_, raw)
    except ValueError as problem:
        raise PlainError("", str(problem)) from None


def _name(type_: EnumType, raw: object) -> int:
    """A name; a number is the name of a row that is called by a number."""
    text = str(raw) if isinstance(raw, int) and not isinstance(raw, bool) else raw
    if not isinstance(text, str):
        raise PlainError("", f"{_print_raw(raw)} is not a value of {type_}")
    number = text_names.numbers_by_name(type_.members).get(text)
    return int(_parse_text(type_, text)) if number is None else number


def _fields(type_: RecordType, raw: object) -> tuple[Value, ...]:
    if isinstance(raw, Mapping):
        return _read_named_fields(type_, raw)
    items = _sequence(raw, f"{type_} (its fields by name, or all in order)")
    if len(items) != len(type_.fields):
        raise PlainError("", f"{type_} has {quantity(len(type_.fields), 'field')}, not {len(items)}")
    return tuple(_at(f".{label}", item, entry) for (label, item), entry in zip(type_.fields, items, strict=True))


def _read_named_fields(type_: RecordType, raw: Mapping[object, object]) -> tuple[Value, ...]:
    labels = [label for label, _ in type_.fields]
    for label in raw:
        if label not in labels:
            raise PlainError("", f"{type_} has no field {label}" + _also(hint(str(label), labels)))
    return tuple(_field(label, item, raw) for label, item in type_.fields)


def _field(label: str, item: Type, raw: Mapping[object, object]) -> Value:
    if label in raw:
        return _at(f".{label}", item, raw[label])
    if not has_natural_zero(item):
        raise PlainError("", f"the field {label} is missing ({item})")
    return zero(item)


def _items(item: Type, raw: object, wanted: str) -> list[Value]:
    return [_at(f"[{place}]", item, entry) for place, entry in enumerate(_sequence(raw, wanted), 1)]


def _list(item: Type, most: int, raw: object, wanted: str) -> tuple[Value, ...]:
    items = tuple(_items(item, raw, wanted))
    if len(items) > most:
        raise PlainError("", f"{quantity(len(items), 'item')} are more than the {most} allowed")
    return items


def _counts(type_: BagType, raw: object) -> tuple[int, ...]:
    counts = [0] * cardinality(type_.item)
    if isinstance(raw, Mapping):
        for key, count in raw.items():
            counts[_key(type_.item, key)] += _at(f".{key}", IntType(0, type_.most), count)
    else:
        for value in _items(type_.item, raw, str(type_)):
            counts[ordinal(type_.item, value)] += 1
    try:
        return counts_within(type_.most, counts)
    except ValueError as problem:
        raise PlainError("", str(problem)) from None


def _map(type_: MapType, raw: object) -> tuple[Value, ...]:
    size = cardinality(type_.key)
    if isinstance(raw, Mapping):
        return _map_of_entries(type_, raw)
    if not isinstance(raw, Sequence):
        return (from_plain(type_.value, raw),) * size
    if len(raw) != size:
        raise PlainError("", f"{type_} has {quantity(size, 'entry', 'entries')}, not {len(raw)}")
    return tuple(_items(type_.value, raw, str(type_)))


def _map_of_entries(type_: MapType, raw: Mapping[object, object]) -> tuple[Value, ...]:
    values: dict[int, Value] = {}
    for key, item in raw.items():
        number = _key(type_.key, key)
        if number in values:
            raise PlainError("", f"{key} is there twice")
        values[number] = _at(f".{key}", type_.value, item)
    if len(values) < cardinality(type_.key) and not has_natural_zero(type_.value):
        missing = next(number for number in range(cardinality(type_.key)) if number not in values)
        raise PlainError("", f"the entry {show_value(type_.key, value_of(type_.key, missing))} is missing")
    return tuple(values.get(number, zero(type_.value)) for number in range(cardinality(type_.key)))


def _deck(type_: DeckType, raw: object) -> Value:
    if isinstance(raw, Mapping) and set(raw) <= {"top", "unseen"}:
        top = _list(type_.item, type_.most, raw.get("top", []), str(type_))
        unseen = _counts(BagType(type_.item, type_.most), raw.get("unseen", {}))
        return (top, unseen)
    return (_list(type_.item, type_.most, raw, str(type_)), (0,) * cardinality(type_.item))


def _key(type_: Type, key: object) -> int:
    try:
        return ordinal(type_, from_plain(type_, key if isinstance(key, int | str) else str(key)))
    except PlainError as problem:
        raise problem.inside(f".{key}") from None


def _sequence(raw: object, wanted: str) -> Sequence[object]:
    if isinstance(raw, Sequence) and not isinstance(raw, str | bytes):
        return raw
    raise PlainError("", f"{_print_raw(raw)} is not a value of {wanted}")


def _plain_record(type_: RecordType, value: Value) -> Plain:
    spelling = text_names.spell_record(type_, value) if type_.spelling else None
    if spelling is not None:
        return spelling
    items = unpack_record(type_, value)
    return {label: to_plain(item, entry) for (label, item), entry in zip(type_.fields, items, strict=True)}


def _plain_counts(item: Type, counts: Sequence[int]) -> Plain:
    return {show_value(item, value_of(item, number)): count for number, count in enumerate(counts) if count}


def _also(text: str) -> str:
    return f"; {text}" if text else ""


def _print_raw(raw: object) -> str:
    """Raw data in a sentence."""
    if isinstance(raw, bool):
        return "true" if raw else "false"
    if raw is None:
        return "null"
    if isinstance(raw, Mapping):
        return "a table"
    if isinstance(raw, Sequence) and not isinstance(raw, str):
        return "a list"
    return str(raw)[:40]
