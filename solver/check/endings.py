"""Questions about endings: no player is stuck without a rule for it, each ending is reachable, every result is decided,
and no two players win at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce
from typing import Literal

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BOOL, IntType, cardinality
from solver.check.findings import RuleQuestion, Topic
from solver.check.goals import CheckGoal, GoalPart

PUZZLE = ("goal",)
RESULTS = ("win", "lose", "draw")


def goals(game: ir.Game) -> list[CheckGoal]:
    """All questions about ends. In a puzzle, where all that counts is the goal, being stuck is losing."""
    result = list(_list_ending_goals(game))
    result += list_stuck_goals(game)
    if not game.scores and any(ending.kind in RESULTS for ending in game.endings):
        result.append(_make_tie_goal(game))
    return [*result, *_twice(game)]


def is_puzzle(game: ir.Game) -> bool:
    """Does only a goal count?"""
    return bool(game.endings) and not game.scores and all(ending.kind in PUZZLE for ending in game.endings)


def list_stuck_goals(game: ir.Game) -> list[CheckGoal]:
    """The goal that no player is ever stuck without a rule for it; not asked of puzzles."""
    return [] if is_puzzle(game) else [_make_stuck_goal(game)]


def _list_ending_goals(game: ir.Game) -> Iterator[CheckGoal]:
    stop, decisions = _places(game)
    for number, ending in enumerate(game.endings):
        mine = _both(_no(_any([holds(game, ending) for ending in game.endings[:number]])), holds(game, ending))
        parts = (GoalPart(mine, stop), GoalPart(_both(ir.Stuck(BOOL), mine), decisions))
        yield CheckGoal(RuleQuestion(Topic.RULE, f"the game can end by this {ending.kind}", ending.rule), parts, True)


def _make_stuck_goal(game: ir.Game) -> CheckGoal:
    _, decisions = _places(game)
    alone = _both(ir.Stuck(BOOL), _no(_any([holds(game, ending) for ending in game.endings])))
    return CheckGoal(
        RuleQuestion(
            Topic.STUCK, "nobody is left without a legal move and without a rule for that", course_of_play(game)
        ),
        (GoalPart(alone, decisions),),
        False,
    )


def _make_tie_goal(game: ir.Game) -> CheckGoal:
    stop, _ = _places(game)
    none = _no(_any([holds(game, ending) for ending in game.endings]))
    return CheckGoal(
        RuleQuestion(Topic.TIE, "when play is over the rules say how it ended", course_of_play(game)),
        (GoalPart(none, stop),),
        False,
    )


def _twice(game: ir.Game) -> Iterator[CheckGoal]:
    """An ending that holds for two players at once is settled by their order."""
    stop, decisions = _places(game)
    for number, ending in enumerate(game.endings):
        if ending.each is None or not isinstance(ending.who, ir.Local) or ending.who.name != ending.each:
            continue
        first = _no(_any([holds(game, ending) for ending in game.endings[:number]]))
        two = _both(first, ir.Binary(">=", _over_players(game, ending, "count"), ir.Literal(2, IntType(2, 2)), BOOL))
        parts = (GoalPart(two, stop), GoalPart(_both(ir.Stuck(BOOL), two), decisions))
        yield CheckGoal(
            RuleQuestion(Topic.TIE, f"only one player at a time can {ending.kind} so", ending.rule), parts, False
        )


def holds(game: ir.Game, ending: ir.Ending) -> ir.Expr:
    """The condition of an ending, for any player where it is asked for each."""
    return ending.condition if ending.each is None else _over_players(game, ending, "any")


def _over_players(game: ir.Game, ending: ir.Ending, kind: Literal["any", "count"]) -> ir.Expr:
    assert ending.each is not None
    type_ = BOOL if kind == "any" else IntType(0, cardinality(game.players))
    return ir.Fold(
        kind, ending.condition, (ir.Each(ending.each, ir.Domain(game.players, game.players), game.players),), type_
    )


def _places(game: ir.Game) -> tuple[frozenset[int], frozenset[int]]:
    """The stop node, and the decision nodes at which a player may be stuck."""
    decisions = [
        number for number, node in enumerate(game.nodes) if isinstance(node, ir.DecideNode) and node.otherwise is None
    ]
    return frozenset([len(game.nodes) - 1]), frozenset(decisions)


def course_of_play(game: ir.Game) -> ir.Rule:
    """The course of play as a rule, at the place of the first action if play itself has none."""
    named = next((rule for rule in game.rules if rule.name == "play"), None)
    if named is not None:
        return named
    return ir.Rule("play") if not game.actions else replace(game.actions[0].rule, name="play", cites=())


def _both(one: ir.Expr, other: ir.Expr) -> ir.Expr:
    return ir.Binary("and", one, other, BOOL)


def _no(expr: ir.Expr) -> ir.Expr:
    return ir.Unary("not", expr, BOOL)


def _any(exprs: Sequence[ir.Expr]) -> ir.Expr:
    nothing: ir.Expr = ir.Literal(False, BOOL)
    return reduce(_or, exprs, nothing)


def _or(one: ir.Expr, other: ir.Expr) -> ir.Expr:
    return ir.Binary("or", one, other, BOOL)
