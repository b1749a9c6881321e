"""The user's cache (`REGELWERK_CACHE_DIR` names another): folders that only their owner may enter, for code is loaded
from them.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import platformdirs

from rules_dsl.atomic import write_bytes

OWNER_ONLY = 0o700
SUFFIX = ".kept"
MOST_KEPT = 4


def cache_folder(name: str) -> Path:
    """Where a kind of thing is kept, whether or not the folder exists."""
    return (Path(os.environ.get("REGELWERK_CACHE_DIR") or platformdirs.user_cache_dir("regelwerk")) / name).absolute()


def open_private_folder(name: str) -> Path | None:
    """The folder for a kind of thing: it exists, is ours, nobody else may enter it, and it can be written.

    None where that cannot be had.
    """
    wanted = cache_folder(name)
    try:
        wanted.mkdir(parents=True, exist_ok=True, mode=OWNER_ONLY)
        if not _is_ours(wanted) or not os.access(wanted, os.W_OK | os.X_OK):
            return None
        wanted.chmod(OWNER_ONLY)
    except OSError:
        return None
    return wanted


def _is_ours(path: Path) -> bool:
    """Does a file or folder belong to whoever runs this? What others have written is never loaded."""
    return not hasattr(os, "getuid") or path.stat().st_uid == os.getuid()


def read_or_make(folder: str, key: str, make: Callable[[], bytes], most: int = MOST_KEPT) -> bytes:
    """What follows from its key alone: read from the cache, else made and kept there, the newest `most` of a folder.

    A damaged file is made again.
    """
    place = open_private_folder(folder)
    if place is None:
        return make()
    path = place / f"{key}{SUFFIX}"
    kept = _read_sealed(path)
    if kept is not None:
        return kept
    made = make()
    with contextlib.suppress(OSError):  # a full disk costs time, nothing else
        write_bytes(path, hashlib.sha256(made).digest() + made)
        _shrink(place, most)
    return made


def _shrink(place: Path, most: int) -> None:
    """Keep the newest few: older ones were made by other versions."""
    files = sorted(place.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime)
    for path in files[:-most]:
        path.unlink(missing_ok=True)


def clear_cached(folder: str) -> None:
    """Remove all values of a folder. Raises OSError."""
    for path in cache_folder(folder).glob(f"*{SUFFIX}"):
        path.unlink(missing_ok=True)


def _read_sealed(path: Path) -> bytes | None:
    """What stands behind the digest of itself; None where nothing does."""
    try:
        kept = path.read_bytes() if _is_ours(path) else b""
    except OSError:
        return None
    seal, data = kept[: hashlib.sha256().digest_size], kept[hashlib.sha256().digest_size :]
    return data if data and hashlib.sha256(data).digest() == seal else None
