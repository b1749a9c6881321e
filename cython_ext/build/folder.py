"""The folder of compiled games: where it is, what is in it, and keeping it small.

It is the user's cache (`REGELWERK_CACHE_DIR` names another), which only its owner may enter; where that cannot be
written, a folder of this process alone. A library stands there as `KEY.so` beside `KEY.json`, which says of which game
it is and what its bytes must be.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from rules_dsl.private_cache import OWNER_ONLY, cache_folder, open_private_folder

NAME = "games"
MOST_BYTES = 512 << 20
MODE = OWNER_ONLY
ABANDONED_SECONDS = 600
"""A compilation that began longer ago has been killed."""

BUILD = ".build-"
LIBRARY, SEAL, LOCK = ".so", ".json", ".lock"


@dataclass(frozen=True, slots=True)
class Seal:
    """What stands beside a library: the game's name, the compiler, and the hash of the library's bytes."""

    game: str
    compiler: str
    sha256: str

    def write(self, path: Path) -> None:
        """Into a file."""
        path.write_text(json.dumps({"game": self.game, "compiler": self.compiler, "sha256": self.sha256}), "utf-8")


@dataclass(frozen=True, slots=True)
class CachedLibrary:
    """A library that is kept: whose it is, how large, when it was last used (seconds of the epoch)."""

    key: str
    game: str
    compiler: str
    size: int
    used: float


def name_folder() -> Path:
    """Where compiled games should be kept, whether or not that is possible."""
    return cache_folder(NAME)


def folder() -> Path:
    """Where compiled games are kept; it exists, only its owner may enter it, and it can be written.

    Raises OSError if there is no such place at all.
    """
    return open_private_folder(NAME) or _temporary()


def _temporary() -> Path:
    """A folder that goes with this process."""
    global _fallback
    if _fallback is None or not Path(_fallback.name).is_dir():
        _fallback = tempfile.TemporaryDirectory(prefix="regelwerk-", ignore_cleanup_errors=True)
    return Path(_fallback.name)


_fallback: tempfile.TemporaryDirectory[str] | None = None


def put(path: Path, data: bytes) -> None:
    """Write a file in one step: others see the old one or the new one, never a part."""
    number, name = tempfile.mkstemp(prefix=BUILD, dir=path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def digest_of(path: Path) -> str:
    """The hash of a file's bytes."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def seal_of(path: Path) -> Seal | None:
    """What stands beside a library, if it can be read."""
    try:
        seal = json.loads(path.with_suffix(SEAL).read_text("utf-8"))
        return Seal(str(seal["game"]), str(seal["compiler"]), str(seal["sha256"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def is_whole(path: Path) -> bool:
    """Is the library there, with the bytes it was built with?"""
    seal = seal_of(path)
    try:
        return seal is not None and digest_of(path) == seal.sha256
    except OSError:
        return False


def touch(path: Path) -> None:
    """Note that a library was used, for the limit of the cache; where that cannot be written it counts as unused."""
    with contextlib.suppress(OSError):
        os.utime(path)


def list_libraries(place: Path) -> list[CachedLibrary]:
    """The libraries of a folder, the one used last first."""
    libraries = []
    for path in place.glob(f"*{LIBRARY}"):
        seal = seal_of(path) or Seal("?", "?", "")
        with contextlib.suppress(OSError):  # another process has removed it
            status = path.stat()
            libraries.append(CachedLibrary(path.stem, seal.game, seal.compiler, status.st_size, status.st_mtime))
    return sorted(libraries, key=lambda library: (-library.used, library.key))


def shrink(place: Path, keep: Path, most: int = MOST_BYTES) -> None:
    """Remove the libraries unused for longest until the rest, among them `keep`, takes no more than so many bytes."""
    total = keep.stat().st_size
    for library in list_libraries(place):
        if library.key != keep.stem:
            total += library.size
            if total > most:
                remove(place, library.key)


def remove(place: Path, key: str) -> None:
    """Remove one library and what belongs to it."""
    for suffix in (LIBRARY, SEAL, LOCK):
        (place / f"{key}{suffix}").unlink(missing_ok=True)


def clear(place: Path) -> tuple[int, int]:
    """Remove all compiled games and what else is kept; how many games there were and how many bytes they took."""
    libraries = list_libraries(place)
    for library in libraries:
        remove(place, library.key)
    for path in place.glob(f"*{SEAL}"):
        path.unlink(missing_ok=True)
    for left in place.glob(f"{BUILD}*"):
        if time.time() - left.stat().st_mtime > ABANDONED_SECONDS:
            shutil.rmtree(left, ignore_errors=True)
    return len(libraries), sum(library.size for library in libraries)
