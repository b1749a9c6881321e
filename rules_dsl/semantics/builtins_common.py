"""Helpers shared by the builtins."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rules_dsl.diagnostics.diagnostic import finding
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import (
    Type,
)
from rules_dsl.semantics import conversion, numbers
from rules_dsl.semantics.fitting import describe_type
from rules_dsl.semantics.poison import is_poison, poison
from rules_dsl.semantics.scope import Scope
from rules_dsl.syntax import ast

if TYPE_CHECKING:
    from rules_dsl.semantics.elaborate import Elaborator


Make = Callable[["Elaborator", ast.CallExpr, Scope, Type | None], ir.Expr]

USAGE = {
    "len": "len(S)",
    "abs": "abs(n)",
    "min": "min(a, b)",
    "max": "max(a, b)",
    "clamp": "clamp(n, low, high)",
    "first": "first(l)",
    "top": "top(l)",
    "last": "last(l)",
    "rest": "rest(l)",
    "reversed": "reversed(l)",
    "shuffled": "shuffled(l, n)",
    "without_last": "without_last(l, n)",
    "common": "common(A, B)",
    "members": "members(l)",
    "known": "known(d)",
    "unseen": "unseen(d)",
    "value": "value(x, default)",
    "the": "the(x)",
    "next": "next(x)",
    "previous": "previous(x)",
    "number": "number(x)",
    "nth": "nth(Type, n)",
    "letter": "letter(n)",
    "width": "width(drawing)",
    "height": "height(drawing)",
    "stuck": "stuck()",
    "possible": "possible(action)",
}


def arguments(node: ast.CallExpr) -> list[ast.Expr]:
    """The arguments as they were written."""
    return [argument.value for argument in node.arguments]


def misfit(elaborator: Elaborator, node: ast.CallExpr, at: ast.Expr, expr: ir.Expr) -> ir.Expr:
    """Report an argument of a kind the builtin does not take."""
    name = node.function.name if isinstance(node.function, ast.Ref) else "this"
    if not is_poison(expr):
        message = f"{name} is not defined for {describe_type(expr.type)}"
        elaborator.symbols.report(
            finding("E0401", message, at.span, f"this is {describe_type(expr.type)}", repair=f"write `{USAGE[name]}`")
        )
    return poison(node.span)


def number_at(elaborator: Elaborator, node: ast.Expr, scope: Scope) -> ir.Expr:
    """An argument that is a number."""
    return conversion.number(elaborator, elaborator.infer(node, scope), node.span)


def make_number(value: int, node: ast.CallExpr) -> ir.Expr:
    """A constant."""
    return ir.Literal(value, numbers.point(value), span=node.span)
