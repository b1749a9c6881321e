"""A program with all that is true of it, and the game that was read from its text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from cython_ext.native import NativeMachine
from rules_dsl.ir import nodes as ir
from rules_dsl.loading import load
from tests.whole.author import Program
from tests.whole.truth import Facts

Compile = Callable[[ir.Game], NativeMachine]


@dataclass(slots=True)
class Case:
    """`path` is where the text lies, `asked` how often each thing was asked."""

    program: Program
    facts: Facts
    game: ir.Game
    path: Path
    compile: Compile | None = None
    asked: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def count(self, what: str) -> None:
        """Note that something was asked."""
        self.asked[what] = self.asked.get(what, 0) + 1


def path_in(folder: Path, program: Program) -> Path:
    """Where the text of a program lies: each has a file of its own, for a process reads a file once."""
    return folder / f"drawn_{sha256(program.text.encode()).hexdigest()[:12]}.rules"


def options_of(program: Program) -> dict[str, str]:
    """What is set when it is loaded."""
    return {"size": str(program.option)} if program.option >= 0 else {}


def game_of(program: Program, folder: Path) -> ir.Game:
    """The game as its text says, with its option set."""
    path = path_in(folder, program)
    path.write_text(program.text, encoding="utf-8")
    return load(path, options_of(program))
