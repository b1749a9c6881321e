"""The one place that knows where in a game expressions and statements stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeVar, assert_never

from rules_dsl.ir.nodes import (
    Action,
    AtStep,
    BranchNode,
    ChanceNode,
    Claim,
    DecideNode,
    Each,
    Ending,
    Example,
    ExampleStep,
    Expr,
    FindRule,
    Game,
    GivenStep,
    Grade,
    MoveStep,
    Need,
    Node,
    Parameter,
    Reaction,
    RefusedStep,
    RunNode,
    RunStep,
    Seen,
    StateVar,
    StopNode,
    ThenStep,
)
from rules_dsl.ir.rebuild import Body, Change, ChangeBody, map_body, rebuild_place
from rules_dsl.ir.rebuild_pictures import rebuild_item
from rules_dsl.ir.rebuild_sentences import rebuild_say

Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class GameChanges:
    """What to do with every expression that stands in a game, and with every block of statements."""

    expression: Change
    block: ChangeBody

    def optional(self, expr: Expr | None) -> Expr | None:
        """The change of an expression that may be missing."""
        return None if expr is None else self.expression(expr)

    def parameters(self, parameters: tuple[Parameter, ...]) -> tuple[Parameter, ...]:
        """Parameters with their domains changed."""
        return tuple([p if p.domain is None else replace(p, domain=self.expression(p.domain)) for p in parameters])


def map_game(game: Game, change: Change, block: ChangeBody | None = None) -> Game:
    """The game with `change` done to every expression that stands in it; blocks are changed by `block` where it is given."""
    changes = GameChanges(change, block or (lambda body: map_body(body, change)))
    return replace(
        game,
        functions=tuple([replace(f, parameters=changes.parameters(f.parameters), body=change(f.body)) for f in game.functions]),
        variables=tuple([_variable(variable, changes) for variable in game.variables]),
        actions=tuple([map_action(action, changes) for action in game.actions]),
        reactions=tuple([_reaction(reaction, changes) for reaction in game.reactions]),
        endings=tuple([_ending(ending, changes) for ending in game.endings]),
        play=changes.block(game.play),
        nodes=tuple([map_node(node, changes) for node in game.nodes]),
        scores=tuple([replace(line, value=change(line.value)) for line in game.scores]),
        claims=tuple([_claim(claim, changes) for claim in game.claims]),
        bounds=tuple([replace(bound, value=change(bound.value)) for bound in game.bounds]),
        dominances=tuple([replace(d, grades=tuple([_grade(grade, changes) for grade in d.grades])) for d in game.dominances]),
        examples=tuple([_example(example, changes) for example in game.examples]),
        find_rules=tuple([_find_rule(rule, changes) for rule in game.find_rules]),
        show=tuple([rebuild_item(item, changes.expression) for item in game.show]),
        says=tuple([rebuild_say(say, changes.expression) for say in game.says]),
    )


def _variable(variable: StateVar, changes: GameChanges) -> StateVar:
    seen = variable.seen if variable.seen.by is None else Seen(variable.seen.kind, changes.expression(variable.seen.by))
    return replace(variable, initial=changes.expression(variable.initial), seen=seen)


def map_action(action: Action, changes: GameChanges) -> Action:
    """The action with its expressions and its body changed."""
    parameters, needs = changes.parameters(action.parameters), tuple([_need(need, changes) for need in action.needs])
    return replace(action, parameters=parameters, needs=needs, body=changes.block(action.body))


def _need(need: Need, changes: GameChanges) -> Need:
    return replace(need, condition=changes.expression(need.condition), reason=changes.optional(need.reason))


def _reaction(reaction: Reaction, changes: GameChanges) -> Reaction:
    parameters, condition = changes.parameters(reaction.parameters), changes.expression(reaction.condition)
    return replace(reaction, parameters=parameters, condition=condition, body=changes.block(reaction.body))


def _ending(ending: Ending, changes: GameChanges) -> Ending:
    return replace(ending, condition=changes.expression(ending.condition), who=changes.optional(ending.who))


def map_node(node: Node, changes: GameChanges) -> Node:
    """The node with its expressions and its body changed."""
    match node:
        case RunNode(body):
            return replace(node, body=changes.block(body))
        case BranchNode(condition):
            return replace(node, condition=changes.expression(condition))
        case DecideNode(actor):
            return replace(node, actor=changes.expression(actor))
        case ChanceNode(_, domain, weight):
            return replace(node, domain=changes.expression(domain), weight=changes.optional(weight))
        case StopNode():
            return node
        case _:
            assert_never(node)


def _claim(claim: Claim, changes: GameChanges) -> Claim:
    falling = tuple([replace(measure, value=changes.expression(measure.value)) for measure in claim.falling])
    return replace(claim, condition=changes.expression(claim.condition), then=changes.optional(claim.then), falling=falling)


def _grade(grade: Grade, changes: GameChanges) -> Grade:
    return replace(grade, place=rebuild_place(grade.place, changes.expression))


def _example(example: Example, changes: GameChanges) -> Example:
    return replace(example, steps=tuple([_step(step, changes) for step in example.steps]))


def _step(step: ExampleStep, changes: GameChanges) -> ExampleStep:
    match step:
        case GivenStep(assign):
            place = rebuild_place(assign.place, changes.expression)
            return GivenStep(replace(assign, place=place, value=changes.expression(assign.value)))
        case RunStep(body):
            return replace(step, body=changes.block(body))
        case ThenStep(condition):
            return replace(step, condition=changes.expression(condition))
        case AtStep() | MoveStep() | RefusedStep():
            return step
        case _:
            assert_never(step)


def _find_rule(rule: FindRule, changes: GameChanges) -> FindRule:
    clauses = tuple([Each(e.name, changes.expression(e.domain), e.type, span=e.span) for e in rule.each])
    return replace(rule, each=clauses, condition=changes.expression(rule.condition))


def game_expressions(game: Game) -> Iterator[Expr]:
    """Every expression that stands in the game, outermost ones only."""
    exprs: list[Expr] = []

    def note(expr: Expr) -> Expr:
        exprs.append(expr)
        return expr

    map_game(game, note)
    yield from exprs


def game_blocks(game: Game) -> Iterator[Body]:
    """Every block of statements of the game, outermost ones only."""
    stmts: list[Body] = []

    def note(body: Body) -> Body:
        stmts.append(body)
        return body

    map_game(game, lambda expr: expr, note)
    yield from stmts
