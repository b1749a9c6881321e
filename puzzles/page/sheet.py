"""What stands on a page: items to play, to solve or to step through, each from its own first position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from rules_dsl.machine.api import Move, State


class Role(StrEnum):
    """What a person does with an item."""

    GAME = "game"
    PLAY = "play"
    PUZZLE = "puzzle"


class GoalKind(StrEnum):
    """What counts as solved."""

    SCORE = "score"
    FEWEST = "goal"
    WIN = "value"
    FILLED = "filled"


@dataclass(frozen=True, slots=True)
class SheetGoal:
    """What is to be reached: so many points, so few moves, a win of `player`, or so many cells filled.

    `unique` is what there is only one of, the first move or the whole line ("" if that is not known), `second` what
    the next best first move is worth.
    """

    kind: GoalKind
    value: int
    player: int = 0
    last_round: bool = False
    unique: str = ""
    second: int | None = None


@dataclass(frozen=True, slots=True)
class SearchPoint:
    """A point in the course of a search: `kind` is found or bound."""

    kind: str
    value: float
    seconds: float


@dataclass(frozen=True, slots=True)
class SearchOutcome:
    """What a search ended with, in the words of results."""

    status: str
    value: int | str | None
    bound: int | str | None
    gap: float | None
    method: str
    rests_on: str = ""  # what the bound rests on that is not proved, in words


@dataclass(frozen=True, slots=True)
class Item:
    """One thing on a page; `start` None is where the game begins, `line` what was played or the solution; `grade` by
    language.
    """

    title: str
    key: str
    role: Role
    text: str = ""
    start: State | None = None
    line: Sequence[Move] = ()
    goal: SheetGoal | None = None
    grade: dict[str, str] = field(default_factory=dict)
    facts: Sequence[tuple[str, str]] = ()
    events: Sequence[SearchPoint] = ()
    result: SearchOutcome | None = None
    number: int = 0  # of a puzzle in its collection: the page says `Puzzle 3` in the language of the reader
