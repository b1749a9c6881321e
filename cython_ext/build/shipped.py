"""Compiled games that came with Regelwerk: built and tried when its wheel was built, one for plain processors and one
for those that are quick with bits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from cython_ext.build.cache import key_of
from cython_ext.build.compilers import BIT_FLAGS, Compiler, processor
from cython_ext.build.folder import LIBRARY, is_whole
from cython_ext.layout.table import GameTable
from rules_dsl.ir import nodes as ir

FOLDER = Path(__file__).resolve().parents[1] / "shipped"
PLAIN = Compiler((), "the wheel")
"""Stands in a key for whoever compiled the games of the wheel."""


def make_key(game: ir.Game, flags: tuple[str, ...]) -> str:
    """The key of a game in the wheel for processors that need these flags."""
    return key_of(repr(game), replace(PLAIN, processor=flags))


def find_shipped(game: ir.Game, accept: Callable[[Path, str], GameTable | None]) -> GameTable | None:
    """The table of a game that came with the wheel, if it did."""
    if not FOLDER.is_dir():
        return None
    for flags in (tuple(BIT_FLAGS.values()), ()):
        path = FOLDER / f"{make_key(game, flags)}{LIBRARY}"
        if set(flags) <= set(processor()) and is_whole(path):
            return accept(path, path.stem)
    return None
