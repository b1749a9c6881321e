"""What the README of a game says: its title, and its rules in short as a table of paragraphs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from rules_dsl.reading import read_bytes

README = "README.md"
LARGEST_README = 1_000_000
HEAD = "§"

_ROW = re.compile(r"^\| ([^|\n]+) \| ([^|\n]+) \|[^|\n]*\|[^|\n]*\|$", re.MULTILINE)
_TITLE = re.compile(r"# (.+)")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph of a rulebook: its number and what it says."""

    number: str
    text: str


def read_title(folder: Path) -> str | None:
    """The title as people write it, None where nobody has written one."""
    heading = _TITLE.match(_read(folder))
    return heading and _plain(heading[1].strip())


def read_paragraphs(folder: Path) -> tuple[Paragraph, ...]:
    """The paragraphs that the README of a game lists; none where there is no such table."""
    rows = [(number.strip(), rule.strip()) for number, rule in _ROW.findall(_read(folder))]
    rules = [(number, rule) for number, rule in rows if number != HEAD and set(number) != {"-"}]
    return tuple(Paragraph(_plain(number), _plain(rule)) for number, rule in rules)


def _read(folder: Path) -> str:
    path = folder / README
    return read_bytes(path, LARGEST_README).decode("utf-8", errors="replace") if path.is_file() else ""


def _plain(text: str) -> str:
    """A cell without its marks of Markdown."""
    return _LINK.sub(r"\1", text).replace("`", "").replace("**", "")
