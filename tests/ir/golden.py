"""Golden tests in Markdown: a game in text form, cases that add lines to it, and what a pass makes of them.

The first block ```game is the game; a case is a heading, a block ```before with further lines, and a block ```after
PASS with the lines that the pass has made. `python -m tests.ir.golden` writes the blocks ```after again; read the
difference before you keep it.
"""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from rules_dsl.ir.nodes import Game
from rules_dsl.ir.notation.read import read_game
from rules_dsl.ir.notation.write import write_game
from rules_dsl.ir.verify import verify

FOLDER = Path(__file__).parent
BLOCK = re.compile(
    r"^## (?P<title>.*?)$|^```(?P<kind>\w+)(?: (?P<word>\w+))?\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)


@dataclass(frozen=True)
class Case:
    """One case of a file; `span` is where the expected text stands in it."""

    path: Path
    title: str
    before: str
    pass_name: str
    after: str
    span: tuple[int, int]

    def __str__(self) -> str:
        return f"{self.path.stem}: {self.title}"

    def result(self) -> str:
        """The lines the pass makes; games before and after must be well formed."""
        before = read_game(self.before)
        assert verify(before) == [], f"before: {verify(before)}"
        after: Game = import_module(f"rules_dsl.ir.passes.{self.pass_name}").run(before)
        assert verify(after) == [], f"after: {verify(after)}"
        old = set(entries(write_game(before)))
        return "".join(
            f"{entry}\n" for entry in entries(write_game(after)) if entry not in old or entry.startswith("nodes#")
        )


def entries(text: str) -> list[str]:
    """The parts of a game in text form, each with the lines that are indented below it."""
    return re.split(r"\n(?! )", text.strip("\n"))


def cases(path: Path) -> list[Case]:
    """The cases of a file."""
    found: list[Case] = []
    game = title = before = ""
    for match in BLOCK.finditer(path.read_text(encoding="utf-8")):
        if match["title"] is not None:
            title = match["title"]
        elif match["kind"] == "game":
            game = match["text"]
        elif match["kind"] == "before":
            before = match["text"]
        elif match["kind"] == "after":
            found.append(Case(path, title, game + before, match["word"], match["text"], match.span("text")))
    return found


def all_cases() -> list[Case]:
    """The cases of all files."""
    return [case for path in sorted(FOLDER.glob("*.md")) for case in cases(path)]


def rewrite(path: Path) -> None:
    """Write what the passes make now."""
    text = path.read_text(encoding="utf-8")
    for case in reversed(cases(path)):
        text = text[: case.span[0]] + case.result() + text[case.span[1] :]
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    argparse.ArgumentParser(prog="python -m tests.ir.golden", description=__doc__).parse_args()
    for golden in sorted(FOLDER.glob("*.md")):
        rewrite(golden)
