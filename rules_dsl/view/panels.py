"""A picture as a value: panels of places, each with its look. Text, SVG, pages and notebooks are drawn from it and know nothing of the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules_dsl.ir.nodes import CellShape, Layout
from rules_dsl.ir.pieces import LineWords, PieceWords, Side, WallWords


@dataclass(frozen=True, slots=True)
class Piece:
    """So many pieces of a kind. One that is `counted` lies beside the others of its place, else it lies on what was drawn before it."""

    words: PieceWords
    count: int = 1
    counted: bool = False


@dataclass(frozen=True, slots=True)
class PlaceLook:
    """What a place looks like. `text` stands for it wherever nothing can be drawn, and for those who do not see."""

    text: str
    fill: str = ""
    pieces: tuple[Piece, ...] = ()
    walls: tuple[WallWords, ...] = ()
    region: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text."""

    text: str


@dataclass(frozen=True, slots=True)
class GridCell:
    """One field of a grid; column and row count from 0, row 0 is at the bottom."""

    column: int
    row: int
    look: PlaceLook


@dataclass(frozen=True, slots=True)
class Grid:
    """A board. `columns` and `rows` are the labels along its edges, from the left and from the bottom.

    `colours_only`: by design its cells have no text, the fills say everything.
    """

    cells: tuple[GridCell, ...]
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    caption: str = ""
    colours_only: bool = False
    shape: CellShape = CellShape.SQUARE


OPPOSITE = {
    Side.NORTH: Side.SOUTH, Side.EAST: Side.WEST, Side.SOUTH: Side.NORTH, Side.WEST: Side.EAST,
    Side.NORTHEAST: Side.SOUTHWEST, Side.SOUTHEAST: Side.NORTHWEST, Side.SOUTHWEST: Side.NORTHEAST, Side.NORTHWEST: Side.SOUTHEAST,
}  # fmt: skip


def turn_grid(grid: Grid) -> Grid:
    """A board of squares or hexagons as the player on its other side sees it."""
    if grid.shape is CellShape.TRIANGLE:
        return grid
    right, top = len(grid.columns) - 1, len(grid.rows) - 1
    cells = tuple(GridCell(right - cell.column, top - cell.row, _turn_look(cell.look)) for cell in grid.cells)
    return replace(grid, cells=cells, columns=grid.columns[::-1], rows=grid.rows[::-1])


def _turn_look(look: PlaceLook) -> PlaceLook:
    walls = tuple(replace(wall, sides=tuple(OPPOSITE[side] for side in wall.sides)) for wall in look.walls)
    return replace(look, walls=walls)


@dataclass(frozen=True, slots=True)
class TrackToken:
    """Something that stands on a track; `position` counts from 0."""

    position: int
    look: PlaceLook


@dataclass(frozen=True, slots=True)
class Track:
    """A row of positions with tokens on them; `places` are what lies on the positions, one for each or none at all."""

    label: str
    positions: tuple[str, ...]
    tokens: tuple[TrackToken, ...]
    places: tuple[PlaceLook, ...] = ()


@dataclass(frozen=True, slots=True)
class Tiles:
    """Cards or tiles."""

    label: str
    tiles: tuple[PlaceLook, ...]
    layout: Layout = Layout.ROW


@dataclass(frozen=True, slots=True)
class Town:
    """A node of a network and where it lies."""

    x: int
    y: int
    look: PlaceLook


@dataclass(frozen=True, slots=True)
class PictureLink:
    """A line between two towns, as positions in `towns`."""

    one: int
    other: int
    look: PlaceLook = PlaceLook("")
    line: LineWords = LineWords()


@dataclass(frozen=True, slots=True)
class Network:
    """Towns and the lines between them."""

    towns: tuple[Town, ...]
    links: tuple[PictureLink, ...]


@dataclass(frozen=True, slots=True)
class Mat:
    """A frame with a label around panels."""

    label: str
    fill: str
    panels: tuple[Panel, ...]


@dataclass(frozen=True, slots=True)
class Beside:
    """Blocks of panels side by side."""

    blocks: tuple[tuple[Panel, ...], ...]


Panel = Line | Grid | Track | Tiles | Network | Mat | Beside


@dataclass(frozen=True, slots=True)
class Picture:
    """What a position looks like, from top to bottom."""

    panels: tuple[Panel, ...]


def all_panels(panels: tuple[Panel, ...]) -> Iterator[Panel]:
    """Panels and those inside them."""
    for panel in panels:
        yield panel
        match panel:
            case Mat(panels=inner):
                yield from all_panels(inner)
            case Beside(blocks):
                for block in blocks:
                    yield from all_panels(block)
            case _:
                pass


def first_grid(picture: Picture) -> Grid:
    """The board of a picture."""
    return next(panel for panel in all_panels(picture.panels) if isinstance(panel, Grid))
