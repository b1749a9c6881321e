"""The width of text in a terminal, and text that is safe to print there."""

from __future__ import annotations

import unicodedata

TAB = 4
UNSEEN = "\N{REPLACEMENT CHARACTER}"


def printable(text: str) -> str:
    """Tabs as spaces up to the next stop; no control characters, so nothing in a file can steer the terminal."""
    out: list[str] = []
    column = 0
    for character in text:
        piece = " " * (TAB - column % TAB) if character == "\t" else _make_visible(character)
        out.append(piece)
        column += width(piece)
    return "".join(out)


def width(text: str) -> int:
    """Terminal columns of a text without tabs."""
    return sum(_columns(character) for character in text)


def one_line(text: str) -> str:
    """A message on one line, safe to print."""
    return printable(" ".join(text.split()))


def _make_visible(character: str) -> str:
    if unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} or character in _STEERING:
        return UNSEEN
    return character


_STEERING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\ufeff")


def _columns(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1
