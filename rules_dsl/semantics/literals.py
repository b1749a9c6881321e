"""Literals: numbers, sets, bags, maps, lists, and records with changed fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules_dsl.diagnostics.diagnostic import Fix, finding
from rules_dsl.diagnostics.suggest import nearest
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BagType, DeckType, ListType, MapType, RecordType, SetType, Type, zero
from rules_dsl.semantics import numbers
from rules_dsl.semantics.fitting import EMPTY_LIST, EMPTY_SET, describe_type, join
from rules_dsl.semantics.folds import map_parts, with_zero
from rules_dsl.semantics.poison import is_poison, poison
from rules_dsl.semantics.scope import Scope
from rules_dsl.semantics.type_exprs import countable
from rules_dsl.source import Span
from rules_dsl.syntax import ast

if TYPE_CHECKING:
    from rules_dsl.semantics.elaborate import Elaborator


def number(value: int, span: Span) -> ir.Expr:
    """A number as it stands."""
    return ir.Literal(value, numbers.point(value), span=span)


def braces(elaborator: Elaborator, node: ast.SetLit, scope: Scope, hint: Type | None) -> ir.Expr:
    """`{a, b}`: a set, or the bag or deck that is wanted; `{}` may be an empty map."""
    match hint:
        case _ if not node.items:
            return _empty(hint, node.span)
        case BagType(item) | DeckType(item):
            items = tuple(elaborator.expression(entry, scope, item) for entry in node.items)
            return ir.Collect(items, hint, span=node.span)
        case SetType(item):
            return _set(elaborator, [elaborator.infer(entry, scope, item) for entry in node.items], node.span)
        case _:
            return _set(elaborator, _infer_items(elaborator, node.items, scope), node.span)


def _empty(hint: Type | None, span: Span) -> ir.Expr:
    if isinstance(hint, SetType | BagType | MapType | DeckType):
        return ir.Literal(zero(hint), hint, span=span)
    return ir.Literal(0, EMPTY_SET, span=span)


def _infer_items(elaborator: Elaborator, nodes: Sequence[ast.Expr], scope: Scope) -> list[ir.Expr]:
    """The items; the first that has a type helps those after it."""
    exprs: list[ir.Expr] = []
    hint: Type | None = None
    for node in nodes:
        item = elaborator.infer(node, scope, hint)
        hint = hint or (None if is_poison(item) else item.type)
        exprs.append(item)
    return exprs


def _set(elaborator: Elaborator, items: Sequence[ir.Expr], span: Span) -> ir.Expr:
    item = _join_item_types(elaborator, items, span)
    if item is None or not countable(elaborator, item, span, "an element of a set"):
        return poison(span)
    return ir.Collect(tuple(elaborator.convert(expr, item, expr.span) for expr in items), SetType(item), span=span)


def _join_item_types(elaborator: Elaborator, items: Sequence[ir.Expr], span: Span) -> Type | None:
    """The smallest type around all items; two that do not go together are reported."""
    if any(is_poison(item) for item in items):
        return None
    result = items[0].type
    for item in items[1:]:
        wider = join(result, item.type)
        if wider is None:
            message = f"{describe_type(result)} and {describe_type(item.type)} do not go together"
            elaborator.symbols.report(
                finding(
                    "E0413", message, item.span, f"this is {describe_type(item.type)}", repair="use values of one type"
                )
            )
            return None
        result = wider
    return result


def brackets(elaborator: Elaborator, node: ast.ListLit, scope: Scope, hint: Type | None) -> ir.Expr:
    """`[a, b]`."""
    wanted = hint.item if isinstance(hint, ListType | DeckType) else None
    if not node.items:
        return ir.Literal((), ListType(wanted, 0) if wanted else EMPTY_LIST, span=node.span)
    if wanted is not None:
        items = [elaborator.infer(item, scope, wanted) for item in node.items]
    else:
        items = _infer_items(elaborator, node.items, scope)
    item = _join_item_types(elaborator, items, node.span)
    if item is None:
        return poison(node.span, hint)
    return ir.Collect(
        tuple(elaborator.convert(expr, item, expr.span) for expr in items), ListType(item, len(items)), span=node.span
    )


def map_of_entries(elaborator: Elaborator, node: ast.MapLit, scope: Scope, hint: Type | None) -> ir.Expr:
    """`{a: x, b: y}`: a map, or the bag or deck that is wanted; keys not named have nothing."""
    if isinstance(hint, DeckType):
        hint = BagType(hint.item, hint.most)
    key_type, value_type = map_parts(hint)
    if hint is None or key_type is None or value_type is None:
        return _free_map(elaborator, node, scope)
    entries = tuple(
        (elaborator.expression(key, scope, key_type), elaborator.expression(value, scope, value_type))
        for key, value in node.entries
    )
    _report_twice(elaborator, entries)
    return ir.MapOfEntries(entries, ir.Literal(zero(value_type), value_type, span=node.span), hint, span=node.span)


def _free_map(elaborator: Elaborator, node: ast.MapLit, scope: Scope) -> ir.Expr:
    keys = _infer_items(elaborator, [key for key, _ in node.entries], scope)
    items = _infer_items(elaborator, [value for _, value in node.entries], scope)
    key, value = _join_item_types(elaborator, keys, node.span), _join_item_types(elaborator, items, node.span)
    if key is None or value is None or not countable(elaborator, key, node.span, "the key of a map"):
        return poison(node.span)
    value = with_zero(value)
    entries = tuple(
        (elaborator.convert(at, key, at.span), elaborator.convert(item, value, item.span))
        for at, item in zip(keys, items, strict=True)
    )
    _report_twice(elaborator, entries)
    return ir.MapOfEntries(entries, ir.Literal(zero(value), value, span=node.span), MapType(key, value), span=node.span)


def _report_twice(elaborator: Elaborator, entries: Sequence[tuple[ir.Expr, ir.Expr]]) -> None:
    seen: dict[object, Span] = {}
    for key, _ in entries:
        if isinstance(key, ir.Literal) and key.value in seen:
            diagnostic = finding("E0418", "this key occurs twice", key.span, "again here", repair="keep one of them")
            elaborator.symbols.report(diagnostic.also(seen[key.value], "first here"))
        elif isinstance(key, ir.Literal):
            seen[key.value] = key.span


def with_fields(elaborator: Elaborator, node: ast.WithFieldsExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    """`r with f = e`: the same record with other values of some fields."""
    base = elaborator.infer(node.base, scope, hint)
    if is_poison(base):
        return poison(node.span, hint)
    if not isinstance(base.type, RecordType):
        message = f"`with` changes fields of a record, but this is {describe_type(base.type)}"
        elaborator.symbols.report(
            finding("E0406", message, node.base.span, f"this is {describe_type(base.type)}", repair="name a record")
        )
        return poison(node.span)
    return _change_fields(elaborator, node, scope, base, base.type)


def _change_fields(
    elaborator: Elaborator, node: ast.WithFieldsExpr, scope: Scope, base: ir.Expr, record: RecordType
) -> ir.Expr:
    name = elaborator.symbols.fresh(f"{scope.owner}.with")
    kept = ir.Local(name, record, span=node.base.span)
    changes = {}
    for argument in node.fields:
        label = argument.name.text if argument.name else ""
        kind = dict(record.fields).get(label)
        if kind is None:
            unknown_field(elaborator, record, argument)
        else:
            changes[label] = elaborator.expression(argument.value, scope, kind)
    items = tuple(
        changes.get(label) or ir.Field(kept, label, kind, span=node.base.span) for label, kind in record.fields
    )
    return ir.LetIn(name, base, ir.Construct(items, record, span=node.span), record, span=node.span)


def unknown_field(elaborator: Elaborator, record: RecordType, argument: ast.Argument) -> None:
    """Report `name = …` for a field that a record does not have."""
    label = argument.name.text if argument.name else ""
    labels = [name for name, _ in record.fields]
    meant = nearest(label, labels)
    span = argument.name.span if argument.name else argument.span
    repair = f"did you mean {meant}?" if meant else f"the fields are: {', '.join(labels)}"
    fix = Fix(span, meant) if meant else None
    elaborator.symbols.report(
        finding("E0309", f"{record} has no field {label}", span, "not there", repair=repair, fix=fix)
    )
