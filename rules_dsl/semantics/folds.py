"""Folds: `sum(e for x in S where c)` and the like, comprehensions of sets, lists and maps."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from rules_dsl.diagnostics.diagnostic import finding
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.folds import FOLDS, FoldFailure, FoldResult
from rules_dsl.ir.types import (
    BOOL,
    COUNTABLE_LIMIT,
    BagType,
    DeckType,
    EnumType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    SetType,
    Type,
    entry_types,
)
from rules_dsl.quantities import quantity
from rules_dsl.semantics import conversion, domains, numbers
from rules_dsl.semantics.domains import Size
from rules_dsl.semantics.fitting import describe_type, is_numeric, join
from rules_dsl.semantics.narrow import assume
from rules_dsl.semantics.poison import is_poison, poison
from rules_dsl.semantics.scope import Scope
from rules_dsl.semantics.type_exprs import countable
from rules_dsl.syntax import ast

if TYPE_CHECKING:
    from rules_dsl.semantics.elaborate import Elaborator


def fold(elaborator: Elaborator, node: ast.FoldExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    """The fold of a kind over its clauses."""
    clauses, inner, size = clauses_of(elaborator, node.clauses, scope)
    match FOLDS[node.kind].result:
        case FoldResult.TRUTH | FoldResult.COUNT:
            return _of_conditions(elaborator, node, clauses, inner, size)
        case FoldResult.TOTAL:
            return _total(elaborator, node, clauses, inner, size)
        case FoldResult.EXTREME:
            return _extreme(elaborator, node, clauses, inner, size, scope)
        case FoldResult.UNION:
            return _union(elaborator, node, clauses, inner, hint)
        case FoldResult.OPTIONAL:
            return _first(elaborator, node, clauses, inner, hint)
        case FoldResult.ENTRIES:
            return _map(elaborator, node, clauses, inner, size, hint)
        case FoldResult.COLLECTION:
            return _list(elaborator, node, clauses, inner, size, hint)
        case FoldResult.SET if node.by is not None:
            return _elaborate_ranking(elaborator, node, clauses, inner)
        case FoldResult.SET:
            return _set(elaborator, node, clauses, inner, hint)
        case other:
            assert_never(other)


def clauses_of(
    elaborator: Elaborator, nodes: tuple[ast.Clause, ...], scope: Scope
) -> tuple[tuple[ir.Clause, ...], Scope, Size]:
    """The clauses, the scope of what stands before them, and how often they come through."""
    clauses: list[ir.Clause] = []
    size = Size(1, 1)
    for node in nodes:
        clause, scope, often = _clause(elaborator, node, scope)
        clauses.append(clause)
        size = size.times(often) if isinstance(clause, ir.Each) else size.fewer()
    return tuple(clauses), scope, size


def _clause(elaborator: Elaborator, node: ast.Clause, scope: Scope) -> tuple[ir.Clause, Scope, Size]:
    match node:
        case ast.GeneratorClause(name, domain):
            expr, item = domains.domain(elaborator, domain, scope)
            local, inner = elaborator.local(name, item, scope)
            return ir.Each(local.name, expr, item, span=node.span), inner, domains.size(expr)
        case ast.WhereClause(condition):
            expr = elaborator.condition(condition, scope)
            return ir.Where(expr), assume(expr, scope), Size(0, 1)
        case ast.WhileClause(condition):
            expr = elaborator.condition(condition, scope)
            return ir.While(expr), assume(expr, scope), Size(0, 1)
        case ast.UntilClause(condition):
            return ir.Until(elaborator.condition(condition, scope)), scope, Size(0, 1)


def _of_conditions(
    elaborator: Elaborator, node: ast.FoldExpr, clauses: tuple[ir.Clause, ...], inner: Scope, size: Size
) -> ir.Expr:
    item = elaborator.condition(node.item, inner)
    type_ = IntType(0, size.most) if FOLDS[node.kind].result is FoldResult.COUNT else BOOL
    return ir.Fold(node.kind, item, clauses, type_, span=node.span)


def _total(
    elaborator: Elaborator, node: ast.FoldExpr, clauses: tuple[ir.Clause, ...], inner: Scope, size: Size
) -> ir.Expr:
    traits, item = FOLDS[node.kind], elaborator.infer(node.item, inner)
    if is_poison(item) or not isinstance(item.type, IntType):
        if not is_poison(item) and traits.failure is FoldFailure.BY_PARTS and is_numeric(item.type):
            return ir.Fold(node.kind, item, clauses, item.type, span=node.span)
        conversion.number(elaborator, item, node.item.span)
        return poison(node.span)
    assert traits.interval is not None
    interval = traits.interval(item.type, size.least, size.most)
    if max(-interval.low, interval.high) > numbers.LARGEST:
        message = f"the {node.kind} may be as large as {max(-interval.low, interval.high):.1e}"
        elaborator.symbols.report(
            finding("E0505", message, node.span, "too large", repair="numbers stay below 2 to the 62nd")
        )
        return poison(node.span)
    return ir.Fold(node.kind, item, clauses, interval, span=node.span)


def _extreme(
    elaborator: Elaborator, node: ast.FoldExpr, clauses: tuple[ir.Clause, ...], inner: Scope, size: Size, scope: Scope
) -> ir.Expr:
    item = elaborator.infer(node.item, inner)
    default = elaborator.infer(node.default, scope, item.type) if node.default is not None else None
    if is_poison(item) or (default is not None and is_poison(default)):
        return poison(node.span)
    if not isinstance(item.type, IntType | EnumType):
        conversion.number(elaborator, item, node.item.span)
        return poison(node.span)
    if default is None and size.least == 0:
        _report_empty(elaborator, node)
    joined = item.type if default is None else join(item.type, default.type)
    if default is not None and joined is None:
        return elaborator.convert(default, item.type, default.span)
    return ir.Fold(node.kind, item, clauses, joined or item.type, default=default, span=node.span)


def _report_empty(elaborator: Elaborator, node: ast.FoldExpr) -> None:
    message = f"`{node.kind}` of nothing has no value, and there may be nothing here"
    repair = f"give a default: `{node.kind}(… else 0)`"
    elaborator.symbols.report(finding("E0416", message, node.span, "this may be empty", repair=repair))


def _union(
    elaborator: Elaborator, node: ast.FoldExpr, clauses: tuple[ir.Clause, ...], inner: Scope, hint: Type | None
) -> ir.Expr:
    item = elaborator.infer(node.item, inner, hint if isinstance(hint, SetType) else None)
    if is_poison(item):
        return poison(node.span)
    if isinstance(item.type, SetType):
        return ir.Fold("union", item, clauses, item.type, span=node.span)
    message = f"`union` joins sets, but this is {describe_type(item.type)}"
    elaborator.symbols.report(
        finding("E0403", message, node.item.span, f"this is {describe_type(item.type)}", repair="write `{x for …}`")
    )
    return poison(node.span)


def _first(
    elaborator: Elaborator, node: ast.FoldExpr, clauses: tuple[ir.Clause, ...], inner: Scope, hint: Type | None
) -> ir.Expr:
    item = elaborator.infer(node.item, inner, hint.item if isinstance(hint, OptionalType) else None)
    if is_poison(item):
        return poison(node.span)
    if isinstance(item.type, OptionalType):
        message = "`first` is none if there is no value, so its values must not be none themselves"
        repair = "leave them out: `where x != none`"
        elaborator.symbols.report(
            finding("E0415", message, node.item.span, f"this is {describe_type(item.type)}", repair=repair)
        )
        return poison(node.span)
    return ir.Fold("first", item, clauses, OptionalType(item.type), span=node.span)


def _set(
    elaborator: Elaborator, node: ast.FoldExpr, clauses: tuple[ir.Clause, ...], inner: Scope, hint: Type | None
) -> ir.Expr:
    wanted = hint.item if isinstance(hint, SetType | BagType | DeckType) else None
    item = elaborator.infer(node.item, inner, wanted)
    if is_poison(item):
        return poison(node.span)
    if isinstance(hint, BagType | DeckType):
        item = elaborator.convert(item, hint.item, node.item.span)
        return ir.Fold("bag", item, clauses, BagType(hint.item, hint.most), span=node.span)
    if not countable(elaborator, item.type, node.item.span, "an element of a set"):
        return poison(node.span)
    return ir.Fold("set", item, clauses, SetType(item.type), span=node.span)


def _list(
    elaborator: Elaborator,
    node: ast.FoldExpr,
    clauses: tuple[ir.Clause, ...],
    inner: Scope,
    size: Size,
    hint: Type | None,
) -> ir.Expr:
    wanted = hint.item if isinstance(hint, ListType | DeckType) else None
    item = elaborator.infer(node.item, inner, wanted)
    if is_poison(item):
        return poison(node.span)
    if size.most > COUNTABLE_LIMIT:
        message = f"the list may have {quantity(size.most, 'item')}, more than {COUNTABLE_LIMIT:,}"
        elaborator.symbols.report(finding("E0506", message, node.span, "too long", repair="use fewer values"))
        return poison(node.span)
    return ir.Fold("list", item, clauses, ListType(item.type, size.most), span=node.span)


def _map(
    elaborator: Elaborator,
    node: ast.FoldExpr,
    clauses: tuple[ir.Clause, ...],
    inner: Scope,
    size: Size,
    hint: Type | None,
) -> ir.Expr:
    assert node.key is not None
    if isinstance(hint, DeckType):
        hint = BagType(hint.item, hint.most)
    key_hint, item_hint = map_parts(hint)
    key = elaborator.infer(node.key, inner, key_hint)
    item = elaborator.infer(node.item, inner, item_hint)
    if is_poison(key) or is_poison(item):
        return poison(node.span, hint)
    if hint is not None and key_hint is not None and item_hint is not None:
        key = elaborator.convert(key, key_hint, node.key.span)
        item = conversion.convert(elaborator, item, item_hint, node.item.span, inner)
        return ir.Fold("map", item, clauses, hint, key=key, span=node.span)
    if not countable(elaborator, key.type, node.key.span, "the key of a map"):
        return poison(node.span)
    value = with_zero(item.type) if not _is_total(key, clauses) else item.type
    return ir.Fold("map", item, clauses, MapType(key.type, value), key=key, span=node.span)


def map_parts(hint: Type | None) -> tuple[Type | None, Type | None]:
    """The types of keys and values of a map (or bag) that is wanted."""
    return entry_types(hint) if isinstance(hint, MapType | BagType) else (None, None)


def with_zero(type_: Type) -> Type:
    """The type of values of which some are nothing."""
    return numbers.hull(type_, numbers.point(0)) if isinstance(type_, IntType) else type_


def _is_total(key: ir.Expr, clauses: tuple[ir.Clause, ...]) -> bool:
    """Does the only clause go through all keys?"""
    match clauses:
        case (ir.Each(name, ir.Domain()),):
            return isinstance(key, ir.Local) and key.name == name
        case (ir.Each(name, ir.Range(ir.Literal(), ir.Literal())),):
            return isinstance(key, ir.Local) and key.name == name
        case _:
            return False


def _elaborate_ranking(
    elaborator: Elaborator, node: ast.FoldExpr, clauses: tuple[ir.Clause, ...], inner: Scope
) -> ir.Expr:
    assert node.by is not None
    item = elaborator.infer(node.item, inner)
    measure = conversion.number(elaborator, elaborator.infer(node.by, inner), node.by.span)
    if is_poison(item) or is_poison(measure):
        return poison(node.span)
    if not countable(elaborator, item.type, node.item.span, "what is compared"):
        return poison(node.span)
    return ir.Fold(node.kind, item, clauses, SetType(item.type), by=measure, span=node.span)
