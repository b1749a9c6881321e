"""A game → its program in core."""

from __future__ import annotations

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.core.forms import NUMBER, form_of
from rules_dsl.ir.core.nodes import (
    Invoke,
    Register,
    ResumeAt,
    ReturnValue,
    StoreInto,
)
from rules_dsl.ir.core.program import (
    ActionFunctions,
    ChanceFunctions,
    CoreFunction,
    CoreProgram,
    DecisionFunctions,
    FunctionRole,
    OfferedAction,
)
from rules_dsl.ir.course import is_plain_rest
from rules_dsl.ir.lowering.actions import ActionPlan, lower_search, lower_trial, note, own_registers, plan_action
from rules_dsl.ir.lowering.builder import FunctionBuilder, number
from rules_dsl.ir.lowering.conversions import Conversion, does_not_fit
from rules_dsl.ir.lowering.course import Course, weights_form
from rules_dsl.ir.lowering.expressions import lower
from rules_dsl.ir.lowering.functions import lower_function
from rules_dsl.ir.lowering.statements import statements
from rules_dsl.ir.lowering.unit import LoweringUnit
from rules_dsl.ir.types import Type

COPIES = 3
"""An action after which play goes on at more nodes than this is not lowered again for each of them."""


def lower_game(game: ir.Game) -> CoreProgram:
    """The program of a game after all passes."""
    return _GameLowering(game).program()


class _GameLowering:
    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.unit = LoweringUnit(game)
        self.plans = {action.name: plan_action(self.unit, action) for action in game.actions}
        self.course = Course(self.unit, self.builder)
        self.functions: list[CoreFunction] = []

    def builder(self) -> FunctionBuilder:
        """For a function of its own."""
        return FunctionBuilder(self.unit, lower)

    def program(self) -> CoreProgram:
        """All functions that are needed. What nobody offers or calls is left out: it may read what nobody binds."""
        decisions = tuple(
            self._decision(place, node) for place, node in enumerate(self.game.nodes) if isinstance(node, ir.DecideNode)
        )
        actions = tuple((name, self._action(self.plans[name])) for name in self.unit.asked)
        chances = tuple(
            self._chance(place, node) for place, node in enumerate(self.game.nodes) if isinstance(node, ir.ChanceNode)
        )
        self._judging()
        self.functions.append(self._initial())
        runs = self._runs()
        needed = self._needed()
        actions += tuple((name, self._action(self.plans[name])) for name in self.unit.asked[len(actions) :])
        slots = tuple(Register(variable.name, form_of(variable.type)) for variable in self.game.variables)
        return CoreProgram(
            self.game.name,
            self.game.title,
            slots,
            self.unit.constants(),
            (*needed, *self.functions),
            actions,
            decisions,
            chances,
            runs,
        )

    def _needed(self) -> list[CoreFunction]:
        """Functions that are called and searches that are asked for, until these need no more."""
        called: list[CoreFunction] = []
        searches: list[list[CoreFunction]] = []
        while len(called) < len(self.unit.called) or len(searches) < len(self.unit.asked):
            searches += [self._searches(self.plans[name]) for name in self.unit.asked[len(searches) :]]
            called += [lower_function(self.builder(), self.unit.functions[name]) for name in self.unit.called[len(called) :]]
        return called + [function for search in searches for function in search]

    def _searches(self, plan: ActionPlan) -> list[CoreFunction]:
        trial = [lower_trial(self.builder(), plan)] if plan.trial else []
        return [*trial, lower_search(self.builder(), plan)]

    # -- judging ------------------------------------------------------------------------------------------------------

    def _judging(self) -> None:
        if self.game.reactions:
            self.functions.append(self.course.lower_react())
        if self.course.endings:
            self.functions.append(self.course.lower_over())
        self.functions += [self.course.lower_ending(place, ending) for place, ending in enumerate(self.game.endings)]
        for place, line in enumerate(self.game.scores):
            self.functions.append(self._entry(f"score {place}", line.value, line.rule, line.each))
        for place, claim in enumerate(self.game.claims):
            self.functions.append(self._entry(f"claim {place}", claim.condition, claim.rule))
            if claim.then is not None:
                self.functions.append(self._entry(f"then {place}", claim.then, claim.rule))

    def _entry(self, name: str, expr: ir.Expr, rule: ir.Rule, each: str | None = None) -> CoreFunction:
        build = self.builder()
        parameters = () if each is None else (build.bind(each, self.game.players),)
        build.put(ReturnValue(build.value(expr)))
        return CoreFunction(
            name, FunctionRole.ENTRY, parameters, build.statements(), form_of(expr.type), note(name, rule)
        )

    # -- beginning and running on -------------------------------------------------------------------------------------

    def _initial(self) -> CoreFunction:
        """`initial`: from zeros everywhere to the first rest."""
        build = self.builder()
        for variable in self.game.variables:
            initial = variable.initial
            conversion = Conversion(build, does_not_fit(variable.type, initial.span))
            value = conversion.convert(build.value(initial), initial.type, variable.type)
            build.put(StoreInto(self.unit.slots[variable.name], (), value))
        build.put(ResumeAt(number(0)))
        return CoreFunction("initial", FunctionRole.OUTCOME, (), build.statements())

    def _runs(self) -> tuple[tuple[int, str], ...]:
        """Functions for all nodes that play may go on from."""
        for _, section in self.game.sections:
            self.course.want(section)
        self.course.want(0)
        runs: list[tuple[int, str]] = []
        for node in self.course.wanted:  # grows while it is gone through
            if not is_plain_rest(self.game.nodes[node]):
                self.functions.append(self.course.lower_run(node))
                runs.append((node, f"run {node}"))
        return tuple(runs)

    # -- moves and outcomes -------------------------------------------------------------------------------------------

    def _action(self, plan: ActionPlan) -> ActionFunctions:
        action = plan.action
        ways = sorted(self._ways_on(action.name))
        several = len(ways) > COPIES
        for way in ways if several else ():
            self.course.want(way)
        plays = [self._play(plan, way) for way in ([None] if several else ways)]
        self.functions += plays
        named = tuple(zip([None] if several else ways, [play.name for play in plays], strict=True))
        trial = f"try {action.name}" if plan.trial else None
        return ActionFunctions(f"search {action.name}", trial, plan.chooses, len(action.parameters), named)

    def _ways_on(self, action: str) -> set[int]:
        """The nodes where play goes on after an action."""
        decisions = [node for node in self.game.nodes if isinstance(node, ir.DecideNode)]
        return {option.then for node in decisions for option in node.options if option.action == action}

    def _play(self, plan: ActionPlan, then: int | None) -> CoreFunction:
        """`play`: make a move and run on, from `then` or from the node that is given."""
        build, action = self.builder(), plan.action
        node = build.fresh("then", NUMBER)
        own = own_registers(build, self.unit, action)
        statements(build, action.body, self.course.settle)
        if then is None:
            build.put(ResumeAt(node))
        else:
            self.course.go(build, then)
        name = f"play {action.name}" if then is None else f"play {action.name} {then}"
        return CoreFunction(
            name, FunctionRole.PLAY, (node, *own), build.statements(), None, note(f"do {action.title}", action.rule)
        )

    def _decision(self, place: int, node: ir.DecideNode) -> DecisionFunctions:
        self.functions.append(self._asked(f"actor {place}", node.actor, self.game.players))
        offered = tuple(OfferedAction(self.unit.ask(option.action), option.then) for option in node.options)
        return DecisionFunctions(
            place,
            f"actor {place}",
            offered,
            f"decision {node.label or ', '.join(option.action for option in node.options)}",
        )

    def _asked(self, name: str, expr: ir.Expr, kind: Type) -> CoreFunction:
        build = self.builder()
        build.put(ReturnValue(build.value(expr)))
        return CoreFunction(name, FunctionRole.ENTRY, (), build.statements(), form_of(kind))

    def _chance(self, place: int, node: ir.ChanceNode) -> ChanceFunctions:
        self.functions.append(self.course.lower_outcomes(place, node))
        weights, form = self.builder(), weights_form(node)
        weights.put(ReturnValue(Invoke(f"outcomes {place}", (), form)))
        self.functions.append(CoreFunction(f"weights {place}", FunctionRole.ENTRY, (), weights.statements(), form))
        build = self.builder()
        outcome = build.fresh("outcome", form_of(node.type))
        self.course.take(build, node, outcome)
        self.course.go(build, node.then)
        self.functions.append(CoreFunction(f"outcome {place}", FunctionRole.OUTCOME, (outcome,), build.statements()))
        return ChanceFunctions(place, f"weights {place}", f"outcome {place}")
