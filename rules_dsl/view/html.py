"""Pictures as a piece of HTML, for notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from rules_dsl.quantities import quantity
from rules_dsl.view.panels import Picture
from rules_dsl.view.svg import draw_svg

MOVES_SHOWN = 60


def draw_html(picture: Picture, heading: str, moves: Sequence[str]) -> str:
    """The picture with a line above it and, folded away, what may be played."""
    shown = "".join(f"<li><code>{escape(move)}</code></li>" for move in moves[:MOVES_SHOWN])
    more = f"<li>and {len(moves) - MOVES_SHOWN} more</li>" if len(moves) > MOVES_SHOWN else ""
    many = quantity(len(moves), "move")
    listed = f"<details><summary>{many}</summary><ol>{shown}{more}</ol></details>" if moves else ""
    return f"<figure><figcaption>{escape(heading)}</figcaption>{draw_svg(picture)}{listed}</figure>"
