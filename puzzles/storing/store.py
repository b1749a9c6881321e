"""Files of collections: SQLite or JSON Lines. A file is written completely or not at all."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from puzzles.storing.puzzle import Puzzle, as_json, from_json, task_of
from rules_dsl.atomic import write_text

SCHEMA = "regelwerk.puzzles/1"
LINES = ".jsonl"
LARGEST = 256 << 20


class StoreError(Exception):
    """A file is not a collection, or cannot be written; the message says why."""


def write_store(path: Path, puzzles: Sequence[Puzzle]) -> None:
    """A new collection in a file; equal puzzles give equal bytes."""
    if path.suffix == LINES:
        write_text(path, "".join(as_json(puzzle) + "\n" for puzzle in puzzles))
        return
    number, name = tempfile.mkstemp(prefix=".puzzles-", dir=path.parent)
    os.close(number)
    try:
        with closing(sqlite3.connect(name)) as base, base:
            base.execute("CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
            base.execute("INSERT INTO about VALUES ('schema', ?)", (SCHEMA,))
            base.execute(
                "CREATE TABLE puzzles (number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, grade INTEGER NOT NULL, document TEXT NOT NULL)"
            )
            rows = [(at, puzzle.key, puzzle.grade.number, as_json(puzzle)) for at, puzzle in enumerate(puzzles, 1)]
            base.executemany("INSERT INTO puzzles VALUES (?, ?, ?, ?)", rows)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except (OSError, sqlite3.Error) as error:
        Path(name).unlink(missing_ok=True)
        raise StoreError(f"{path} cannot be written: {error}") from None


def read_store(path: Path) -> list[Puzzle]:
    """The puzzles of a collection, in their order; raises StoreError."""
    try:
        if path.stat().st_size > LARGEST:
            raise StoreError(f"{path} is larger than {LARGEST >> 20} MB")
        texts = path.read_text("utf-8").splitlines() if path.suffix == LINES else _documents(path)
        puzzles = [_read(path, number, text) for number, text in enumerate(texts, 1) if text.strip()]
    except UnicodeDecodeError:
        raise StoreError(f"{path} is not UTF-8 text") from None
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}") from None
    if not puzzles:
        raise StoreError(f"there are no puzzles in {path}")
    _check_doubles(path, puzzles)
    return puzzles


def _check_doubles(path: Path, puzzles: Sequence[Puzzle]) -> None:
    """Raises StoreError for a puzzle that is there twice, or for two that go by one key."""
    tasks: dict[str, int] = {}
    keys: dict[str, int] = {}
    for number, puzzle in enumerate(puzzles, 1):
        if (first := tasks.setdefault(task_of(puzzle), number)) != number:
            raise StoreError(f"puzzle {number} of {path} is puzzle {first} once more; leave one of them out")
        if (first := keys.setdefault(puzzle.key, number)) != number:
            raise StoreError(f"puzzle {number} of {path} has the key of puzzle {first}, {puzzle.key:.40}")


def _documents(path: Path) -> list[str]:
    try:
        with closing(sqlite3.connect(f"file:{_quote_path(path)}?mode=ro", uri=True)) as base:
            schema = base.execute("SELECT value FROM about WHERE name = 'schema'").fetchone()
            if schema != (SCHEMA,):
                raise StoreError(f"{path} has no schema {SCHEMA}")
            return [str(document) for (document,) in base.execute("SELECT document FROM puzzles ORDER BY number")]
    except sqlite3.Error as error:
        raise StoreError(f"{path} is not a collection of puzzles: {error}") from None


def _quote_path(path: Path) -> str:
    return str(path.resolve()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _read(path: Path, number: int, text: str) -> Puzzle:
    try:
        return from_json(text)
    except ValueError as error:
        raise StoreError(f"puzzle {number} of {path} is damaged: {error!s:.200}") from None
