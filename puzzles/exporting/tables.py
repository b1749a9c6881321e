"""Collections as text: Anki's CSV, and the level notations of other programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from html import escape

from puzzles.exporting.items import draw_solution, goal_text, picture_of
from puzzles.making.likeness import board_of
from puzzles.storing.puzzle import Puzzle
from rules_dsl.quantities import quantity
from rules_dsl.view.panels import first_grid
from rules_dsl.view.svg import draw_svg


class NoNotation(Exception):
    """A game has no notation for export; the message lists the games that have."""


def anki(puzzles: Sequence[Puzzle]) -> str:
    """Cards for Anki: picture and task on the front, the solution on the back, then tags."""
    out = io.StringIO()
    out.write("#separator:Comma\n#html:true\n#tags column:3\n")
    rows = csv.writer(out, lineterminator="\n")
    for puzzle in puzzles:
        front = f"{draw_svg(picture_of(puzzle))}<p>{escape(goal_text(puzzle))}</p>"
        tags = " ".join(
            theme.replace(" ", "_") for theme in [puzzle.game.rpartition("/")[2], puzzle.grade.word, *puzzle.themes]
        )
        rows.writerow([front, _back(puzzle), tags])
    return out.getvalue()


def _back(puzzle: Puzzle) -> str:
    """The solution: a picture for fill-in puzzles, otherwise the moves."""
    drawn = draw_solution(puzzle)
    return escape("; ".join(puzzle.solution)) if drawn is None else draw_svg(drawn)


def _xsb(puzzle: Puzzle) -> str:
    rows = "\n".join(row.rstrip() for row in board_of(puzzle))
    return f"{rows}\n; {quantity(puzzle.value, 'move')}, {puzzle.grade.word}, {puzzle.key}\n\n"


def _rush(puzzle: Puzzle) -> str:
    return f"{puzzle.value} {''.join(board_of(puzzle)).replace(' ', 'o')} {puzzle.key}\n"


def _korf(puzzle: Puzzle) -> str:
    tiles = " ".join(cell for row in _cells(puzzle) for cell in row)
    return f"{tiles}\n"


def _cells(puzzle: Puzzle) -> list[list[str]]:
    grid = first_grid(picture_of(puzzle))
    signs = {(cell.column, cell.row): cell.look.text.strip() or "0" for cell in grid.cells}
    return [[signs[column, row] for column in range(len(grid.columns))] for row in reversed(range(len(grid.rows)))]


NOTATIONS: dict[str, tuple[str, Callable[[Puzzle], str]]] = {
    "sokoban": ("xsb", _xsb),
    "rush_hour": ("rush", _rush),
    "fifteen": ("korf", _korf),
}


def in_notation(puzzles: Sequence[Puzzle], name: str) -> str:
    """The collection in a notation of its game."""
    lines = []
    for puzzle in puzzles:
        known = NOTATIONS.get(puzzle.game)
        if known is None or known[0] != name:
            raise NoNotation(
                f"{puzzle.game.rpartition('/')[2]} is not written as {name}; {', '.join(f'{game} as {word}' for game, (word, _) in NOTATIONS.items())}"
            )
        lines.append(known[1](puzzle))
    return "".join(lines)
