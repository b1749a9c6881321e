"""The value of a state and the goal condition, symbolically."""

from __future__ import annotations

from rules_dsl.ir import nodes as ir
from solver.symbolic.expressions import SymbolicEvaluator
from solver.symbolic.statements import Runner
from solver.symbolic.terms import Symbol

SOLO = 0
REACHED = ("goal", "win")


def sum_scores(at: SymbolicEvaluator, game: ir.Game) -> Symbol:
    """The sum of the score lines as they stand."""
    rows = []
    for line in game.scores:
        if line.each is not None:
            at.locals[line.each] = SOLO
        rows.append((1, at.form(line.value)))
    return at.terms.sum(rows)


def derive_reached(at: SymbolicEvaluator, game: ir.Game) -> Symbol:
    """Is the first ending that holds a goal, or a win?"""
    rows = Runner(at, game).endings()
    return at.terms.any([holds for ending, holds, _ in rows if ending.kind in REACHED])
