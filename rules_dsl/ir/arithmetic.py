"""Adding and subtracting records, maps and bags of numbers, item by item."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from rules_dsl.ir.failures import stop_play
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
    pack_record,
    unpack_record,
)
from rules_dsl.source import Span

Combine = Callable[[Value, Value], Value]


def itemwise(type_: Type, sign: int, span: Span) -> Combine:
    """`a + b` (or `a - b` for sign -1) in each number of the type; a number that leaves its range stops the play."""
    match type_:
        case IntType(low, high):
            return _number(low, high, sign, span)
        case MapType(_, value):
            item = itemwise(value, sign, span)
            return lambda a, b: tuple([item(x, y) for x, y in zip(a, b, strict=True)])
        case BagType(_, most):
            count = _number(0, most, sign, span)
            return lambda a, b: tuple([count(x, y) for x, y in zip(a, b, strict=True)])
        case RecordType():
            return _record(type_, sign, span)
        case BoolType() | EnumType() | OptionalType() | SetType() | ListType() | DeckType() | TextType():
            raise TypeError(f"{type_} is not made of numbers")
        case _:
            assert_never(type_)


def _number(low: int, high: int, sign: int, span: Span) -> Combine:
    def combine(left: int, right: int) -> int:
        result = left + sign * right
        if not low <= result <= high:
            word = "+" if sign > 0 else "-"
            stop_play("E0901", f"{left} {word} {right} is outside {low}..{high}", span, label=f"gives {result} here")
        return result

    return combine


def _record(type_: RecordType, sign: int, span: Span) -> Combine:
    steps = [itemwise(item, sign, span) for _, item in type_.fields]

    def combine(left: Value, right: Value) -> Value:
        items = zip(steps, unpack_record(type_, left), unpack_record(type_, right), strict=True)
        return pack_record(type_, tuple([step(a, b) for step, a, b in items]))

    return combine
