"""Compiling the games of the library for a wheel."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from cython_ext.build.cache import build_library
from cython_ext.build.compilers import BIT_FLAGS, Compiler, find_compiler, processor
from cython_ext.build.compiling import BuildError
from cython_ext.build.folder import LIBRARY, SEAL
from cython_ext.build.libraries import OpenedLibrary, Trial, order_of
from cython_ext.build.shipped import make_key
from cython_ext.emit.unsupported import NotNative
from cython_ext.layout.table import GameTable
from cython_ext.native import NativeMachine
from rules_dsl.ir import nodes as ir
from rules_dsl.loading import library_names, load


def ship_library(target: Path, names: tuple[str, ...] = ()) -> Iterator[str]:
    """Compile games, all of the library if none are named, into a folder; each reason why one could not be.

    Those that are filled in have no compiled form.
    """
    compiler, target = find_compiler(), target.absolute()
    if compiler is None:
        yield "there is no C compiler"
        return
    target.mkdir(parents=True, exist_ok=True)
    for name in names or library_names():
        game = load(name)
        if not game.finds:
            yield from _ship(game, compiler, target)


def _ship(game: ir.Game, compiler: Compiler, target: Path) -> Iterator[str]:
    for flags in _variants(compiler):

        def obtain(game: ir.Game, wrong_with: Trial, compiler: Compiler, flags: tuple[str, ...]) -> GameTable:
            return _build_library(game, wrong_with, replace(compiler, processor=flags), target)

        try:
            NativeMachine(game, compiler, flags, obtain)
        except (NotNative, BuildError) as reason:
            yield f"{game.name}: {reason}"


def _variants(compiler: Compiler) -> tuple[tuple[str, ...], ...]:
    """The flags to build with: none, and those for bits if what is built can be tried here."""
    quick = tuple(BIT_FLAGS.values())
    return ((), quick) if set(quick) <= set(compiler.processor) & set(processor()) else ((),)


def _build_library(game: ir.Game, wrong_with: Trial, compiler: Compiler, target: Path) -> GameTable:
    opened = OpenedLibrary(make_key(game, compiler.processor))
    with tempfile.TemporaryDirectory(dir=target) as work:
        made = build_library(Path(work), order_of(game, opened, compiler, wrong_with))
        made.replace(target / f"{opened.key}{LIBRARY}")
        made.with_suffix(SEAL).replace(target / f"{opened.key}{SEAL}")
    assert opened.table is not None, "it was accepted before it was tried"
    return opened.table
