"""Golden tests of lowering in Markdown (`lowered.md`): a truth in the text form of the IR, and what it becomes in core.

`python -m tests.core.golden` writes the blocks `core` again; read the difference before you keep it.
"""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass
from pathlib import Path

from rules_dsl.ir.core.print import print_function
from rules_dsl.ir.core.verify import verify_program
from rules_dsl.ir.lowering.game import lower_game
from rules_dsl.ir.notation.read import read_game

PATH = Path(__file__).parent / "lowered.md"
BLOCK = re.compile(r"^## (?P<title>.*?)$|^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class LoweredCase:
    """One case; `span` is where the expected text stands in the file."""

    title: str
    game: str
    expression: str
    core: str
    span: tuple[int, int]

    def __str__(self) -> str:
        return self.title

    def result(self) -> str:
        """The body of the function of the truth; the program must be well formed."""
        claim = f"claims (Claim always it {self.expression.strip()} none &it)"
        game = read_game(f"{self.game}nodes#0 (StopNode)\n{claim}\n")
        program = lower_game(game)
        assert verify_program(program) == []
        function = next(function for function in program.functions if function.name == "claim 0")
        return "".join(f"{line.removeprefix('  ')}\n" for line in print_function(function)[1:])


def all_cases() -> list[LoweredCase]:
    """The cases of the file."""
    found: list[LoweredCase] = []
    game = title = expression = ""
    for match in BLOCK.finditer(PATH.read_text(encoding="utf-8")):
        if match["title"] is not None:
            title = match["title"]
        elif match["kind"] == "game":
            game = match["text"]
        elif match["kind"] == "expression":
            expression = match["text"]
        elif match["kind"] == "core":
            found.append(LoweredCase(title, game, expression, match["text"], match.span("text")))
    return found


def rewrite() -> None:
    """Write what lowering makes now."""
    text = PATH.read_text(encoding="utf-8")
    for case in reversed(all_cases()):
        text = text[: case.span[0]] + case.result() + text[case.span[1] :]
    PATH.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    argparse.ArgumentParser(prog="python -m tests.core.golden", description=__doc__).parse_args()
    rewrite()
