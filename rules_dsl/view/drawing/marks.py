"""The smallest marks of a drawing: numbers, texts, places.

Pages draw with the same functions in JavaScript, letter by letter the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from math import floor

from rules_dsl.view.colours import DARK_INK, Colour, colour

TEXT = 15
SMALL = 13
LINE = 24
SMALL_LINE = 18
GAP = 6
NARROW = frozenset("fijltI.,:;'|!()[]{}/- ·")
WIDE = frozenset("mwMW@%&—…")
JOINING = ((0x300, 0x36F), (0x200B, 0x200F), (0x20D0, 0x20FF), (0xFE00, 0xFE0F))
DOUBLE = (
    (0x1100, 0x115F),
    (0x2E80, 0xA4CF),
    (0xAC00, 0xD7A3),
    (0xF900, 0xFAFF),
    (0xFE30, 0xFE6F),
    (0xFF00, 0xFF60),
    (0x1F300, 0x1FAFF),
    (0x20000, 0x3FFFD),
)


@dataclass(frozen=True, slots=True)
class DrawnShape:
    """Something drawn with its upper left corner at 0, 0."""

    width: float
    height: float
    body: str


def num(value: float) -> str:
    """A coordinate, to a tenth."""
    return _decimal(floor(value * 10 + 0.5), 1)


def fine(value: float) -> str:
    """A scale, to a thousandth."""
    return _decimal(floor(value * 1000 + 0.5), 3)


def _decimal(parts: int, digits: int) -> str:
    """So many tenths, or thousandths, without zeros at the end, as JavaScript writes them."""
    return f"{parts / 10**digits:.{digits}f}".rstrip("0").rstrip(".")


def text_width(text: str, size: float = TEXT) -> float:
    """About how wide a text is; rather more than less."""
    return size * sum(letter_width(letter) for letter in text)


def letter_width(letter: str) -> float:
    """The width of a letter as a share of the size."""
    if letter in NARROW:
        return 0.4
    if letter in WIDE:
        return 1
    code = ord(letter)
    if any(low <= code <= high for low, high in JOINING):
        return 0
    if any(low <= code <= high for low, high in DOUBLE):
        return 1.2
    return 0.72 if letter.isascii() and (letter.isupper() or letter.isdigit()) else 0.62


def write_text(x: float, y: float, text: str, classes: str, size: float = TEXT) -> str:
    """A line of text with its middle at `y`."""
    if not text.strip():
        return ""
    return (
        f'<text class="{classes}" x="{num(x)}" y="{num(y + 0.35 * size)}" font-size="{num(size)}">{escape(text)}</text>'
    )


def write_lines(
    x: float, y: float, lines: list[str], classes: str, size: float = SMALL, step: float = SMALL_LINE
) -> str:
    """Lines of text below each other, the first with its middle at `y`."""
    return "".join([write_text(x, y + step * number, line, classes, size) for number, line in enumerate(lines)])


def wrap_text(text: str, width: float, size: float = TEXT) -> list[str]:
    """The lines of a text that is no wider than so much, as far as its words allow."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return lines


def place(kind: str, body: str) -> str:
    """What stands for one thing of the game; a page makes it something to touch."""
    return f'<g class="place {kind}">{body}</g>'


def move_drawing(x: float, y: float, body: str) -> str:
    """A drawing with its corner elsewhere."""
    return f'<g transform="translate({num(x)} {num(y)})">{body}</g>'


def paint(fill: str, plain: str = "ground") -> str:
    """The attributes of a ground: its colour, or that of the sheet."""
    if fill == "none":
        return 'class="bare"'
    tint = colour(fill)
    return f'class="{plain}"' if tint is None else f'class="{plain} tint" fill="{tint.fill}"'


def ink_on(fill: str) -> str:
    """The class of a text that stands on a colour."""
    tint: Colour | None = colour(fill)
    return "" if tint is None else " dark" if tint.ink == DARK_INK else " light"


def box(x: float, y: float, width: float, height: float, attributes: str, radius: float = 0) -> str:
    """A rectangle."""
    rounded = f' rx="{num(radius)}"' if radius else ""
    return f'<rect {attributes} x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}"{rounded}/>'


def polygon(points: list[tuple[float, float]], attributes: str) -> str:
    """A closed shape."""
    return f'<polygon {attributes} points="{" ".join([f"{num(x)},{num(y)}" for x, y in points])}"/>'


def line(ends: tuple[float, float, float, float], attributes: str) -> str:
    """A straight line."""
    x1, y1, x2, y2 = ends
    return f'<line {attributes} x1="{num(x1)}" y1="{num(y1)}" x2="{num(x2)}" y2="{num(y2)}"/>'
