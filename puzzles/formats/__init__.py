"""Common instance formats: the function that converts a text to givens, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from puzzles.formats.cards import givens_of_deal, givens_of_msdeal
from puzzles.formats.errors import FormatError
from puzzles.formats.fen import givens_of_fen
from puzzles.formats.korf import givens_of_korf
from puzzles.formats.rush import givens_of_rush
from puzzles.formats.xsb import givens_of_xsb

FORMATS: dict[str, Callable[[str], Mapping[str, object]]] = {
    "fen": givens_of_fen,
    "xsb": givens_of_xsb,
    "rush": givens_of_rush,
    "korf": givens_of_korf,
    "msdeal": givens_of_msdeal,
    "deal": givens_of_deal,
}
SHAPES = {
    "fen": "fen: and a position in Forsyth-Edwards notation",
    "xsb": "xsb:FILE#N, or xsb: and the rows of a level with | between them",
    "rush": "rush: and 36 letters: o empty, x a wall, A the car that leaves",
    "korf": "korf: and the tiles row by row, 0 the gap; the number of the board may come first",
    "msdeal": "msdeal: and the number of a deal",
    "deal": "deal: and 52 cards in the order they are dealt, as 4D 7C … or three digits a card",
}
"""What is to be written in each format."""

__all__ = ["FORMATS", "SHAPES", "FormatError"]
