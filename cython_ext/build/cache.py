"""Compiled games by content: the same game, generator, headers, compiler and flags give the same library, built once.

What is in the cache was tried before it came there: a library is built beside its place, tried against the rules, and
moved in one step. It is checked each time before it is loaded; one that is broken, or says of itself that it is
another, is built again.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cython_ext.build.compilers import Compiler
from cython_ext.build.compiling import FLAGS, BuildError, UntrustedLibrary, compile_library, headers
from cython_ext.build.folder import BUILD, LIBRARY, LOCK, MODE, SEAL, Seal, digest_of, folder, is_whole, shrink, touch
from rules_dsl import ir

ROOM = Path(__file__).resolve().parents[1]
LOCK_SECONDS = 180


@dataclass(frozen=True, slots=True)
class LibraryOrder:
    """A library that is wanted: how it is made, whether a file is it (`accept`), and what a new one does wrong
    (`try_out`, None: nothing).
    """

    key: str
    game: str
    source: Callable[[], str]
    compiler: Compiler
    accept: Callable[[Path], bool]
    try_out: Callable[[Path], str | None]
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CacheEntry:
    """A library of the cache: its key, its file, and whether it has just been built."""

    key: str
    path: Path
    fresh: bool


def key_of(contents: str, compiler: Compiler, flags: tuple[str, ...] = ()) -> str:
    """The content hash that names the library of a game; its `contents` are all it is made of except places in files,
    which is what `repr` shows.
    """
    flags = (*FLAGS, *compiler.processor, *flags)
    digest = hashlib.sha256()
    for part in (contents, generator(), compiler.identity, " ".join(compiler.command), " ".join(flags)):
        digest.update(part.encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()


@cache
def generator() -> str:
    """The content hash of everything that turns a game into C: this package, and the IR, whose analyses decide what is
    written.
    """
    digest = hashlib.sha256()
    for path in (*sorted(ROOM.rglob("*.py")), *sorted(Path(ir.__file__).parent.rglob("*.py")), *headers()):
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()


def library(order: LibraryOrder) -> CacheEntry:
    """The library from the cache if it is whole and accepted, else built. Raises BuildError."""
    try:
        place = folder()
    except OSError as error:
        raise BuildError(f"there is no folder for compiled games: {error.strerror}") from None
    path = place / f"{order.key}{LIBRARY}"
    if _is_there(path, order):
        touch(path)
        return CacheEntry(order.key, path, False)
    return CacheEntry(order.key, path, _build_once(place, path, order))


def _build_once(place: Path, path: Path, order: LibraryOrder) -> bool:
    """Build the library unless another process has just done so; was it built here?"""
    from filelock import FileLock, Timeout

    try:
        with FileLock(str(place / f"{order.key}{LOCK}"), timeout=LOCK_SECONDS, mode=0o600):
            fresh = not _is_there(path, order)
            if fresh:
                _build(place, path, order)
                shrink(place, path)
    except Timeout:
        raise BuildError(f"another process has been compiling this game for {LOCK_SECONDS} seconds") from None
    except OSError as error:
        raise BuildError(f"the compiled game cannot be written to {place}: {error.strerror}") from None
    return fresh


def _is_there(path: Path, order: LibraryOrder) -> bool:
    return is_whole(path) and order.accept(path)


def _build(place: Path, path: Path, order: LibraryOrder) -> None:
    """Compile and try beside the cache, then move into place in one step."""
    beginning = f"{BUILD}{order.key}-"
    _sweep(place, beginning)
    with tempfile.TemporaryDirectory(prefix=beginning, dir=place) as work:
        made = build_library(Path(work), order)
        made.chmod(MODE)
        made.replace(path)
        made.with_suffix(SEAL).replace(path.with_suffix(SEAL))


def _sweep(place: Path, beginning: str) -> None:
    """Remove what a process that was killed while it compiled this game has left behind; nobody else compiles it now."""
    for left in place.glob(f"{beginning}*"):
        shutil.rmtree(left, ignore_errors=True)


def build_library(work: Path, order: LibraryOrder) -> Path:
    """A library with its seal in a folder, tried; raises BuildError."""
    source, made = work / "game.c", work / f"game{LIBRARY}"
    source.write_text(order.source(), "utf-8")
    compile_library(order.compiler, source, made, order.key, order.flags)
    if not order.accept(made):
        raise BuildError("the library that was built does not say it is this game")
    wrong = order.try_out(made)
    if wrong is not None:
        raise UntrustedLibrary(f"the compiled game plays otherwise than its rules: {wrong}")
    Seal(order.game, order.compiler.identity, digest_of(made)).write(made.with_suffix(SEAL))
    return made
