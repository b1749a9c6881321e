"""How long plays are, and what a game looks like in a list."""

from __future__ import annotations

import pytest

from regelwerk.library.lengths import LengthBasis, PlayLength, find_length, measure_lengths
from regelwerk.library.pictures import find_picture


def test_a_game_is_measured_by_playouts() -> None:
    length = find_length("tictactoe")
    assert length is not None and 5 <= length.moves <= 9
    assert (length.basis, length.playouts) == (LengthBasis.PLAYOUTS, 30)


def test_chance_is_not_counted_as_moves() -> None:
    length = find_length("three_rolls")
    assert length is not None and length.moves <= 3


def test_a_puzzle_has_the_length_of_its_shortest_recorded_solution() -> None:
    assert find_length("hanoi") == PlayLength(15, LengthBasis.SOLUTION)


@pytest.mark.parametrize("name", ["fifteen", "sudoku"])
def test_where_nothing_is_known_nothing_is_said(name: str) -> None:
    assert find_length(name) is None


def test_several_are_measured_in_order() -> None:
    assert [name for name, _ in measure_lengths(("hanoi", "tictactoe"))] == ["hanoi", "tictactoe"]


def test_a_picture_stands_alone_and_asks_for_nothing() -> None:
    picture = find_picture("tictactoe")
    assert picture.startswith("<svg ") and "http" not in picture.replace("http://www.w3.org/2000/svg", "")
    assert "<script" not in picture and picture == find_picture("tictactoe")
