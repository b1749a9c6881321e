"""Instance formats of the wide world: name → how its text becomes the givens of a game."""

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

__all__ = ["FORMATS", "FormatError"]
