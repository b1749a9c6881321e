"""Builtins of sets, lists, bags, decks and drawings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import (
    BagType,
    DeckType,
    IntType,
    ListType,
    MapType,
    SetType,
    Type,
    cardinality,
    is_countable,
)
from rules_dsl.semantics import domains, operators
from rules_dsl.semantics.builtins_common import Make, arguments, make_number, misfit, number_at
from rules_dsl.semantics.poison import is_poison, poison
from rules_dsl.semantics.scope import Scope
from rules_dsl.syntax import ast

if TYPE_CHECKING:
    from rules_dsl.semantics.elaborate import Elaborator


def length(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    """`len(S)`."""
    (argument,) = arguments(node)
    expr = domains.collection(elaborator, argument, scope)
    match expr.type:
        case _ if is_poison(expr):
            return poison(node.span)
        case SetType() | ListType():
            size = domains.size(expr)
            return make_number(size.most, node) if isinstance(expr, ir.Domain) else _len(expr, size.most, node)
        case BagType(item, most):
            return _len(expr, most * cardinality(item), node)
        case DeckType(item, most):
            return _len(expr, most * (cardinality(item) + 1), node)
        case _:
            return misfit(elaborator, node, argument, expr)


def _len(expr: ir.Expr, most: int, node: ast.CallExpr) -> ir.Expr:
    return ir.Builtin("len", (expr,), IntType(0, most), span=node.span)


def end(name: str) -> Make:
    """`first`, `top` and `last`: one item of a list (or of the known part of a deck), or that many items."""

    def make(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
        argument, *count = arguments(node)
        expr = _list(elaborator, argument, scope)
        if not isinstance(expr.type, ListType):
            return misfit(elaborator, node, argument, expr)
        if count:
            return _some(elaborator, {"last": "take_last"}.get(name, "take_first"), expr, count[0], scope, node)
        return ir.Builtin("last" if name == "last" else "top", (expr,), expr.type.item, span=node.span)

    return make


def _list(elaborator: Elaborator, node: ast.Expr, scope: Scope) -> ir.Expr:
    """A list; for a deck, its known part."""
    expr = elaborator.infer(node, scope)
    if isinstance(expr.type, DeckType):
        return ir.Builtin("known", (expr,), ListType(expr.type.item, expr.type.most), span=node.span)
    return expr


def _some(
    elaborator: Elaborator, name: str, expr: ir.Expr, count: ast.Expr, scope: Scope, node: ast.CallExpr
) -> ir.Expr:
    number = number_at(elaborator, count, scope)
    if not isinstance(number.type, IntType) or not isinstance(expr.type, ListType):
        return poison(node.span)
    taken = max(0, min(expr.type.most, number.type.high))
    most = expr.type.most if name == "without_last" else taken
    return ir.Builtin(name, (expr, number), ListType(expr.type.item, most), span=node.span)


def without_last(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    """`without_last(l, n)`."""
    argument, count = arguments(node)
    expr = _list(elaborator, argument, scope)
    if not isinstance(expr.type, ListType):
        return misfit(elaborator, node, argument, expr)
    return _some(elaborator, "without_last", expr, count, scope, node)


def make_list_builtin(name: str) -> Make:
    """`rest` and `reversed`: a list of the same type."""

    def make(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
        (argument,) = arguments(node)
        expr = _list(elaborator, argument, scope)
        if not isinstance(expr.type, ListType):
            return misfit(elaborator, node, argument, expr)
        return ir.Builtin(name, (expr,), expr.type, span=node.span)

    return make


def elaborate_shuffled(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    """`shuffled(l, n)`."""
    argument, seed = arguments(node)
    expr, number = _list(elaborator, argument, scope), number_at(elaborator, seed, scope)
    if not isinstance(expr.type, ListType):
        return misfit(elaborator, node, argument, expr)
    if not isinstance(number.type, IntType):
        return poison(node.span)
    return ir.Builtin("shuffled", (expr, number), expr.type, span=node.span)


def common(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    """`common(A, B)`."""
    nodes = arguments(node)
    expr: ir.Expr | None = None
    for item in nodes:
        telling = hint if isinstance(hint, SetType) or expr is None else expr.type
        other = domains.collection(elaborator, item, scope, telling)
        if is_poison(other):
            return poison(node.span)
        if not isinstance(other.type, SetType):
            return misfit(elaborator, node, item, other)
        expr = other if expr is None else operators.common(elaborator, expr, other, node.span)
    return expr or poison(node.span)


def members(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    """`members(l)`: the set of items of a list or bag."""
    (argument,) = arguments(node)
    expr = _list(elaborator, argument, scope)
    item = domains.item_type(expr.type)
    if item is None or is_poison(expr) or not is_countable(item):
        return misfit(elaborator, node, argument, expr)
    return ir.Builtin("members", (expr,), SetType(item), span=node.span)


def of_deck(name: str) -> Make:
    """`known` and `unseen`: the parts of a deck."""

    def make(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
        (argument,) = arguments(node)
        expr = elaborator.infer(argument, scope)
        if not isinstance(expr.type, DeckType):
            return misfit(elaborator, node, argument, expr)
        kind: Type = BagType(expr.type.item, expr.type.most)
        if name == "known":
            kind = ListType(expr.type.item, expr.type.most)
        return ir.Builtin(name, (expr,), kind, span=node.span)

    return make


def side(name: str) -> Make:
    """`width` and `height` of a drawing: constants."""

    def make(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
        (argument,) = arguments(node)
        expr = elaborator.infer(argument, scope)
        match expr.type:
            case MapType(IntType() as across, MapType(IntType() as upwards, _)):
                return make_number(cardinality(across if name == "width" else upwards), node)
            case _:
                return misfit(elaborator, node, argument, expr)

    return make
