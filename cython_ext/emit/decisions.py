"""What the compiler decides while it writes C, and what stands in its way: noted where it is decided, with the lines it concerns, so that a report can tell it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules_dsl.source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why a technique cannot be used, and where in the rules that lies."""

    reason: str
    span: Span = NOWHERE

    def at(self, span: Span) -> Obstacle:
        """The same; here, if it is not known where."""
        return self if self.span != NOWHERE else Obstacle(self.reason, span)


class ObstacleError(Exception):
    """Raised where a technique meets an obstacle; whoever tries the technique tells the obstacle."""

    def __init__(self, reason: str, span: Span = NOWHERE) -> None:
        super().__init__(reason)
        self.obstacle = Obstacle(reason, span)


Test = Literal["words", "together", "each"]
"""A condition on a value: a set in words; the few values together without a branch; each value by itself."""


@dataclass(frozen=True, slots=True)
class ConditionTest:
    """How one condition is tested, and what keeps it from being a set in words."""

    span: Span
    way: Test
    obstacle: Obstacle | None = None


@dataclass(frozen=True, slots=True)
class Level:
    """One parameter of an action while moves are looked for: its values are all (`all`) or the members of a set (`set`), which is the whole of `domain` where
    that is known, cut with the conditions that are sets."""

    name: str
    values: int
    way: Literal["all", "set"]
    domain: Span
    tests: tuple[ConditionTest, ...]


@dataclass(frozen=True, slots=True)
class MoveSearch:
    """How the moves of an action are found: conditions on no parameter, then the parameters in order. Without an obstacle the values of the last one are found at
    once, as a set that is counted by its bits and drawn from by rank."""

    action: str
    before: tuple[Span, ...]
    levels: tuple[Level, ...]
    obstacle: Obstacle | None


@dataclass(frozen=True, slots=True)
class DrawMethod:
    """How a random move is drawn at a node: without an obstacle by its rank, else out of a list of all."""

    node: int
    actions: tuple[str, ...]
    obstacle: Obstacle | None


@dataclass(frozen=True, slots=True)
class EndingCheck:
    """For whom an ending is looked at after an action: `players` in words, none if the action cannot bring it about; None for everybody, perhaps because of an
    obstacle."""

    action: str
    kind: str
    rule: Span
    players: tuple[str, ...] | None
    obstacle: Obstacle | None


@dataclass(frozen=True, slots=True)
class IteratedFold:
    """A fold (any, all, count, …) that goes through its values one by one, and what keeps it from words."""

    span: Span
    fold: str
    obstacle: Obstacle


@dataclass(frozen=True, slots=True)
class RangeCheck:
    """Something that is checked while playing, because its range is not proved: `code` is what it would be told as."""

    code: str
    span: Span


@dataclass(frozen=True, slots=True)
class TrialRun:
    """The body of an action is run in part for each of its moves, on a copy of the position if `copies`."""

    action: str
    copies: bool


@dataclass(frozen=True, slots=True)
class ComputedFunction:
    """A function that reads nothing of the position and is computed while playing all the same, as it is in no table."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class VariableStorage:
    """How a variable is held in a position: bits in a word or several, a number, or what `way` says; and its bytes."""

    variable: str
    way: str
    size: int


@dataclass(frozen=True, slots=True)
class ConstantTable:
    """A constant of the game that is a table of the library; one that the passes have made is known by its place only."""

    name: str
    span: Span
    size: int


@dataclass(frozen=True, slots=True)
class PlayFlow:
    """How play goes on: the nodes at which it rests are the cases of a switch, `steps` between them are straight lines; with an obstacle some are counted, as play may
    come round to them without a rest."""

    rests: int
    steps: int
    obstacle: Obstacle | None


@dataclass(frozen=True, slots=True)
class FunctionPlacement:
    """Whether the functions of a ply are put in place for each player; they are not if they would be too many lines."""

    lines: int
    in_place: bool


Decision = MoveSearch | TrialRun | DrawMethod | EndingCheck | IteratedFold | RangeCheck | ComputedFunction | VariableStorage | ConstantTable | PlayFlow | FunctionPlacement
