"""A puzzle: its start, aim, solution, proof, origin and grade."""

from __future__ import annotations

import hashlib

import msgspec

FILLED = "filled in"
"""The aim of a puzzle that is not played but filled in; its value is the number of cells that are empty."""


GRADES = ("very easy", "easy", "medium", "hard", "very hard")
KINDS = {True: ("solution",), False: ("first", "line")}
"""What there is only one of in a puzzle that is filled in, and in one that is played."""
AIMS = (FILLED, "fewest moves", "highest score", "value of the game")
MOST_PLAYERS = 16
LARGEST = 1 << 53


class PuzzleGrade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How hard a puzzle is: 0 to 100, and what that comes from."""

    number: int
    word: str
    steps: int  # decisions of the solver where several moves are legal
    width: float  # which part of the moves there is as good as the best
    effort: int  # positions a search meets before it is sure
    traps: int  # decisions at which the move that looks best is not
    loss: int  # what is lost by whoever always takes what looks best


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`start` is the packed position; `unique` says what is unique: the first move, the line, or the solution."""

    key: str
    game: str
    options: dict[str, str]
    givens: dict[str, str]
    start: str
    aim: str
    value: int
    player: int
    unique: str
    second: int | None
    choices: int
    solution: list[str]
    grade: PuzzleGrade
    themes: list[str]
    made: dict[str, str]
    proof: list[str]


def key_of(game: str, options: dict[str, str], givens: dict[str, str], start: str, aim: str) -> str:
    """The key of a puzzle; equal for equal tasks."""
    parts = [game, repr(sorted(options.items())), repr(sorted(givens.items())), start, aim]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def task_of(puzzle: Puzzle) -> str:
    """The key of the task, whatever key the puzzle has."""
    return key_of(puzzle.game, puzzle.options, puzzle.givens, puzzle.start, puzzle.aim)


def as_json(puzzle: Puzzle) -> str:
    """One line of JSON."""
    return msgspec.json.encode(puzzle).decode()


def from_json(text: str | bytes) -> Puzzle:
    """The puzzle of a line of JSON; raises ValueError."""
    try:
        puzzle = msgspec.json.decode(text, type=Puzzle)
    except msgspec.MsgspecError as error:
        raise ValueError(str(error)) from None
    _check(puzzle)
    return puzzle


def _check(puzzle: Puzzle) -> None:
    """Raises ValueError where a field has the right form but no meaning."""
    if puzzle.aim not in AIMS:
        raise ValueError(f"its aim is {puzzle.aim!r:.60}, not one of {', '.join(AIMS)}")
    kinds = KINDS[puzzle.aim == FILLED]
    if puzzle.unique not in kinds:
        raise ValueError(f"what there is only one of is {puzzle.unique!r:.60}, not {' or '.join(kinds)}")
    if puzzle.grade.word not in GRADES:
        raise ValueError(f"its grade is {puzzle.grade.word!r:.60}, not one of {', '.join(GRADES)}")
    if len(puzzle.start) % 2 or not set(puzzle.start) <= set("0123456789abcdef"):
        raise ValueError(f"its start is {puzzle.start!r:.60}, which is not hexadecimal")
    if not 0 <= puzzle.player < MOST_PLAYERS or abs(puzzle.value) > LARGEST or abs(puzzle.second or 0) > LARGEST:
        raise ValueError("player, value or second is out of all bounds")
    _check_grade(puzzle.grade)


def _check_grade(grade: PuzzleGrade) -> None:
    """Raises ValueError for figures that no puzzle can have."""
    if not (0 <= grade.number <= 100 and 0 <= grade.width <= 1) or min(grade.steps, grade.effort, grade.traps) < 0:
        raise ValueError("a figure of its grade is out of all bounds")
