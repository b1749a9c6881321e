"""Small shapes of expressions that several passes look for or make."""

from __future__ import annotations

from rules_dsl.ir.nodes import Binary, Convert, Expr, Fold, Literal, MapOfEntries, Template, Walk
from rules_dsl.ir.partial import fits
from rules_dsl.ir.rebuild import children
from rules_dsl.ir.types import BOOL, Type

TRUE = Literal(True, BOOL)
FALSE = Literal(False, BOOL)


def is_true(expr: Expr | None) -> bool:
    """Is it the literal true?"""
    return isinstance(expr, Literal) and expr.value is True


def is_false(expr: Expr | None) -> bool:
    """Is it the literal false?"""
    return isinstance(expr, Literal) and expr.value is False


def fit_expression(expr: Expr, type_: Type) -> Expr:
    """The expression as a value of the type; checked where it might not fit."""
    return expr if expr.type == type_ else Convert(expr, type_, not fits(expr.type, type_), span=expr.span)


def parts_of_and(condition: Expr) -> list[Expr]:
    """The conditions that must all hold."""
    if isinstance(condition, Binary) and condition.operator == "and":
        return parts_of_and(condition.left) + parts_of_and(condition.right)
    return [condition]


SMALL = 10


def is_small(expr: Expr) -> bool:
    """Is it so short, and without folds, that it may stand wherever it is used?"""
    waiting, count = [expr], 0
    while waiting and count <= SMALL:
        part = waiting.pop()
        if isinstance(part, Fold | Walk | MapOfEntries | Template):
            return False
        count += 1
        waiting.extend(children(part))
    return count <= SMALL
