"""Domains: types, tables, ranges, sets, lists and bags, and their sizes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules_dsl.diagnostics.diagnostic import finding
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import (
    COUNTABLE_LIMIT,
    EMPTY,
    BagType,
    EnumType,
    IntType,
    ListType,
    RecordType,
    SetType,
    Type,
    cardinality,
    is_countable,
)
from rules_dsl.quantities import quantity
from rules_dsl.semantics import conversion, numbers, parts
from rules_dsl.semantics.fitting import describe_type
from rules_dsl.semantics.poison import POISON, is_poison, is_wrong, poison
from rules_dsl.semantics.scope import Scope
from rules_dsl.source import Span
from rules_dsl.syntax import ast

if TYPE_CHECKING:
    from rules_dsl.semantics.elaborate import Elaborator


@dataclass(frozen=True, slots=True)
class Size:
    """How many values come: at least and at most."""

    least: int
    most: int

    def times(self, other: Size) -> Size:
        """The size of the product with another collection."""
        return Size(self.least * other.least, self.most * other.most)

    def fewer(self) -> Size:
        """Some of them may be left out."""
        return Size(0, self.most)


def domain(elaborator: Elaborator, node: ast.Expr, scope: Scope, hint: Type | None = None) -> tuple[ir.Expr, Type]:
    """The thing to go through and the type of its items."""
    expr = collection(elaborator, node, scope, hint)
    if is_poison(expr):
        return expr, POISON
    item = item_type(expr.type)
    if item is not None:
        return expr, item
    if is_wrong(expr):
        return poison(node.span), POISON
    repair = "use a type, a table, `players`, a set, a list or a range `1..n`"
    if isinstance(expr.type, IntType):
        repair = f"for the numbers up to it write `1..{_source(node)}`"
    elif isinstance(expr.type, EnumType | RecordType):
        repair = f"for it alone write `{{{_source(node)}}}`"
    message = f"{describe_type(expr.type)} cannot be iterated over"
    elaborator.symbols.report(
        finding("E0407", message, node.span, f"this is {describe_type(expr.type)}", repair=repair)
    )
    return poison(node.span), POISON


def _source(node: ast.Expr) -> str:
    match node:
        case ast.Ref(name):
            return name
        case ast.IntLit(value):
            return str(value)
        case _:
            return "n"


def collection(elaborator: Elaborator, node: ast.Expr, scope: Scope, hint: Type | None = None) -> ir.Expr:
    """An expression; the name of a type means all its values."""
    kind = parts.type_named(elaborator, node, scope)
    if kind is None or (isinstance(node, ast.Ref) and _is_value(elaborator, node.name)):
        return elaborator.infer(node, scope, hint)
    if kind == POISON:
        return poison(node.span)
    if not is_countable(kind):
        message = f"{kind} has too many values to iterate over"
        elaborator.symbols.report(finding("E0506", message, node.span, repair="use a countable type"))
        return poison(node.span)
    return ir.Domain(kind, SetType(kind), span=node.span)


def _is_value(elaborator: Elaborator, name: str) -> bool:
    """A name may be a type and a value; then it is the value."""
    symbols = elaborator.symbols
    return name in symbols.variables or name in symbols.functions or name in symbols.constants


def item_type(type_: Type) -> Type | None:
    """The item type of a collection; None for other types."""
    match type_:
        case SetType(item) | ListType(item, _) | BagType(item, _):
            return item
        case _:
            return None


def range_of(elaborator: Elaborator, node: ast.RangeExpr, scope: Scope) -> ir.Expr:
    """`low..high`."""
    low = conversion.number(elaborator, elaborator.infer(node.low, scope), node.low.span)
    high = conversion.number(elaborator, elaborator.infer(node.high, scope), node.high.span)
    if is_poison(low) or is_poison(high) or not isinstance(low.type, IntType) or not isinstance(high.type, IntType):
        return poison(node.span)
    whole = IntType(low.type.low, max(low.type.low, high.type.high))
    if cardinality(whole) > COUNTABLE_LIMIT:
        return _too_long(elaborator, whole, node.span)
    return ir.Range(low, high, SetType(whole), span=node.span)


def _too_long(elaborator: Elaborator, whole: IntType, span: Span) -> ir.Expr:
    message = f"{whole} holds {quantity(cardinality(whole), 'number')}, more than {COUNTABLE_LIMIT:,}"
    elaborator.symbols.report(
        finding("E0506", message, span, "too many numbers", repair="use a smaller range, or compare with `<=`")
    )
    return poison(span)


def size(expr: ir.Expr) -> Size:
    """How many values come when going through it."""
    match expr:
        case ir.Domain(item):
            return Size(cardinality(item), cardinality(item))
        case ir.Range(low, high) if isinstance(low.type, IntType) and isinstance(high.type, IntType):
            spread = numbers.subtract(high.type, low.type)
            return Size(max(0, spread.low + 1), max(0, spread.high + 1))
        case ir.Literal(value, SetType()):
            return Size(value.bit_count(), value.bit_count())
        case ir.Collect(items, ListType()):
            return Size(len(items), len(items))
        case ir.Collect(items) if items:
            return Size(1, len(items))
        case ir.Convert(value) if isinstance(value.type, SetType):
            return size(value)
        case _:
            return Size(0, _most(expr.type))


def _most(type_: Type) -> int:
    match type_:
        case SetType(item) | BagType(item, _):
            return 0 if item == EMPTY else cardinality(item)
        case ListType(_, most):
            return most
        case _:
            return 0
