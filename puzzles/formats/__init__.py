"""Instance formats of the wide world: name → how its text becomes the givens of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from puzzles.formats.errors import FormatError
from puzzles.formats.fen import givens_of_fen

FORMATS: dict[str, Callable[[str], Mapping[str, object]]] = {"fen": givens_of_fen}

__all__ = ["FORMATS", "FormatError"]
