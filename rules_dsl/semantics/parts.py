"""Parts of values: `x.field`, `Type.value`, `map[key]`, `table["Row name"]`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_dsl.diagnostics.diagnostic import Fix, finding
from rules_dsl.diagnostics.suggest import nearest
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BagType, EnumType, IntType, ListType, MapType, OptionalType, RecordType, Type
from rules_dsl.semantics import conversion, narrow, texts
from rules_dsl.semantics.fitting import describe_type
from rules_dsl.semantics.poison import POISON, is_poison, poison
from rules_dsl.semantics.scope import Scope
from rules_dsl.source import Span
from rules_dsl.syntax import ast

if TYPE_CHECKING:
    from rules_dsl.semantics.elaborate import Elaborator


def dot(elaborator: Elaborator, node: ast.DotExpr, scope: Scope) -> ir.Expr:
    """`base.name`: a value of a type or a row of a table, else a field."""
    kind = type_named(elaborator, node.base, scope)
    if kind is not None:
        return _value_of_type(elaborator, kind, node)
    base = elaborator.infer(node.base, scope)
    return field(elaborator, base, node.name, node.span)


def type_named(elaborator: Elaborator, node: ast.Expr, scope: Scope) -> Type | None:
    """The type or table of this name; None if the name means something else."""
    if not isinstance(node, ast.Ref) or node.name in scope.locals:
        return None
    elaborator.need(node.name)
    result = elaborator.symbols.types.get(node.name)
    return POISON if result is not None and node.name in elaborator.symbols.failed else result


def _value_of_type(elaborator: Elaborator, kind: Type, node: ast.DotExpr) -> ir.Expr:
    name = node.name.text
    if kind == POISON:
        return poison(node.span)
    if isinstance(kind, EnumType) and name in kind.members:
        return ir.Literal(kind.members.index(name), kind, span=node.span)
    if isinstance(kind, RecordType) and name in kind.spelling:
        return ir.Literal(kind.spelling.index(name), kind, span=node.span)
    candidates = kind.members if isinstance(kind, EnumType) else ()
    _report_nearest(elaborator, "E0312", f"{kind} has no value {name}", node.name.span, name, candidates)
    return poison(node.span, kind)


def field(elaborator: Elaborator, base: ir.Expr, name: ast.Name, span: Span) -> ir.Expr:
    """A field of a record or a column of a table row."""
    if is_poison(base):
        return poison(span)
    match base.type:
        case RecordType(fields=fields):
            result = dict(fields).get(name.text)
            if result is not None:
                return ir.Field(base, name.text, result, span=span)
            return _no_field(elaborator, base.type, name, span, [label for label, _ in fields])
        case EnumType(kind="table"):
            return _column(elaborator, base, base.type, name, span)
        case OptionalType(item):
            return _field_of_none(elaborator, base, item, name)
        case _:
            message = f"{describe_type(base.type)} has no fields"
            elaborator.symbols.report(
                finding("E0406", message, name.span, f"no field {name}", repair="fields belong to records and tables")
            )
            return poison(span)


def _column(elaborator: Elaborator, base: ir.Expr, table: EnumType, name: ast.Name, span: Span) -> ir.Expr:
    elaborator.need(columns_key(table.name))
    column = elaborator.symbols.constants.get(f"{table.name}.{name.text}")
    if column is not None and isinstance(column.type, MapType):
        return ir.Index(ir.Const(column.name, column.type, span=span), base, column.type.value, span=span)
    rows = elaborator.symbols.table_rows.get(table.name)
    return _no_field(elaborator, table, name, span, [label for label, _ in rows.fields] if rows else [])


def columns_key(table: str) -> str:
    """The columns of a table are pending under this key: rows may name each other before any value is read."""
    return f"<columns of {table}>"


def _no_field(elaborator: Elaborator, kind: Type, name: ast.Name, span: Span, labels: list[str]) -> ir.Expr:
    _report_nearest(elaborator, "E0309", f"{kind} has no field {name}", name.span, name.text, labels)
    return poison(span)


def _report_nearest(
    elaborator: Elaborator, code: str, message: str, span: Span, name: str, candidates: list[str] | tuple[str, ...]
) -> None:
    meant = nearest(name, candidates)
    listed = f"there are: {', '.join(candidates[:8])}" if 0 < len(candidates) <= 8 else "see its declaration"
    repair = f"did you mean {meant}?" if meant else listed
    elaborator.symbols.report(
        finding(code, message, span, "not there", repair=repair, fix=Fix(span, meant) if meant else None)
    )


def _field_of_none(elaborator: Elaborator, base: ir.Expr, item: Type, name: ast.Name) -> ir.Expr:
    message = f"this may be none, and none has no field {name}"
    shown = conversion.show_expression(base)
    repair = f"test it first (`{shown} != none and …`), or insist (`the({shown})`)"
    elaborator.symbols.report(finding("E0410", message, base.span, f"an optional {item}", repair=repair))
    return poison(base.span)


def subscript(elaborator: Elaborator, node: ast.SubscriptExpr, scope: Scope) -> ir.Expr:
    """`base[key]`, or a row of a table by its name."""
    kind = type_named(elaborator, node.base, scope)
    if kind == POISON:
        return poison(node.span)
    if kind is not None:
        return _row(elaborator, kind, node)
    base = elaborator.infer(node.base, scope)
    if is_poison(base):
        elaborator.infer(node.key, scope)
        return poison(node.span)
    return item(elaborator, base, node.key, scope, node.span)


def item(elaborator: Elaborator, base: ir.Expr, key: ast.Expr, scope: Scope, span: Span) -> ir.Expr:
    """The entry of a map or list, the count of a bag."""
    match base.type:
        case MapType(kind, value):
            return ir.Index(base, elaborator.expression(key, scope, kind), value, span=span)
        case BagType(kind, most):
            return ir.Index(base, elaborator.expression(key, scope, kind), IntType(0, most), span=span)
        case ListType(kind, most):
            return _list_item(elaborator, base, key, scope, span, (kind, most))
        case _:
            message = f"{describe_type(base.type)} cannot be indexed with `[…]`"
            repair = "`[…]` is for maps, bags and lists"
            elaborator.symbols.report(
                finding("E0405", message, span, f"this is {describe_type(base.type)}", repair=repair)
            )
            return poison(span)


def _list_item(
    elaborator: Elaborator, base: ir.Expr, key: ast.Expr, scope: Scope, span: Span, shape: tuple[Type, int]
) -> ir.Expr:
    kind, most = shape
    place = conversion.number(elaborator, elaborator.infer(key, scope), key.span)
    if is_poison(place):
        return poison(span, kind)
    if (
        isinstance(place.type, IntType)
        and (place.type.high < 1 or place.type.low > most)
        and not narrow.is_unreachable(scope)
    ):
        message = f"a list of at most {most} has no item {place.type.low}"
        elaborator.symbols.report(
            finding("E0501", message, key.span, "outside the list", repair="items are numbered from 1")
        )
    return ir.Index(base, place, kind, span=span)


def _row(elaborator: Elaborator, kind: Type, node: ast.SubscriptExpr) -> ir.Expr:
    name = texts.plain(node.key)
    if name is not None and isinstance(kind, EnumType):
        return row_named(elaborator, kind, name, node.span)
    message = f"`{kind}[…]` needs the name of a value in quotes"
    elaborator.symbols.report(
        finding("E0405", message, node.span, f"{kind} is a type", repair='write `name["Row name"]`')
    )
    return poison(node.span, kind)


def row_named(elaborator: Elaborator, kind: EnumType, name: str, span: Span) -> ir.Expr:
    """The row of a table (or value of an enum) with this name."""
    if name in kind.members:
        return ir.Literal(kind.members.index(name), kind, span=span)
    what = "row" if kind.kind == "table" else "value"
    _report_nearest(elaborator, "E0310", f'{kind} has no {what} "{name}"', span, name, kind.members)
    return poison(span, kind)
