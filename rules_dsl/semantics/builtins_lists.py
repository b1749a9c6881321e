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
    found = domains.collection(elaborator, argument, scope)
    match found.type:
        case _ if is_poison(found):
            return poison(node.span)
        case SetType() | ListType():
            size = domains.size(found)
            return make_number(size.most, node) if isinstance(found, ir.Domain) else _len(found, size.most, node)
        case BagType(item, most):
            return _len(found, most * cardinality(item), node)
        case DeckType(item, most):
            return _len(found, most * (cardinality(item) + 1), node)
        case _:
            return misfit(elaborator, node, argument, found)


def _len(found: ir.Expr, most: int, node: ast.CallExpr) -> ir.Expr:
    return ir.Builtin("len", (found,), IntType(0, most), span=node.span)


def end(name: str) -> Make:
    """`first`, `top` and `last`: one item of a list (or of the known part of a deck), or with a number that many."""

    def make(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
        argument, *count = arguments(node)
        found = _list(elaborator, argument, scope)
        if not isinstance(found.type, ListType):
            return misfit(elaborator, node, argument, found)
        if count:
            return _some(elaborator, {"last": "take_last"}.get(name, "take_first"), found, count[0], scope, node)
        return ir.Builtin("last" if name == "last" else "top", (found,), found.type.item, span=node.span)

    return make


def _list(elaborator: Elaborator, node: ast.Expr, scope: Scope) -> ir.Expr:
    """A list, or the known part of a deck as one."""
    found = elaborator.infer(node, scope)
    if isinstance(found.type, DeckType):
        return ir.Builtin("known", (found,), ListType(found.type.item, found.type.most), span=node.span)
    return found


def _some(elaborator: Elaborator, name: str, found: ir.Expr, count: ast.Expr, scope: Scope, node: ast.CallExpr) -> ir.Expr:
    number = number_at(elaborator, count, scope)
    if not isinstance(number.type, IntType) or not isinstance(found.type, ListType):
        return poison(node.span)
    taken = max(0, min(found.type.most, number.type.high))
    most = found.type.most if name == "without_last" else taken
    return ir.Builtin(name, (found, number), ListType(found.type.item, most), span=node.span)


def without_last(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    """`without_last(l, n)`."""
    argument, count = arguments(node)
    found = _list(elaborator, argument, scope)
    if not isinstance(found.type, ListType):
        return misfit(elaborator, node, argument, found)
    return _some(elaborator, "without_last", found, count, scope, node)


def make_list_builtin(name: str) -> Make:
    """`rest` and `reversed`: a list of the same type."""

    def make(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
        (argument,) = arguments(node)
        found = _list(elaborator, argument, scope)
        if not isinstance(found.type, ListType):
            return misfit(elaborator, node, argument, found)
        return ir.Builtin(name, (found,), found.type, span=node.span)

    return make


def elaborate_shuffled(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    """`shuffled(l, n)`."""
    argument, seed = arguments(node)
    found, number = _list(elaborator, argument, scope), number_at(elaborator, seed, scope)
    if not isinstance(found.type, ListType):
        return misfit(elaborator, node, argument, found)
    if not isinstance(number.type, IntType):
        return poison(node.span)
    return ir.Builtin("shuffled", (found, number), found.type, span=node.span)


def common(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    """`common(A, B)`."""
    nodes = arguments(node)
    found: ir.Expr | None = None
    for each in nodes:
        telling = hint if isinstance(hint, SetType) or found is None else found.type
        other = domains.collection(elaborator, each, scope, telling)
        if is_poison(other):
            return poison(node.span)
        if not isinstance(other.type, SetType):
            return misfit(elaborator, node, each, other)
        found = other if found is None else operators.common(elaborator, found, other, node.span)
    return found or poison(node.span)


def members(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    """`members(l)`: what is in a list or bag, as a set."""
    (argument,) = arguments(node)
    found = _list(elaborator, argument, scope)
    item = domains.item_type(found.type)
    if item is None or is_poison(found) or not is_countable(item):
        return misfit(elaborator, node, argument, found)
    return ir.Builtin("members", (found,), SetType(item), span=node.span)


def of_deck(name: str) -> Make:
    """`known` and `unseen`: the parts of a deck."""

    def make(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
        (argument,) = arguments(node)
        found = elaborator.infer(argument, scope)
        if not isinstance(found.type, DeckType):
            return misfit(elaborator, node, argument, found)
        kind: Type = BagType(found.type.item, found.type.most)
        if name == "known":
            kind = ListType(found.type.item, found.type.most)
        return ir.Builtin(name, (found,), kind, span=node.span)

    return make


def side(name: str) -> Make:
    """`width` and `height` of a drawing: constants."""

    def make(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
        (argument,) = arguments(node)
        found = elaborator.infer(argument, scope)
        match found.type:
            case MapType(IntType() as across, MapType(IntType() as upwards, _)):
                return make_number(cardinality(across if name == "width" else upwards), node)
            case _:
                return misfit(elaborator, node, argument, found)

    return make
