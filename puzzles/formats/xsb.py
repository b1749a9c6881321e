"""Sokoban levels in XSB text → the level of `games/sokoban`: rows joined by bars, or the n-th level of a file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from puzzles.formats.errors import FormatError
from rules_dsl.reading import read_bytes

SIGNS = frozenset("#.$*@+ -_")
LARGEST_FILE = 16_000_000
LARGEST_SIDE = 40


def givens_of_xsb(text: str) -> Mapping[str, object]:
    """`FILE`, `FILE#N` (the first level is 1), or the rows of a level with `|` between them."""
    rows = text.split("|") if "|" in text else _level_of_file(text)
    _check(rows)
    width = max(len(row) for row in rows)
    return {"level": "\n".join(row.ljust(width) for row in rows)}


def _level_of_file(text: str) -> list[str]:
    name, _, number = text.rpartition("#") if re.search(r"#[0-9]{1,6}$", text) else (text, "", "1")
    try:
        lines = read_bytes(Path(name), LARGEST_FILE).decode("utf-8-sig", "replace").splitlines()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise FormatError(f"{name!r:.200} cannot be read: {reason}") from None
    levels = list(_levels(lines))
    if not 1 <= int(number) <= len(levels):
        raise FormatError(f"{name} has {len(levels)} levels, there is no level {int(number)}")
    return levels[int(number) - 1]


def _levels(lines: list[str]) -> Iterator[list[str]]:
    """Rows that follow each other and hold a wall and nothing but signs of levels; all other lines are remarks."""
    rows: list[str] = []
    for line in [*lines, ""]:
        row = line.rstrip()
        if "#" in row and set(row) <= SIGNS:
            rows.append(row)
        elif rows:
            yield rows
            rows = []


def _check(rows: list[str]) -> None:
    signs = "".join(rows)
    strange = next((sign for sign in signs if sign not in SIGNS), None)
    if strange is not None:
        raise FormatError(f"{strange!r} is not a character of a level; these are # . $ * @ + and space, - or _")
    if max(len(rows), *map(len, rows)) > LARGEST_SIDE:
        raise FormatError(f"it has more than {LARGEST_SIDE} rows or columns")
    keepers = signs.count("@") + signs.count("+")
    if keepers != 1:
        raise FormatError(f"it has {keepers} keepers instead of one")
    crates, targets = signs.count("$") + signs.count("*"), signs.count(".") + signs.count("*") + signs.count("+")
    if crates == 0 or crates != targets:
        raise FormatError(f"it has {crates} crates and {targets} targets")
