"""Chess positions in Forsyth-Edwards notation → the givens of `games/chess`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from puzzles.formats.errors import FormatError

RIGHTS = {"K": "white_short", "Q": "white_long", "k": "black_short", "q": "black_long"}
MOST_QUIET_PLIES = 100


def givens_of_fen(text: str) -> Mapping[str, object]:
    """Givens from the fields of a FEN; the last ones may be missing, the number of the move is not needed."""
    fields = text.replace("_", " ").split()
    if not 1 <= len(fields) <= 6:
        raise FormatError(f"it has {len(fields)} fields instead of six")
    defaults = ("", "w", "-", "-", "0", "1")
    board, mover, rights, passed, quiet, _ = (*fields, *defaults[len(fields) :])
    return {
        "position": "\n".join(_rank(rank) for rank in _ranks(board)),
        "to_move": _mover(mover),
        "may_castle": _rights(rights),
        "passed": _square(passed),
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
        raise FormatError(f"{wrong[0]!r} is no piece (in the rank {rank!r})")
    squares = re.sub(r"[1-8]", lambda match: "." * int(match[0]), rank)
    if len(squares) != 8:
        raise FormatError(f"the rank {rank!r} has {len(squares)} squares instead of eight")
    return squares


def _mover(text: str) -> str:
    if text not in ("w", "b"):
        raise FormatError(f"{text!r} is to move instead of w or b")
    return "White" if text == "w" else "Black"


def _rights(text: str) -> list[str]:
    if text == "-":
        return []
    wrong = [letter for letter in text if letter not in RIGHTS]
    if wrong:
        raise FormatError(f"{wrong[0]!r} is no right to castle")
    return [RIGHTS[letter] for letter in dict.fromkeys(text)]


def _square(text: str) -> str:
    if text != "-" and not re.fullmatch(r"[a-h][36]", text):
        raise FormatError(f"{text!r} is no square that a pawn has just passed")
    return "none" if text == "-" else text


def _quiet(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text[:4]) > MOST_QUIET_PLIES:
        raise FormatError(f"{text!r} is no number of plies up to {MOST_QUIET_PLIES}")
    return int(text)
