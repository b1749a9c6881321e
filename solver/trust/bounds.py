"""The author's bounds. They are used when they are proved or when the user trusts them; answers say which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cython_ext.emit.unsupported import NotNative
from cython_ext.native import NativeMachine
from rules_dsl.ir import nodes as ir
from rules_dsl.machine.generated.machine import PythonMachine
from solver.protocol.clock import Clock
from solver.protocol.context import SearchContext, TrustedBound
from solver.protocol.questions import Aim

SHARE = 0.3
LONGEST = 60.0
"""Proofs take at most this part of the time, or so many seconds."""


def with_ceilings(context: SearchContext) -> tuple[SearchContext, tuple[str, ...]]:
    """The search with the bounds that may be used, and why the others may not."""
    game = context.rules
    if not game.bounds or context.aim is not Aim.HIGHEST:
        return context, ()
    limit = context.question.limits.seconds
    judged = _judge_bounds(context, context.clock.part(LONGEST if limit is None else min(LONGEST, SHARE * limit)))
    used = [_ceiling(context, bound, why, proved) for bound, why, proved in judged if proved or context.question.trust]
    refused = tuple(
        [
            f'bound "{bound.label}" is not used because it is not proved: {why}; --trust uses it all the same'
            for bound, why, proved in judged
            if not proved
        ]
    )
    refused = () if context.question.trust else refused
    return replace(context, ceilings=tuple(used)), refused


def _judge_bounds(context: SearchContext, clock: Clock) -> Sequence[tuple[ir.Bound, str, bool]]:
    """Each bound, why it is proved or not, and whether it is."""
    from solver.smt.bounding import admissible
    from solver.smt.proving import Prover, Verdict
    from solver.symbolic.forms import UnsupportedTerm

    try:
        prover = Prover(context.machine, clock, start=context.start)
        lemmas = prover.lemmas(context.rules.claims)
        pairs = [(bound, admissible(prover, bound, lemmas)) for bound in context.rules.bounds]
    except UnsupportedTerm as reason:
        return [(bound, f"{reason} cannot be translated for Z3", False) for bound in context.rules.bounds]
    return [
        (
            bound,
            f"{finding.why}: {finding.action}" if finding.action else finding.why,
            finding.verdict is Verdict.PROVED,
        )
        for bound, finding in pairs
    ]


def _ceiling(context: SearchContext, bound: ir.Bound, why: str, proved: bool) -> TrustedBound:
    """Machines over the same positions whose score is the current score plus the bound on what may still be scored."""
    line = ir.ScoreLine(f"bound {bound.label}", bound.value, None, bound.rule)
    hopeful = replace(context.rules, scores=(*context.rules.scores, line))
    compiled = None if context.compiled is None else _compile_game(hopeful)
    how = why if proved else f"trusted, not proved ({why})"
    return TrustedBound(bound.label, how, PythonMachine(hopeful), compiled, proved)


def _compile_game(game: ir.Game) -> NativeMachine | None:
    """The game compiled; without that the bound counts at the start only."""
    try:
        return NativeMachine(game)
    except NotNative:
        return None
