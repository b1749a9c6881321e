"""The author's bounds: used when they are proved, or when the user trusts them, and the answer says which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import Machine
from rules_dsl.machine.pygen import PythonMachine
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
    judged = _judged(question.machine, question.trust, clock.part(LONGEST if limit is None else min(LONGEST, SHARE * limit)))
    used = [Ceiling(bound.label, why, _optimistic(question.machine, bound)) for bound, why, usable in judged if usable]
    refused = tuple([f'bound "{bound.label}" is not used: {why}; --trust uses it all the same' for bound, why, usable in judged if not usable])
    return replace(question, ceilings=tuple(used)), refused


def _judged(machine: Machine, trust: bool, clock: Clock) -> Sequence[tuple[ir.Bound, str, bool]]:
    """Each bound, why it may be used or not, and whether it may."""
    from solver.smt.bounding import admissible
    from solver.smt.proving import Prover, Verdict
    from solver.symbolic.forms import Unsayable

    try:
        prover = Prover(machine, clock)
        lemmas = prover.lemmas(machine.game.claims)
        found = [(bound, admissible(prover, bound, lemmas)) for bound in machine.game.bounds]
    except Unsayable as reason:
        return [(bound, _trusted(f"{reason} cannot be put before Z3", trust), trust) for bound in machine.game.bounds]
    return [
        (bound, finding.why, True) if finding.verdict is Verdict.PROVED
        else (bound, _trusted(f"{finding.why} ({finding.action})" if finding.action else finding.why, trust), trust)
        for bound, finding in found
    ]  # fmt: skip


def _trusted(why: str, trust: bool) -> str:
    return f"not proved but trusted ({why})" if trust else f"it is not proved: {why}"


def _optimistic(machine: Machine, bound: ir.Bound) -> Machine:
    """A machine over the same positions whose score is what is scored and what may still come."""
    line = ir.ScoreLine(f"bound {bound.label}", bound.value, None, bound.rule)
    game = replace(machine.game, scores=(*machine.game.scores, line))
    return starting_at(PythonMachine(game), machine.initial())
