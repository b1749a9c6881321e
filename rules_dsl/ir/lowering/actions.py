"""Actions: the search for their legal moves, and the trial of their bodies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.core.forms import TRUTH
from rules_dsl.ir.core.nodes import (
    LegalMove,
    Register,
    ReturnValue,
)
from rules_dsl.ir.core.program import (
    CoreFunction,
    FunctionRole,
)
from rules_dsl.ir.lowering.builder import TRUE, FunctionBuilder
from rules_dsl.ir.lowering.clauses import traverse_as_set
from rules_dsl.ir.lowering.statements import statements
from rules_dsl.ir.lowering.unit import LoweringUnit
from rules_dsl.ir.moments import moments
from rules_dsl.ir.rebuild import Body, walk_statements
from rules_dsl.ir.trial import trial_of
from rules_dsl.ir.types import SetType

Builders = Callable[[], FunctionBuilder]


@dataclass(frozen=True, slots=True)
class ActionPlan:
    """An action before it is lowered: `trial` is as much of its body as decides whether a move is legal."""

    action: ir.Action
    moments: tuple[int, ...]
    trial: Body
    chooses: bool

    def needs_at(self, level: int) -> list[ir.Expr]:
        """The conditions to test once so many parameters are bound."""
        pairs = zip(self.action.needs, self.moments, strict=True)
        return [need.condition for need, moment in pairs if moment == level]


def plan_action(unit: LoweringUnit, action: ir.Action) -> ActionPlan:
    """The plan of an action."""
    chooses = any(isinstance(stmt, ir.Choose) for stmt in walk_statements(action.body))
    trial = trial_of(action, unit.reads, unit.functions)
    unit.reads.note_action(action, trial)
    return ActionPlan(action, tuple(moments(action, unit.functions)), trial, chooses)


def note(what: str, rule: ir.Rule) -> str:
    """What a function is and which rule it comes from."""
    cites = f" @rule {', '.join(rule.cites)}" if rule.cites else ""
    return f"{what} ({rule.span}){cites}"


def own_registers(build: FunctionBuilder, unit: LoweringUnit, action: ir.Action) -> tuple[Register, ...]:
    """The registers of the player and the parameters, bound."""
    player = build.bind(action.player, unit.game.players)
    return (player, *[build.bind(parameter.name, parameter.type) for parameter in action.parameters])


def lower_trial(build: FunctionBuilder, plan: ActionPlan) -> CoreFunction:
    """`try`: true if the body does not refuse."""
    own = own_registers(build, build.unit, plan.action)
    statements(build, plan.trial, _never)
    build.put(ReturnValue(TRUE))
    return CoreFunction(f"try {plan.action.name}", FunctionRole.TRIAL, own, build.statements(), TRUTH)


def _never(build: FunctionBuilder) -> None:
    raise TypeError("nothing settles before the last need or choice of an action")


def lower_search(build: FunctionBuilder, plan: ActionPlan) -> CoreFunction:
    """`search`: meets every legal move of an action."""
    player = build.bind(plan.action.player, build.unit.game.players)
    search(build, plan)
    title = note(f"action {plan.action.title}", plan.action.rule)
    return CoreFunction(f"search {plan.action.name}", FunctionRole.SEARCH, (player,), build.statements(), None, title)


def search(build: FunctionBuilder, plan: ActionPlan) -> None:
    """Loops over the parameters, every need tested as early as the rules allow."""
    with ExitStack() as blocks:
        _test(build, blocks, plan.needs_at(0))
        for level, parameter in enumerate(plan.action.parameters, 1):
            domain = parameter.domain or ir.Domain(parameter.type, SetType(parameter.type))
            values = ir.Each(parameter.name, domain, parameter.type, span=parameter.span)
            values, conditions = build.narrow_parameter(values, plan.needs_at(level))
            blocks.enter_context(traverse_as_set(build, values))
            _test(build, blocks, conditions)
        build.put(LegalMove(tuple(build.local(parameter.name) for parameter in plan.action.parameters)))


def _test(build: FunctionBuilder, blocks: ExitStack, conditions: Sequence[ir.Expr]) -> None:
    for condition in conditions:
        blocks.enter_context(build.when(build.value(condition)))
