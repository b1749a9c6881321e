"""Comparisons: `== != < <= > >=`, `in` and `not in`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_dsl.diagnostics.diagnostic import finding
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BOOL, TEXT, EnumType, IntType, OptionalType, SetType, Type
from rules_dsl.kinds import BINARY_OPERATORS
from rules_dsl.semantics import conversion, domains
from rules_dsl.semantics.fitting import NONE_TYPE, Fit, describe_type, fit, join, without_none
from rules_dsl.semantics.narrow import keeps_facts
from rules_dsl.semantics.pairs import is_weak, pair
from rules_dsl.semantics.poison import is_poison, poison
from rules_dsl.semantics.scope import Scope
from rules_dsl.source import Span
from rules_dsl.syntax import ast

if TYPE_CHECKING:
    from rules_dsl.semantics.elaborate import Elaborator


def membership(elaborator: Elaborator, node: ast.BinaryExpr, scope: Scope) -> ir.Expr:
    """`x in S` and `x not in S`."""
    left, right = _element_and_whole(elaborator, node, scope)
    if is_poison(left) or is_poison(right):
        return poison(node.span, BOOL)
    item = domains.item_type(right.type)
    if item is None:
        return _bad_whole(elaborator, right, node)
    if join(left.type, item) is None or (left.type == NONE_TYPE and not isinstance(item, OptionalType)):
        message = f"{describe_type(left.type)} is never in {describe_type(right.type)}"
        elaborator.symbols.report(finding("E0404", message, node.span, repair=f"compare with {describe_type(item)}"))
        return poison(node.span, BOOL)
    expr = _elaborate_membership(elaborator, left, item, right, scope, node.span)
    return ir.Unary("not", expr, BOOL, span=node.span) if node.operator == "not in" else expr


def _elaborate_membership(
    elaborator: Elaborator, left: ir.Expr, item: Type, right: ir.Expr, scope: Scope, span: Span
) -> ir.Expr:
    """`left in right`; what may be none is asked for first, unless none may be in it too."""
    if isinstance(left.type, OptionalType) == isinstance(item, OptionalType):
        return ir.Binary("in", left, right, BOOL, span=span)
    if isinstance(item, OptionalType):
        return ir.Binary("in", ir.Convert(left, OptionalType(left.type), span=left.span), right, BOOL, span=span)
    name = elaborator.symbols.fresh(f"{scope.owner}.in")
    stable = left if keeps_facts(left) else ir.Local(name, left.type, span=left.span)
    there = ir.Binary("!=", stable, ir.Literal(None, left.type, span=span), BOOL, span=span)
    inside = ir.Binary("in", ir.Convert(stable, without_none(left.type), span=left.span), right, BOOL, span=span)
    both = ir.Binary("and", there, inside, BOOL, span=span)
    return both if stable is left else ir.LetIn(name, left, both, BOOL, span=span)


def _element_and_whole(elaborator: Elaborator, node: ast.BinaryExpr, scope: Scope) -> tuple[ir.Expr, ir.Expr]:
    if is_weak(elaborator, node.left, scope):
        right = domains.collection(elaborator, node.right, scope)
        return elaborator.infer(node.left, scope, domains.item_type(right.type)), right
    left = elaborator.infer(node.left, scope)
    hint = SetType(left.type) if not is_poison(left) else None
    return left, domains.collection(elaborator, node.right, scope, hint)


def _bad_whole(elaborator: Elaborator, right: ir.Expr, node: ast.BinaryExpr) -> ir.Expr:
    message = (
        f"`{node.operator}` needs a set, list, bag, range or type on its right, but this is {describe_type(right.type)}"
    )
    repair = "compare single values with `==`"
    elaborator.symbols.report(
        finding("E0403", message, node.right.span, f"this is {describe_type(right.type)}", repair=repair)
    )
    return poison(node.span, BOOL)


def equality(elaborator: Elaborator, node: ast.BinaryExpr, scope: Scope) -> ir.Expr:
    """`a == b` and `a != b` of two values that go together."""
    left, right = pair(elaborator, node, scope)
    if is_poison(left) or is_poison(right):
        return poison(node.span, BOOL)
    joined = join(left.type, right.type)
    if joined is None or TEXT in {left.type, right.type}:
        return _different_types(elaborator, left, right, node)
    if not isinstance(joined, IntType):
        left = conversion.convert(elaborator, left, joined, node.left.span, scope)
        right = conversion.convert(elaborator, right, joined, node.right.span, scope)
    return ir.Binary(BINARY_OPERATORS[node.operator], left, right, BOOL, span=node.span)


def _different_types(elaborator: Elaborator, left: ir.Expr, right: ir.Expr, node: ast.BinaryExpr) -> ir.Expr:
    message = f"{describe_type(left.type)} and {describe_type(right.type)} cannot be compared"
    repair = "compare two values of one type"
    if fit(left.type, getattr(right.type, "item", TEXT)) < Fit.WRONG:
        repair = "write `in` to ask whether it is one of them"
    diagnostic = finding("E0404", message, node.span, f"{left.type} {node.operator} {right.type}", repair=repair)
    elaborator.symbols.report(diagnostic)
    return poison(node.span, BOOL)


def order(elaborator: Elaborator, node: ast.BinaryExpr, scope: Scope) -> ir.Expr:
    """`<` and the like: numbers, values of one enum, sets."""
    left, right = pair(elaborator, node, scope)
    if is_poison(left) or is_poison(right):
        return poison(node.span, BOOL)
    match left.type, right.type:
        case IntType(), IntType():
            return ir.Binary(BINARY_OPERATORS[node.operator], left, right, BOOL, span=node.span)
        case EnumType(), EnumType() if left.type == right.type:
            return ir.Binary(BINARY_OPERATORS[node.operator], left, right, BOOL, span=node.span)
        case SetType(), SetType():
            return _subset(elaborator, node, left, right, scope)
        case _:
            return _no_order(elaborator, left, right, node)


def _no_order(elaborator: Elaborator, left: ir.Expr, right: ir.Expr, node: ast.BinaryExpr) -> ir.Expr:
    if any(isinstance(expr.type, OptionalType) for expr in (left, right)) and join(left.type, right.type):
        for expr, part in ((left, node.left), (right, node.right)):
            if isinstance(expr.type, OptionalType):
                conversion.convert(elaborator, expr, expr.type.item, part.span, None)
        return poison(node.span, BOOL)
    message = f"`{node.operator}` orders numbers and values of one enum, not {describe_type(left.type)} and {describe_type(right.type)}"
    elaborator.symbols.report(
        finding("E0403", message, node.span, f"{left.type} {node.operator} {right.type}", repair="compare numbers")
    )
    return poison(node.span, BOOL)


def _subset(elaborator: Elaborator, node: ast.BinaryExpr, left: ir.Expr, right: ir.Expr, scope: Scope) -> ir.Expr:
    joined = join(left.type, right.type)
    if joined is None:
        return _different_types(elaborator, left, right, node)
    left = conversion.convert(elaborator, left, joined, node.left.span, scope)
    right = conversion.convert(elaborator, right, joined, node.right.span, scope)
    if node.operator in {">", ">="}:
        left, right = right, left
    subset = ir.Binary("<=", left, right, BOOL, span=node.span)
    if node.operator in {"<=", ">="}:
        return subset
    return ir.Binary("and", subset, ir.Binary("!=", left, right, BOOL, span=node.span), BOOL, span=node.span)
