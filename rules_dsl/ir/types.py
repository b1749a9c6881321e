"""The finite types of the IR and how their values are held.

A value of a type is, in every Python machine:
Bool → bool · Int → int · Enum → its ordinal (int) · countable Record → its ordinal (int) · other Record → tuple of field values ·
Optional → None or the value · Set → an int whose bit i stands for the value with ordinal i · Bag → tuple of counts by ordinal ·
List → tuple · Map → tuple of values by key ordinal · Deck → (known top part as a tuple, top first; counts of the unseen part by ordinal).

*Ordinal* numbers the values of a countable type from 0: false before true, ranges upwards, enums as declared, none before the rest,
records with the last field running fastest.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any, assert_never

from rules_dsl.kinds import EnumKind

Value = Any  # bool | int | None | tuple[Value, ...]; see the module's docstring

COUNTABLE_LIMIT = 65_536


@dataclass(frozen=True, slots=True)
class BoolType:
    def __str__(self) -> str:
        return "Bool"


@dataclass(frozen=True, slots=True)
class IntType:
    """Whole numbers low..high; for an expression, the interval its value lies in."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.low}..{self.high}"


@dataclass(frozen=True, slots=True)
class EnumType:
    """`kind` is enum, alike, table or player; `signs` are what is shown, "" where the name is; `words` what sentences say."""

    name: str
    members: tuple[str, ...]
    kind: EnumKind = "enum"
    signs: tuple[str, ...] = field(default=(), compare=False)
    words: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class RecordType:
    """Named fields; `shown` alternates text and (field-path expression source) as parsed by `shown_parts`.

    `spelling` holds, for a countable record with `shown`, the text of each value by ordinal; `words` what sentences call the fields.
    """

    name: str
    fields: tuple[tuple[str, Type], ...]
    spelling: tuple[str, ...] = field(default=(), compare=False)
    words: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def __str__(self) -> str:
        return self.name

    def field_type(self, name: str) -> Type:
        """The type of a field that exists."""
        return dict(self.fields)[name]

    def field_index(self, name: str) -> int:
        """The position of a field that exists."""
        return [label for label, _ in self.fields].index(name)


@dataclass(frozen=True, slots=True)
class OptionalType:
    item: Type

    def __str__(self) -> str:
        return f"{self.item}?"


@dataclass(frozen=True, slots=True)
class SetType:
    """Sets over a countable type. The type of `{}` is a set over `EMPTY`."""

    item: Type

    def __str__(self) -> str:
        return f"set of {self.item}"


@dataclass(frozen=True, slots=True)
class BagType:
    """Counts 0..most for each value of a countable type."""

    item: Type
    most: int

    def __str__(self) -> str:
        return f"bag of {self.item} up to {self.most}"


@dataclass(frozen=True, slots=True)
class ListType:
    item: Type
    most: int

    def __str__(self) -> str:
        return f"list of {self.item} up to {self.most}"


@dataclass(frozen=True, slots=True)
class MapType:
    """A value for each value of a countable key."""

    key: Type
    value: Type

    def __str__(self) -> str:
        return f"[{self.key}] {self.value}"


@dataclass(frozen=True, slots=True)
class DeckType:
    """A known top part (at most `most` cards) and an unseen bag (counts at most `most`)."""

    item: Type
    most: int

    def __str__(self) -> str:
        return f"deck of {self.item} up to {self.most}"


@dataclass(frozen=True, slots=True)
class TextType:
    """Only in pictures and reasons, never in a state."""

    def __str__(self) -> str:
        return "text"


Type = BoolType | IntType | EnumType | RecordType | OptionalType | SetType | BagType | ListType | MapType | DeckType | TextType

BOOL = BoolType()
TEXT = TextType()
EMPTY = EnumType("nothing", ())


@cache
def cardinality(type_: Type) -> int:
    """How many values a type has."""
    match type_:
        case BoolType():
            return 2
        case IntType(low, high):
            return max(0, high - low + 1)
        case EnumType(members=members):
            return len(members)
        case RecordType(fields=fields):
            product = 1
            for _, item in fields:
                product *= cardinality(item)
            return product
        case OptionalType(item):
            return cardinality(item) + 1
        case SetType(item):
            return 1 << cardinality(item)
        case BagType(item, most):
            return int((most + 1) ** cardinality(item))
        case ListType(item, most):
            number = cardinality(item)
            return sum(number**length for length in range(most + 1))
        case MapType(key, value):
            return int(cardinality(value) ** cardinality(key))
        case DeckType(item, most):
            return cardinality(ListType(item, most)) * cardinality(BagType(item, most))
        case TextType():
            raise TypeError("text is not a state")
        case _:
            assert_never(type_)


@cache
def is_scalar(type_: Type) -> bool:
    """Held as one number (or None): Bool, Int, Enum, countable records, optionals of these."""
    match type_:
        case BoolType() | IntType() | EnumType():
            return True
        case RecordType(fields=fields):
            return all(is_scalar(item) for _, item in fields) and cardinality(type_) <= COUNTABLE_LIMIT
        case OptionalType(item):
            return is_scalar(item)
        case SetType() | BagType() | ListType() | MapType() | DeckType() | TextType():
            return False
        case _:
            assert_never(type_)


@cache
def is_countable(type_: Type) -> bool:
    """May be a map key, a set element, a move parameter."""
    return is_scalar(type_) and cardinality(type_) <= COUNTABLE_LIMIT


def ordinal(type_: Type, value: Value) -> int:
    """The number of a value of a countable type, from 0."""
    match type_:
        case BoolType() | EnumType():
            return int(value)
        case IntType(low, _):
            return int(value) - low
        case RecordType():
            return int(value)
        case OptionalType(item):
            return 0 if value is None else ordinal(item, value) + 1
        case _:
            raise TypeError(f"{type_} is not countable")


def value_of(type_: Type, number: int) -> Value:
    """The value of a countable type with this ordinal."""
    match type_:
        case BoolType():
            return bool(number)
        case EnumType() | RecordType():
            return number
        case IntType(low, _):
            return number + low
        case OptionalType(item):
            return None if number == 0 else value_of(item, number - 1)
        case _:
            raise TypeError(f"{type_} is not countable")


def values(type_: Type) -> list[Value]:
    """All values of a countable type in order."""
    return [value_of(type_, number) for number in range(cardinality(type_))]


def pack_record(type_: RecordType, items: tuple[Value, ...]) -> Value:
    """The value of a record from its fields: an ordinal if the record is countable, else the tuple."""
    if not is_scalar(type_):
        return items
    number = 0
    for (_, item), value in zip(type_.fields, items, strict=True):
        number = number * cardinality(item) + ordinal(item, value)
    return number


def unpack_record(type_: RecordType, value: Value) -> tuple[Value, ...]:
    """The fields of a record value."""
    if not is_scalar(type_):
        return tuple(value)
    items: list[Value] = []
    number = int(value)
    for _, item in reversed(type_.fields):
        number, digit = divmod(number, cardinality(item))
        items.append(value_of(item, digit))
    return tuple(reversed(items))


def zero(type_: Type) -> Value:
    """The `nothing` of a type."""
    match type_:
        case BoolType():
            return False
        case IntType(low, high):
            return min(max(0, low), high)
        case EnumType():
            return 0
        case RecordType(fields=fields):
            return pack_record(type_, tuple(zero(item) for _, item in fields))
        case OptionalType():
            return None
        case SetType():
            return 0
        case BagType(item, _):
            return (0,) * cardinality(item)
        case ListType():
            return ()
        case MapType(key, value):
            return (zero(value),) * cardinality(key)
        case DeckType(item, _):
            return ((), (0,) * cardinality(item))
        case TextType():
            return ""
        case _:
            assert_never(type_)


def members_of_set(value: int) -> list[int]:
    """The ordinals in a set value, upwards."""
    members = []
    while value:
        lowest = value & -value
        members.append(lowest.bit_length() - 1)
        value ^= lowest
    return members


def entry_types(type_: Type) -> tuple[Type, Type]:
    """The types of the keys and entries of a map; a bag is a map to counts."""
    match type_:
        case MapType(key, value):
            return key, value
        case BagType(item, most):
            return item, IntType(0, most)
        case _:
            raise TypeError(f"{type_} has no entries")
