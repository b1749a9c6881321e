"""Markdown transcripts: fenced `console` blocks with commands, what they print and their exit codes.

    ```console
    $ regelwerk moves tictactoe
    mark(a1)
    ...
    [exit 2]
    ```

A line `...` stands for any lines, `…` inside a line for any characters, `[exit N]` for an exit code other than 0. A block
```` ```rules file=small.rules ```` (or any other language) writes a file that the commands after it can use, `add=small.rules` adds to its end, and
```` ```diff file=small.rules ```` replaces its lines marked `-`, which must stand there once, by those marked `+`. Each document runs in a folder of its own.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.cli.warm.starting import warm_command

FENCE = re.compile(r"^```(\S*)[ ]?(.*?)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LIMIT = 120


@dataclass(frozen=True, slots=True)
class Step:
    """A command and what it should print, with the place of the expectation in the document."""

    command: str
    expected: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A text for a file: `how` is file (write), add (append) or diff (replace lines)."""

    how: str
    name: str
    text: str

    def put(self, folder: Path) -> None:
        """Do it."""
        path = folder / self.name
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_text("utf-8") if self.how != "file" else ""
        path.write_text(self._edited(before) if self.how == "diff" else before + self.text, "utf-8")

    def _edited(self, before: str) -> str:
        lines = self.text.splitlines(keepends=True)
        old, new = ("".join(line[1:] for line in lines if line[0] == mark) for mark in "-+")
        assert before.count(old) == 1, f"{self.name} does not have these lines once:\n{old}"
        return before.replace(old, new)


def pieces(document: str) -> Iterator[Piece | Step]:
    """The files and commands of a document in order."""
    for fence in FENCE.finditer(document):
        how, _, name = fence[2].strip().partition("=")
        if how in ("file", "add"):
            yield Piece("diff" if fence[1] == "diff" else how, name, fence[3])
        elif fence[1] == "console":
            yield from _commands(fence)


def _commands(fence: re.Match[str]) -> Iterator[Step]:
    for command in re.finditer(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", fence[3], re.MULTILINE):
        start = fence.start(3) + command.start(2)
        yield Step(command[1], command[2], start, start + len(command[2]))


def steps(document: str) -> Iterator[Step]:
    """The commands of a document in order."""
    return (piece for piece in pieces(document) if isinstance(piece, Step))


def run(command: str, folder: Path, regelwerk: Sequence[str] = ()) -> str:
    """What a command prints to stdout and stderr, and its exit code if that is not 0. `regelwerk` begins it; where nothing is said, a warm process forks."""
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "100", "TERM": "dumb", "PYTHONIOENCODING": "utf-8"}
    shell = f'regelwerk() {{ {shlex.join(regelwerk or warm_command())} "$@"; }}\n{command}\n'
    result = subprocess.run(
        ["bash", "-c", shell], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, encoding="utf-8", timeout=LIMIT, check=False,
    )  # fmt: skip
    printed = "".join(line.rstrip() + "\n" for line in result.stdout.splitlines())
    return printed + (f"[exit {result.returncode}]\n" if result.returncode else "")


def matches(expected: str, printed: str) -> bool:
    """Is this what was expected, with `...` for any lines and `…` for any characters?"""
    pattern = "".join(_line_pattern(line) for line in expected.splitlines())
    return re.fullmatch(pattern, printed) is not None


def _line_pattern(line: str) -> str:
    return r"(?:.*\n)*?" if line == "..." else ".*".join(map(re.escape, line.rstrip().split("…"))) + r"\n"


def updated(document: str, printed: dict[int, str]) -> str:
    """The document with the expectations of the steps at these places replaced."""
    for step in sorted(steps(document), key=lambda step: step.start, reverse=True):
        if step.start in printed:
            document = document[: step.start] + printed[step.start] + document[step.end :]
    return document
