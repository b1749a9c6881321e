"""Colours in a light and a dark room: the fill, the edge and the light of a piece, and the ink that can be read on it."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

from rules_dsl.ir.colour_names import colour_code

DARK_INK = "#1b1b1b"
LIGHT_INK = "#f7f7f5"
BRIGHT = 128
DEEP = 90
"""Below this light a piece has bright edges."""


@dataclass(frozen=True, slots=True)
class Colour:
    """A fill, what is written on it, the edges and the light of a piece of it; all are shaded together where it is
    dark.
    """

    fill: str
    ink: str
    edge: str
    shine: str


def colour(name: str) -> Colour | None:
    """A colour by its name or written `#rgb` or `#rrggbb`; None for anything else, which is drawn without a fill."""
    code = colour_code(name)
    if code is None:
        return None
    parts = [int(code[start : start + 2], 16) for start in (0, 2, 4)]
    light = lightness(name)
    edge = mix_colour(parts, 255, 0.45) if light < DEEP else mix_colour(parts, 0, 0.6)
    return Colour(f"#{code}", DARK_INK if light > BRIGHT else LIGHT_INK, edge, mix_colour(parts, 255, 0.4))


def lightness(name: str) -> float:
    """How light a colour is, from 0 to 255; also people who see no colours tell apart what differs in it."""
    code = colour_code(name) or "000000"
    red, green, blue = (int(code[start : start + 2], 16) for start in (0, 2, 4))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def mix_colour(parts: list[int], other: int, share: float) -> str:
    """A colour with a share of black (0) or white (255)."""
    return "#" + "".join(f"{floor(part + (other - part) * share + 0.5):02x}" for part in parts)
