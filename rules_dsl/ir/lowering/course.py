"""How play goes on: settling, and from node to node until it rests."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.core.forms import NUMBER, TRUTH, NumberForm, OptionForm, SequenceForm, TupleForm, form_of
from rules_dsl.ir.core.nodes import Operator
from rules_dsl.ir.core.program import (
    CoreFunction,
    FunctionRole,
)
from rules_dsl.ir.course import endings_while_settling, is_plain_rest, sure_outcomes
from rules_dsl.ir.evaluate import constant_value
from rules_dsl.ir.failures import FIRINGS
from rules_dsl.ir.lowering.actions import Builders, note
from rules_dsl.ir.lowering.builder import (
    FALSE,
    TRUE,
    FunctionBuilder,
    holds,
    immediate,
    negated,
    number,
    operate,
    shifted,
)
from rules_dsl.ir.lowering.clauses import domain_as_set, parameter_domain
from rules_dsl.ir.lowering.statements import statements
from rules_dsl.ir.lowering.unit import LoweringUnit
from rules_dsl.ir.types import IntType, ListType, cardinality

INLINE = 100
"""A function of more statements goes on in a function of the next node instead of holding that node again."""


class Course:
    """The automaton of a game while it is lowered. `wanted` are the nodes that need a function of their own."""

    def __init__(self, unit: LoweringUnit, builders: Builders) -> None:
        self.unit = unit
        self.builders = builders
        self.nodes = unit.game.nodes
        self.stop = len(unit.game.nodes) - 1
        self.wanted: list[int] = []
        self.endings = endings_while_settling(unit.game)
        self._resting = [
            core.StoreInto(unit.slots[variable.name], (), self._at_rest(variable))
            for variable in unit.game.variables
            if variable.control
        ]

    def _at_rest(self, variable: ir.StateVar) -> core.Immediate:
        constants = {constant.name: constant.value for constant in self.unit.game.constants}
        return immediate(constant_value(variable.initial, constants, self.unit.functions), variable.type)

    def want(self, node: int) -> None:
        """Ask for a function that runs from a node."""
        if node not in self.wanted:
            self.wanted.append(node)

    # -- settling -----------------------------------------------------------------------------------------------------

    def settle(self, build: FunctionBuilder) -> None:
        """Reactions, then endings: if one holds the function ends where the game is over."""
        if self.unit.game.reactions:
            build.put(core.PerformEffect("react"))
        if self.endings:
            with build.when(core.Invoke("over", (), TRUTH)):
                self._finish(build)

    def _finish(self, build: FunctionBuilder) -> None:
        for store in self._resting:
            build.put(store)
        build.put(core.RestAt(self.stop))

    def lower_react(self) -> CoreFunction:
        """`react`: fires reactions until none applies."""
        build = self.builders()
        reactions = self.unit.game.reactions
        form = SequenceForm(NumberForm(0, len(reactions) - 1), FIRINGS + 1)
        history = build.start("history", core.Immediate((), form))
        with build.cycle(TRUE) as again:
            fired = build.start("fired", FALSE)
            for place, reaction in enumerate(reactions):
                self._fire(build, place, reaction, fired, history)
            with build.when(negated(fired)):
                build.put(core.LeaveLoop(again))
            with build.when(holds(Operator.LESS, number(FIRINGS), operate(Operator.LENGTH, history))):
                self._endless(build, history)
        return CoreFunction("react", FunctionRole.EFFECT, (), build.statements())

    def _fire(
        self, build: FunctionBuilder, place: int, reaction: ir.Reaction, fired: core.Register, history: core.Register
    ) -> None:
        """Fires a reaction once, unless one has fired in this round."""

        def note_firing(outermost: str | None) -> None:
            build.set(fired, TRUE)
            build.push(history, number(place))
            if outermost is not None:
                build.put(core.LeaveLoop(outermost))

        with build.when(TRUE if place == 0 else negated(fired)):
            self.fire(build, reaction, note_firing)

    def fire(
        self,
        build: FunctionBuilder,
        reaction: ir.Reaction,
        finish: Callable[[str | None], None],
        bound: int = 0,
        outermost: str | None = None,
    ) -> None:
        """The body for each parameters for which the condition holds.

        `finish` adds what follows the body, which has to leave the loops; it is given the label of the outermost one.
        """
        if bound == len(reaction.parameters):
            with build.when(build.value(reaction.condition)):
                statements(build, reaction.body, self.settle)
                finish(outermost)
            return
        parameter = reaction.parameters[bound]
        source = parameter_domain(build, parameter)
        with build.traverse(build.bind(parameter.name, parameter.type), source) as label:
            self.fire(build, reaction, finish, bound + 1, outermost or label)

    def _endless(self, build: FunctionBuilder, history: core.Register) -> None:
        reactions = self.unit.game.reactions
        names = tuple(reaction.name for reaction in reactions)
        last = operate(Operator.ITEM, history, shifted(operate(Operator.LENGTH, history), -1))
        for place, reaction in enumerate(reactions):
            with build.when(holds(Operator.EQUAL, last, number(place))):
                words = ("reactions fire without end: ", core.TalliedNames(0, names))
                repair = "let each make its own condition false"
                build.fail(
                    core.CoreFailure("E0909", words, reaction.rule.span, ("fires again and again",), repair), history
                )

    def lower_over(self) -> CoreFunction:
        """`over`: does an ending hold that may hold while play settles?"""
        build = self.builders()
        for ending, condition in self.endings:
            self._for_each_player(build, ending.each, partial(self._true_where, build, condition))
        build.put(core.ReturnValue(FALSE))
        return CoreFunction("over", FunctionRole.VALUE, (), build.statements(), TRUTH)

    def _true_where(self, build: FunctionBuilder, condition: ir.Expr) -> None:
        with build.when(build.value(condition)):
            build.put(core.ReturnValue(TRUE))

    def _for_each_player(self, build: FunctionBuilder, each: str | None, inner: Callable[[], None]) -> None:
        if each is None:
            inner()
            return
        players = self.unit.game.players
        with build.traverse(build.bind(each, players), build.ordinals(cardinality(players))):
            inner()

    def lower_ending(self, place: int, ending: ir.Ending) -> CoreFunction:
        """`ending N`: none, or the one value who."""
        build = self.builders()
        who_form = OptionForm(form_of(self.unit.game.players))
        form = OptionForm(TupleForm((who_form,)))

        def look() -> None:
            with build.when(build.value(ending.condition)):
                who = (
                    core.Immediate(None, who_form)
                    if ending.who is None
                    else operate(Operator.PRESENT, build.value(ending.who), form=who_form)
                )
                found = operate(Operator.TUPLE, who, form=form.item)
                build.put(core.ReturnValue(operate(Operator.PRESENT, found, form=form)))

        self._for_each_player(build, ending.each, look)
        build.put(core.ReturnValue(core.Immediate(None, form)))
        return CoreFunction(
            f"ending {place}", FunctionRole.ENTRY, (), build.statements(), form, note(ending.kind, ending.rule)
        )

    # -- from node to node --------------------------------------------------------------------------------------------

    def go(self, build: FunctionBuilder, node: int, chain: frozenset[int] = frozenset()) -> None:
        """What happens from a node until play rests. A node that comes again, or comes late, is resumed at."""
        if node in chain or (build.size > INLINE and not is_plain_rest(self.nodes[node])):
            self.want(node)
            build.put(core.ResumeAt(number(node)))
            return
        self.step(build, node, lambda following: self.go(build, following, chain | {node}))

    def step(self, build: FunctionBuilder, place: int, go_on: Callable[[int], None]) -> None:
        """What happens at a node; `go_on` adds what happens from the next one."""
        match self.nodes[place]:
            case ir.RunNode(body, then):
                statements(build, body, self.settle)
                go_on(then)
            case ir.BranchNode(condition, then, otherwise):
                with build.when(build.value(condition)):
                    go_on(then)
                go_on(otherwise)
            case ir.DecideNode() as decide:
                self._decide(build, place, decide, go_on)
            case ir.ChanceNode() as chance:
                self.pass_chance(build, place, chance, go_on)
            case ir.StopNode():
                self._finish(build)

    def _decide(self, build: FunctionBuilder, place: int, node: ir.DecideNode, go_on: Callable[[int], None]) -> None:
        if node.otherwise is None:
            build.put(core.RestAt(place))
            return
        with build.when(self.can_decide(build, node)):
            build.put(core.RestAt(place))
        go_on(node.otherwise)

    def can_decide(self, build: FunctionBuilder, node: ir.DecideNode) -> core.CoreExpr:
        """Has the decision a legal move?"""
        actor = build.keep(build.value(node.actor), "actor")
        possible: core.CoreExpr = FALSE
        for action in dict.fromkeys(option.action for option in node.options):
            can = core.CanAct(action, actor, None, TRUTH)
            possible = can if possible == FALSE else holds(Operator.OR, possible, can)
        return possible

    def pass_chance(
        self, build: FunctionBuilder, place: int, node: ir.ChanceNode, go_on: Callable[[int], None]
    ) -> None:
        """Takes the outcome if there is a single one, else rests."""
        if sure_outcomes(node) > 1:
            build.put(core.RestAt(place))
            return
        form = weights_form(node)
        outcomes = build.start("outcomes", core.Invoke(f"outcomes {place}", (), form))
        with build.when(holds(Operator.LESS, number(1), operate(Operator.LENGTH, outcomes))):
            build.put(core.RestAt(place))
        only = operate(Operator.ITEM, outcomes, number(0), form=form.item)
        self.take(build, node, operate(Operator.PART, only, number(0), form=form_of(node.type)))
        go_on(node.then)

    def take(self, build: FunctionBuilder, node: ir.ChanceNode, outcome: core.CoreExpr) -> None:
        """Put an outcome into its variable."""
        build.put(core.StoreInto(self.unit.slots[node.variable], (), outcome))

    def lower_run(self, node: int) -> CoreFunction:
        """`run N`: from a node to the next rest, or part of the way."""
        build = self.builders()
        self.go(build, node)
        return CoreFunction(f"run {node}", FunctionRole.RUN, (), build.statements())

    # -- chance -------------------------------------------------------------------------------------------------------

    def lower_outcomes(self, place: int, node: ir.ChanceNode) -> CoreFunction:
        """`outcomes N`: the values that are possible with their weights, upwards."""
        build = self.builders()
        form = weights_form(node)
        found = build.start("found", core.Immediate((), form))

        def push(value: core.Register, weight: core.CoreExpr) -> None:
            build.push(found, operate(Operator.TUPLE, value, weight, form=form.item))

        self.weigh(build, node, push)
        words = (f"{node.label or node.variable} has no possible value",)
        nothing = core.CoreFailure("E0911", words, node.domain.span, ("nothing is possible here",))
        build.insist(holds(Operator.UNEQUAL, operate(Operator.LENGTH, found), number(0)), nothing)
        build.put(core.ReturnValue(found))
        return CoreFunction(
            f"outcomes {place}",
            FunctionRole.VALUE,
            (),
            build.statements(),
            form,
            note(f"chance {node.label or node.variable}", node.rule),
        )

    def weigh(
        self, build: FunctionBuilder, node: ir.ChanceNode, use: Callable[[core.Register, core.CoreExpr], None]
    ) -> None:
        """Goes through the values that are possible, upwards; `use` is given each with its weight, which is not 0.

        In a list a value weighs once for each time it occurs.
        """
        repeated = build.keep(build.value(node.domain), "values") if isinstance(node.domain.type, ListType) else None
        source = domain_as_set(build, node.domain)
        value = build.bind(node.variable, node.type)
        with build.traverse(value, source):
            weight = self._weight(build, node, value)
            times = (
                weight
                if repeated is None
                else operate(Operator.MULTIPLY, weight, self._times(build, node, repeated, value))
            )
            with build.when(TRUE if node.weight is None else holds(Operator.LESS, number(0), weight)):
                use(value, times)

    def _weight(self, build: FunctionBuilder, node: ir.ChanceNode, value: core.Register) -> core.CoreExpr:
        if node.weight is None:
            return number(1)
        weight = build.keep(build.value(node.weight), "weight")
        if isinstance(node.weight.type, IntType) and node.weight.type.low >= 0:
            return weight
        words = (core.ArgumentText(0, node.type), " has the weight ", core.ArgumentText(1))
        negative = core.CoreFailure("E0911", words, node.domain.span, ("drawn from this",))
        build.insist(holds(Operator.AT_MOST, number(0), weight), negative, value, weight)
        return weight

    def _times(
        self, build: FunctionBuilder, node: ir.ChanceNode, items: core.CoreExpr, value: core.CoreExpr
    ) -> core.CoreExpr:
        assert isinstance(items.form, SequenceForm)
        count, item = (
            build.start("count", number(0), NumberForm(0, items.form.most)),
            build.fresh("item", form_of(node.type)),
        )
        with build.traverse(item, core.ItemsOf(items)), build.when(holds(Operator.EQUAL, item, value)):
            build.set(count, shifted(count, 1))
        return count


def weights_form(node: ir.ChanceNode) -> SequenceForm:
    """The form of the outcomes of chance with their weights."""
    return SequenceForm(TupleForm((form_of(node.type), NUMBER)), cardinality(node.type))
