"""`regelwerk cache`: the compiled games that are kept."""

from __future__ import annotations

import time
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands.common import Exit

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
    found = list_libraries(place)
    removed = 0
    if verb is CacheVerb.clear:
        try:
            removed, _ = clear(place)
            clear_tables()
        except OSError as error:
            output.note(f"{place} cannot be cleared: {error.strerror}")
            return Exit.WRONG_INPUT
    if json:
        _write_json(place, found if verb is not CacheVerb.clear else [], removed)
    else:
        _write_text(verb, place, found)
    return Exit.FINE


def _write_json(place: Path, found: list[CachedLibrary], removed: int) -> None:
    from cython_ext.build.folder import MOST_BYTES

    games = [{"game": each.game, "key": each.key, "bytes": each.size, "compiler": each.compiler, "used": round(each.used)} for each in found]
    output.last_line("cache", path=str(place), games=games, bytes=_total(found), limit=MOST_BYTES, removed=removed)


def _write_text(verb: CacheVerb, place: Path, found: list[CachedLibrary]) -> None:
    from cython_ext.build.folder import MOST_BYTES

    counted = f"{len(found)} compiled {'game' if len(found) == 1 else 'games'}"
    match verb:
        case CacheVerb.list:
            for each in found:
                used = time.strftime("%Y-%m-%d %H:%M", time.localtime(each.used))
                output.answer(f"{each.game:<20} {each.size:>11,} bytes  {used}  {each.key[:KEY_SHOWN]}  {each.compiler}")
            output.answer(f"{counted}, {_total(found):,} bytes, in {place}")
        case CacheVerb.size:
            output.answer(f"{counted}, {_total(found):,} bytes of at most {MOST_BYTES:,}")
        case CacheVerb.clear:
            output.answer(f"{counted} removed, {_total(found):,} bytes")
        case CacheVerb.path:
            output.answer(str(place))


def _total(found: list[CachedLibrary]) -> int:
    return sum(each.size for each in found)
