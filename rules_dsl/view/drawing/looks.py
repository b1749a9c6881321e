"""What stands in a place: in a cell of a board, on a tile."""

from __future__ import annotations

from math import ceil, sqrt

from rules_dsl.ir.pieces import PieceWords, Shape
from rules_dsl.view.drawing.marks import (
    GAP,
    SMALL,
    SMALL_LINE,
    DrawnShape,
    box,
    ink_on,
    paint,
    text_width,
    wrap_text,
    write_lines,
)
from rules_dsl.view.drawing.pieces import draw_piece, natural_size, piece_scale
from rules_dsl.view.panels import Piece, PlaceLook

COUNTED = 26
BIG = 0.62
SMALLEST = 11
WHOLE = frozenset({Shape.BRICKS})
"""Pieces that fill their cell to its edges."""


def draw_content(look: PlaceLook, x: float, y: float, size: float) -> str:
    """What stands in a cell with its middle at `x`, `y`: its pieces, or its text."""
    pieces = [piece for piece in look.pieces if piece.words.shape is not Shape.BLOCK]
    lying = "".join([draw_piece(piece.words, x, y, size + 2 if piece.words.shape in WHOLE else size * 1.02) for piece in pieces if not piece.counted])
    if look.pieces:
        return lying + draw_heap([piece for piece in pieces if piece.counted], x, y, size)
    return draw_words(look, x, y, size)


def draw_words(look: PlaceLook, x: float, y: float, size: float) -> str:
    """The text of a cell: one sign is drawn large."""
    lines = look.text.strip().split("\n")
    widest = max(text_width(line, 1) for line in lines)
    if widest == 0:
        return ""
    fitted = min(size * BIG, (size - 6) / widest, (size - 4) / len(lines) / 1.15)
    letters = max(SMALLEST, fitted) if len(lines) == 1 else fitted
    top = y - (len(lines) - 1) * letters * 0.575
    return write_lines(x, top, lines, f"middle{ink_on(look.fill)}", letters, letters * 1.15)


def draw_heap(pieces: list[Piece], x: float, y: float, size: float) -> str:
    """Counted pieces side by side in a square."""
    words = [piece.words for piece in pieces for _ in range(piece.count)]
    side = ceil(sqrt(len(words)))
    step = size / max(1, side)
    rows = ceil(len(words) / max(1, side))
    left, top = x - step * (side - 1) / 2, y - step * (rows - 1) / 2
    return "".join([draw_piece(word, left + step * (at % side), top + step * (at // side), step * 0.94) for at, word in enumerate(words)])


# -- tiles ------------------------------------------------------------------------------------------------------------


def is_framed(look: PlaceLook) -> bool:
    """Is it a tile with something printed on it? Else its pieces stand for it."""
    return bool(look.fill) or not look.pieces


def tile_lines(look: PlaceLook) -> list[str]:
    """The text on a tile."""
    return look.text.split("\n") if is_framed(look) and look.text.strip() else []


def lying_words(look: PlaceLook) -> list[PieceWords]:
    """The pieces in the middle of a tile."""
    return [piece.words for piece in look.pieces if not piece.counted]


def count_words(look: PlaceLook) -> list[PieceWords]:
    """The pieces in a row on a tile, each as often as it lies there."""
    return [piece.words for piece in look.pieces if piece.counted for _ in range(piece.count)]


def side_of_pieces(look: PlaceLook) -> float:
    """How large the pieces of the row are: small on what is printed."""
    return COUNTED if is_framed(look) else natural_size(count_words(look)[0])[0] + 4


def tile_size(look: PlaceLook) -> tuple[float, float]:
    """The width and height of a tile."""
    lying, lines, counted = [natural_size(words) for words in lying_words(look)], tile_lines(look), count_words(look)
    side = side_of_pieces(look) if counted else 0
    width = max([size[0] for size in lying] + [side * len(counted)] + [text_width(line, SMALL) for line in lines])
    height = max([size[1] for size in lying] + [0]) + side + SMALL_LINE * len(lines)
    return (max(width, 16) + 14, max(height, 16) + 10) if is_framed(look) else (width, height)


def draw_tile(look: PlaceLook, x: float, y: float, width: float, height: float) -> str:
    """A tile with its corner at `x`, `y`."""
    framed, lines, lying, counted = is_framed(look), tile_lines(look), lying_words(look), count_words(look)
    middle, top = x + width / 2, y + (5 if framed else 0)
    parts = [box(x, y, width, height, paint(look.fill if framed else "none"), 6)]
    tall = max([natural_size(words)[1] for words in lying] + [0])
    for words in lying:
        parts.append(draw_piece(words, middle, top + tall / 2, max(natural_size(words)) / piece_scale(words)))
    parts.append(write_lines(middle, top + tall + SMALL_LINE / 2, lines, f"middle{ink_on(look.fill)}"))
    return "".join(parts) + draw_row(counted, middle, top + tall + SMALL_LINE * len(lines), side_of_pieces(look) if counted else 0)


def draw_row(counted: list[PieceWords], middle: float, top: float, side: float) -> str:
    """Pieces in a row."""
    left = middle - side * (len(counted) - 1) / 2
    return "".join([draw_piece(words, left + side * at, top + side / 2, side - 4) for at, words in enumerate(counted)])


def draw_label(text: str, width: float, size: float = SMALL) -> DrawnShape:
    """What stands above a row of tiles, folded where it is too long."""
    if not text.strip():
        return DrawnShape(0, 0, "")
    lines, step = wrap_text(text, width, size), size + SMALL_LINE - SMALL
    wide = max([text_width(line, size) for line in lines])
    return DrawnShape(wide, step * len(lines) + GAP / 2, write_lines(0, step / 2 + 1, lines, "soft", size, step))
