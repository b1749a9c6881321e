"""Adding and subtracting records, maps and bags of numbers, item by item."""

from __future__ import annotations

from rules_dsl.ir.core.forms import form_of
from rules_dsl.ir.core.nodes import ArgumentText, CoreExpr, CoreFailure, ItemStep, Operator, StoreInto
from rules_dsl.ir.lowering.builder import FunctionBuilder, holds, immediate, number, operate
from rules_dsl.ir.lowering.records import field, record
from rules_dsl.ir.types import BagType, IntType, MapType, RecordType, Type, cardinality, zero
from rules_dsl.source import Span


def combined(build: FunctionBuilder, kind: Type, adds: bool, span: Span, left: CoreExpr, right: CoreExpr) -> CoreExpr:
    """The sum or difference of two values of a type; a number that leaves its range stops play."""
    match kind:
        case IntType(low, high):
            return _number(build, low, high, adds, span, left, right)
        case MapType(key, item):
            return _row(build, kind, item, cardinality(key), adds, span, left, right)
        case BagType(item, most):
            return _row(build, kind, IntType(0, most), cardinality(item), adds, span, left, right)
        case RecordType(fields=fields):
            one, other = build.keep(left, "record"), build.keep(right, "record")
            pairs = [(item, field(build, one, kind, name), field(build, other, kind, name)) for name, item in fields]
            return record(
                build, kind, [combined(build, item, adds, span, first, second) for item, first, second in pairs]
            )
        case _:
            raise TypeError(f"{kind} is not made of numbers")


def _number(
    build: FunctionBuilder, low: int, high: int, adds: bool, span: Span, left: CoreExpr, right: CoreExpr
) -> CoreExpr:
    one, other = build.keep(left, "left"), build.keep(right, "right")
    result = build.start("result", operate(Operator.ADD if adds else Operator.SUBTRACT, one, other))
    words = (ArgumentText(0), f" {'+' if adds else '-'} ", ArgumentText(1), f" is outside {low}..{high}")
    failure = CoreFailure("E0901", words, span, ("gives ", ArgumentText(2), " here"))
    build.insist(holds(Operator.BETWEEN, number(low), result, number(high)), failure, one, other, result)
    return result


def _row(
    build: FunctionBuilder, kind: Type, item: Type, size: int, adds: bool, span: Span, left: CoreExpr, right: CoreExpr
) -> CoreExpr:
    one, other = build.keep(left, "row"), build.keep(right, "row")
    found = build.start("row", operate(Operator.FILL, immediate(zero(item), item), number(size), form=form_of(kind)))
    place = build.place(size)
    with build.traverse(place, build.ordinals(size)):
        first, second = [operate(Operator.ITEM, row, place, form=form_of(item)) for row in (one, other)]
        build.put(StoreInto(found, (ItemStep(place),), combined(build, item, adds, span, first, second)))
    return found
