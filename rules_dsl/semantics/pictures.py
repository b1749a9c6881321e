"""`show`: pictures of a state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import IntType, RecordType, SetType, Type, is_countable
from rules_dsl.semantics.fitting import describe_type
from rules_dsl.semantics.judging import number
from rules_dsl.semantics.looks import LAYOUT_WORDS, line_look, look, part, report_word
from rules_dsl.semantics.poison import holds_poison
from rules_dsl.semantics.rulebook import Rulebook
from rules_dsl.semantics.scope import Scope
from rules_dsl.syntax import ast


def pictures(book: Rulebook, decls: Sequence[ast.ShowDecl]) -> tuple[ir.ShowItem, ...]:
    """The items of every `show`, in file order."""
    scope = book.scope("show")
    return tuple(item for decl in decls for item in _items(decl.items, scope, book))


def _items(items: Sequence[ast.ShowItem], scope: Scope, book: Rulebook) -> tuple[ir.ShowItem, ...]:
    generator = (_item(item, scope, book) for item in items)
    return tuple(item for item in generator if item is not None)


def _item(item: ast.ShowItem, scope: Scope, book: Rulebook) -> ir.ShowItem | None:
    match item:
        case ast.ShowTextDecl(text):
            return ir.ShowText(book.elaborator.template(text, scope))
        case ast.ShowValuesDecl():
            return _show_each(item, scope, book)
        case ast.ShowGroupDecl():
            return _group(item, scope, book)
        case ast.ShowBesideDecl(items):
            return ir.ShowBeside(_items(items, scope, book))
        case ast.ShowMatDecl(label, items, fill):
            ground = None if fill is None else part(fill, scope, book)
            return ir.ShowMat(book.elaborator.template(label, scope), _items(items, scope, book), ground)
        case ast.ShowGridDecl():
            return _grid(item, scope, book)
        case ast.ShowTrackDecl():
            return _track(item, scope, book)
        case ast.ShowTilesDecl():
            return _tiles(item, scope, book)
        case ast.ShowNetworkDecl():
            return _network(item, scope, book)
        case _:
            assert_never(item)


def _show_each(item: ast.ShowValuesDecl, scope: Scope, book: Rulebook) -> ir.ShowItem:
    domain, type_ = book.elaborator.domain(item.domain, scope)
    local, inner = book.elaborator.local(item.name, type_, scope)
    return ir.ShowEach(local.name, domain, type_, book.elaborator.template(item.text, inner))


def _group(item: ast.ShowGroupDecl, scope: Scope, book: Rulebook) -> ir.ShowItem:
    domain, type_ = book.elaborator.domain(item.domain, scope)
    local, inner = book.elaborator.local(item.name, type_, scope)
    return ir.ShowGroup(local.name, domain, type_, _items(item.items, inner, book))


def _tiles(item: ast.ShowTilesDecl, scope: Scope, book: Rulebook) -> ir.ShowItem:
    label = book.elaborator.template(item.label, scope)
    domain, type_ = book.elaborator.domain(item.domain, scope)
    local, inner = book.elaborator.local(item.name, type_, scope)
    return ir.ShowTiles(label, local.name, domain, type_, look(item.look, inner, book), _layout(item.layout, book))


def _layout(name: ast.Name | None, book: Rulebook) -> ir.Layout:
    layouts = {str(layout): layout for layout in ir.Layout}
    if name is not None and name.text not in layouts:
        report_word(name.text, name, LAYOUT_WORDS, book)
    return ir.Layout.ROW if name is None else layouts.get(name.text, ir.Layout.ROW)


def _grid(item: ast.ShowGridDecl, scope: Scope, book: Rulebook) -> ir.ShowItem | None:
    type_ = book.elaborator.type(item.type, scope)
    local, inner = book.elaborator.local(item.name, type_, scope)
    seen = look(item.look, inner, book)
    if isinstance(type_, RecordType) and _is_cell(type_):
        turned = None if item.turned is None else book.elaborator.expression(item.turned, scope, book.symbols.players)
        return ir.ShowGrid(local.name, type_, seen, ir.CellShape(item.word), turned)
    if not holds_poison(type_):
        reason = "a grid needs a countable record with the number fields `column` and `row`"
        repair = "show it with `for … in …`, or take the cells of `std.grid`"
        book.report("E0640", f"{type_} cannot be the cell of a grid", item.type.span, describe_type(type_), reason=reason, repair=repair)
    return None


def _is_cell(type_: RecordType) -> bool:
    fields = dict(type_.fields)
    return is_countable(type_) and all(isinstance(fields.get(name), IntType) for name in ("column", "row"))


def _track(item: ast.ShowTrackDecl, scope: Scope, book: Rulebook) -> ir.ShowItem:
    label = book.elaborator.template(item.label, scope)
    positions, position = book.elaborator.domain(item.positions, scope)
    domain, type_ = book.elaborator.domain(item.domain, scope)
    local, inner = book.elaborator.local(item.name, type_, scope)
    at = book.elaborator.expression(item.at, inner, _any_number(position))
    place = None if item.place is None else _place(item.place, position, scope, book)
    return ir.ShowTrack(label, positions, local.name, domain, type_, at, look(item.look, inner, book), place)


def _place(item: ast.ShowPlaceDecl, position: Type, scope: Scope, book: Rulebook) -> ir.ShowPlace:
    local, inner = book.elaborator.local(item.name, position, scope)
    return ir.ShowPlace(local.name, position, look(item.look, inner, book))


def _any_number(position: Type) -> Type | None:
    """What stands past the end of a track of numbers is not shown, which is no mistake."""
    return None if isinstance(position, IntType) else position


def _network(item: ast.ShowNetworkDecl, scope: Scope, book: Rulebook) -> ir.ShowItem | None:
    type_ = book.elaborator.type(item.type, scope)
    if not holds_poison(type_) and not is_countable(type_):
        book.report(
            "E0641", "a network needs a countable type", item.type.span, describe_type(type_), repair="name a table"
        )
        return None
    local, inner = book.elaborator.local(item.name, type_, scope)
    x, y = number(item.x, inner, book), number(item.y, inner, book)
    link = None if item.link is None else _link(item.link, type_, inner, book)
    return ir.ShowNetwork(local.name, type_, x, y, look(item.look, inner, book), link)


def _link(item: ast.ShowLinkDecl, type_: Type, scope: Scope, book: Rulebook) -> ir.ShowLink:
    """`link u in linked(t)`: u goes through what t is linked with."""
    linked = book.elaborator.expression(item.linked, scope, SetType(type_))
    other, inner = book.elaborator.local(item.other, type_, scope)
    return ir.ShowLink(other.name, type_, linked, None if item.look is None else line_look(item.look, inner, book))
