"""`show`: pictures of a state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import IntType, RecordType, SetType, Type, is_countable
from rules_dsl.semantics.fitting import spoken
from rules_dsl.semantics.judging import number
from rules_dsl.semantics.poison import holds_poison
from rules_dsl.semantics.rulebook import Rulebook
from rules_dsl.semantics.scope import Scope
from rules_dsl.syntax import ast


def pictures(book: Rulebook, decls: Sequence[ast.ShowDecl]) -> tuple[ir.ShowItem, ...]:
    """The items of every `show`, in file order."""
    scope = book.scope("show")
    found = (_item(item, scope, book) for decl in decls for item in decl.items)
    return tuple(item for item in found if item is not None)


def _item(item: ast.ShowItem, scope: Scope, book: Rulebook) -> ir.ShowItem | None:
    match item:
        case ast.ShowText(text):
            return ir.ShowText(book.elaborator.template(text, scope))
        case ast.ShowEach():
            return _each(item, scope, book)
        case ast.ShowGroup():
            return _group(item, scope, book)
        case ast.ShowGrid():
            return _grid(item, scope, book)
        case ast.ShowTrack():
            return _track(item, scope, book)
        case ast.ShowTiles():
            return _tiles(item, scope, book)
        case ast.ShowNetwork():
            return _network(item, scope, book)
        case _:
            assert_never(item)


def _each(item: ast.ShowEach, scope: Scope, book: Rulebook) -> ir.ShowItem:
    domain, type_ = book.elaborator.domain(item.domain, scope)
    local, inner = book.elaborator.local(item.name, type_, scope)
    return ir.ShowEach(local.name, domain, type_, book.elaborator.template(item.text, inner))


def _group(item: ast.ShowGroup, scope: Scope, book: Rulebook) -> ir.ShowItem:
    domain, type_ = book.elaborator.domain(item.domain, scope)
    local, inner = book.elaborator.local(item.name, type_, scope)
    found = (_item(part, inner, book) for part in item.items)
    return ir.ShowGroup(local.name, domain, type_, tuple(part for part in found if part is not None))


def _tiles(item: ast.ShowTiles, scope: Scope, book: Rulebook) -> ir.ShowItem:
    label = book.elaborator.template(item.label, scope)
    domain, type_ = book.elaborator.domain(item.domain, scope)
    local, inner = book.elaborator.local(item.name, type_, scope)
    return ir.ShowTiles(label, local.name, domain, type_, book.elaborator.template(item.text, inner), _fills(item.fills, inner, book))


def _grid(item: ast.ShowGrid, scope: Scope, book: Rulebook) -> ir.ShowItem | None:
    type_ = book.elaborator.type(item.type, scope)
    local, inner = book.elaborator.local(item.name, type_, scope)
    text = book.elaborator.template(item.text, inner)
    fills = _fills(item.fills, inner, book)
    if isinstance(type_, RecordType) and _is_cell(type_):
        return ir.ShowGrid(local.name, type_, text, fills)
    if not holds_poison(type_):
        reason = "a grid needs a countable record with the number fields `column` and `row`"
        repair = "show it with `for … in …`, or take the cells of `std.grid`"
        book.report("E0640", f"{type_} cannot be the cell of a grid", item.type.span, spoken(type_), reason=reason, repair=repair)
    return None


def _is_cell(type_: RecordType) -> bool:
    fields = dict(type_.fields)
    return is_countable(type_) and all(isinstance(fields.get(name), IntType) for name in ("column", "row"))


def _fills(fills: Sequence[ast.Fill], scope: Scope, book: Rulebook) -> ir.Fills:
    return tuple(_fill(fill, scope, book) for fill in fills)


def _fill(fill: ast.Fill, scope: Scope, book: Rulebook) -> tuple[ir.Expr, ir.Expr | None]:
    condition = None if fill.condition is None else book.elaborator.condition(fill.condition, scope)
    return book.elaborator.template(fill.colour, scope), condition


def _track(item: ast.ShowTrack, scope: Scope, book: Rulebook) -> ir.ShowItem:
    label = book.elaborator.template(item.label, scope)
    positions, position = book.elaborator.domain(item.positions, scope)
    domain, type_ = book.elaborator.domain(item.domain, scope)
    local, inner = book.elaborator.local(item.name, type_, scope)
    at = book.elaborator.expression(item.at, inner, _any_number(position))
    text, fills = book.elaborator.template(item.text, inner), _fills(item.fills, inner, book)
    place = None if item.place is None else _place(item.place, position, scope, book)
    return ir.ShowTrack(label, positions, local.name, domain, type_, at, text, fills, place)


def _place(item: ast.ShowPlace, position: Type, scope: Scope, book: Rulebook) -> ir.ShowPlace:
    local, inner = book.elaborator.local(item.name, position, scope)
    return ir.ShowPlace(local.name, position, book.elaborator.template(item.text, inner), _fills(item.fills, inner, book))


def _any_number(position: Type) -> Type | None:
    """What stands past the end of a track of numbers is not shown, which is no mistake."""
    return None if isinstance(position, IntType) else position


def _network(item: ast.ShowNetwork, scope: Scope, book: Rulebook) -> ir.ShowItem | None:
    type_ = book.elaborator.type(item.type, scope)
    if not holds_poison(type_) and not is_countable(type_):
        book.report(
            "E0641", "a network needs a countable type", item.type.span, spoken(type_), repair="name a table"
        )
        return None
    local, inner = book.elaborator.local(item.name, type_, scope)
    x, y = number(item.x, inner, book), number(item.y, inner, book)
    text = book.elaborator.template(item.text, inner)
    if item.other is None or item.linked is None:
        return ir.ShowNetwork(local.name, type_, x, y, text, None, None)
    # `link u in linked(t)`: u goes through what t is linked with
    linked = book.elaborator.expression(item.linked, inner, SetType(type_))
    other, _ = book.elaborator.local(item.other, type_, inner)
    return ir.ShowNetwork(local.name, type_, x, y, text, other.name, linked)
