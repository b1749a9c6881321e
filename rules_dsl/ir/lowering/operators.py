"""Operators of the typed IR in core."""

from __future__ import annotations

from collections.abc import Callable

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.core.forms import form_of
from rules_dsl.ir.core.nodes import ArgumentText, Conditional, CoreExpr, CoreFailure, Immediate, Operator, StoreInto
from rules_dsl.ir.lowering.builder import FALSE, TRUE, FunctionBuilder, both, holds, negated, number, operate
from rules_dsl.ir.lowering.conversions import Conversion, does_not_fit
from rules_dsl.ir.lowering.itemwise import combined
from rules_dsl.ir.lowering.ordinals import ordinal, within
from rules_dsl.ir.types import BagType, IntType, ListType, OptionalType, SetType, Type

TRUTHS = {"==": Operator.EQUAL, "!=": Operator.UNEQUAL, "<": Operator.LESS, "<=": Operator.AT_MOST}
NUMBERS = {
    "+": Operator.ADD,
    "-": Operator.SUBTRACT,
    "*": Operator.MULTIPLY,
    "min": Operator.LEAST,
    "max": Operator.MOST,
}
ALIGNED = {"union": Operator.UNITE, "difference": Operator.WITHOUT, "common": Operator.COMMON, "concat": Operator.JOIN}


def unary(build: FunctionBuilder, expr: ir.Unary) -> CoreExpr:
    """`not` and `-`."""
    operand = build.value(expr.operand)
    return negated(operand) if expr.operator == "not" else operate(Operator.NEGATE, operand)


def binary(build: FunctionBuilder, expr: ir.Binary) -> CoreExpr:
    """All operators with two operands."""
    match expr.operator:
        case "and" | "or" | "implies":
            return _lazy(build, expr)
        case "in":
            return _contains(build, expr)
        case "/" | "%":
            return _divide(build, expr)
        case "union" | "difference" | "common" | "concat":
            return _aligned(build, expr)
        case "add" | "subtract":
            return _itemwise(build, expr)
        case "==" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "-" | "*" | "min" | "max":
            return _plain(build, expr)


def _plain(build: FunctionBuilder, expr: ir.Binary) -> CoreExpr:
    left, right = build.values((expr.left, expr.right))
    if expr.operator in NUMBERS:
        return operate(NUMBERS[expr.operator], left, right, form=form_of(expr.type))
    if expr.operator in (">", ">="):
        return holds(TRUTHS["<" + expr.operator[1:]], right, left)
    if expr.operator == "<=" and isinstance(expr.left.type, SetType):
        return holds(Operator.IS_SUBSET, left, right)
    if (
        expr.operator in ("==", "!=")
        and isinstance(expr.left.type, OptionalType)
        and isinstance(right, Immediate)
        and right.value is None
    ):
        is_none = holds(Operator.IS_NONE, left)
        return is_none if expr.operator == "==" else negated(is_none)
    return holds(TRUTHS[expr.operator], left, right)


def _lazy(build: FunctionBuilder, expr: ir.Binary) -> CoreExpr:
    """`and`, `or`, `implies`: the right side only where it decides."""
    left = build.value(expr.left)
    if expr.operator == "implies":
        left = negated(left)
    with build.aside() as lines:
        right = build.value(expr.right)
    every = expr.operator == "and"
    if not lines:
        return holds(Operator.AND if every else Operator.OR, left, right)
    found = build.start("holds", left)
    build.put(Conditional(found if every else negated(found), (*lines, StoreInto(found, (), right))))
    return found


def _divide(build: FunctionBuilder, expr: ir.Binary) -> CoreExpr:
    left, right = build.values((expr.left, expr.right))
    divisor = expr.right.type
    if not (isinstance(divisor, IntType) and not divisor.low <= 0 <= divisor.high):
        left, right = build.keep(left, "dividend"), build.keep(right, "divisor")
        words = (ArgumentText(0), f" {expr.operator} 0 has no value")
        failure = CoreFailure("E0905", words, expr.span, ("the divisor is 0 here",))
        build.insist(holds(Operator.UNEQUAL, right, number(0)), failure, left)
    return operate(Operator.DIVIDE if expr.operator == "/" else Operator.REMAINDER, left, right)


def _aligned(build: FunctionBuilder, expr: ir.Binary) -> CoreExpr:
    """Sets and lists whose operands may be over parts of the item type of the result."""
    left, right = [_aligned_side(build, expr, side) for side in (expr.left, expr.right)]
    return operate(ALIGNED[expr.operator], left, right, form=form_of(expr.type))


def _aligned_side(build: FunctionBuilder, expr: ir.Binary, side: ir.Expr) -> CoreExpr:
    """How long a list may be is known of the whole only."""
    kind = (
        ListType(expr.type.item, side.type.most)
        if isinstance(expr.type, ListType) and isinstance(side.type, ListType)
        else expr.type
    )
    return Conversion(build, does_not_fit(kind, expr.span)).convert(build.value(side), side.type, kind)


def _itemwise(build: FunctionBuilder, expr: ir.Binary) -> CoreExpr:
    conversion = Conversion(build, does_not_fit(expr.type, expr.span))
    left, right = [conversion.convert(build.value(side), side.type, expr.type) for side in (expr.left, expr.right)]
    return combined(build, expr.type, expr.operator == "add", expr.span, left, right)


# -- membership -------------------------------------------------------------------------------------------------------


def _contains(build: FunctionBuilder, expr: ir.Binary) -> CoreExpr:
    item, whole = expr.left, expr.right
    if isinstance(whole, ir.Range) and isinstance(item.type, IntType):
        middle, low, high = build.values((item, whole.low, whole.high))
        return holds(Operator.BETWEEN, low, middle, high)
    value, base = build.values((item, whole))
    match whole.type:
        case SetType(kind):
            return _member(build, value, item.type, kind, lambda place: holds(Operator.HAS_BIT, base, place))
        case BagType(kind):
            return _member(
                build,
                value,
                item.type,
                kind,
                lambda place: holds(Operator.LESS, number(0), operate(Operator.ITEM, base, place)),
            )
        case _:
            return holds(Operator.CONTAINS, base, value)


def _member(
    build: FunctionBuilder, value: CoreExpr, source: Type, kind: Type, there: Callable[[CoreExpr], CoreExpr]
) -> CoreExpr:
    """Whether a value is among those of the type and its place is taken."""
    kept = build.keep(value, "value") if source != kind else value
    fits, found = within(build, kept, source, kind)
    with build.aside() as lines:
        taken = there(ordinal(build, kind, found))
    if fits == TRUE or not lines:
        for line in lines:
            build.put(line)
        return both(fits, taken)
    answer = build.start("holds", FALSE)
    build.put(Conditional(fits, (*lines, StoreInto(answer, (), taken))))
    return answer
