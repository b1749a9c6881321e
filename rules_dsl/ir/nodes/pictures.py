"""Pictures of a position, and the parts of find puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules_dsl.ir.nodes.expressions import Each, Expr
from rules_dsl.ir.nodes.statements import Rule
from rules_dsl.ir.types import RecordType, Type

# pictures


class PartKind(StrEnum):
    """What a part of a look is: the ground, what stands on it, its thick sides, or the region it belongs to."""

    FILL = "fill"
    PIECE = "piece"
    WALL = "wall"
    REGION = "region"


class CellShape(StrEnum):
    """The cells of a board."""

    SQUARE = "grid"
    HEXAGON = "hexes"
    TRIANGLE = "triangles"


class Layout(StrEnum):
    """How tiles lie: side by side, overlapping to the right, overlapping downwards, the first at the bottom, or only the last in sight."""

    ROW = "row"
    FAN = "fan"
    COLUMN = "column"
    STACK = "stack"
    PILE = "pile"


Choices = tuple[tuple[Expr, Expr | None], ...]
"""(text, condition or None) in order: the first whose condition holds."""


@dataclass(frozen=True, slots=True)
class LookPart:
    """One part of a look; `times` says how many of a piece there are."""

    kind: PartKind
    choices: Choices
    times: Expr | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """What a place looks like: the text that stands for it everywhere, and what is drawn there."""

    text: Expr
    parts: tuple[LookPart, ...] = ()


@dataclass(frozen=True, slots=True)
class ShowText:
    text: Expr


@dataclass(frozen=True, slots=True)
class ShowEach:
    name: str
    domain: Expr
    type: Type
    text: Expr


@dataclass(frozen=True, slots=True)
class ShowGroup:
    """All of `items` for each value of a domain."""

    name: str
    domain: Expr
    type: Type
    items: tuple[ShowItem, ...]


@dataclass(frozen=True, slots=True)
class ShowBeside:
    """Items side by side; those of one value of a group stay below one another."""

    items: tuple[ShowItem, ...]


@dataclass(frozen=True, slots=True)
class ShowMat:
    """A frame with a label around its items."""

    label: Expr
    items: tuple[ShowItem, ...]
    fill: LookPart | None = None


@dataclass(frozen=True, slots=True)
class ShowGrid:
    """One cell for each value of a countable record with fields `column` and `row`. The player `turned` sees it from the other side."""

    name: str
    type: RecordType
    look: Look
    shape: CellShape = CellShape.SQUARE
    turned: Expr | None = None


@dataclass(frozen=True, slots=True)
class ShowPlace:
    """What lies on the positions of a track; `name` stands for the position."""

    name: str
    type: Type
    look: Look


@dataclass(frozen=True, slots=True)
class ShowTrack:
    label: Expr
    positions: Expr
    name: str
    domain: Expr
    type: Type
    at: Expr
    look: Look
    place: ShowPlace | None = None


@dataclass(frozen=True, slots=True)
class ShowTiles:
    """Cards or tiles, one for each value of a domain."""

    label: Expr
    name: str
    domain: Expr
    type: Type
    look: Look
    layout: Layout = Layout.ROW


@dataclass(frozen=True, slots=True)
class ShowLink:
    """The lines of a network: `name` goes through `linked`, and the look knows both ends."""

    name: str
    type: Type
    linked: Expr
    look: Look | None = None


@dataclass(frozen=True, slots=True)
class ShowNetwork:
    name: str
    type: Type
    x: Expr
    y: Expr
    look: Look
    link: ShowLink | None = None


ShowItem = ShowText | ShowEach | ShowGroup | ShowBeside | ShowMat | ShowGrid | ShowTrack | ShowTiles | ShowNetwork

# find puzzles


@dataclass(frozen=True, slots=True)
class FindVar:
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class FindRule:
    """Must hold for all values of `each`."""

    name: str
    each: tuple[Each, ...]
    condition: Expr
    reason: str
    rule: Rule
