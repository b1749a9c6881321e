"""Builtins of numbers, optionals and values of countable types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rules_dsl.diagnostics.diagnostic import finding
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import (
    BOOL,
    TEXT,
    IntType,
    OptionalType,
    Type,
    cardinality,
    is_countable,
)
from rules_dsl.semantics import numbers, operators, parts
from rules_dsl.semantics.builtins_common import USAGE, Make, arguments, misfit, number_at
from rules_dsl.semantics.fitting import join
from rules_dsl.semantics.poison import POISON, is_poison, poison
from rules_dsl.semantics.scope import Scope
from rules_dsl.syntax import ast

if TYPE_CHECKING:
    from rules_dsl.semantics.elaborate import Elaborator


def absolute(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    """`abs(n)`."""
    (operand,) = (number_at(elaborator, argument, scope) for argument in arguments(node))
    if not isinstance(operand.type, IntType):
        return poison(node.span)
    return ir.Builtin("abs", (operand,), numbers.absolute(operand.type), span=node.span)


def extreme(operator: Literal["min", "max"]) -> Make:
    """`min` or `max` of two or more numbers."""

    def make(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
        first, *others = [number_at(elaborator, argument, scope) for argument in arguments(node)]
        for other in others:
            if is_poison(first) or is_poison(other):
                return poison(node.span)
            first = operators.arithmetic(elaborator, operator, first, other, node.span)
        return first

    return make


def clamp(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    """`clamp(n)` to the range that is wanted, `clamp(n, low, high)`."""
    value, *ends = [number_at(elaborator, argument, scope) for argument in arguments(node)]
    if not ends:
        if not isinstance(hint, IntType):
            message = "the range to clamp to is not known here"
            elaborator.symbols.report(
                finding("E0412", message, node.span, "to which range?", repair="write `clamp(e, low, high)`")
            )
            return poison(node.span)
        ends = [ir.Literal(end, numbers.point(end), span=node.span) for end in (hint.low, hint.high)]
    if len(ends) != 2:
        message = "`clamp` takes a number alone, or with both ends of a range"
        elaborator.symbols.report(finding("E0402", message, node.span, "one end", repair=f"write `{USAGE['clamp']}`"))
        return poison(node.span)
    if any(is_poison(bound) for bound in (value, *ends)):
        return poison(node.span)
    low, high = ends
    inner = operators.arithmetic(elaborator, "min", value, high, node.span)
    return operators.arithmetic(elaborator, "max", inner, low, node.span)


def value(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    """`value(x, d)`: d for none."""
    argument, fallback = arguments(node)
    expr = elaborator.infer(argument, scope, None if hint is None else OptionalType(hint))
    if is_poison(expr):
        return poison(node.span)
    item = expr.type.item if isinstance(expr.type, OptionalType) else expr.type
    default = elaborator.infer(fallback, scope, item)
    joined = join(item, default.type)
    if is_poison(default) or joined is None:
        return elaborator.convert(default, item, fallback.span)
    if not isinstance(expr.type, OptionalType):
        return expr
    return _or_else(elaborator, expr, elaborator.convert(default, joined, fallback.span), scope, node)


def _or_else(elaborator: Elaborator, expr: ir.Expr, default: ir.Expr, scope: Scope, node: ast.CallExpr) -> ir.Expr:
    name = elaborator.symbols.fresh(f"{scope.owner}.value")
    local = ir.Local(name, expr.type, span=node.span)
    there = ir.Binary("!=", local, ir.Literal(None, expr.type, span=node.span), BOOL, span=node.span)
    choice = ir.IfElse(there, ir.Convert(local, default.type, span=node.span), default, default.type, span=node.span)
    return ir.LetIn(name, expr, choice, default.type, span=node.span)


def the(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    """`the(x)`: insists that it is there."""
    (argument,) = arguments(node)
    expr = elaborator.infer(argument, scope, None if hint is None else OptionalType(hint))
    if isinstance(expr.type, OptionalType) and not is_poison(expr):
        return ir.Convert(expr, expr.type.item, True, span=node.span)
    return expr


def step(name: str) -> Make:
    """`next` and `previous`."""

    def make(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
        expr = _countable(elaborator, node, scope, hint)
        return poison(node.span) if expr is None else ir.Builtin(name, (expr,), expr.type, span=node.span)

    return make


def _countable(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr | None:
    (argument,) = arguments(node)
    expr = elaborator.infer(argument, scope, hint)
    if is_poison(expr) or not is_countable(expr.type):
        misfit(elaborator, node, argument, expr)
        return None
    return expr


def number(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    """`number(x)`: from 1."""
    expr = _countable(elaborator, node, scope, None)
    if expr is None:
        return poison(node.span)
    return ir.Builtin("number", (expr,), IntType(1, cardinality(expr.type)), span=node.span)


def nth(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    """`nth(T, n)`."""
    what, count = arguments(node)
    kind = parts.type_named(elaborator, what, scope)
    number = number_at(elaborator, count, scope)
    if kind == POISON or is_poison(number):
        return poison(node.span)
    if kind is None or not is_countable(kind):
        message = "nth takes the name of a countable type and a number"
        elaborator.symbols.report(
            finding("E0401", message, what.span, "not a countable type", repair=f"write `{USAGE['nth']}`")
        )
        return poison(node.span)
    return ir.Builtin("nth", (number,), kind, span=node.span)


def letter(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    """`letter(n)`: a text."""
    (operand,) = (number_at(elaborator, argument, scope) for argument in arguments(node))
    return poison(node.span) if is_poison(operand) else ir.Builtin("letter", (operand,), TEXT, span=node.span)
