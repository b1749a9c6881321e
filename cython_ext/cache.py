"""Compiled games by content: the same game, generator, headers, compiler and flags give the same library, built once.

A library stands in the folder of the user's cache (`REGELWERK_CACHE_DIR` names another) as `KEY.so` beside `KEY.sha256`, its own hash, which is checked before it
is loaded; a library that is broken, or says of itself that it is another, is built again. Folders that cannot be written are replaced by a temporary one.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from filelock import FileLock, Timeout

from cython_ext.build import FLAGS, BuildError, Compiler, compile_library, headers

LOCK_SECONDS = 180
MOST_BYTES = 512 << 20
MODE = 0o700


@dataclass(frozen=True, slots=True)
class Entry:
    """A library of the cache: its key, its file, and whether it was there already."""

    key: str
    path: Path
    fresh: bool


def folder() -> Path:
    """Where compiled games are kept; it exists, only its owner may enter it, and it can be written."""
    wanted = Path(os.environ.get("REGELWERK_CACHE_DIR") or platformdirs.user_cache_dir("regelwerk")) / "games"
    try:
        wanted.mkdir(parents=True, exist_ok=True, mode=MODE)
        owned = not hasattr(os, "getuid") or wanted.stat().st_uid == os.getuid()
        if owned and os.access(wanted, os.W_OK | os.X_OK):
            wanted.chmod(MODE)
            return wanted
    except OSError:
        return _temporary()
    return _temporary()


def _temporary() -> Path:
    """A folder of this process alone, when the cache cannot be written."""
    global _fallback
    if _fallback is None or not _fallback.is_dir():
        _fallback = Path(tempfile.mkdtemp(prefix="regelwerk-"))
    return _fallback


_fallback: Path | None = None


def key_of(printed: str, generator: int, compiler: Compiler, flags: tuple[str, ...] = ()) -> str:
    """The content hash that names a library."""
    digest = hashlib.sha256()
    for part in (printed, str(generator), compiler.identity, " ".join(compiler.command), " ".join((*FLAGS, *compiler.processor, *flags))):
        digest.update(part.encode("utf-8", "surrogatepass") + b"\0")
    for header in headers():
        digest.update(header.read_bytes() + b"\0")
    return digest.hexdigest()


def library(key: str, source: Callable[[], str], compiler: Compiler, accept: Callable[[Path], bool], flags: tuple[str, ...] = ()) -> Entry:
    """The library with a key: from the cache if it is whole and `accept` takes it, else built from the source. Raises BuildError."""
    place = folder()
    path = place / f"{key}.so"
    if _is_whole(path) and accept(path):
        _touch(path)
        return Entry(key, path, False)
    try:
        with FileLock(str(place / f"{key}.lock"), timeout=LOCK_SECONDS, mode=0o600):
            if not (_is_whole(path) and accept(path)):
                _build(place, path, key, source(), compiler, flags)
                if not accept(path):
                    raise BuildError(f"the library built as {path} does not say it is this game")
                shrink(place, path)
    except Timeout:
        raise BuildError(f"another process has been compiling this game for {LOCK_SECONDS} seconds") from None
    except OSError as error:
        raise BuildError(f"the compiled game cannot be written to {place}: {error.strerror}") from None
    return Entry(key, path, True)


def _build(place: Path, path: Path, key: str, source: str, compiler: Compiler, flags: tuple[str, ...]) -> None:
    """Compile beside the cache, then move into place in one step."""
    with tempfile.TemporaryDirectory(prefix=".build-", dir=place) as work:
        text = Path(work) / "game.c"
        text.write_text(source, "utf-8")
        made = Path(work) / "game.so"
        compile_library(compiler, text, made, key, flags)
        digest = Path(work) / "game.sha256"
        digest.write_text(hashlib.sha256(made.read_bytes()).hexdigest(), "ascii")
        made.chmod(MODE)
        made.replace(path)
        digest.replace(path.with_suffix(".sha256"))


def _is_whole(path: Path) -> bool:
    """Is the library there, with the hash it was built with?"""
    try:
        expected = path.with_suffix(".sha256").read_text("ascii")
        return hashlib.sha256(path.read_bytes()).hexdigest() == expected
    except (OSError, ValueError):
        return False


def _touch(path: Path) -> None:
    """Note that a library was used, for the limit of the cache."""
    if os.access(path, os.W_OK):
        os.utime(path)


def shrink(place: Path, keep: Path, most: int = MOST_BYTES) -> None:
    """Remove the libraries unused for longest until the rest, among them `keep`, takes no more than so many bytes."""
    others = [path for path in place.glob("*.so") if path != keep]
    total = keep.stat().st_size
    for path in sorted(others, key=lambda path: path.stat().st_mtime, reverse=True):
        total += path.stat().st_size
        if total > most:
            remove(path)


def remove(path: Path) -> None:
    """Remove one library and what belongs to it."""
    for suffix in (".so", ".sha256", ".lock"):
        path.with_suffix(suffix).unlink(missing_ok=True)


def clear() -> int:
    """Remove all compiled games; how many there were."""
    paths = list(folder().glob("*.so"))
    for path in paths:
        remove(path)
    return len(paths)
