"""Proves the author's bound: no move raises score plus bound, and at terminals it is not below the score."""

from __future__ import annotations

from collections.abc import Sequence

from rules_dsl.ir import nodes as ir
from solver.smt.proving import ProofFinding, Prover, Verdict
from solver.symbolic.expressions import SymbolicEvaluator
from solver.symbolic.scores import sum_scores
from solver.symbolic.terms import Symbol


def admissible(prover: Prover, bound: ir.Bound, lemmas: Sequence[ir.Claim]) -> ProofFinding:
    """Proved if score and bound together only get less, and the bound is not below 0 where play ends."""
    game, terms = prover.machine.game, prover.steps.terms
    stop = len(game.nodes) - 1

    def keeps_bound(before: SymbolicEvaluator, after: SymbolicEvaluator, node: int) -> Symbol:
        coming = after.form(bound.value)
        falls = terms.not_above(
            terms.sum([(1, sum_scores(after, game)), (1, coming)]),
            terms.sum([(1, sum_scores(before, game)), (1, before.form(bound.value))]),
        )
        ended: Symbol = True if node == stop else after.stuck()
        return terms.all((falls, terms.implies(ended, terms.not_above(0, coming))))

    if not _holds_at_start(prover, bound):
        return ProofFinding(Verdict.REFUTED, "it is below 0 where play is over at once", prover.start)
    return prover.after_moves(keeps_bound, [prover.judge(lemma) for lemma in lemmas])


def _holds_at_start(prover: Prover, bound: ir.Bound) -> bool:
    if prover.machine.kind(prover.start) != "over":
        return True
    at = prover.steps.make_evaluator(prover.steps.make_state(prover.start), prover.start.node)
    return at.terms.not_above(0, at.form(bound.value)) is True
