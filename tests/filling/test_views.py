"""Puzzles that are filled in count as one where they are the same but for how one looks at them: states are compared,
not pictures.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzles.filling.views import views_of
from puzzles.making.candidates import PuzzleOrder
from puzzles.making.collecting import Collection, CollectionLimits, collect
from rules_dsl.loading import load
from rules_dsl.machine.filling.puzzle import FindPuzzle
from solver.filling.search import list_solutions

BOARD = """rules 1
puzzle Square
use std.grid with columns = {width}, rows = {height}
find dark: [Cell] Bool
{rules}
show
  grid Cell as c: "" fill "black" when dark[c], "white"
"""
TWO_IN_A_LINE = """rule row: for r in 1..4: count(dark[c] for c in row_of(r)) == 2
rule column: for k in 1..4: count(dark[c] for c in column_of(k)) == 2"""


def written(folder: Path, rules: str, width: int = 4, height: int = 4) -> Path:
    path = folder / "square.rules"
    path.write_text(BOARD.format(width=width, height=height, rules=rules), "utf-8")
    return path


def collected(path: Path, samples: int) -> Collection:
    return collect(PuzzleOrder(str(path), seed=1, filled=True), CollectionLimits(100, samples))


def test_puzzles_that_differ_only_in_colour_are_no_doubles(tmp_path: Path) -> None:
    found = collected(written(tmp_path, TWO_IN_A_LINE), 8)
    assert len(found.puzzles) > 1
    assert len(found.puzzles) + found.doubles == 8


@pytest.mark.parametrize(
    ("rules", "turns", "renames"),
    [
        (TWO_IN_A_LINE, 8, True),
        ("rule row: for r in 1..4: count(dark[c] for c in row_of(r)) == 2", 4, True),
        ("rule few: count(dark[c] for c in Cell) == 3", 8, False),
        ("rule left: for c in Cell: dark[c] implies c.column <= 2", 2, False),
        ("rule corner: dark[a1] and not dark[d4] and not dark[d1] and dark[a2]", 1, False),
    ],
)
def test_only_what_the_rules_do_not_notice_is_the_same(rules: str, turns: int, renames: bool, tmp_path: Path) -> None:
    puzzle = FindPuzzle(load(str(written(tmp_path, rules))))
    first = next(list_solutions(puzzle, {}))
    solution = [bool(value) for value in first[0]]
    views = views_of(puzzle, solution)
    assert (len(views.turns), views.renames) == (turns, renames)


def test_a_board_that_is_no_square_is_turned_half_round_only(tmp_path: Path) -> None:
    puzzle = FindPuzzle(load(str(written(tmp_path, "rule few: count(dark[c] for c in Cell) == 3", 2, 3))))
    assert len(views_of(puzzle, [True, True, True, False, False, False]).turns) == 4


def test_turned_clues_are_the_same_and_other_clues_are_not(tmp_path: Path) -> None:
    puzzle = FindPuzzle(load(str(written(tmp_path, TWO_IN_A_LINE))))
    solution = [bool(value) for value in next(list_solutions(puzzle, {}))[0]]
    views = views_of(puzzle, solution)
    clues = {0: solution[0], 1: solution[1], 6: solution[6]}
    for turn in views.turns:
        there = {place: solution[cell] for place, cell in enumerate(turn) if cell in clues}
        assert views.canonical(there, [solution[cell] for cell in turn]) == views.canonical(clues, solution)
    assert views.canonical({0: solution[0]}, solution) != views.canonical(clues, solution)
