"""Chance nodes: outcomes with their probabilities."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.evaluate import ClosureCompiler
from rules_dsl.ir.evaluate_clauses import items
from rules_dsl.ir.failures import stop_play
from rules_dsl.ir.frames import Frame
from rules_dsl.ir.texts import say_value
from rules_dsl.ir.types import ListType, Value
from rules_dsl.machine.api import Move, Outcome
from rules_dsl.machine.domains import domain_values

Weights = list[tuple[Value, int]]


def possible_outcomes(compiler: ClosureCompiler, node: ir.ChanceNode) -> Callable[[Frame], Weights]:
    """The values that chance may give, upwards, with their weights (all above 0)."""
    domain, plain = domain_values(compiler, node.domain), items(compiler, node.domain)
    repeats = isinstance(node.domain.type, ListType)
    weight = None if node.weight is None else compiler.closure(node.weight)
    slot = compiler.slot(node.variable)

    def weigh(frame: Frame, value: Value) -> int:
        frame[slot] = value
        heavy: int = 1 if weight is None else weight(frame)
        if heavy < 0:
            stop_play(
                "E0911",
                f"{say_value(node.type, value)} has the weight {heavy}",
                node.domain.span,
                label="drawn from this",
            )
        return heavy * plain(frame).count(value) if repeats else heavy

    def run(frame: Frame) -> Weights:
        pairs = [(value, heavy) for value in domain(frame) if (heavy := weigh(frame, value))]
        if not pairs:
            stop_play(
                "E0911",
                f"{node.label or node.variable} has no possible value",
                node.domain.span,
                label="nothing is possible here",
            )
        return pairs

    return run


def distribution(weights: Weights) -> tuple[Outcome, ...]:
    """The outcomes with exact probabilities."""
    total = sum(heavy for _, heavy in weights)
    return tuple([Outcome(Move(0, (value,)), Fraction(heavy, total)) for value, heavy in weights])
