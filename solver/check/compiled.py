"""Checks with the compiled game, which visits millions of positions and judges claims, stuck positions and failures of
the rules.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from importlib.util import find_spec

from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import State
from rules_dsl.machine.explore import ExplorationResult
from rules_dsl.machine.explore.claims import PROVED, REFUTED
from rules_dsl.machine.explore.claims import ClaimFinding as Judged
from rules_dsl.machine.explore.search import ExploreLimits
from rules_dsl.quantities import quantity
from solver.check import claims, endings
from solver.check.failing import may_fail_when_over
from solver.check.findings import Finding, ProvedFinding, RefutedFinding, RuleQuestion, Topic, UndecidedFinding
from solver.check.grounds import Positions

SECONDS = 30.0
PART = 0.5
"""Of the time that is left; the rest is for proofs."""
MEMORY = 1 << 30
FAILURES = (Topic.FAILURE, Topic.CLASH, Topic.SUPPLY, Topic.LOOP)


@dataclass(slots=True)
class CompiledFindings:
    """The findings of the compiled game by question. `safe` says how it is known that the rules never fail."""

    findings: dict[RuleQuestion, Finding] = field(default_factory=dict)
    safe: str = ""

    def instead(self, finding: Finding) -> Finding:
        """The finding, or that of the compiled game if it is undecided."""
        if not isinstance(finding, UndecidedFinding):
            return finding
        if self.safe and finding.question.topic in FAILURES:
            return ProvedFinding(finding.question, self.safe)
        return self.findings.get(finding.question, finding)


def visit_compiled(game: ir.Game, start: State, asked: Sequence[ir.Claim], left: float | None) -> CompiledFindings:
    """Visits all positions of the compiled game, as far as time and memory go; nothing if it cannot be compiled here."""
    explored = _explore_game(
        replace(game, claims=(*asked, *_claim_never_stuck(game))),
        start,
        SECONDS if left is None else min(SECONDS, PART * left),
    )
    if explored is None:
        return CompiledFindings()
    extent = (
        f"{'all' if explored.complete else 'the first'} {quantity(explored.states, 'position')} of the compiled game"
    )
    questions = [*map(claims.question, asked), *[goal.question for goal in endings.list_stuck_goals(game)]]
    grounds = (Positions(explored.states),) if explored.complete else ()
    findings = {
        question: finding
        for question, judged in zip(questions, explored.findings, strict=True)
        if (finding := _finding(question, judged, extent, grounds)) is not None
    }
    return CompiledFindings(
        findings, extent if explored.complete and explored.failure is None and not may_fail_when_over(game) else ""
    )


def _claim_never_stuck(game: ir.Game) -> list[ir.Claim]:
    """Being stuck without a rule for it, as a claim."""
    return [replace(claim, mode="never") for goal in endings.list_stuck_goals(game) for claim in goal.claims()]


def is_built() -> bool:
    """Are the kernels there that explore compiled games?"""
    return find_spec("cython_ext.kernels._explorer") is not None


def _explore_game(game: ir.Game, start: State, seconds: float) -> ExplorationResult | None:
    if not is_built() or seconds <= 0:
        return None
    from cython_ext.emit.unsupported import NotNative
    from cython_ext.kernels.counting import explore
    from cython_ext.native import NativeMachine

    try:
        begun = time.perf_counter()
        machine = NativeMachine(game)
        return explore(
            machine,
            ExploreLimits(seconds=max(0.0, seconds - (time.perf_counter() - begun)), memory=MEMORY),
            start=start,
        )
    except (NotNative, MemoryError):
        return None


def _finding(question: RuleQuestion, judged: Judged, extent: str, grounds: tuple[Positions, ...]) -> Finding | None:
    if judged.verdict == PROVED:
        return ProvedFinding(question, extent, (), judged.play, grounds)
    if judged.verdict != REFUTED:
        return None
    why = (
        "play can go on for ever"
        if judged.loop is not None
        else "it never happens"
        if judged.claim.mode == "sometimes"
        else "it can happen"
    )
    return RefutedFinding(question, extent, why, judged.play, judged.loop, grounds=grounds)
