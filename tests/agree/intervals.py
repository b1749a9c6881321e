"""Numbers with the interval they are known to lie in."""

from __future__ import annotations

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BagType, DeckType, IntType, ListType, SetType, Type, cardinality, is_countable


def interval(expr: ir.Expr) -> tuple[int, int]:
    """The ends of the interval."""
    assert isinstance(expr.type, IntType), expr
    return expr.type.low, expr.type.high


def arithmetic(operator: str, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """`+`, `-` or `*`."""
    (a, b), (c, d) = interval(left), interval(right)
    ends = {"+": [a + c, b + d], "-": [a - d, b - c], "*": [a * c, a * d, b * c, b * d]}[operator]
    return ir.Binary(operator, left, right, IntType(min(ends), max(ends)))


def extreme(operator: str, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """`min` or `max`."""
    (a, b), (c, d) = interval(left), interval(right)
    best = min if operator == "min" else max
    return ir.Binary(operator, left, right, IntType(best(a, c), best(b, d)))


def most_items(kind: SetType | BagType | ListType | DeckType) -> int:
    """The greatest length."""
    match kind:
        case SetType(item):
            return cardinality(item)
        case BagType(item, most):
            return most * cardinality(item)
        case ListType(_, most):
            return most
        case DeckType(item, most):
            return most + most * cardinality(item)


def countable_of(kinds: tuple[Type, ...]) -> tuple[Type, ...]:
    """Those of the types that may be keys, elements and parameters."""
    return tuple(kind for kind in kinds if is_countable(kind))
