"""How a state is drawn: the items of `show`."""

from __future__ import annotations

from dataclasses import dataclass

from rules_dsl.source import Span, spanned
from rules_dsl.syntax.ast.expressions import Expr, Name, TextLit
from rules_dsl.syntax.ast.types import TypeExpr


@dataclass(frozen=True, slots=True)
class Choice:
    """`"green" when c`, or a last text without condition."""

    text: TextLit
    condition: Expr | None = None
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class LookPart:
    """`fill "green" when c, "white"`; `word` is fill, piece, wall or region, `times` how many pieces there are."""

    word: str
    choices: tuple[Choice, ...]
    times: Expr | None = None
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class Look:
    """What a cell, a tile, a marker, a town or a line looks like: its text, and what is drawn there."""

    text: TextLit
    parts: tuple[LookPart, ...] = ()
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class ShowText:
    text: TextLit
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class ShowEach:
    name: Name
    domain: Expr
    text: TextLit
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class ShowGroup:
    """All of `items` for each value of a domain."""

    name: Name
    domain: Expr
    items: tuple[ShowItem, ...]
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class ShowBeside:
    """Items side by side; those of one value of a `for` stay below one another."""

    items: tuple[ShowItem, ...]
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class ShowMat:
    """A frame with a label around its items."""

    label: TextLit
    items: tuple[ShowItem, ...]
    fill: LookPart | None = None
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class ShowGrid:
    """`word` is grid, hexes or triangles."""

    word: str
    type: TypeExpr
    name: Name
    look: Look
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class ShowPlace:
    """What lies on the positions of a track."""

    name: Name
    look: Look
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class ShowTrack:
    label: TextLit
    positions: Expr
    name: Name
    domain: Expr
    at: Expr
    look: Look
    place: ShowPlace | None = None
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class ShowTiles:
    label: TextLit
    name: Name
    domain: Expr
    look: Look
    layout: Name | None = None
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class ShowLink:
    """The lines of a network: `link u in linked(t)`, each with a look of its own."""

    other: Name
    linked: Expr
    look: Look | None = None
    span: Span = spanned()


@dataclass(frozen=True, slots=True)
class ShowNetwork:
    type: TypeExpr
    name: Name
    x: Expr
    y: Expr
    look: Look
    link: ShowLink | None = None
    span: Span = spanned()


ShowItem = ShowText | ShowEach | ShowGroup | ShowBeside | ShowMat | ShowGrid | ShowTrack | ShowTiles | ShowNetwork


@dataclass(frozen=True, slots=True)
class ShowDecl:
    items: tuple[ShowItem, ...]
    doc: str = ""
    span: Span = spanned()
