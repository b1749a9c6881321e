"""Games of several files in a folder of their own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rules_dsl.diagnostics.diagnostic import Diagnostic
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.texts import say_value
from rules_dsl.semantics.analyse import analyse

HEAD = 'rules 1\ngame Test "a test"\n'
TAIL = "\naction wait\nplay\n  choose wait by the(first(p for p in players))\n"


class Folder:
    """Files written for one test, and what becomes of the main one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, name: str, text: str) -> Path:
        """Write one file."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def library(self, name: str, text: str) -> Path:
        """Write a file to be used."""
        return self.write(name, f'rules 1\nlibrary Part "a part"\n{text}')

    def read(
        self,
        text: str,
        options: Mapping[str, str] | None = None,
        givens: Mapping[str, object] | None = None,
        overlays: tuple[Path, ...] = (),
    ) -> tuple[ir.Game | None, tuple[Diagnostic, ...]]:
        """The game of a main file."""
        return analyse(self.write("main.rules", HEAD + text + TAIL), options or {}, givens or {}, overlays)

    def game(
        self, text: str, options: Mapping[str, str] | None = None, givens: Mapping[str, object] | None = None
    ) -> ir.Game:
        """The game of a main file that is right."""
        game, findings = self.read(text, options, givens)
        assert game is not None, findings
        return game

    def errors(
        self, text: str, options: Mapping[str, str] | None = None, givens: Mapping[str, object] | None = None
    ) -> list[Diagnostic]:
        """What is wrong with a main file."""
        return [found for found in self.read(text, options, givens)[1] if found.severity == "error"]

    def codes(
        self, text: str, options: Mapping[str, str] | None = None, givens: Mapping[str, object] | None = None
    ) -> list[str]:
        """The codes of what is wrong."""
        return [found.code for found in self.errors(text, options, givens)]


def constant(game: ir.Game, name: str) -> str:
    """A constant as it is written."""
    found = next(each for each in game.constants if each.name == name)
    return say_value(found.type, found.value)


def type_named(game: ir.Game, name: str) -> object:
    """A type by its name."""
    return next(kind for kind in game.types if getattr(kind, "name", None) == name)


def variable_type(game: ir.Game, name: str) -> str:
    """The type of a state variable."""
    return str(next(each for each in game.variables if each.name == name).type)


def result_type(game: ir.Game, name: str) -> str:
    """The result type of a define."""
    return str(next(each for each in game.functions if each.name == name).type)
