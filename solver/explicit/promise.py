"""Heuristics for engines that cannot search further: the rules' bound, the score, or how much of the goal is reached."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import chain

from cython_ext.emit.unsupported import NotNative
from cython_ext.native import NativeMachine
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.partial import can_fail
from rules_dsl.ir.types import BOOL, IntType
from rules_dsl.machine.api import Machine
from rules_dsl.machine.generated.machine import PythonMachine
from solver.protocol.context import SearchContext
from solver.protocol.questions import Aim

MOST_MET = 1 << 20
"""No goal has more parts that could be counted."""
NUMBER = IntType(0, MOST_MET)


@dataclass(frozen=True, slots=True)
class PositionHeuristic:
    """A machine over the same positions whose score, times `sign`, is greater where a position is more promising."""

    machine: Machine
    compiled: NativeMachine | None
    sign: int
    how: str


def promise_of(context: SearchContext) -> PositionHeuristic:
    """The heuristic for a question."""
    game = context.rules
    if context.ceilings:
        first = context.ceilings[0]
        return PositionHeuristic(first.machine, first.compiled, 1, f'by the bound "{first.label}"')
    if context.aim is Aim.HIGHEST:
        return PositionHeuristic(context.machine, context.compiled, 1, "by the score so far")
    if game.bounds:
        return _by(context, game.bounds[0].value, -1, f'by the bound "{game.bounds[0].label}"')
    met = goal_met(game)
    return (
        PositionHeuristic(context.machine, context.compiled, 0, "at random")
        if met is None
        else _by(context, met, 1, "by how much of the goal is reached")
    )


def _by(context: SearchContext, value: ir.Expr, sign: int, how: str) -> PositionHeuristic:
    game = context.rules
    guide = replace(game, scores=(ir.ScoreLine("promise", value, None, ir.Rule("promise")),))
    compiled = None if context.compiled is None else _compile_game(guide)
    return PositionHeuristic(PythonMachine(guide), compiled, sign, how)


def _compile_game(game: ir.Game) -> NativeMachine | None:
    try:
        return NativeMachine(game)
    except NotNative:
        return None


def goal_met(game: ir.Game) -> ir.Expr | None:
    """How many parts of the goal are reached, if it has parts."""
    goals = [ending.condition for ending in game.endings if ending.kind in ("goal", "win") and ending.each is None]
    functions = {function.name: function for function in game.functions}
    parts = list(chain.from_iterable(_parts(goal, functions) for goal in goals))
    if len(goals) != 1 or (len(parts) == 1 and not _is_counted(parts[0])):
        return None
    total = parts[0]
    for part in parts[1:]:
        total = ir.Binary("+", total, part, NUMBER)
    return total


def _parts(condition: ir.Expr, functions: Mapping[str, ir.Function], given: ir.Expr | None = None) -> list[ir.Expr]:
    """For each part of a condition how often it is met; what may fail is evaluated only where `given` holds, the parts
    that protect it.
    """
    match condition:
        case ir.Binary("and", left, right):
            protecting = left if given is None else ir.Binary("and", given, left, BOOL)
            return [*_parts(left, functions, given), *_parts(right, functions, protecting)]
        case ir.Call(function, ()) if function in functions:
            return _parts(functions[function].body, functions, given)
        case ir.Fold("all", item, clauses) if not can_fail(condition, functions):
            return [ir.Fold("count", item, clauses, NUMBER)]
    met = _one_if(condition)
    return [_only_where(given, met) if given is not None and can_fail(condition, functions) else met]


def _one_if(condition: ir.Expr) -> ir.Expr:
    return _only_where(condition, ir.Literal(1, NUMBER))


def _only_where(condition: ir.Expr, number: ir.Expr) -> ir.Expr:
    """The number, 0 where the condition does not hold."""
    return ir.IfElse(condition, number, ir.Literal(0, NUMBER), NUMBER)


def _is_counted(part: ir.Expr) -> bool:
    return isinstance(part, ir.Fold)
