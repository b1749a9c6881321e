"""Writes collections of puzzles to files for people."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from puzzles.exporting.items import by_game, page_of, start_of
from puzzles.exporting.pdf import pdf_sheets
from puzzles.exporting.sheets import svg_sheets
from puzzles.exporting.tables import NoNotation, anki, in_notation
from puzzles.making.instances import game_of
from puzzles.page.filling import NoPage
from puzzles.storing.puzzle import Puzzle, as_json
from regelwerk.api.game import Game, State
from regelwerk.api.results import Voices
from regelwerk.report.files import write_file
from regelwerk.settings import problem
from rules_dsl.atomic import write_bytes
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.loading import languages

Numbered = Sequence[tuple[int, Puzzle]]
Files = list[tuple[Path, int]]


def write_files(numbered: Numbered, form: str, target: Path) -> Files:
    """The files of an export with their sizes; older files of the same kind are replaced."""
    if target.is_dir() or (target.exists() and target.suffix not in (".html", ".svg", ".pdf", ".jsonl", ".csv", ".txt", ".xsb")):
        raise RulesError(problem("E0758", f"{target} already exists and is not an export", "--output", repair="choose another name; nothing was changed"))
    puzzles = [puzzle for _, puzzle in numbered]
    match form:
        case "html":
            return _pages(numbered, target)
        case "svg":
            return _several(svg_sheets(puzzles), target)
        case "pdf":
            return [_bytes(target, pdf_sheets(puzzles))]
        case "jsonl":
            return _several(["".join(as_json(puzzle) + "\n" for puzzle in puzzles)], target)
        case "anki":
            return _several([anki(puzzles)], target)
        case _:
            return _several([_write_notation(puzzles, form)], target)


def _write_notation(puzzles: Sequence[Puzzle], form: str) -> str:
    try:
        return in_notation(puzzles, form)
    except NoNotation as error:
        raise RulesError(problem("E0762", str(error), "--as")) from None


def _pages(numbered: Numbered, target: Path) -> Files:
    """A page for each game."""
    try:
        return _several([page_of(group) for group in by_game(numbered)], target)
    except NoPage as error:
        raise RulesError(problem("E0762", str(error), "--as")) from None


def _several(texts: Sequence[str], target: Path) -> Files:
    """One text into the file, several into files with numbers."""
    files: Files = []
    for number, text in enumerate(texts, 1):
        path = target if len(texts) == 1 else target.with_name(f"{target.stem}-{number}{target.suffix}")
        write_file(path, text, "--output")
        files.append((path, len(text.encode())))
    return files


def _bytes(target: Path, data: bytes) -> tuple[Path, int]:
    try:
        write_bytes(target, data)
    except OSError as error:
        raise RulesError(problem("E0758", f"{target!s:.200} cannot be written: {error.strerror}", "--output")) from None
    return target, len(data)


def beginning(puzzle: Puzzle) -> State:
    """The position of a puzzle, to be played from."""
    machine, state = start_of(puzzle)
    voices = Voices(languages(puzzle.game), lambda language: game_of(puzzle.game, puzzle.options, puzzle.givens, language))
    return State(Game(machine, voices=voices), state)
