"""Needs that never refuse.

Each need becomes an action that is legal exactly where the need refuses a move that all earlier needs allow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BOOL
from solver.check.findings import RuleQuestion, Topic
from solver.check.goals import CheckGoal, GoalPart
from solver.check.marking import MarkedGame, MarkedPlace, Passing


@dataclass(frozen=True, slots=True)
class NeedRefusal:
    """The need, the action it belongs to, and the action that shows it refusing."""

    action: ir.Action
    need: ir.Need
    shown: ir.Action

    @property
    def place(self) -> MarkedPlace:
        """The mark for a need that refuses at a decision which is skipped."""
        return MarkedPlace(Topic.NEED, self.need.rule, self.shown.name, self.need.span)

    def refuses(self, actor: ir.Expr) -> ir.Expr:
        """Does the need refuse a move of the player to move?"""
        return ir.Possible(self.shown.name, actor, BOOL)


def refusals(game: ir.Game) -> list[NeedRefusal]:
    """For each need that is tested, in needs and in bodies; those that became domains are left out."""
    return [refusal for action in game.actions for refusal in _of(action)]


def with_refusals(game: ir.Game, result: Sequence[NeedRefusal]) -> ir.Game:
    """The game with the actions that show needs refusing; no decision offers them."""
    return replace(game, actions=(*game.actions, *[refusal.shown for refusal in result]))


def passing(game: ir.Game, result: Sequence[NeedRefusal]) -> Passing:
    """Where play passes over a decision because nothing is legal there, needs may refuse, too, although play does not
    rest.
    """
    rows = {
        number: [(refusal.refuses(node.actor), refusal.place) for refusal in result if _offers(node, refusal)]
        for number, node in _decisions(game)
        if node.otherwise is not None
    }
    return {number: tests for number, tests in rows.items() if tests}


def goals(with_marks: MarkedGame, result: Sequence[NeedRefusal]) -> list[CheckGoal]:
    """Each need should refuse something, wherever its action is offered; of an action that is never offered nothing is
    asked.
    """
    rows = [(refusal, _parts(with_marks, refusal)) for refusal in result]
    return [CheckGoal(_question(refusal), parts, True) for refusal, parts in rows if parts]


def _question(refusal: NeedRefusal) -> RuleQuestion:
    rule = replace(refusal.need.rule, span=refusal.need.span)
    return RuleQuestion(Topic.NEED, f"this condition of {refusal.action.title} refuses something", rule)


def _parts(with_marks: MarkedGame, refusal: NeedRefusal) -> tuple[GoalPart, ...]:
    """One condition for all decisions that offer the action and have the same actor, and the mark of those that are
    passed over.
    """
    actors: dict[ir.Expr, list[int]] = {}
    for number, node in _decisions(with_marks.game):
        if _offers(node, refusal):
            actors.setdefault(node.actor, []).append(number)
    resting = [GoalPart(refusal.refuses(actor), frozenset(nodes)) for actor, nodes in actors.items()]
    return (*resting, with_marks.part(refusal.place)) if refusal.place in with_marks.places else tuple(resting)


def _decisions(game: ir.Game) -> list[tuple[int, ir.DecideNode]]:
    return [(number, node) for number, node in enumerate(game.nodes) if isinstance(node, ir.DecideNode)]


def _offers(decision: ir.DecideNode, refusal: NeedRefusal) -> bool:
    return any(option.action == refusal.action.name for option in decision.options)


def _of(action: ir.Action) -> Iterator[NeedRefusal]:
    for number, need in enumerate(action.needs):
        if not need.implied:
            yield NeedRefusal(
                action, need, _split_action(action, number, (*action.needs[:number], _negate_need(need)), ())
            )
    for number, (before, need) in enumerate(_in_body(action.body)):
        yield NeedRefusal(
            action, need, _split_action(action, len(action.needs) + number, action.needs, (*before, _negate_need(need)))
        )


def _split_action(action: ir.Action, number: int, needs: tuple[ir.Need, ...], body: tuple[ir.Stmt, ...]) -> ir.Action:
    return replace(
        action,
        name=f"{action.name} need {number + 1}()",
        title=f"{action.title} need {number + 1}",
        needs=needs,
        body=body,
    )


def _negate_need(need: ir.Need) -> ir.Need:
    return replace(need, condition=ir.Unary("not", need.condition, BOOL, span=need.condition.span))


def _in_body(
    body: Sequence[ir.Stmt], before: tuple[ir.Stmt, ...] = ()
) -> Iterator[tuple[tuple[ir.Stmt, ...], ir.Need]]:
    """The needs in a body, each with the statements before it.

    Needs inside a `for` are left out, because their context changes from round to round.
    """
    for stmt in body:
        match stmt:
            case ir.Need():
                yield before, stmt
            case ir.If(condition, then, otherwise):
                yield from _in_body(then, (*before, _insisting(condition)))
                yield from _in_body(
                    otherwise, (*before, _insisting(ir.Unary("not", condition, BOOL, span=condition.span)))
                )
            case _:
                pass
        before = (*before, stmt)


def _insisting(condition: ir.Expr) -> ir.Need:
    return ir.Need(condition, None, ir.Rule(""), span=condition.span)
