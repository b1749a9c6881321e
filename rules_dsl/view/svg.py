"""Pictures as SVG that stands alone: no script, no font, no address outside; readable by day and by night."""

from __future__ import annotations

import re
from html import escape

from rules_dsl.view.drawing.layout import draw_panels
from rules_dsl.view.drawing.marks import DrawnShape, box, move_drawing, num, text_width, write_text
from rules_dsl.view.drawing.sheet import SCOPE, sheet
from rules_dsl.view.panels import Picture
from rules_dsl.view.text import draw_text

MARGIN = 12.0
TITLE = 20
WIDTH = 980.0
"""Where rows go on below."""


def draw_svg(picture: Picture, width: float = WIDTH, title: str = "", on_paper: bool = True) -> str:
    """The picture as an `<svg>` element, with a title above it if there is one. What can be folded is no wider than `width`.

    Without paper it is shown on what lies behind it.
    """
    return frame_drawing(add_title(draw_panels(picture.panels, width), title), draw_text(picture), on_paper)


def add_title(drawn: DrawnShape, title: str) -> DrawnShape:
    """A drawing with a title above it."""
    if not title:
        return drawn
    head = write_text(0, TITLE / 2, title, "strong", TITLE)
    return DrawnShape(max(drawn.width, text_width(title, TITLE)), drawn.height + 2 * TITLE, head + move_drawing(0, 2 * TITLE, drawn.body))


def space_name(name: str) -> str:
    """The name of a game as people write it: `ConnectFour` is Connect Four."""
    return re.sub(r"(?<=[a-z])(?=[A-Z0-9])", " ", re.sub(r"^[A-Z](?=[0-9])", "", name))


def frame_drawing(drawn: DrawnShape, text: str, on_paper: bool = True) -> str:
    """A drawing, on its paper if it has any, with the text that stands for it."""
    wide, high = num(drawn.width + 2 * MARGIN), num(drawn.height + 2 * MARGIN)
    paper = box(0, 0, drawn.width + 2 * MARGIN, drawn.height + 2 * MARGIN, 'class="paper"', 6) if on_paper else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="regelwerk {SCOPE}" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img">'
        f"<desc>{escape(text)}</desc><style>{sheet(f'.{SCOPE}')}</style>{paper}{move_drawing(MARGIN, MARGIN, drawn.body)}</svg>"
    )
