"""Pictures: the items of `show`."""

from __future__ import annotations

from dataclasses import dataclass

from rules_dsl.source import Span, span_field
from rules_dsl.syntax.ast.expressions import Expr, Name, TextLit
from rules_dsl.syntax.ast.types import TypeExpr


@dataclass(frozen=True, slots=True)
class TextChoice:
    """`"green" when c`, or a last text without condition."""

    text: TextLit
    condition: Expr | None = None
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class LookPartDecl:
    """`fill "green" when c, "white"`; `word` is fill, piece, wall or region, `times` how many pieces there are."""

    word: str
    choices: tuple[TextChoice, ...]
    times: Expr | None = None
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class LookDecl:
    """The look of a cell, tile, marker, town or line: its text, and what is drawn."""

    text: TextLit
    parts: tuple[LookPartDecl, ...] = ()
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ShowTextDecl:
    text: TextLit
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ShowValuesDecl:
    name: Name
    domain: Expr
    text: TextLit
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ShowGroupDecl:
    """All of `items` for each value of a domain."""

    name: Name
    domain: Expr
    items: tuple[ShowItem, ...]
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ShowBesideDecl:
    """Items side by side; those of one value of a `for` stay below one another."""

    items: tuple[ShowItem, ...]
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ShowMatDecl:
    """A frame with a label around its items."""

    label: TextLit
    items: tuple[ShowItem, ...]
    fill: LookPartDecl | None = None
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ShowGridDecl:
    """`word` is grid, hexes or triangles; `turned` is the player who sees the board from the other side."""

    word: str
    type: TypeExpr
    name: Name
    look: LookDecl
    turned: Expr | None = None
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ShowPlaceDecl:
    """The contents of the positions of a track."""

    name: Name
    look: LookDecl
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ShowTrackDecl:
    label: TextLit
    positions: Expr
    name: Name
    domain: Expr
    at: Expr
    look: LookDecl
    place: ShowPlaceDecl | None = None
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ShowTilesDecl:
    label: TextLit
    name: Name
    domain: Expr
    look: LookDecl
    layout: Name | None = None
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ShowLinkDecl:
    """The lines of a network: `link u in linked(t)`, each with a look of its own."""

    other: Name
    linked: Expr
    look: LookDecl | None = None
    span: Span = span_field()


@dataclass(frozen=True, slots=True)
class ShowNetworkDecl:
    type: TypeExpr
    name: Name
    x: Expr
    y: Expr
    look: LookDecl
    link: ShowLinkDecl | None = None
    span: Span = span_field()


ShowItem = ShowTextDecl | ShowValuesDecl | ShowGroupDecl | ShowBesideDecl | ShowMatDecl | ShowGridDecl | ShowTrackDecl | ShowTilesDecl | ShowNetworkDecl


@dataclass(frozen=True, slots=True)
class ShowDecl:
    items: tuple[ShowItem, ...]
    doc: str = ""
    span: Span = span_field()
