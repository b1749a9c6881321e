"""Chess positions in Forsyth-Edwards notation → the givens of `games/chess`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from puzzles.formats.errors import FormatError
from rules_dsl.quantities import quantity

RIGHTS = {"K": "white_short", "Q": "white_long", "k": "black_short", "q": "black_long"}
HOMES = {"K": ("e1K", "h1R"), "Q": ("e1K", "a1R"), "k": ("e8k", "h8r"), "q": ("e8k", "a8r")}
MOST_QUIET_PLIES = 100


def givens_of_fen(text: str) -> Mapping[str, object]:
    """Givens from the fields of a FEN; the last ones may be missing, the number of the move is not needed."""
    fields = text.replace("_", " ").split()
    if not 1 <= len(fields) <= 6:
        raise FormatError(f"it has {quantity(len(fields), 'field')} instead of six")
    defaults = ("", "w", "-", "-", "0", "1")
    board, mover, rights, passed, quiet, _ = (*fields, *defaults[len(fields) :])
    ranks = [_rank(rank) for rank in _ranks(board)]
    _one_king_each(ranks)
    return {
        "position": "\n".join(ranks),
        "to_move": _mover(mover),
        "may_castle": _rights(rights, ranks),
        "passed": _square(passed, mover, ranks),
        "quiet_plies": _quiet(quiet),
    }


def _ranks(board: str) -> list[str]:
    ranks = board.split("/")
    if len(ranks) != 8:
        raise FormatError(f"the board has {len(ranks)} ranks instead of eight")
    return ranks


def _rank(rank: str) -> str:
    wrong = re.search(r"[^1-8pnbrqkPNBRQK]", rank)
    if wrong:
        raise FormatError(f"{wrong[0]!r} is not a piece (in the rank {rank!r})")
    squares = re.sub(r"[1-8]", lambda match: "." * int(match[0]), rank)
    if len(squares) != 8:
        raise FormatError(f"the rank {rank!r} has {len(squares)} squares instead of eight")
    return squares


def _mover(text: str) -> str:
    if text not in ("w", "b"):
        raise FormatError(f"{text!r} is to move instead of w or b")
    return "White" if text == "w" else "Black"


def _one_king_each(ranks: Sequence[str]) -> None:
    for king, side in (("K", "White"), ("k", "Black")):
        number = "".join(ranks).count(king)
        if number != 1:
            raise FormatError(f"{side} has {number} kings")


def _at(ranks: Sequence[str], square: str) -> str:
    return ranks[8 - int(square[1])]["abcdefgh".index(square[0])]


def _rights(text: str, ranks: Sequence[str]) -> list[str]:
    letters = "" if text == "-" else text
    for letter in letters:
        if letter not in RIGHTS:
            raise FormatError(f"{letter!r} is not a castling right")
        if any(_at(ranks, home[:2]) != home[2] for home in HOMES[letter]):
            raise FormatError(f"castling {letter!r} needs king and rook on their home squares")
    return [RIGHTS[letter] for letter in dict.fromkeys(letters)]


def _square(text: str, mover: str, ranks: Sequence[str]) -> str:
    """The square a pawn has just jumped over: empty, the pawn before it."""
    if text == "-":
        return "none"
    row, beyond, pawn = ("6", "5", "p") if mover == "w" else ("3", "4", "P")
    if not re.fullmatch(f"[a-h]{row}", text) or _at(ranks, text) != "." or _at(ranks, text[0] + beyond) != pawn:
        raise FormatError(f"{text!r} is not a square that a pawn has just passed")
    return text


def _quiet(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text[:4]) > MOST_QUIET_PLIES:
        raise FormatError(f"{text!r} is not a number of plies up to {MOST_QUIET_PLIES}")
    return int(text)
