"""Boards of squares, hexagons and triangles: cells, the lines between regions, walls, labels."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, degrees, sqrt

from rules_dsl.ir.nodes import CellShape
from rules_dsl.ir.pieces import Shape, Side, WallWords
from rules_dsl.view.colours import colour
from rules_dsl.view.drawing.looks import draw_content, draw_words
from rules_dsl.view.drawing.marks import (
    LINE,
    SMALL,
    DrawnShape,
    box,
    line,
    move_drawing,
    num,
    paint,
    place,
    polygon,
    text_width,
    write_text,
)
from rules_dsl.view.panels import Grid, GridCell, PlaceLook

CELL = 52.0
EDGE = 22.0
RADIUS = CELL / sqrt(3)
RIM = 3.0
PAD = 5.0
"""More room around what is written at the walls of a board."""
LARGEST = 34.0
LEAST = 12.5
"""The smallest letters of labels as they are seen, also where a wide board is shown smaller."""
Point = tuple[float, float]

SIDES: dict[str, list[str]] = {
    CellShape.SQUARE: [Side.NORTH, Side.EAST, Side.SOUTH, Side.WEST],
    CellShape.HEXAGON: [Side.NORTHEAST, Side.EAST, Side.SOUTHEAST, Side.SOUTHWEST, Side.WEST, Side.NORTHWEST],
    "up": [Side.NORTHEAST, Side.SOUTH, Side.NORTHWEST],
    "down": [Side.NORTH, Side.SOUTHEAST, Side.SOUTHWEST],
}
"""The sides of a cell, clockwise, from the corner at the top."""

STEPS: dict[str, dict[str, tuple[int, int]]] = {
    CellShape.SQUARE: {Side.NORTH: (0, 1), Side.EAST: (1, 0), Side.SOUTH: (0, -1), Side.WEST: (-1, 0)},
    CellShape.HEXAGON: {
        Side.NORTHEAST: (0, 1), Side.EAST: (1, 0), Side.SOUTHEAST: (1, -1), Side.SOUTHWEST: (0, -1), Side.WEST: (-1, 0), Side.NORTHWEST: (-1, 1),
    },
    "up": {Side.NORTHEAST: (1, 0), Side.SOUTH: (0, -1), Side.NORTHWEST: (-1, 0)},
    "down": {Side.NORTH: (0, 1), Side.SOUTHEAST: (1, 0), Side.SOUTHWEST: (-1, 0)},
}  # fmt: skip
"""Where the cell beyond a side lies: so many columns and rows on."""


@dataclass(frozen=True, slots=True)
class Board:
    """A grid and where its cells lie; the room for labels is outside."""

    grid: Grid

    def kind(self, column: int, row: int) -> str:
        """The form of a cell."""
        if self.grid.shape is CellShape.TRIANGLE:
            return "up" if (column + row) % 2 == 0 else "down"
        return self.grid.shape

    def size(self) -> Point:
        """The width and height of all cells."""
        columns, rows = len(self.grid.columns), len(self.grid.rows)
        match self.grid.shape:
            case CellShape.SQUARE:
                return CELL * columns, CELL * rows
            case CellShape.HEXAGON:
                return CELL * (columns + (rows - 1) / 2), RADIUS * (1.5 * rows + 0.5)
            case CellShape.TRIANGLE:
                return CELL * (columns + 1) / 2, CELL * 0.866 * rows

    def middle(self, column: int, row: int) -> Point:
        """The middle of a cell."""
        below = len(self.grid.rows) - 1 - row
        match self.grid.shape:
            case CellShape.SQUARE:
                return CELL * (column + 0.5), CELL * (below + 0.5)
            case CellShape.HEXAGON:
                return CELL * (column + row / 2 + 0.5), RADIUS * (1.5 * below + 1)
            case CellShape.TRIANGLE:
                return CELL * (column + 1) / 2, CELL * 0.866 * (below + (0.64 if self.kind(column, row) == "up" else 0.36))

    def corners(self, column: int, row: int) -> list[Point]:
        """The corners of a cell, clockwise; the first side goes from the first to the second."""
        x, y = self.middle(column, row)
        return [(x + across, y + down) for across, down in CORNERS[self.kind(column, row)]]

    def side(self, column: int, row: int, name: str) -> tuple[float, float, float, float] | None:
        """The ends of a side of a cell; None if it has no such side."""
        names = SIDES[self.kind(column, row)]
        if name not in names:
            return None
        corners, at = self.corners(column, row), names.index(name)
        (x1, y1), (x2, y2) = corners[at], corners[(at + 1) % len(corners)]
        return x1, y1, x2, y2


_H, _T = CELL / 2, CELL * 0.866
CORNERS: dict[str, list[Point]] = {
    CellShape.SQUARE: [(-_H, -_H), (_H, -_H), (_H, _H), (-_H, _H)],
    CellShape.HEXAGON: [(0, -RADIUS), (_H, -RADIUS / 2), (_H, RADIUS / 2), (0, RADIUS), (-_H, RADIUS / 2), (-_H, -RADIUS / 2)],
    "up": [(0, -_T * 0.64), (_H, _T * 0.36), (-_H, _T * 0.36)],
    "down": [(-_H, -_T * 0.36), (_H, -_T * 0.36), (0, _T * 0.64)],
}
ROOM: dict[str, float] = {CellShape.SQUARE: CELL - 2, CellShape.HEXAGON: CELL - 6, CellShape.TRIANGLE: CELL * 0.5}
"""The square that fits into a cell."""


def draw_grid(grid: Grid, width: float) -> DrawnShape:
    """A grid with its labels, which are larger where the room makes the board smaller."""
    board = Board(grid)
    wide, high = board.size()
    size = label_size(wide + EDGE, width)
    names = draw_names(board, size)
    pad, edge = size + PAD if names else 0.0, max(EDGE, size + 9)
    left = max([edge] + [text_width(label, size) + 10 for label in grid.rows]) + pad
    top = (LINE if grid.caption else RIM) + pad
    cells = "".join([draw_cell(board, cell) for cell in in_order(grid)])
    inside = f"{cells}{draw_blocks(board)}{draw_regions(board)}{draw_walls(board)}{names}"
    labels = "".join(row_labels(board, left, top, size) + column_labels(board, left, top + high + edge / 2 + 1, size))
    caption = write_text(left, LINE / 2, grid.caption, "soft") if grid.caption else ""
    return DrawnShape(left + wide + RIM + pad, top + high + edge + 2 + pad, caption + move_drawing(left, top, inside) + labels)


def label_size(wide: float, width: float) -> float:
    """How large the labels of a board are written."""
    return max(float(SMALL), min(LARGEST, LEAST * (wide + SMALL) / width)) if width > 0 else float(SMALL)


def in_order(grid: Grid) -> list[GridCell]:
    """The cells row by row from the top, as one reads."""
    return sorted(grid.cells, key=lambda cell: (-cell.row, cell.column))


def draw_cell(board: Board, cell: GridCell) -> str:
    """A cell and what stands in it."""
    look, (x, y) = cell.look, board.middle(cell.column, cell.row)
    if board.grid.shape is CellShape.SQUARE:
        ground = box(x - CELL / 2, y - CELL / 2, CELL, CELL, paint(look.fill))
    else:
        ground = polygon(board.corners(cell.column, cell.row), paint(look.fill))
    return place("cell", ground + draw_content(look, x, y, ROOM[board.grid.shape]))


def row_labels(board: Board, left: float, top: float, size: float) -> list[str]:
    """The names of the rows, left of their first cells."""
    texts = []
    for row, label in enumerate(board.grid.rows):
        x, y = board.middle(0, row)
        texts.append(write_text(left + x - CELL / 2 - 7, top + y, label, "soft end", size))
    return texts


def column_labels(board: Board, left: float, y: float, size: float) -> list[str]:
    """The names of the columns, below."""
    return [write_text(left + board.middle(column, 0)[0], y, label, "soft middle", size) for column, label in enumerate(board.grid.columns)]


# -- blocks, regions and walls --------------------------------------------------------------------------------------------


def block_of(look: PlaceLook) -> str:
    """What makes cells one block: the same words and the same text."""
    return next((f"{piece.words.colour}|{piece.words.inscription}|{look.text}" for piece in look.pieces if piece.words.shape is Shape.BLOCK), "")


def draw_blocks(board: Board) -> str:
    """Blocks of neighbouring cells, each as one piece."""
    cells = {(cell.column, cell.row): cell for cell in in_order(board.grid) if block_of(cell.look)}
    blocks = []
    while cells:
        first = next(iter(cells))
        blocks.append(draw_block(board, take_block(cells, first)))
    return "".join(blocks)


def take_block(cells: dict[tuple[int, int], GridCell], first: tuple[int, int]) -> list[GridCell]:
    """The cells of one block, taken out of all."""
    block, waiting = [], [first]
    kind = block_of(cells[first].look)
    while waiting:
        at = waiting.pop()
        if at in cells and block_of(cells[at].look) == kind:
            block.append(cells.pop(at))
            waiting += [(at[0] + across, at[1] + up) for across, up in STEPS[CellShape.SQUARE].values()]
    return block


def draw_block(board: Board, block: list[GridCell]) -> str:
    """One piece over the whole of its cells if they are a rectangle, else one on each."""
    columns, rows = [cell.column for cell in block], [cell.row for cell in block]
    wide, high = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    if wide * high != len(block):
        return "".join([block_box(board, cell.look, cell.column, cell.row, 1, 1) for cell in block])
    return block_box(board, block[0].look, min(columns), max(rows), wide, high)


def block_box(board: Board, look: PlaceLook, column: int, row: int, wide: int, high: int) -> str:
    """A rounded piece over so many cells; `row` is the upper one."""
    words = next(piece.words for piece in look.pieces if piece.words.shape is Shape.BLOCK)
    x, y = board.middle(column, row)
    tint = colour(words.colour)
    edge = "" if tint is None else f' stroke="{tint.edge}"'
    left, top, width, height = x - CELL / 2 + 4, y - CELL / 2 + 4, CELL * wide - 8, CELL * high - 8
    ground = box(left, top, width, height, f"{paint(words.colour, 'block')}{edge}", 11)
    text = draw_words(PlaceLook(words.inscription or look.text, words.colour), left + width / 2, top + height / 2, CELL * 0.7)
    return f'<g class="through">{ground}{text}</g>'


def draw_regions(board: Board) -> str:
    """Thick lines where a region ends."""
    regions = {(cell.column, cell.row): cell.look.region for cell in board.grid.cells}
    if not any(regions.values()):
        return ""
    ends = [ends for cell in in_order(board.grid) for ends in region_sides(board, cell, regions)]
    return f'<g class="region through">{"".join([line(point, "") for point in ends])}</g>'


def region_sides(board: Board, cell: GridCell, regions: dict[tuple[int, int], str]) -> list[tuple[float, float, float, float]]:
    """The sides of a cell beyond which another region lies; a side between two cells is found once."""
    result = []
    for name, (across, up) in STEPS[board.kind(cell.column, cell.row)].items():
        beyond = (cell.column + across, cell.row + up)
        other, own = regions.get(beyond, ""), cell.look.region
        first = beyond not in regions or (-cell.row, cell.column) < (-beyond[1], beyond[0])
        ends = board.side(cell.column, cell.row, name)
        if other != own and first and ends is not None:
            result.append(ends)
    return result


def draw_walls(board: Board) -> str:
    """The thick sides of cells."""
    texts = []
    for cell in in_order(board.grid):
        for wall in cell.look.walls:
            tint = colour(wall.colour)
            style = 'class="wall"' if tint is None else f'class="wall tint" stroke="{tint.fill}"'
            sides = [board.side(cell.column, cell.row, name) for name in wall.sides]
            texts += [line(ends, style) for ends in sides if ends is not None]
    return f'<g class="through">{"".join(texts)}</g>' if texts else ""


def draw_names(board: Board, size: float) -> str:
    """What is written at walls, outside of the board and along its edge."""
    return "".join([draw_name(board, cell, wall, size) for cell in in_order(board.grid) for wall in cell.look.walls if wall.inscription])


def draw_name(board: Board, cell: GridCell, wall: WallWords, size: float) -> str:
    """What is written at the walls of a cell; beside the labels of rows and columns it keeps further away."""
    across, down = outward(board, cell, wall)
    if across == down == 0:
        return ""
    reach = CELL / 2 + (2 * size + 4 if across < -0.1 or down > 0.1 else size + 1)
    x, y = board.middle(cell.column, cell.row)
    angle = edge_angle(across, down)
    words = write_text(0, 0, wall.inscription, "middle strong", size * 1.8 if len(wall.inscription) == 1 else size)
    turn = f" rotate({num(angle)})" if angle else ""
    return f'<g class="through" transform="translate({num(x + across * reach)} {num(y + down * reach)}){turn}">{words}</g>'


def outward(board: Board, cell: GridCell, wall: WallWords) -> Point:
    """The direction in which the walls of a cell look, of length 1; 0, 0 for walls that the cell has not."""
    sides = [ends for ends in [board.side(cell.column, cell.row, name) for name in wall.sides] if ends is not None]
    x, y = board.middle(cell.column, cell.row)
    across, down = sum([(x1 + x2) / 2 - x for x1, _, x2, _ in sides]), sum([(y1 + y2) / 2 - y for _, y1, _, y2 in sides])
    length = sqrt(across * across + down * down)
    return (across / length, down / length) if length > 0.001 else (0.0, 0.0)


def edge_angle(across: float, down: float) -> float:
    """How far a text is turned that runs along a slanted edge; along straight ones it is not turned."""
    if abs(across) < 0.1 or abs(down) < 0.1:
        return 0.0
    return degrees(atan2(across, -down)) if down < 0 else degrees(atan2(-across, down))
