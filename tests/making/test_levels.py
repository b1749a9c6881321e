"""Drawn levels: the optimum is that of a search that knows no rules file, none comes twice, one thread and two give the
same.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzles.making.candidates import PuzzleOrder, order_of
from puzzles.making.checking import check_proved, check_solved
from puzzles.making.collecting import CollectionLimits, collect
from puzzles.making.likeness import board_of, likeness
from puzzles.storing.puzzle import Puzzle
from puzzles.storing.store import write_store
from rules_dsl import loading
from tests.making.plain_levels import fewest_slides, fewest_steps

PLAIN = {"rush_hour": fewest_slides, "sokoban": fewest_steps}


def levels(game: str, count: int, processes: int = 1, seed: int = 2) -> list[Puzzle]:
    return collect(
        order_of(loading.load(game), PuzzleOrder(game, seed=seed)), CollectionLimits(count, 20 * count), processes
    ).puzzles


def hold(game: str, found: list[Puzzle]) -> None:
    for puzzle in found:
        assert puzzle.value == PLAIN[game](board_of(puzzle)) == len(puzzle.solution)
    assert len({likeness(puzzle) for puzzle in found}) == len(found)


def test_plain_searches_know_published_levels() -> None:
    assert fewest_slides(("HBBCCo", "HoJooo", "AAJoKo", "IDDoKo", "Iooooo", "xooxGG")) == 6
    assert (
        fewest_steps(("########", "#####@.#", "####.$$#", "#### $ #", "### .# #", "###    #", "###  ###", "########"))
        == 63
    )
    assert fewest_steps(("#####", "#@$ #", "# ..#", "#####")) is None


@pytest.mark.parametrize("game", PLAIN)
def test_a_level(game: str) -> None:
    found = levels(game, 1)
    hold(game, found)
    assert check_solved(found[0]).holds and check_proved(found[0]).holds


@pytest.mark.long
@pytest.mark.parametrize(("game", "count"), [("rush_hour", 24), ("sokoban", 16)])
def test_many_levels(game: str, count: int, tmp_path: Path) -> None:
    found = levels(game, count)
    assert len(found) == count
    hold(game, found)
    write_store(tmp_path / "one.puzzles", found)
    write_store(tmp_path / "two.puzzles", levels(game, count, 2))
    assert (tmp_path / "one.puzzles").read_bytes() == (tmp_path / "two.puzzles").read_bytes()
