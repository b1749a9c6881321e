"""What is plain to see of the course of play: where it surely rests, and which endings may hold while it settles."""

from __future__ import annotations

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.passes.fold import simplify_expression
from rules_dsl.ir.rebuild import bottom_up
from rules_dsl.ir.types import BOOL, SetType, cardinality


def endings_while_settling(game: ir.Game) -> list[tuple[ir.Ending, ir.Expr]]:
    """The endings that may hold at a Settle, with their conditions where `stuck` is false."""

    def without_stuck(part: ir.Expr) -> ir.Expr:
        return ir.Literal(False, BOOL) if isinstance(part, ir.Stuck) else simplify_expression(part)

    pairs = [(ending, bottom_up(ending.condition, without_stuck)) for ending in game.endings]
    return [(ending, condition) for ending, condition in pairs if condition != ir.Literal(False, BOOL)]


def is_plain_rest(node: ir.Node) -> bool:
    """Does play always rest at the node, with nothing to do there?"""
    return isinstance(node, ir.DecideNode) and node.otherwise is None


def sure_outcomes(node: ir.ChanceNode) -> int:
    """How many outcomes chance has in every state, as far as that is plain to see."""
    if node.weight is not None:
        return 0
    match node.domain:
        case ir.Domain(item):
            return cardinality(item)
        case ir.Literal(result, SetType()):
            return int(result).bit_count()
        case ir.Range(ir.Literal(low), ir.Literal(high)):
            return int(high) - int(low) + 1
        case _:
            return 0
