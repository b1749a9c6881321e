"""The author's bounds: used when they are proved, or when the user trusts them, and the answer says which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cython_ext.native import NativeMachine
from cython_ext.unsupported import NotNative
from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import Machine
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.starting import starting_at
from solver.clock import Clock
from solver.questions import Aim, Ceiling, Question

SHARE = 0.3
LONGEST = 60.0
"""Proofs take at most this part of the time, or so many seconds."""


def with_ceilings(question: Question, clock: Clock) -> tuple[Question, tuple[str, ...]]:
    """The question with the bounds that may be used, and why the others may not."""
    game = question.machine.game
    if not game.bounds or question.aim is not Aim.HIGHEST:
        return question, ()
    limit = question.limits.seconds
    judged = _judged(question.machine, clock.part(LONGEST if limit is None else min(LONGEST, SHARE * limit)))
    used = [_ceiling(question, bound, why, proved) for bound, why, proved in judged if proved or question.trust]
    refused = tuple([f'bound "{bound.label}" is not used because it is not proved: {why}; --trust uses it all the same' for bound, why, proved in judged if not proved])
    refused = () if question.trust else refused
    return replace(question, ceilings=tuple(used)), refused


def _judged(machine: Machine, clock: Clock) -> Sequence[tuple[ir.Bound, str, bool]]:
    """Each bound, why it is proved or not, and whether it is."""
    from solver.smt.bounding import admissible
    from solver.smt.proving import Prover, Verdict
    from solver.symbolic.forms import Unsayable

    try:
        prover = Prover(machine, clock)
        lemmas = prover.lemmas(machine.game.claims)
        found = [(bound, admissible(prover, bound, lemmas)) for bound in machine.game.bounds]
    except Unsayable as reason:
        return [(bound, f"{reason} cannot be translated for Z3", False) for bound in machine.game.bounds]
    return [(bound, f"{finding.why}: {finding.action}" if finding.action else finding.why, finding.verdict is Verdict.PROVED) for bound, finding in found]


def _ceiling(question: Question, bound: ir.Bound, why: str, proved: bool) -> Ceiling:
    """Machines over the same positions whose score is what is scored and what may still come."""
    game, start = question.machine.game, question.machine.initial()
    line = ir.ScoreLine(f"bound {bound.label}", bound.value, None, bound.rule)
    hopeful = replace(game, scores=(*game.scores, line))
    compiled = None if question.compiled is None else _compiled(hopeful)
    how = why if proved else f"trusted, not proved ({why})"
    return Ceiling(bound.label, how, starting_at(PythonMachine(hopeful), start), compiled, proved)


def _compiled(game: ir.Game) -> NativeMachine | None:
    """The game compiled; without that the bound counts at the start only."""
    try:
        return NativeMachine(game)
    except NotNative:
        return None
