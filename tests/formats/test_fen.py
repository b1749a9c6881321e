"""FEN texts as givens of chess."""

from __future__ import annotations

import pytest

import regelwerk
from puzzles.formats import FORMATS, FormatError

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_fields() -> None:
    assert FORMATS["fen"]("4k3/8/8/3pP3/8/8/8/4K2R w K d6 7 31") == {
        "position": "....k...\n........\n........\n...pP...\n........\n........\n........\n....K..R",
        "to_move": "White",
        "may_castle": ["white_short"],
        "passed": "d6",
        "quiet_plies": 7,
    }


def test_fields_may_be_missing_and_joined_by_underscores() -> None:
    assert FORMATS["fen"]("4k3/8/8/8/8/8/8/4K3_b") == FORMATS["fen"]("4k3/8/8/8/8/8/8/4K3 b - - 0 1")


def test_the_first_position_is_that_of_the_game() -> None:
    assert regelwerk.load("chess", givens=FORMATS["fen"](START)).initial() == regelwerk.load("chess").initial()


def test_a_pawn_that_has_just_jumped_can_be_taken_in_passing() -> None:
    game = regelwerk.load("chess", givens=FORMATS["fen"]("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"))
    assert game.initial().legal("move(e5, d6)")
    other = regelwerk.load("chess", givens=FORMATS["fen"]("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"))
    assert not other.initial().legal("move(e5, d6)")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "0 fields"),
        ("a b c d e f g", "7 fields"),
        ("8/8/8/8/8/8/8 w", "7 ranks"),
        ("k7/8/8/8/8/8/8/K6 w", "7 squares"),
        ("k7/8/8/8/8/8/8/K8 w", "9 squares"),
        ("k7/8/8/8/8/8/8/K6x w", "'x' is not a piece"),
        ("8/8/8/8/8/8/8/K7 w", "Black has 0 kings"),
        ("k7/8/8/8/8/8/8/KK6 w", "White has 2 kings"),
        ("k7/8/8/8/8/8/8/K7 x", "'x' is to move"),
        ("k7/8/8/8/8/8/8/K7 w X", "'X' is not a castling right"),
        ("k7/8/8/8/8/8/8/K7 w Q", "on their home squares"),
        ("k7/8/8/8/8/8/8/K7 w - e4", "'e4' is not a square"),
        ("k7/8/8/8/8/8/8/K7 w - e6", "'e6' is not a square"),
        ("k7/8/8/8/8/8/8/K7 w - - x", "'x' is not a number"),
        ("k7/8/8/8/8/8/8/K7 w - - 101", "'101' is not a number"),
        ("k7/8/8/8/8/8/8/K7 w - - ²", "is not a number"),
    ],
)
def test_what_is_wrong_is_told(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        FORMATS["fen"](text)
