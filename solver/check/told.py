"""What a prover tells, one after another."""

from __future__ import annotations

from dataclasses import dataclass

from solver.check.findings import Finding, Proved, Refuted
from solver.check.goals import Goal
from solver.check.grounds import Grounds


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that no position can have, or that is not excluded."""

    code: str
    message: str
    excluded: bool


@dataclass(frozen=True, slots=True)
class Told:
    """What the prover says of one goal, or (`goal` None) of all failures."""

    goal: int | None
    finding: Finding | None
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Stage:
    """What the prover does now, for whoever waits."""

    text: str


@dataclass(frozen=True, slots=True)
class Ends:
    """Every play ends: these measures fall one after another."""

    measures: tuple[str, ...]
    grounds: tuple[Grounds, ...] = ()


@dataclass(frozen=True, slots=True)
class NotShown:
    """That every play ends is not shown by what the rules say of it: here it fails."""

    why: str


Says = Told | Ends | NotShown | Stage


def never(goal: Goal, method: str, used: tuple[str, ...] = (), grounds: tuple[Grounds, ...] = ()) -> Finding:
    """The finding where what a goal speaks of never comes about."""
    if goal.wanted:
        return Refuted(goal.question, method, "it never happens", used=used, grounds=grounds)
    return Proved(goal.question, method, used, grounds=grounds)
