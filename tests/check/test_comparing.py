"""Two games side by side: the shortest play that tells them apart, or a proof that there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from regelwerk.proofs import compared
from rules_dsl.loading import LIBRARY, load
from rules_dsl.machine.pygen import PythonMachine
from solver.check.comparing import Comparison, Different, Extent, Same, Unsettled, compare
from solver.clock import Clock
from solver.questions import Limits
from solver.smt.equivalence import equivalent


def changed(folder: Path, game: str, old: str, new: str) -> PythonMachine:
    text = (LIBRARY / game / f"{game}.rules").read_text()
    assert text.count(old) == 1
    path = folder / f"{game}.rules"
    path.write_text(text.replace(old, new))
    return PythonMachine(load(path))


def side_by_side(one: PythonMachine, other: PythonMachine, extent: Extent | None = None) -> Comparison:
    return compare(one, other, extent or Extent(), Clock(Limits()))


def test_a_game_is_the_same_as_itself_by_both_ways() -> None:
    for name in ("three_rolls", "tictactoe", "river_crossing"):
        machine = PythonMachine(load(name))
        assert isinstance(side_by_side(machine, machine), Same)
    board = PythonMachine(load("tictactoe"))
    assert equivalent(board, board, Clock(Limits()))
    assert compared(board, board, None) == Same("every move, ending and score is the same in every state (Z3)")


SAME = [
    ("tictactoe", "  needs board[c] == none  ", "  needs not (board[c] != none)  "),
    ("tictactoe", "count(board[c] == X for c in Cell) - ", "count(board[c] == X for c in Cell) * 1 - "),
    ("river_crossing", "boat = next(boat)", "boat = previous(boat)"),
]
OTHERS = [
    ("three_rolls", "  needs pips > 0  \"roll first\"", "  needs pips > 1  \"roll first\"", 2),
    ("three_rolls", "  pips: pips\n\nclaim", "  pips: pips + 1\n\nclaim", 3),
    ("three_rolls", "    pips = die\n", "    pips = max(die, 2)\n", 3),
    ("tictactoe", "draw when full()                @rule \"3\"\n", "", 9),
    ("tictactoe", "      choose mark by p", "      choose mark by next(p)", 0),
    ("tictactoe", "win p: Player when has_line(p)", "win p: Player when has_line(next(p))", 5),
    ("river_crossing", "  ensures safe(near) and safe(far)  ", "  ensures safe(near) or safe(far)  ", 0),
]  # fmt: skip


@pytest.mark.parametrize(("game", "old", "new"), SAME)
def test_other_words_for_the_same(game: str, old: str, new: str, tmp_path: Path) -> None:
    one, other = PythonMachine(load(game)), changed(tmp_path, game, old, new)
    assert isinstance(side_by_side(one, other), Same)
    assert equivalent(one, other, Clock(Limits()))


@pytest.mark.parametrize(("game", "old", "new", "moves"), OTHERS)
def test_the_shortest_play_that_tells_them_apart(game: str, old: str, new: str, moves: int, tmp_path: Path) -> None:
    one, other = PythonMachine(load(game)), changed(tmp_path, game, old, new)
    assert not equivalent(one, other, Clock(Limits()))
    found = side_by_side(one, other)
    assert isinstance(found, Different)
    assert (len(found.play), found.shortest) == (moves, True)


def test_what_was_not_looked_at_is_not_said_to_be_the_same() -> None:
    machine, other = PythonMachine(load("orchard")), PythonMachine(load("orchard", {"rounds": "7"}))
    found = side_by_side(machine, other, Extent(pairs=500, plays=0))
    assert isinstance(found, Unsettled) and found.upto >= 1
    assert isinstance(side_by_side(machine, other, Extent(pairs=50, plays=50)), Different)
