"""The catalogue: the descriptions of all games of the library, read once and kept."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec

from regelwerk.library.describing import GameDescription, describe_library_game
from regelwerk.library.keeping import MOST_ENTRIES, digest_folder
from rules_dsl.loading import LIBRARY, library_names
from rules_dsl.private_cache import read_or_make

DESCRIPTIONS = "library"


def iterate_catalogue() -> Iterator[GameDescription]:
    """Each game of the library, by name."""
    return map(find_description, library_names())


def find_description(name: str) -> GameDescription:
    """The description of a game of the library, from the cache if its files have not changed."""
    kept = read_or_make(DESCRIPTIONS, digest_folder(LIBRARY / name), partial(_make, name), MOST_ENTRIES)
    return msgspec.json.decode(kept, type=GameDescription)


def _make(name: str) -> bytes:
    return msgspec.json.encode(describe_library_game(name))
