"""The author's dominances. They are used when they are proved or when the user trusts them; answers say which."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cython_ext.emit.unsupported import NotNative
from cython_ext.native import NativeMachine
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.dominance import is_small
from rules_dsl.machine.api import Machine, State
from solver.protocol.clock import Clock
from solver.protocol.context import SearchContext, TrustedDominance
from solver.protocol.questions import Aim

SHARE, LONGEST = 0.3, 60.0
"""Proofs take at most this part of the time, or so many seconds."""


def with_order(context: SearchContext) -> tuple[SearchContext, tuple[str, ...]]:
    """The search with the first `dominates` that may be used, and why those before it may not."""
    refused: list[str] = []
    for dominance, proved, why in _judge_dominances(context):
        if proved or context.question.trust:
            how = why if proved else f"trusted, not proved ({why})"
            return replace(context, order=_order(context, dominance, how, proved)), tuple(refused)
        refused.append(
            f'dominates "{dominance.label}" is not used because it is not proved: {why}; --trust uses it all the same'
        )
    return context, tuple(refused)


@dataclass(frozen=True, slots=True)
class _DominanceJudge:
    machine: Machine
    start: State
    clock: Clock
    goal: bool

    def of(self, dominance: ir.Dominance) -> tuple[bool, str]:
        """Is it proved, and how; or why not."""
        from solver.smt.dominating import compare_states
        from solver.smt.proving import Prover
        from solver.symbolic.forms import UnsupportedTerm

        try:
            prover = Prover(self.machine, self.clock, start=self.start)
            verdict = compare_states(prover, dominance, prover.lemmas(self.machine.game.claims), self.goal)
        except UnsupportedTerm as reason:
            return False, f"{reason} cannot be translated for Z3"
        return verdict.proved, verdict.why


def _judge_dominances(context: SearchContext) -> Iterator[tuple[ir.Dominance, bool, str]]:
    limit = context.question.limits.seconds
    clock = context.clock.part(LONGEST if limit is None else min(LONGEST, SHARE * limit))
    judging = _DominanceJudge(context.machine, context.start, clock, context.aim is Aim.FEWEST)
    for dominance in context.rules.dominances:
        if is_small(dominance):
            yield dominance, *judging.of(dominance)


def _order(context: SearchContext, dominance: ir.Dominance, how: str, proved: bool) -> TrustedDominance:
    """The compiled game compares what stands first in its rules."""
    compiled = context.compiled
    if compiled is not None and compiled.game.dominances[0] != dominance:
        try:
            compiled = NativeMachine(replace(compiled.game, dominances=(dominance,)))
        except NotNative:
            compiled = None
    return TrustedDominance(dominance, how, compiled, proved)
