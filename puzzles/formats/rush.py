"""Boards of 36 letters → the board of `games/rush_hour`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from puzzles.formats.errors import FormatError
from rules_dsl.quantities import quantity

SIDE = 6
EMPTY, WALL, TARGET = "o.", "x", "A"
TARGET_ROW = 2


def givens_of_rush(text: str) -> Mapping[str, object]:
    """Six rows of six: `o` or `.` empty, `x` a wall, letters the cars; A is the one that has to leave."""
    board = "".join(text.split())
    if len(board) != SIDE * SIDE:
        raise FormatError(f"it has {quantity(len(board), 'letter')} instead of {SIDE * SIDE}")
    for place, letter in enumerate(board):
        if letter not in EMPTY + WALL and not ("A" <= letter <= "Z"):
            raise FormatError(f"{letter!r} (letter {place + 1}) is not a car; cars are A to Z, empty is o, a wall x")
    for car in sorted(set(board) - set(EMPTY + WALL)):
        _check_car(board, car)
    rows = [board[start : start + SIDE] for start in range(0, SIDE * SIDE, SIDE)]
    if TARGET not in rows[TARGET_ROW]:
        raise FormatError("the car A is not in the third row, where the exit is")
    return {"board": "\n".join(rows)}


def _check_car(board: str, car: str) -> None:
    places = [place for place, letter in enumerate(board) if letter == car]
    if len(places) < 2 or tuple(places) not in _straight(places):
        raise FormatError(f"the car {car} is not two or more fields in a line")
    if car == TARGET and places[1] - places[0] != 1:
        raise FormatError("the car A stands across the exit")


def _straight(places: list[int]) -> Iterator[tuple[int, ...]]:
    """The same number of fields along a row and along a column from the first."""
    first, number = places[0], len(places)
    if first % SIDE + number <= SIDE:
        yield tuple(range(first, first + number))
    if first // SIDE + number <= SIDE:
        yield tuple(range(first, first + number * SIDE, SIDE))
