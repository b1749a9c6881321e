"""The type an expression has if the text form does not say it; printer and reader use the same rules."""

from __future__ import annotations

from rules_dsl.ir.types import BOOL, BagType, DeckType, IntType, ListType, MapType, OptionalType, RecordType, SetType, Type

TRUTHS = frozenset({"and", "or", "implies", "==", "!=", "<", "<=", ">", ">=", "in"})
AS_FIRST = frozenset({"rest", "take_last", "without_last", "take_first", "reversed", "shuffled", "next", "previous"})


def binary_type(operator: str, left: Type, right: Type) -> Type | None:
    """The type of an operation: the interval of a sum, …"""
    if operator in TRUTHS:
        return BOOL
    if isinstance(left, IntType) and isinstance(right, IntType):
        return _interval(operator, left, right)
    return left


def _interval(operator: str, left: IntType, right: IntType) -> Type | None:
    match operator:
        case "+":
            return IntType(left.low + right.low, left.high + right.high)
        case "-":
            return IntType(left.low - right.high, left.high - right.low)
        case "*":
            ends = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
            return IntType(min(ends), max(ends))
        case "min" | "max":
            best = min if operator == "min" else max
            return IntType(best(left.low, right.low), best(left.high, right.high))
        case _:
            return None


def unary_type(operator: str, operand: Type) -> Type:
    """The type of `not` and `-`."""
    return IntType(-operand.high, -operand.low) if operator == "-" and isinstance(operand, IntType) else BOOL


def index_type(base: Type) -> Type | None:
    """The type of `base[key]`."""
    match base:
        case MapType(_, value):
            return value
        case ListType(item, _):
            return item
        case BagType(_, most):
            return IntType(0, most)
        case _:
            return None


def field_type(base: Type, name: str) -> Type | None:
    """The type of `base.name`."""
    match base:
        case RecordType(fields=fields):
            return dict(fields).get(name)
        case DeckType(item, most):
            return ListType(item, most) if name == "known" else BagType(item, most)
        case _:
            return None


def item_type(type_: Type) -> Type | None:
    """The type of what comes when going through something."""
    return type_.item if isinstance(type_, SetType | ListType | BagType) else None


def range_type(low: Type, high: Type) -> Type | None:
    """The type of a range as a value."""
    return SetType(IntType(low.low, high.high)) if isinstance(low, IntType) and isinstance(high, IntType) else None


def fold_type(kind: str, item: Type) -> Type | None:
    """The type of a fold over items of this type."""
    match kind:
        case "any" | "all":
            return BOOL
        case "first":
            return OptionalType(item)
        case "set" | "highest" | "lowest":
            return SetType(item)
        case "union" | "min" | "max":
            return item
        case _:
            return None


def builtin_type(name: str, arguments: list[Type]) -> Type | None:
    """The type of a builtin."""
    if name in AS_FIRST:
        return arguments[0]
    if name in ("top", "last"):
        return item_type(arguments[0])
    return None


def walk_type(kind: str, start: Type, target: Type | None) -> Type | None:
    """The type of a walk."""
    return start if kind == "reach" else target if kind == "nearest" else None
