"""Poison: the stand-in for something faulty, which suppresses follow-up diagnostics."""

from __future__ import annotations

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.rebuild import walk
from rules_dsl.ir.types import EnumType, Type
from rules_dsl.source import Span

POISON = EnumType("an error", (), "poison")  # the type of what was already reported


def poison(span: Span, type_: Type | None = None) -> ir.Expr:
    """A node of the type that was wanted, or of the type POISON."""
    return ir.Local("?", type_ or POISON, span=span)


def is_poison(expr: ir.Expr) -> bool:
    """Was this already reported?"""
    return holds_poison(expr.type)


def is_wrong(expr: ir.Expr) -> bool:
    """Was anything in it already reported?"""
    return any(is_poison(expr) or (isinstance(expr, ir.Local) and expr.name == "?") for expr in walk(expr))


def holds_poison(type_: Type) -> bool:
    """Is the type, or the type of its items, already reported?"""
    result: Type = type_
    while not isinstance(result, EnumType):
        item = getattr(result, "item", None) or getattr(result, "value", None)
        if item is None:
            return False
        result = item
    return result == POISON
