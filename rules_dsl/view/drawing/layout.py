"""Panels below each other, side by side, and on mats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rules_dsl.ir.nodes import Layout
from rules_dsl.view.drawing.boards import LEAST, draw_grid
from rules_dsl.view.drawing.marks import (
    LINE,
    SMALL,
    TEXT,
    DrawnShape,
    box,
    ink_on,
    move_drawing,
    paint,
    text_width,
    wrap_text,
    write_lines,
)
from rules_dsl.view.drawing.networks import draw_network
from rules_dsl.view.drawing.rows import draw_tiles, draw_track
from rules_dsl.view.panels import Beside, Grid, Line, Mat, Network, Panel, Tiles, Track

SPACE = 10.0
APART = 22.0
CLOSE = 10.0
NARROW = 600.0
SHRUNK = 1.05
SHRUNK_COLUMNS = 1.7
"""In a narrow room blocks move together, and stay side by side if they are not much wider than it: the drawing is shown smaller."""
PADDING = 12.0


def draw_panels(panels: Sequence[Panel], width: float) -> DrawnShape:
    """Panels from top to bottom, as wide as they need to be, but no wider than `width` where they can be folded."""
    y, right, parts = 0.0, 0.0, []
    for panel in panels:
        drawn = draw_panel(panel, width)
        parts.append(move_drawing(0, y, drawn.body))
        y += drawn.height + (0 if isinstance(panel, Line) else SPACE)
        right = max(right, drawn.width)
    return DrawnShape(right, max(0.0, y - SPACE if panels and not isinstance(panels[-1], Line) else y), "".join(parts))


def draw_panel(panel: Panel, width: float) -> DrawnShape:
    """One panel."""
    match panel:
        case Line(text):
            return draw_sentence(text, width)
        case Grid():
            return draw_grid(panel, width)
        case Track():
            return draw_track(panel, width)
        case Tiles():
            return draw_tiles(panel, width)
        case Network():
            return draw_network(panel, width)
        case Mat():
            return draw_mat(panel, width)
        case Beside():
            return draw_beside(panel, width)
        case _:
            assert_never(panel)


def draw_sentence(text: str, width: float) -> DrawnShape:
    """A line of text, folded where it is too long."""
    lines = wrap_text(text, width)
    return DrawnShape(max([text_width(line) for line in lines]), LINE * len(lines), write_lines(0, LINE / 2, lines, "words", TEXT, LINE))


def draw_mat(mat: Mat, width: float) -> DrawnShape:
    """A frame around panels, with its label at the top."""
    lines = wrap_text(mat.label, width - 2 * PADDING) if mat.label.strip() else []
    top = PADDING + LINE * len(lines)
    inside = draw_panels(mat.panels, width - 2 * PADDING)
    wide = max([inside.width, *[text_width(line) for line in lines]]) + 2 * PADDING
    high = top + inside.height + PADDING
    frame = box(0, 0, wide, high, paint(mat.fill, "mat"), 9)
    label = write_lines(PADDING, PADDING + LINE / 2 - 3, lines, f"strong{ink_on(mat.fill)}", TEXT, LINE)
    return DrawnShape(wide, high, frame + label + move_drawing(PADDING, top, f'<g class="{ink_on(mat.fill).strip()}">{inside.body}</g>'))


def draw_beside(beside: Beside, width: float) -> DrawnShape:
    """Blocks side by side, and on below where there is no more room. Columns of cards stay side by side in a narrow room, with larger labels."""
    apart, limit = (CLOSE, width * SHRUNK) if width < NARROW else (APART, width)
    if width < NARROW and all(is_column(block) for block in beside.blocks):
        natural = place_blocks([draw_panels(block, width) for block in beside.blocks], apart, width * SHRUNK_COLUMNS)
        letters = max(float(SMALL), LEAST * natural.width / width)
        columns = [draw_tiles(panel, width, letters) for block in beside.blocks for panel in block if isinstance(panel, Tiles)]
        return place_blocks(columns, apart, width * SHRUNK_COLUMNS)
    return place_blocks([draw_panels(block, width) for block in beside.blocks], apart, limit)


def is_column(block: tuple[Panel, ...]) -> bool:
    """Is a block one column of cards, or a tower?"""
    match block:
        case (Tiles(layout=Layout.COLUMN | Layout.STACK),):
            return True
        case _:
            return False


def place_blocks(drawn: Sequence[DrawnShape], apart: float, limit: float) -> DrawnShape:
    """Drawings side by side up to so wide, and on below."""
    x, y, tall, right, parts = 0.0, 0.0, 0.0, 0.0, []
    for block in drawn:
        if x > 0 and x + block.width > limit:
            x, y, tall = 0.0, y + tall + SPACE, 0.0
        parts.append(move_drawing(x, y, block.body))
        right, tall = max(right, x + block.width), max(tall, block.height)
        x += block.width + apart
    return DrawnShape(right, y + tall, "".join(parts))
