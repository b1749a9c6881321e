"""The reports of a prover."""

from __future__ import annotations

from dataclasses import dataclass

from solver.check.findings import Finding, ProvedFinding, RefutedFinding
from solver.check.goals import CheckGoal
from solver.check.grounds import Grounds


@dataclass(frozen=True, slots=True)
class FaultVerdict:
    """A fault that no position can have, or that is not excluded."""

    code: str
    message: str
    excluded: bool


@dataclass(frozen=True, slots=True)
class ProverReport:
    """A finding for one goal, or for all failures if `goal` is None."""

    goal: int | None
    finding: Finding | None
    faults: tuple[FaultVerdict, ...] = ()


@dataclass(frozen=True, slots=True)
class ProverStage:
    """What the prover is doing now, as a progress message."""

    text: str


@dataclass(frozen=True, slots=True)
class Ends:
    """Every play ends: these measures fall one after another."""

    measures: tuple[str, ...]
    grounds: tuple[Grounds, ...] = ()


@dataclass(frozen=True, slots=True)
class UnprovedTermination:
    """That every play ends is not shown by what the rules say of it: here it fails."""

    why: str


Says = ProverReport | Ends | UnprovedTermination | ProverStage


def never(goal: CheckGoal, method: str, used: tuple[str, ...] = (), grounds: tuple[Grounds, ...] = ()) -> Finding:
    """The finding that a goal is unreachable."""
    if goal.wanted:
        return RefutedFinding(goal.question, method, "it never happens", used=used, grounds=grounds)
    return ProvedFinding(goal.question, method, used, grounds=grounds)
