"""Parse tree → AST: pictures."""

from __future__ import annotations

from collections.abc import Iterable

from rules_dsl.syntax import ast
from rules_dsl.syntax.branches import Node, maybe, maybe_word, sub, subs, word
from rules_dsl.syntax.build import TreeBuilder
from rules_dsl.syntax.build_expressions import expression, maybe_expression, type_of


def show(b: TreeBuilder, node: Node) -> ast.ShowDecl:
    """How a state is drawn."""
    return ast.ShowDecl(_items(b, subs(node)), b.doc(node), span=b.span(node))


def _items(b: TreeBuilder, nodes: Iterable[Node]) -> tuple[ast.ShowItem, ...]:
    return tuple(_item(b, node) for node in nodes if node.data != "bad")


def _item(b: TreeBuilder, node: Node) -> ast.ShowItem:
    match node.data:
        case "show_text":
            return ast.ShowTextDecl(b.text(word(node, 0)), span=b.span(node))
        case "show_each":
            return ast.ShowValuesDecl(b.name(word(node, 0)), expression(b, sub(node, 1)), b.text(word(node, 2)), span=b.span(node))
        case "show_grid":
            return _grid(b, node)
        case "show_track":
            return _track(b, node)
        case "show_tiles":
            return _tiles(b, node)
        case "show_network":
            return _network(b, node)
        case _:
            return _block(b, node)


def _block(b: TreeBuilder, node: Node) -> ast.ShowGroupDecl | ast.ShowBesideDecl | ast.ShowMatDecl:
    match node.data:
        case "show_group":
            name, domain = b.name(word(node, 0)), expression(b, sub(node, 1))
            return ast.ShowGroupDecl(name, domain, _items(b, list(subs(node))[1:]), span=b.span(node))
        case "show_beside":
            return ast.ShowBesideDecl(_items(b, subs(node)), span=b.span(node))
        case _:
            label, fill = b.text(word(node, 0)), maybe(node, 1)
            items = _items(b, [item for item in subs(node) if item is not fill])
            return ast.ShowMatDecl(label, items, None if fill is None else _part(b, fill), span=b.span(node))


LOOKS = ("look_fill", "look_piece", "look_wall", "look_region")


def _look(b: TreeBuilder, node: Node, below: Node | None = None) -> ast.LookDecl:
    """A text and its parts, behind it or in the lines below."""
    lines = [] if below is None else list(subs(below))
    parts = tuple(_part(b, part) for part in [*subs(node), *lines] if part.data in LOOKS)
    return ast.LookDecl(b.text(word(node, 0)), parts, span=b.span(node))


def _part(b: TreeBuilder, node: Node) -> ast.LookPartDecl:
    found = choices(b, node)
    times = maybe_expression(b, maybe(node, len(node.children) - 1)) if node.data == "look_piece" else None
    return ast.LookPartDecl(node.data.removeprefix("look_"), found, times, span=b.span(node))


def choices(b: TreeBuilder, node: Node) -> tuple[ast.TextChoice, ...]:
    """`"a" when c, "b"`."""
    return tuple(_choice(b, choice) for choice in subs(node, "drawn_choice"))


def _choice(b: TreeBuilder, node: Node) -> ast.TextChoice:
    return ast.TextChoice(b.text(word(node, 0)), maybe_expression(b, maybe(node, 1)), span=b.span(node))


def _grid(b: TreeBuilder, node: Node) -> ast.ShowGridDecl:
    name, turned, look = b.name(word(node, 2)), maybe_expression(b, maybe(node, 3)), _look(b, sub(node, 4), maybe(node, 5))
    return ast.ShowGridDecl(str(word(node, 0)), type_of(b, sub(node, 1)), name, look, turned, span=b.span(node))


def _tiles(b: TreeBuilder, node: Node) -> ast.ShowTilesDecl:
    label, layout, name = b.text(word(node, 0)), b.maybe_name(maybe_word(node, 1)), b.name(word(node, 2))
    look = _look(b, sub(node, 4), maybe(node, 5))
    return ast.ShowTilesDecl(label, name, expression(b, sub(node, 3)), look, layout, span=b.span(node))


def _track(b: TreeBuilder, node: Node) -> ast.ShowTrackDecl:
    label, positions, name = b.text(word(node, 0)), expression(b, sub(node, 1)), b.name(word(node, 2))
    domain, at, below = expression(b, sub(node, 3)), expression(b, sub(node, 4)), maybe(node, 7)
    place = _inner(below, "place_line") or maybe(node, 6)
    look = _look(b, sub(node, 5), below)
    return ast.ShowTrackDecl(label, positions, name, domain, at, look, None if place is None else _place(b, place), span=b.span(node))


def _inner(below: Node | None, *kinds: str) -> Node | None:
    """The first line of a kind in a block."""
    lines = [] if below is None else subs(below)
    return next((line for line in lines if line.data in kinds), None)


def _place(b: TreeBuilder, node: Node) -> ast.ShowPlaceDecl:
    return ast.ShowPlaceDecl(b.name(word(node, 0)), _look(b, sub(node, 1), _below(node, 2)), span=b.span(node))


def _below(node: Node, at: int) -> Node | None:
    return maybe(node, at) if len(node.children) > at else None


def _network(b: TreeBuilder, node: Node) -> ast.ShowNetworkDecl:
    shape, name, below = type_of(b, sub(node, 0)), b.name(word(node, 1)), maybe(node, 6)
    x, y = expression(b, sub(node, 2)), expression(b, sub(node, 3))
    link = _inner(below, "link_line", "link_look_line") or maybe(node, 5)
    look = _look(b, sub(node, 4), below)
    return ast.ShowNetworkDecl(shape, name, x, y, look, None if link is None else _link(b, link), span=b.span(node))


def _link(b: TreeBuilder, node: Node) -> ast.ShowLinkDecl:
    look = _below(node, 2)
    seen = None if look is None else _look(b, look, _below(node, 3))
    return ast.ShowLinkDecl(b.name(word(node, 0)), expression(b, sub(node, 1)), seen, span=b.span(node))
