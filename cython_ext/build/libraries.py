"""A game → the function table of its compiled form: out of the cache, or translated, compiled and tried.

The translator is imported only where it is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cython_ext.build.cache import LibraryOrder, key_of, library
from cython_ext.build.compilers import NO_COMPILER, Compiler, find_compiler
from cython_ext.build.compiling import BuildError, UntrustedLibrary
from cython_ext.build.shipped import find_shipped
from cython_ext.emit.unsupported import NotNative, UnsupportedConstruct
from cython_ext.layout.table import GameTable, load_table
from rules_dsl.ir import nodes as ir

Trial = Callable[[GameTable], str | None]


def load_compiled(
    game: ir.Game, wrong_with: Trial, compiler: Compiler | None = None, flags: tuple[str, ...] = ()
) -> GameTable:
    """The table of a game; one that is new must pass the trial first. Raises NotNative."""
    if compiler is None and not flags:
        came = find_shipped(game, load_table)
        if came is not None:
            return came
    compiler = compiler or find_compiler()
    if compiler is None:
        raise NotNative(NO_COMPILER)
    opened = OpenedLibrary(key_of(repr(game), compiler, flags))
    try:
        library(order_of(game, opened, compiler, wrong_with, flags))
    except UntrustedLibrary as error:
        raise NotNative(f"{error}; this is a defect of Regelwerk", defect=True) from None
    except BuildError as error:
        raise NotNative(f"the game could not be compiled: {error}") from None
    assert opened.table is not None, "the last library that was tried was accepted"
    return opened.table


def order_of(
    game: ir.Game, opened: OpenedLibrary, compiler: Compiler, wrong_with: Trial, flags: tuple[str, ...] = ()
) -> LibraryOrder:
    """What is wanted of the cache: the game, opened and tried."""
    return LibraryOrder(
        opened.key, game.name, lambda: _source(game), compiler, opened.accept, lambda _: opened.trial(wrong_with), flags
    )


class OpenedLibrary:
    """The table of the last library that was looked at, if it has the key."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.table: GameTable | None = None

    def accept(self, path: Path) -> bool:
        """Open a library; is it the one with the key?"""
        self.table = load_table(path, self.key)
        return self.table is not None

    def trial(self, wrong_with: Trial) -> str | None:
        """What is wrong with the library that was opened."""
        assert self.table is not None
        return wrong_with(self.table)


def _source(game: ir.Game) -> str:
    from cython_ext.emit.unit import translate

    translation = translate(game)
    if isinstance(translation, UnsupportedConstruct):
        raise NotNative(str(translation))
    return translation.source
