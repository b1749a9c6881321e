"""What was computed of a game is kept in the user's cache until one of its files, or the code, is another one."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from regelwerk.version import VERSION
from rules_dsl import loading

HERE = Path(__file__).resolve().parent
READING = (Path(loading.__file__).resolve().parent, HERE)
"""The code on which descriptions, pictures and lengths depend."""
MOST_ENTRIES = 400
WRITTEN = (".py", ".js", ".c", ".css", ".html", ".toml", ".lark", ".rules")


@cache
def digest_code(rooms: tuple[Path, ...]) -> str:
    """A digest of the code in some folders."""
    digest = hashlib.sha256(VERSION.encode())
    for room in rooms:
        for path in sorted(path for path in room.rglob("*") if path.suffix in WRITTEN):
            digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()


def digest_folder(folder: Path, rooms: tuple[Path, ...] = READING) -> str:
    """A digest of all files of a game and of the code that makes something of them."""
    digest = hashlib.sha256(digest_code(rooms).encode())
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(f"{path.relative_to(folder)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:40]
