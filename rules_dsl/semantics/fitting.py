"""How types relate: the smallest type around two, and whether a value of one type fits another."""

from __future__ import annotations

from enum import IntEnum

from rules_dsl.ir.types import (
    EMPTY,
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
)
from rules_dsl.semantics.numbers import hull, inside, meet

NONE_TYPE = OptionalType(EMPTY)  # the type of `none` where nothing says of what
EMPTY_SET = SetType(EMPTY)  # the type of `{}` where nothing says of what
EMPTY_LIST = ListType(EMPTY, 0)


class Fit(IntEnum):
    """How a value of one type becomes one of another, from best to worst."""

    SAME = 0
    SAFE = 1
    CHECKED = 2
    MISSING = 3  # it may be none
    OUTSIDE = 4  # a number that cannot be in the range
    WRONG = 5


def join(left: Type, right: Type) -> Type | None:
    """The smallest type that contains both; None if there is none."""
    if left == right:
        return left
    match left, right:
        case IntType(), IntType():
            return hull(left, right)
        case OptionalType(inner), OptionalType(item):
            return _optional(inner, item)
        case (OptionalType(inner), item) | (item, OptionalType(inner)):
            return _optional(inner, item)
        case SetType(inner), SetType(item):
            return _wrap(SetType, inner, item)
        case BagType(inner, count), BagType(item, most):
            result = _items(inner, item)
            return BagType(result, max(count, most)) if result else None
        case ListType(inner, count), ListType(item, most):
            result = _items(inner, item)
            return ListType(result, max(count, most)) if result else None
        case MapType(key, inner), MapType(other, item) if key == other:
            result = join(inner, item)
            return MapType(key, result) if result else None
        case _:
            return None


def _items(left: Type, right: Type) -> Type | None:
    if left == EMPTY or right == EMPTY:
        return right if left == EMPTY else left
    return join(left, right)


def _optional(left: Type, right: Type) -> Type | None:
    item_types = _items(left, right)
    return OptionalType(item_types) if item_types else None


def _wrap(kind: type[SetType], left: Type, right: Type) -> Type | None:
    result = _items(left, right)
    return kind(result) if result else None


def fit(source: Type, target: Type) -> Fit:
    """Whether a value of `source` is, or may be, one of `target`."""
    if source == target:
        return Fit.SAME
    match source, target:
        case IntType(), IntType():
            return _number_fit(source, target)
        case OptionalType(inner), OptionalType(item):
            return Fit.SAFE if inner == EMPTY else _at_best(Fit.SAFE, fit(inner, item))
        case OptionalType(inner), _:
            return Fit.MISSING if fit(inner, target) < Fit.WRONG else Fit.WRONG
        case _, OptionalType(item):
            return _at_best(Fit.SAFE, fit(source, item))
        case SetType(inner), SetType(item):
            return Fit.SAFE if inner == EMPTY else _part_fit(fit(inner, item))
        case BagType(inner, count), BagType(item, most):
            return max(_part_fit(fit(inner, item)), Fit.SAFE if count <= most else Fit.CHECKED)
        case ListType(inner, count), ListType(item, most):
            items = Fit.SAFE if inner == EMPTY else _part_fit(fit(inner, item))
            return max(items, Fit.SAFE if count <= most else Fit.CHECKED)
        case MapType(key, inner), MapType(other, item) if key == other:
            return fit(inner, item)
        case SetType(inner), BagType(item, _) | DeckType(item, _):
            return _part_fit(fit(inner, item))
        case BagType(), DeckType(item, most):
            return _at_best(Fit.SAFE, fit(source, BagType(item, most)))
        case ListType(), DeckType(item, most):
            return _at_best(Fit.SAFE, fit(source, ListType(item, most)))
        case _:
            return Fit.WRONG


def _number_fit(source: IntType, target: IntType) -> Fit:
    if inside(source, target):
        return Fit.SAFE
    return Fit.CHECKED if meet(source, target) else Fit.OUTSIDE


def _at_best(best: Fit, result: Fit) -> Fit:
    return max(best, result)


def _part_fit(best: Fit) -> Fit:
    """A set may be empty: items that are outside only make it a thing to check."""
    if best in {Fit.OUTSIDE, Fit.MISSING}:
        return Fit.CHECKED if best == Fit.OUTSIDE else Fit.WRONG
    return _at_best(Fit.SAFE, best)


def is_numeric(type_: Type) -> bool:
    """Made of numbers only, so that it can be added item by item."""
    match type_:
        case IntType() | BagType():
            return True
        case MapType(_, value):
            return is_numeric(value)
        case RecordType(fields=fields):
            return all(is_numeric(item) for _, item in fields)
        case BoolType() | EnumType() | OptionalType() | SetType() | ListType() | DeckType() | TextType():
            return False


def without_none(type_: Type) -> Type:
    """The item type of an option; any other type unchanged."""
    return type_.item if isinstance(type_, OptionalType) else type_


def describe_type(type_: Type) -> str:
    """A type in a sentence, as an author would say it."""
    match type_:
        case IntType(low, high) if low == high:
            return f"the number {low}"
        case IntType():
            return f"a number {type_}"
        case OptionalType(item) if item == EMPTY:
            return "none"
        case SetType(item) if item == EMPTY:
            return "the empty set"
        case ListType(item, _) if item == EMPTY:
            return "the empty list"
        case TextType():
            return "a text"
        case BoolType():
            return "true or false"
        case SetType() | BagType() | ListType() | DeckType():
            return f"a {type_}"
        case MapType():
            return f"a map {type_}"
        case EnumType(name=name, kind="table"):
            return f"one of {name}"
        case EnumType() | RecordType() | OptionalType():
            return f"a {type_}" if str(type_)[:1] not in "AEIOUaeiou" else f"an {type_}"
