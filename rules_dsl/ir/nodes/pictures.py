"""Pictures of a position, and the parts of find puzzles."""

from __future__ import annotations

from dataclasses import dataclass

from rules_dsl.ir.nodes.expressions import Each, Expr
from rules_dsl.ir.nodes.statements import Rule
from rules_dsl.ir.types import RecordType, Type

# pictures


Fills = tuple[tuple[Expr, Expr | None], ...]
"""(colour, condition or None) in order."""


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
class ShowGrid:
    """One cell for each value of a countable record with fields `column` and `row`; `fills` are (colour, condition or None) in order."""

    name: str
    type: RecordType
    text: Expr
    fills: Fills


@dataclass(frozen=True, slots=True)
class ShowPlace:
    """What lies on the positions of a track; `name` stands for the position."""

    name: str
    type: Type
    text: Expr
    fills: Fills = ()


@dataclass(frozen=True, slots=True)
class ShowTrack:
    label: Expr
    positions: Expr
    name: str
    domain: Expr
    type: Type
    at: Expr
    text: Expr
    fills: Fills = ()
    place: ShowPlace | None = None


@dataclass(frozen=True, slots=True)
class ShowTiles:
    """Cards or tiles in a row, one for each value of a domain."""

    label: Expr
    name: str
    domain: Expr
    type: Type
    text: Expr
    fills: Fills = ()


@dataclass(frozen=True, slots=True)
class ShowNetwork:
    name: str
    type: Type
    x: Expr
    y: Expr
    text: Expr
    other: str | None
    linked: Expr | None


ShowItem = ShowText | ShowEach | ShowGroup | ShowGrid | ShowTrack | ShowTiles | ShowNetwork

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
