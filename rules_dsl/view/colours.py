"""The colours that rules may name, in a light and a dark room, and the ink that can be read on them."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Colour:
    """A fill by day and by night; `ink` is what is written on it."""

    day: str
    night: str
    ink: str = "#1b1b1b"


PALETTE = {
    "white": Colour("#fdfcf8", "#e4e2da"),
    "light": Colour("#efd9b4", "#d8c197"),
    "dark": Colour("#b58a62", "#93704f"),
    "black": Colour("#2b2b2b", "#111111", "#f5f5f5"),
    "gray": Colour("#b9bcc0", "#8d9196"),
    "grey": Colour("#b9bcc0", "#8d9196"),
    "silver": Colour("#d5d8dc", "#b3b7bc"),
    "red": Colour("#e58a80", "#c9675c"),
    "orange": Colour("#f2b36b", "#d3924a"),
    "yellow": Colour("#f5dc78", "#d9bf57"),
    "gold": Colour("#e8c547", "#c9a72f"),
    "green": Colour("#9ccb8b", "#78a868"),
    "darkgreen": Colour("#4f8a5b", "#3d7048", "#f5f5f5"),
    "blue": Colour("#8db9e3", "#6a98c6"),
    "darkblue": Colour("#3f5f94", "#334e7c", "#f5f5f5"),
    "lightblue": Colour("#c4def3", "#9cbdd8"),
    "lightgreen": Colour("#cfe8c4", "#abcb9e"),
    "purple": Colour("#b99ad6", "#9878b6"),
    "pink": Colour("#f1b5cd", "#d192ab"),
    "brown": Colour("#a87a55", "#8b6344", "#f5f5f5"),
    "wood": Colour("#d7ad75", "#b58d59"),
    "tan": Colour("#dcc3a1", "#bda583"),
    "beige": Colour("#f3ead7", "#d3cab7"),
}

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


def colour(name: str) -> Colour | None:
    """A colour of the palette, or written as `#rgb` or `#rrggbb`; None for anything else."""
    if _HEX.fullmatch(name):
        return Colour(name, name, _ink(name))
    return PALETTE.get(name.lower())


def _ink(code: str) -> str:
    digits = code[1:] if len(code) == 7 else "".join(digit * 2 for digit in code[1:])
    red, green, blue = (int(digits[start : start + 2], 16) for start in (0, 2, 4))
    return "#1b1b1b" if 0.299 * red + 0.587 * green + 0.114 * blue > 128 else "#f5f5f5"
