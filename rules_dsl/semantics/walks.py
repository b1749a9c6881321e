"""Walks: reach, distance, nearest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import COUNTABLE_LIMIT, BagType, IntType, ListType, OptionalType, SetType, Type, cardinality
from rules_dsl.semantics import conversion, domains
from rules_dsl.semantics.fitting import join
from rules_dsl.semantics.poison import POISON, is_poison, poison
from rules_dsl.semantics.scope import Scope
from rules_dsl.semantics.type_exprs import countable
from rules_dsl.source import Span
from rules_dsl.syntax import ast

if TYPE_CHECKING:
    from rules_dsl.semantics.elaborate import Elaborator

WIDEST = COUNTABLE_LIMIT // 2 - 1  # numbers of a network lie between this and its negative


def walk(elaborator: Elaborator, node: ast.WalkExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    """`reach(S via c: e)`, `distance(S, T via c: e)`, `nearest(S, T via c: e)`."""
    wanted = hint if isinstance(hint, SetType) else None
    start, place = domains.domain(elaborator, node.start, scope, wanted)
    target = None if node.target is None else domains.domain(elaborator, node.target, scope, wanted)
    if place == POISON or (target is not None and target[1] == POISON):
        return poison(node.span)
    if target is not None:
        place = join(place, target[1]) or place
    if not countable(elaborator, place, node.start.span, "a place of a network"):
        return poison(node.span)
    return _elaborate_step(elaborator, node, scope, start, target[0] if target else None, place)


def _elaborate_step(
    elaborator: Elaborator, node: ast.WalkExpr, scope: Scope, start: ir.Expr, target: ir.Expr | None, place: Type
) -> ir.Expr:
    place = _all_places(elaborator, node, scope, place)
    local, inner = elaborator.local(node.name, place, scope)
    step, item = domains.domain(elaborator, node.step, inner, SetType(place))
    if item == POISON:
        return poison(node.span)
    goal = None if target is None else _set(elaborator, target, place, node.span)
    begin = _set(elaborator, start, place, node.start.span)
    step = _set(elaborator, step, place, node.step.span)
    if is_poison(begin) or is_poison(step):
        return poison(node.span)
    return ir.Walk(node.kind, begin, goal, local.name, step, _result(node.kind, place), span=node.span)


def _all_places(elaborator: Elaborator, node: ast.WalkExpr, scope: Scope, first: Type) -> Type:
    """The closure of number ranges under the step: all numbers that a walk can reach."""
    place = _place_after(elaborator, node, scope, first)
    if not isinstance(first, IntType) or not isinstance(place, IntType) or place == first:
        return first
    widest = IntType(
        first.low if place.low == first.low else -WIDEST, first.high if place.high == first.high else WIDEST
    )
    return _place_after(elaborator, node, scope, first, widest)


def _place_after(
    elaborator: Elaborator, node: ast.WalkExpr, scope: Scope, first: Type, from_: Type | None = None
) -> Type:
    """The type of the first places and of those one step from places of a type."""
    _, inner = elaborator.local(node.name, from_ or first, scope)
    before = len(elaborator.symbols.diagnostics)
    _, item = domains.domain(elaborator, node.step, inner)
    del elaborator.symbols.diagnostics[before:]
    return join(first, item) or first


def _result(kind: str, place: Type) -> Type:
    return OptionalType(IntType(0, max(0, cardinality(place) - 1))) if kind == "distance" else SetType(place)


def _set(elaborator: Elaborator, expr: ir.Expr, place: Type, span: Span) -> ir.Expr:
    """The places of a list or bag, or of a set, as a set."""
    if isinstance(expr.type, ListType | BagType):
        expr = ir.Builtin("members", (expr,), SetType(expr.type.item), span=span)
    return conversion.convert(elaborator, expr, SetType(place), span)
