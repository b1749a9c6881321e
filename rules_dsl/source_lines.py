"""Lines of generated source with their indentation, for whatever language."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

STEP = "    "


class IndentedLines:
    """Lines while they are written; each language adds how its blocks open and close."""

    def __init__(self, depth: int = 0) -> None:
        self.lines: list[str] = []
        self.depth = depth

    def line(self, text: str) -> None:
        """One line at the present depth."""
        self.lines.append(STEP * self.depth + text)

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """What is written inside stands one step deeper."""
        self.depth += 1
        yield
        self.depth -= 1


def plain_words(text: str) -> str:
    """Words on one line, without anything that cannot be printed."""
    return " ".join("".join(character if character.isprintable() else " " for character in text).split())
