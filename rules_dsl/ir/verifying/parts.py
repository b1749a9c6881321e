"""Are the parts of a game well formed, each with the names it may use?"""

from __future__ import annotations

from rules_dsl.ir.dominance import can_be_compared
from rules_dsl.ir.nodes import (
    Action,
    BranchNode,
    Chance,
    ChanceNode,
    Choose,
    Decide,
    DecideNode,
    Example,
    FindRule,
    Function,
    Game,
    GivenStep,
    Leave,
    Loop,
    Node,
    Parameter,
    Reaction,
    RunNode,
    RunStep,
    Section,
    Stop,
    ThenStep,
)
from rules_dsl.ir.types import IntType, Type
from rules_dsl.ir.verifying.expressions import Scope, item_of, one_kind
from rules_dsl.ir.verifying.pictures import Pictures
from rules_dsl.ir.verifying.statements import EAGER, IN_ACTION

IN_PLAY = (*EAGER, Choose, Chance, Decide, Loop, Leave, Stop, Section)
NOTHING: Scope = {}


class PartVerifier(Pictures):
    """Looks at the parts of a game and notes what is wrong."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.game = game
        for find in game.finds:
            self.variables.setdefault(find.name, find.type)

    def look_at_everything(self) -> None:
        """Look at all parts."""
        self._look_at_state()
        for function in self.game.functions:
            self._function(function)
        for action in self.game.actions:
            self._action(action)
        for reaction in self.game.reactions:
            self._reaction(reaction)
        self.place = "play"
        self.block(self.game.play, NOTHING, IN_PLAY)
        for number, node in enumerate(self.game.nodes):
            self.place = f"node {number}"
            self._node_of_play(node)
        self._look_at_judging()
        for example in self.game.examples:
            self._example(example)
        for rule in self.game.find_rules:
            self._find_rule(rule)
        self.place = "show"
        for item in self.game.show:
            self.look_at_item(item, NOTHING)
        self.place = "say"
        for say in self.game.says:
            self.look_at_say(say)

    def _look_at_state(self) -> None:
        for variable in self.game.variables:
            self.place = f"variable {variable.name}"
            self.expression(variable.initial, NOTHING)
            self.demand(one_kind(variable.initial.type, variable.type), f"{variable.type} begins as {variable.initial.type}")
            if variable.seen.by is not None:
                self.expression(variable.seen.by, NOTHING)

    def _parameters(self, parameters: tuple[Parameter, ...], scope: Scope) -> dict[str, Type]:
        bound = dict(scope)
        for parameter in parameters:
            if parameter.domain is not None:
                self.expression(parameter.domain, bound)
                item = item_of(parameter.domain.type)
                self.demand(
                    item is not None and one_kind(item, parameter.type), f"{parameter.name} of {parameter.type} in {parameter.domain.type}"
                )
            bound[parameter.name] = parameter.type
        return bound

    def _function(self, function: Function) -> None:
        self.place = f"function {function.name}"
        self.expression(function.body, self._parameters(function.parameters, NOTHING))
        self.demand(one_kind(function.body.type, function.type), f"{function.body.type} as {function.type}")

    def _action(self, action: Action) -> None:
        self.place = f"action {action.name}"
        bound = self._parameters(action.parameters, {action.player: self.players})
        self.block(action.needs, bound, IN_ACTION)
        self.block(action.body, bound, IN_ACTION if self.game.nodes else (*IN_ACTION, Chance))

    def _reaction(self, reaction: Reaction) -> None:
        self.place = f"reaction {reaction.name}"
        bound = self._parameters(reaction.parameters, NOTHING)
        self.condition(reaction.condition, bound)
        self.block(reaction.body, bound, EAGER)

    def _node_of_play(self, node: Node) -> None:
        match node:
            case RunNode(body):
                self.block(body, NOTHING, EAGER)
            case BranchNode(condition):
                self.condition(condition, NOTHING)
            case DecideNode(actor):
                self.actor(actor, NOTHING)
            case ChanceNode(variable, domain, weight, type_):
                self.going_through(domain, type_, NOTHING)
                self.demand(self.variables.get(variable) == type_, f"an outcome of {type_} put into {variable}")
                if weight is not None:
                    self.expression(weight, {variable: type_})
            case _:
                pass

    def _scope_of_players(self, text: str | None) -> Scope:
        return NOTHING if text is None else {text: self.players}

    def _look_at_judging(self) -> None:
        for ending in self.game.endings:
            self.place = f"ending {ending.rule.name}"
            scope = self._scope_of_players(ending.each)
            self.condition(ending.condition, scope)
            if ending.who is not None:
                self.actor(ending.who, scope)
        for line in self.game.scores:
            self.place = f"score {line.label}"
            self.expression(line.value, self._scope_of_players(line.each))
        for bound in self.game.bounds:
            self.place = f"bound {bound.label}"
            self.expression(bound.value, NOTHING)
        for dominance in self.game.dominances:
            self.place = f"dominates {dominance.label}"
            for grade in dominance.grades:
                self.verify_place(grade.place, NOTHING)
                self.demand(can_be_compared(grade.place.type), f"more or less of {grade.place.type}")
        for claim in self.game.claims:
            self.place = f"claim {claim.label}"
            self.condition(claim.condition, NOTHING)
            self.condition(claim.then, NOTHING)
            for measure in claim.falling:
                self.expression(measure.value, NOTHING)
                self.demand(isinstance(measure.value.type, IntType), f"a number that falls, not {measure.value.type}")

    def _example(self, example: Example) -> None:
        self.place = f"example {example.label}"
        for step in example.steps:
            match step:
                case GivenStep(assign):
                    self.block((assign,), NOTHING, EAGER)
                case RunStep(body):
                    self.block(body, NOTHING, EAGER)
                case ThenStep(condition):
                    self.condition(condition, NOTHING)
                case _:
                    pass

    def _find_rule(self, rule: FindRule) -> None:
        self.place = f"rule {rule.name}"
        scope: dict[str, Type] = {}
        for clause in rule.each:
            self.going_through(clause.domain, clause.type, scope)
            scope[clause.name] = clause.type
        self.condition(rule.condition, scope)
