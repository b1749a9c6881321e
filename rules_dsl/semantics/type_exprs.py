"""Elaborates type expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_dsl.diagnostics.diagnostic import Fix, finding
from rules_dsl.diagnostics.foreign import foreign_type
from rules_dsl.diagnostics.suggest import nearest
from rules_dsl.ir.types import (
    BagType,
    DeckType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    SetType,
    Type,
    cardinality,
    is_countable,
)
from rules_dsl.semantics import numbers
from rules_dsl.semantics.fitting import describe_type
from rules_dsl.semantics.poison import POISON
from rules_dsl.semantics.scope import Scope
from rules_dsl.source import Span
from rules_dsl.syntax import ast

if TYPE_CHECKING:
    from rules_dsl.semantics.elaborate import Elaborator

LARGEST_COUNT = 65_536  # what `up to` may say


def type_of(elaborator: Elaborator, node: ast.TypeExpr, scope: Scope) -> Type:
    """The type, POISON where something wrong was written."""
    match node:
        case ast.NamedType():
            return resolve_type(elaborator, node.name, node.span)
        case ast.RangeType():
            return _range(elaborator, node, scope)
        case ast.OptionalOf(item):
            return _optional(elaborator, type_of(elaborator, item, scope), node.span)
        case ast.MapOf(key, value):
            return _map(elaborator, key, value, scope)
        case ast.CollectionOf():
            return _collection(elaborator, node, scope)
        case ast.RecordOf() | ast.EnumOf() | ast.AlikeOf():
            repair = "declare it: `type Name = …`, and use the name here"
            elaborator.symbols.report(
                finding("E0422", "this type needs a name", node.span, "declared in place", repair=repair)
            )
            return POISON
        case ast.DrawingOf():
            repair = "write `given level: drawing of …`"
            elaborator.symbols.report(finding("E0421", "only a given can be a drawing", node.span, repair=repair))
            return POISON


def resolve_type(elaborator: Elaborator, name: str, span: Span) -> Type:
    """The type declared under a name."""
    symbols = elaborator.symbols
    elaborator.need(name)
    if name in symbols.failed:
        return POISON
    if name in symbols.types:
        return symbols.types[name]
    said_so = foreign_type(name)
    meant = (
        nearest(name, [*symbols.types, *(key for key in symbols.pending if key[:1].isupper())]) if not said_so else None
    )
    repair = said_so or (f"did you mean {meant}?" if meant else f"declare it: `type {name} = …`")
    if name in symbols.variables or name in symbols.functions or name in symbols.constants or name in symbols.values:
        elaborator.symbols.report(finding("E0311", f"{name} is not a type", span, "a value", repair=repair))
    else:
        fix = Fix(span, meant) if meant else None
        elaborator.symbols.report(
            finding("E0311", f"unknown type {name}", span, "not declared", repair=repair, fix=fix)
        )
    return POISON


def _range(elaborator: Elaborator, node: ast.RangeType, scope: Scope) -> Type:
    low, high = (_constant(elaborator, end, scope) for end in (node.low, node.high))
    if low is None or high is None:
        return POISON
    if low > high:
        message = f"the range {low}..{high} is empty"
        elaborator.symbols.report(
            finding("E0503", message, node.span, "no number is in it", repair=f"write `{high}..{low}`")
        )
        return POISON
    return IntType(low, high)


def _constant(elaborator: Elaborator, node: ast.Expr, scope: Scope) -> int | None:
    """A number that is known before the game starts."""
    whole = IntType(-numbers.LARGEST, numbers.LARGEST)
    before = len(elaborator.symbols.diagnostics)
    value = elaborator.constant(node, scope, whole)
    if value is None or len(elaborator.symbols.diagnostics) > before:
        return None
    return int(value)


def _optional(elaborator: Elaborator, item: Type, span: Span) -> Type:
    if item == POISON:
        return POISON
    if isinstance(item, OptionalType):
        message = "an optional of an optional has two nones that look the same"
        elaborator.symbols.report(finding("E0415", message, span, repair=f"write `{item}`"))
        return item
    return OptionalType(item)


def _map(elaborator: Elaborator, key_node: ast.TypeExpr, value_node: ast.TypeExpr, scope: Scope) -> Type:
    key, value = type_of(elaborator, key_node, scope), type_of(elaborator, value_node, scope)
    if POISON in (key, value) or not countable(elaborator, key, key_node.span, "the key of a map"):
        return POISON
    return MapType(key, value)


def countable(elaborator: Elaborator, type_: Type, span: Span, role: str) -> bool:
    """Report a type that is not countable where it must be."""
    if type_ == POISON or is_countable(type_):
        return type_ != POISON
    message = f"{role} must be of a countable type; {describe_type(type_)} is not"
    reason = (
        "countable are Bool, ranges, enums, tables, Player, optionals and records of these with at most 65,536 values"
    )
    elaborator.symbols.report(
        finding("E0409", message, span, "not countable", reason=reason, repair="use a countable type")
    )
    return False


def _collection(elaborator: Elaborator, node: ast.CollectionOf, scope: Scope) -> Type:
    item = type_of(elaborator, node.item, scope)
    most = None if node.most is None else _constant(elaborator, node.most, scope)
    if item == POISON or (node.most is not None and most is None):
        return POISON
    if node.kind != "list" and not countable(elaborator, item, node.item.span, f"an element of a {node.kind}"):
        return POISON
    if node.kind == "set":
        return SetType(item)
    if most is None and node.kind != "deck":
        message = f"how many may be in this {node.kind}?"
        repair = f"write `{node.kind} of {item} up to 20`"
        elaborator.symbols.report(finding("E0411", message, node.span, "no `up to`", repair=repair))
        return POISON
    return _bound_collection(elaborator, node, item, cardinality(item) if most is None else most)


def _bound_collection(elaborator: Elaborator, node: ast.CollectionOf, item: Type, most: int) -> Type:
    if not 0 <= most <= LARGEST_COUNT:
        message = f"`up to {most}` is not in 0..{LARGEST_COUNT}"
        elaborator.symbols.report(
            finding("E0501", message, node.most.span if node.most else node.span, repair="write a smaller number")
        )
        return POISON
    match node.kind:
        case "list":
            return ListType(item, most)
        case "bag":
            return BagType(item, most)
        case "deck":
            return DeckType(item, most)
        case "set":
            raise AssertionError("sets have no size of their own")


def leaves(type_: Type) -> int:
    """How many single numbers a value of the type holds."""
    match type_:
        case MapType(key, value):
            return cardinality(key) * leaves(value)
        case SetType(item) | BagType(item, _):
            return cardinality(item)
        case ListType(item, most):
            return most * leaves(item)
        case DeckType(item, most):
            return most + cardinality(item)
        case OptionalType(item):
            return leaves(item)
        case _:
            fields = getattr(type_, "fields", None)
            return sum(leaves(item) for _, item in fields) if fields else 1
