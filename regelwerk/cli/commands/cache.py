"""`regelwerk cache`: the cache of compiled games."""

from __future__ import annotations

import time
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands.common import Exit
from rules_dsl.quantities import quantity

if TYPE_CHECKING:
    from cython_ext.build.folder import CachedLibrary

KEY_SHOWN = 12


class CacheVerb(StrEnum):
    """What can be done with the cache."""

    list = "list"
    size = "size"
    clear = "clear"
    path = "path"


Verb = Annotated[CacheVerb, typer.Argument(metavar="[list|size|clear|path]", help="The action.", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="Print JSON Lines; the last line is the answer.")]


def cache(verb: Verb = CacheVerb.list, json: Json = False) -> Exit:
    """List compiled games, tell how much room they take or where they are, or remove them."""
    from cython_ext.build.folder import clear, list_libraries, name_folder
    from rules_dsl.syntax.engine import clear_tables

    place = name_folder()
    libraries = list_libraries(place)
    removed = 0
    if verb is CacheVerb.clear:
        try:
            removed, _ = clear(place)
            clear_tables()
        except OSError as error:
            output.note(f"{place} cannot be cleared: {error.strerror}")
            return Exit.WRONG_INPUT
    if json:
        _write_json(place, libraries if verb is not CacheVerb.clear else [], removed)
    else:
        _write_text(verb, place, libraries)
    return Exit.FINE


def _write_json(place: Path, libraries: list[CachedLibrary], removed: int) -> None:
    from cython_ext.build.folder import MOST_BYTES

    games = [
        {
            "game": library.game,
            "key": library.key,
            "bytes": library.size,
            "compiler": library.compiler,
            "used": round(library.used),
        }
        for library in libraries
    ]
    output.last_line("cache", path=str(place), games=games, bytes=_total(libraries), limit=MOST_BYTES, removed=removed)


def _write_text(verb: CacheVerb, place: Path, libraries: list[CachedLibrary]) -> None:
    from cython_ext.build.folder import MOST_BYTES

    counted = f"{len(libraries)} compiled {'game' if len(libraries) == 1 else 'games'}"
    match verb:
        case CacheVerb.list:
            for library in libraries:
                used = time.strftime("%Y-%m-%d %H:%M", time.localtime(library.used))
                output.answer(
                    f"{library.game:<20} {library.size:>11,} bytes  {used}  {library.key[:KEY_SHOWN]}  {library.compiler}"
                )
            output.answer(f"{counted}, {quantity(_total(libraries), 'byte')}, in {place}")
        case CacheVerb.size:
            output.answer(f"{counted}, {quantity(_total(libraries), 'byte')} of at most {MOST_BYTES:,}")
        case CacheVerb.clear:
            output.answer(f"{counted} removed, {quantity(_total(libraries), 'byte')}")
        case CacheVerb.path:
            output.answer(str(place))


def _total(libraries: list[CachedLibrary]) -> int:
    return sum(library.size for library in libraries)
