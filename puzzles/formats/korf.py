"""A row of tiles from left to right and from top to bottom → the start of `games/fifteen`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from puzzles.formats.errors import FormatError

LARGEST = 36
NUMBERED = 17
"""A board of four by four and its number; so many tiles fit on no board."""


def givens_of_korf(text: str) -> Mapping[str, object]:
    """Numbers with spaces, commas or `_` between them; 0 is the gap.

    The number of the board may stand in front, as in Korf's table.
    """
    words = re.split(r"[\s,_]+", text.strip(" ,_\n"))
    for word in words:
        if not re.fullmatch(r"[0-9]{1,3}", word):
            raise FormatError(f"{word!r:.40} is not a tile number")
    tiles = [int(word) for word in words]
    if len(tiles) > LARGEST:
        raise FormatError(f"it has {len(tiles)} tiles, at most {LARGEST} fit on a board")
    if len(tiles) == NUMBERED and sorted(tiles[1:]) == list(range(NUMBERED - 1)):
        tiles = tiles[1:]
    missing = sorted(set(range(len(tiles))) - set(tiles))
    if missing:
        raise FormatError(f"the tiles are not 0 to {len(tiles) - 1}, each once: {missing[0]} is missing")
    return {"start": tiles}
