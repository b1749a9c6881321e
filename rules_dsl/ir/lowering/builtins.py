"""Builtins in core."""

from __future__ import annotations

from collections.abc import Callable

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.core.forms import NumberForm, form_of
from rules_dsl.ir.core.nodes import ArgumentText, CoreExpr, CoreFailure, Operator
from rules_dsl.ir.lowering.builder import FunctionBuilder, holds, immediate, negated, number, operate, shifted
from rules_dsl.ir.lowering.ordinals import of_ordinal, ordinal
from rules_dsl.ir.lowering.records import part_types
from rules_dsl.ir.lowering.walks import list_as_set
from rules_dsl.ir.types import (
    BagType,
    BoolType,
    DeckType,
    EnumType,
    IntType,
    ListType,
    RecordType,
    SetType,
    cardinality,
    zero,
)

Make = Callable[[FunctionBuilder, ir.Builtin, list[CoreExpr]], CoreExpr]


def builtin(build: FunctionBuilder, expr: ir.Builtin) -> CoreExpr:
    """A builtin with its arguments."""
    return MAKERS[expr.name](build, expr, build.values(expr.arguments))


def _plain(operator: Operator) -> Make:
    return lambda build, expr, arguments: operate(operator, *arguments, form=form_of(expr.type))


def _length(build: FunctionBuilder, expr: ir.Builtin, arguments: list[CoreExpr]) -> CoreExpr:
    (argument,) = arguments
    match expr.arguments[0].type:
        case SetType():
            return operate(Operator.COUNT_BITS, argument)
        case BagType():
            return operate(Operator.TOTAL, argument)
        case DeckType():
            deck = build.keep(argument, "deck")
            known, unseen = [
                operate(Operator.PART, deck, number(place), form=form_of(part))
                for place, part in enumerate(part_types(expr.arguments[0].type))
            ]
            return operate(Operator.ADD, operate(Operator.LENGTH, known), operate(Operator.TOTAL, unseen))
        case _:
            return operate(Operator.LENGTH, argument)


def _part(place: int) -> Make:
    return lambda build, expr, arguments: operate(Operator.PART, arguments[0], number(place), form=form_of(expr.type))


def _end(first: bool) -> Make:
    """`top` or `last`."""

    def make(build: FunctionBuilder, expr: ir.Builtin, arguments: list[CoreExpr]) -> CoreExpr:
        items = build.keep(arguments[0], "items")
        size = operate(Operator.LENGTH, items)
        words = f"an empty list has no {'first' if first else 'last'} item"
        failure = CoreFailure("E0903", (words,), expr.span, ("the list is empty here",))
        build.insist(holds(Operator.UNEQUAL, size, number(0)), failure)
        place = number(0) if first else shifted(size, -1)
        return operate(Operator.ITEM, items, place, form=form_of(expr.type))

    return make


def _step(by: int) -> Make:
    """`next` or `previous`."""

    def make(build: FunctionBuilder, expr: ir.Builtin, arguments: list[CoreExpr]) -> CoreExpr:
        kind, (argument,) = expr.arguments[0].type, arguments
        size = cardinality(kind)
        if size == 2 and isinstance(kind, BoolType):
            return negated(argument)
        if size == 2 and isinstance(kind, EnumType | RecordType):
            return operate(Operator.SUBTRACT, number(1), argument)
        around = operate(
            Operator.REMAINDER, shifted(ordinal(build, kind, argument), by), number(size), form=NumberForm(0, size - 1)
        )
        return of_ordinal(build, kind, around)

    return make


def _number(build: FunctionBuilder, expr: ir.Builtin, arguments: list[CoreExpr]) -> CoreExpr:
    kind, (argument,) = expr.arguments[0].type, arguments
    return shifted(argument, 1 - kind.low) if isinstance(kind, IntType) else shifted(ordinal(build, kind, argument), 1)


def _nth(build: FunctionBuilder, expr: ir.Builtin, arguments: list[CoreExpr]) -> CoreExpr:
    kind, given = expr.type, expr.arguments[-1].type
    size, place = cardinality(kind), arguments[-1]
    if not (isinstance(given, IntType) and given.low >= 1 and given.high <= size):
        place = build.keep(place, "number")
        shown = ArgumentText(0)
        failure = CoreFailure(
            "E0907", (f"{kind} has no value number ", shown), expr.span, ("this is ", shown, f" here, of 1..{size}")
        )
        build.insist(holds(Operator.BETWEEN, number(1), place, number(size)), failure, place)
    if size == 0:
        return immediate(zero(kind), kind)
    return shifted(place, kind.low - 1) if isinstance(kind, IntType) else of_ordinal(build, kind, shifted(place, -1))


def _members(build: FunctionBuilder, expr: ir.Builtin, arguments: list[CoreExpr]) -> CoreExpr:
    match expr.arguments[0].type, expr.type:
        case BagType(), _:
            return operate(Operator.SUPPORT, arguments[0], form=form_of(expr.type))
        case ListType() as kind, SetType(item):
            return list_as_set(build, arguments[0], kind, item, expr.arguments[0].span)
        case _:
            return arguments[0]


MAKERS: dict[str, Make] = {
    "len": _length,
    "abs": _plain(Operator.ABSOLUTE),
    "top": _end(first=True),
    "last": _end(first=False),
    "rest": _plain(Operator.DROP_FIRST),
    "take_last": _plain(Operator.LAST_ITEMS),
    "without_last": _plain(Operator.DROP_LAST),
    "take_first": _plain(Operator.FIRST_ITEMS),
    "reversed": _plain(Operator.REVERSE),
    "shuffled": _plain(Operator.SHUFFLE),
    "next": _step(1),
    "previous": _step(-1),
    "number": _number,
    "nth": _nth,
    "unseen": _part(1),
    "known": _part(0),
    "members": _members,
    "letter": _plain(Operator.LETTERS),
}
