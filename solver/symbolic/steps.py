"""Symbolic moves: when a move is legal, where play rests afterwards, and where the rules fail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.moments import moments
from rules_dsl.ir.trimming import trim_body
from rules_dsl.ir.types import ListType, Value
from rules_dsl.machine.api import Move, State
from solver.symbolic.course import Forms, Rest, SymbolicCourse, order_of
from solver.symbolic.expressions import SymbolicEvaluator, SymbolicFailure
from solver.symbolic.folds import items
from solver.symbolic.forms import (
    Form,
    UnsupportedTerm,
    choose_form,
    equate_forms,
    make_form,
    model_of,
    unknown,
)
from solver.symbolic.statements import ChoiceOpen, Runner, SymbolicChoice, item_of
from solver.symbolic.terms import Symbol, Term, Terms

MOST_ROUNDS = 24
"""So often play goes round for one move; what would come after that is noted as beyond."""


@dataclass(frozen=True, slots=True)
class SymbolicStep:
    """A move, or what chance brings, in a state at a node. `choices` are its arguments in order."""

    node: int
    option: int
    action: ir.Action | None
    choices: tuple[SymbolicChoice, ...]
    legal: Symbol
    rests: tuple[Rest, ...]
    failures: tuple[SymbolicFailure, ...]
    beyond: Symbol
    passed: bool = True  # play has passed on to where it rests


class Steps:
    """The moves of a game over one set of terms.

    With `strict` it is noted, too, where looking for a legal move fails (in `possible`, and at decisions that may be
    passed over).
    """

    def __init__(self, game: ir.Game, terms: Terms | None = None, strict: bool = False) -> None:
        self.game = game
        self.strict = strict
        self.terms = Terms() if terms is None else terms
        self.actions = {action.name: action for action in game.actions}
        self.functions = {function.name: function for function in game.functions}
        self.stop = len(game.nodes) - 1
        self._order = order_of(game)
        self._control = [variable.name for variable in game.variables if variable.control]
        self._asking: list[str] = []

    # -- states -------------------------------------------------------------------------------------------------------

    def unknown_state(self, name: str = "") -> Forms:
        """A completely unknown state."""
        return {
            variable.name: unknown(self.terms, variable.type, f"{name}{variable.name}")
            for variable in self.game.variables
        }

    def make_state(self, state: State) -> Forms:
        """A completely known state."""
        return {
            variable.name: make_form(variable.type, value)
            for variable, value in zip(self.game.variables, state.values, strict=True)
        }

    def model(self, state: State, name: str = "") -> dict[str, int]:
        """What the symbols of an unknown state are in a state."""
        model: dict[str, int] = {}
        for variable, value in zip(self.game.variables, state.values, strict=True):
            model.update(model_of(variable.type, f"{name}{variable.name}", value))
        return model

    def evaluator(self, state: Forms) -> SymbolicEvaluator:
        """Evaluates expressions in a state."""
        at = SymbolicEvaluator(self.game, self.terms)
        at.state = dict(state)
        at.possible = lambda action, player: self._possible(at, action, player)
        return at

    def make_evaluator(self, state: Forms, node: int) -> SymbolicEvaluator:
        """The evaluator for a state at rest, where `stuck()` has a value."""
        at = self.evaluator(state)
        decision = self.game.nodes[node] if node < len(self.game.nodes) else None
        if isinstance(decision, ir.DecideNode):
            at.stuck = lambda: self.terms.negate_truth(self.can_move(self.evaluator(state), decision))
        return at

    # -- moves --------------------------------------------------------------------------------------------------------

    def step(
        self, node: int, option: int, state: Forms, name: str = "", arguments: Sequence[Form] | None = None, onward: bool = True, values: Sequence[Value] | None = None
    ) -> SymbolicStep:  # fmt: skip
        """An action at a decision; arguments and choices that are not given are unknown.

        Without `onward` play does not pass on from where the action itself ends.
        """
        decision = self.game.nodes[node]
        assert isinstance(decision, ir.DecideNode)
        action, then = self.actions[decision.options[option].action], decision.options[option].then
        at = self.evaluator(state)
        runner = Runner(at, self.game, name)
        runner.told = None if values is None else iter(values)
        at.locals[action.player] = at.form(decision.actor)
        given = (
            arguments
            if arguments is not None
            else [unknown(self.terms, parameter.type, f"{name}{parameter.name}") for parameter in action.parameters]
        )
        self.judge(runner, action, given)
        runner.block(action.body)
        rests = self._rests(runner, then) if onward else self._ends_of(runner, then)
        parameters = [
            SymbolicChoice(parameter.name, parameter.type, form, True)
            for parameter, form in zip(action.parameters, given, strict=True)
        ]
        return SymbolicStep(
            node,
            option,
            action,
            (*parameters, *runner.choices),
            runner.legal,
            rests,
            tuple(at.failures),
            runner.beyond,
            onward,
        )

    def make_step(self, node: int, state: Forms, move: Move) -> SymbolicStep:
        """A move whose choices are all known, without continuing play."""
        decision = self.game.nodes[node]
        assert isinstance(decision, ir.DecideNode)
        parameters = self.actions[decision.options[move.option].action].parameters
        given = [make_form(parameter.type, value) for parameter, value in zip(parameters, move.arguments, strict=False)]
        return self.step(node, move.option, state, "", given, False, move.arguments[len(parameters) :])

    def onward(self, node: int, state: Forms) -> SymbolicStep:
        """Where play continues from a node without a move."""
        at = self.evaluator(state)
        runner = Runner(at, self.game)
        return SymbolicStep(node, 0, None, (), True, self._rests(runner, node), tuple(at.failures), runner.beyond)

    def _ends_of(self, runner: Runner, then: int) -> tuple[Rest, ...]:
        """Where play is when an action has been done: at the node after it, or over."""
        at = runner.at
        rows = ((then, self.terms.negate_truth(runner.over)), (self.stop, runner.over))
        conditions = [(node, self.terms.all((at.guard, holds))) for node, holds in rows]
        return tuple(
            [
                Rest(node, condition, at.state)
                for node, condition in conditions
                if isinstance(condition, Term) or condition
            ]
        )

    def chance(self, node: int, state: Forms, name: str = "") -> SymbolicStep:
        """What chance brings at a node; the outcome is unknown."""
        choices, runner = self.draw_chance(node, state, name)
        chance = self.game.nodes[node]
        assert isinstance(chance, ir.ChanceNode)
        rests = self._rests(runner, chance.then)
        return SymbolicStep(node, 0, None, choices, runner.legal, rests, tuple(runner.at.failures), runner.beyond)

    def draw_chance(self, node: int, state: Forms, name: str) -> tuple[tuple[SymbolicChoice, ...], Runner]:
        """What chance brings at a node, and who goes on from there."""
        chance = self.game.nodes[node]
        assert isinstance(chance, ir.ChanceNode)
        at = self.evaluator(state)
        runner = Runner(at, self.game, name)
        form = unknown(self.terms, chance.type, f"{name}{chance.variable}")
        rows = self._outcomes(at, chance)
        runner.legal = self.terms.any(
            [self.terms.all((there, equate_forms(self.terms, chance.type, value, form))) for value, there in rows]
        )
        at.guard = runner.legal
        at.state[chance.variable] = form
        return (SymbolicChoice(chance.variable, chance.type, form, True),), runner

    def steps(self, state: Forms, name: str = "") -> Iterator[SymbolicStep]:
        """All moves and chances at all nodes."""
        for number, node in enumerate(self.game.nodes):
            match node:
                case ir.DecideNode(options=options):
                    for option in range(len(options)):
                        yield self.step(number, option, state, f"{name}{number}.{option} ")
                case ir.ChanceNode():
                    yield self.chance(number, state, f"{name}{number} ")

    def judge(self, runner: Runner, action: ir.Action, given: Sequence[Form]) -> None:
        """Needs and domains in their order of evaluation."""
        at, terms, levels = runner.at, self.terms, moments(action, self.functions)
        for level in range(len(given) + 1):
            for need, own in zip(action.needs, levels, strict=True):
                if own == level:
                    runner.need(need)
            if level == len(given):
                return
            parameter, form = action.parameters[level], given[level]
            at.locals[parameter.name] = form
            if parameter.domain is not None:
                allowed = runner.is_offered(items(at, parameter.domain), parameter.domain, parameter.type, form)
                runner.legal = terms.all((runner.legal, terms.implies(at.guard, allowed)))
                at.guard = terms.all((at.guard, allowed))

    # -- is there a move? ---------------------------------------------------------------------------------------------

    def can_move(self, at: SymbolicEvaluator, node: ir.DecideNode) -> Symbol:
        """Has some player to move a legal move?"""
        player, result = at.form(node.actor), list[Symbol]()
        for option in node.options:
            noted = len(at.failures)
            can = self._possible(at, option.action, player)
            self._only_before(result, at, noted)
            result.append(can)
        return self.terms.any(result)

    def _only_before(self, symbols: Sequence[Symbol], at: SymbolicEvaluator, noted: int) -> None:
        """Failures recorded since then count only where no legal move was found before."""
        if len(at.failures) > noted and symbols:
            none = self.terms.negate_truth(self.terms.any(symbols))
            at.failures[noted:] = [
                replace(failure, condition=self.terms.all((failure.condition, none))) for failure in at.failures[noted:]
            ]

    def _possible(self, at: SymbolicEvaluator, name: str, player: Symbol) -> Symbol:
        action = self.actions[name]
        if name in self._asking:
            raise UnsupportedTerm(f"whether {action.title} is possible, which asks for itself")
        self._asking.append(name)
        try:
            return self.terms.any(self._ways(at, action, player))
        finally:
            self._asking.pop()

    def _ways(self, at: SymbolicEvaluator, action: ir.Action, player: Symbol) -> list[Symbol]:
        """For each combination of arguments whether it is legal, up to the first that surely is."""
        guard, failures = at.guard, list(at.failures)
        levels, trial = moments(action, self.functions), trim_body(action.body)
        symbols: list[Symbol] = []

        def through(legal: Symbol) -> None:
            noted = len(at.failures)
            for can in self._ways_through(at, trial, legal):
                self._only_before(symbols, at, noted)
                symbols.append(can)
                noted = len(at.failures)
            self._only_before(symbols, at, noted)

        def bind(level: int, legal: Symbol) -> None:
            noted = len(at.failures)
            for need, own in zip(action.needs, levels, strict=True):
                if own == level:
                    at.guard = self.terms.all((guard, legal))
                    legal = self.terms.all((legal, at.form(need.condition)))
            self._only_before(symbols, at, noted)
            if not isinstance(legal, Term) and not legal:
                return
            if level == len(action.parameters):
                through(legal)
                return
            parameter = action.parameters[level]
            domain = parameter.domain if parameter.domain is not None else ir.Domain(parameter.type, parameter.type)
            at.guard, noted = self.terms.all((guard, legal)), len(at.failures)
            values = _distinct(items(at, domain), domain)
            self._only_before(symbols, at, noted)
            for value, there in values:
                at.locals[parameter.name] = value
                bind(level + 1, self.terms.all((legal, there)))

        at.locals[action.player] = player
        bind(0, True)
        at.guard = guard
        if not self.strict:
            at.failures = failures  # a need that fails is noted where the move is looked at itself
        return symbols

    def _ways_through(
        self, at: SymbolicEvaluator, trial: Sequence[ir.Stmt], legal: Symbol, script: tuple[Form, ...] = ()
    ) -> Iterator[Symbol]:
        """When the body of an action can be done, for each combination of the choices in it."""
        if not trial:
            yield legal
            return
        state, guard = at.state, at.guard
        at.state, at.guard = dict(state), self.terms.all((guard, legal))
        runner = Runner(at, self.game)
        runner.script = iter(script)
        offered: list[tuple[Form, Symbol]] | None = None
        try:
            runner.block(trial)
        except ChoiceOpen as choice:
            offered = choice.offered
        at.state, at.guard = state, guard
        if offered is None:
            yield self.terms.all((legal, runner.legal))
        for value, there in offered or ():
            if isinstance(there, Term) or there:
                yield from self._ways_through(at, trial, self.terms.all((legal, there)), (*script, value))

    # -- the course of play -------------------------------------------------------------------------------------------

    def _rests(self, runner: Runner, node: int) -> tuple[Rest, ...]:
        """Where play rests when it goes on from a node."""
        at, terms, guard = runner.at, self.terms, runner.at.guard
        course = SymbolicCourse(terms, self._order, self._control)
        course.add_arrival(self.stop, terms.all((guard, runner.over)), at.state)
        course.add_arrival(node, terms.all((guard, terms.negate_truth(runner.over))), at.state)
        while course.waiting:
            condition, state = course.next()
            if course.round > MOST_ROUNDS:
                runner.beyond = terms.any((runner.beyond, condition))
                continue
            at.state, at.guard, runner.over = dict(state), condition, False
            self._pass(runner, course)
        at.guard = guard
        return course.rests

    def _pass(self, runner: Runner, course: SymbolicCourse) -> None:
        at, terms, condition = runner.at, self.terms, runner.at.guard
        node = self.game.nodes[course.here]
        match node:
            case ir.RunNode(body, then):
                runner.block(body)
                course.add_arrival(self.stop, terms.all((condition, runner.over)), at.state)
                course.add_arrival(then, terms.all((condition, terms.negate_truth(runner.over))), at.state)
            case ir.BranchNode(test, then, otherwise):
                holds = at.form(test)
                course.add_arrival(then, terms.all((condition, holds)), at.state)
                course.add_arrival(otherwise, terms.all((condition, terms.negate_truth(holds))), at.state)
            case ir.DecideNode(otherwise=otherwise):
                can = True if otherwise is None else self.can_move(at, node)
                course.rest(course.here, terms.all((condition, can)), at.state)
                if otherwise is not None:
                    course.add_arrival(otherwise, terms.all((condition, terms.negate_truth(can))), at.state)
            case ir.ChanceNode():
                self._pass_chance(at, node, course)
            case ir.StopNode():
                course.rest(course.here, condition, self.at_rest(at.state))
            case _:
                assert_never(node)

    def _pass_chance(self, at: SymbolicEvaluator, node: ir.ChanceNode, course: SymbolicCourse) -> None:
        """Play goes on by itself where there is but one outcome."""
        terms, condition = self.terms, at.guard
        rows = self._outcomes(at, node)
        single = terms.equal(terms.sum([(1, there) for _, there in rows]), 1)
        at.insist(terms.any([there for _, there in rows]), "E0911", node.domain.span)
        course.rest(course.here, terms.all((condition, terms.negate_truth(single))), at.state)
        only = at.state[node.variable]
        for value, there in rows:
            only = choose_form(terms, there, value, only)
        course.add_arrival(node.then, terms.all((condition, single)), {**at.state, node.variable: only})

    def _outcomes(self, at: SymbolicEvaluator, node: ir.ChanceNode) -> list[tuple[Form, Symbol]]:
        """What chance may bring, and when each is possible."""
        pairs = []
        kind = item_of(node.domain)
        for value, there in _distinct(items(at, node.domain), node.domain):
            form = at.fit_form(kind, node.type, value, node.domain.span)
            at.locals[node.variable] = form
            if node.weight is not None:
                with at.where(there):
                    there = self.terms.all((there, self.terms.not_above(1, at.form(node.weight))))
            if isinstance(there, Term) or there:
                pairs.append((form, there))
        return pairs

    def at_rest(self, state: Forms) -> Forms:
        """Once the game is over control variables have their first values."""
        resting = dict(state)
        at = self.evaluator(state)
        for variable in self.game.variables:
            if variable.control:
                resting[variable.name] = at.as_type(variable.type, variable.initial, variable.span)
        return resting


def _distinct(rows: Sequence[tuple[Form, Symbol]], domain: ir.Expr) -> Sequence[tuple[Form, Symbol]]:
    """The values of a list without regard to duplicates, which do not matter for what is possible; they must be known."""
    if isinstance(domain.type, ListType) and any(isinstance(value, Term) for value, _ in rows):
        raise UnsupportedTerm("choices from a list that is not known")
    return rows
