"""Unrolls play from a known state, one literal per move.

Known values stay known, and states that meet at a place are merged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.rebuild import walk_statements
from rules_dsl.ir.types import Value
from rules_dsl.machine.api import Machine, Move, State
from solver.cpsat.merging import Arrivals, Coming, Place
from solver.symbolic.course import Forms
from solver.symbolic.forms import Form, UnsupportedTerm, refill_form, symbols_of, value_in
from solver.symbolic.offering import Arguments, arguments_of
from solver.symbolic.steps import Steps, SymbolicStep
from solver.symbolic.terms import Symbol, Term, TermKind, Terms, high_of, low_of

CHANCE = "chance decides something in the play; an option that fixes it is needed, such as deck=1"


@dataclass(frozen=True, slots=True)
class MoveFlag:
    """A move and the truth that it is made."""

    step: SymbolicStep
    made: Symbol


@dataclass(frozen=True, slots=True)
class UnrolledEnd:
    """Play ends under a condition, in a state at a node. `stuck`: because no move is legal."""

    condition: Symbol
    node: int
    state: Forms
    stuck: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """One of the moves is made where the condition holds, or play is stuck, which has its own condition; elsewhere nothing happens."""

    condition: Symbol
    moves: tuple[MoveFlag, ...]
    stuck: Symbol
    nothing: Symbol  # no move is legal


@dataclass(frozen=True, slots=True)
class Implication:
    """Something holds where something else does."""

    given: Symbol
    then: Symbol


@dataclass(frozen=True, slots=True)
class Offer:
    """The moves of a decision in a state, and the condition that none is legal."""

    node: int
    condition: Symbol
    state: Forms
    steps: Sequence[SymbolicStep]
    stuck: Symbol
    nothing: Symbol


@dataclass(slots=True)
class Layer:
    """What can happen with the moves of one number, the ends before them, where play goes on as is not spelled out, and what has to hold besides."""

    decisions: list[Decision] = field(default_factory=list)
    ends: list[UnrolledEnd] = field(default_factory=list)
    beyond: list[Symbol] = field(default_factory=list)
    rules: list[Implication] = field(default_factory=list)

    @property
    def moves(self) -> Iterator[MoveFlag]:
        """All moves."""
        for decision in self.decisions:
            yield from decision.moves


class Unrolling:
    """The play of one player; each call of `layer` unrolls one move more."""

    def __init__(self, machine: Machine, start: State) -> None:
        self.machine = machine
        self.game = machine.game
        self.steps = Steps(machine.game)
        self.terms = self.steps.terms
        self._apart, self._number = any(_chooses_inside(action) for action in self.game.actions), 0
        self._control = [variable.name for variable in self.game.variables if variable.control]
        state = self.steps.make_state(start)
        self._places: dict[Place, Coming] = {self._place(start.node, state): (True, state)}
        self._resting = Arrivals()
        self._plain = self.steps.unknown_state()
        self._numbers = 0
        self.depth = 0

    @property
    def is_over(self) -> bool:
        """Has every play ended?"""
        return not self._places

    @property
    def open(self) -> list[Symbol]:
        """The conditions under which play goes on."""
        return [condition for condition, _ in self._places.values()]

    def layer(self, watch: Callable[[], None] | None = None) -> Layer:
        """What can happen next. Who watches may raise to end the work, which can be begun again then."""
        places, self.terms.watch = self._places, watch
        try:
            return self._layer()
        except BaseException:
            self._places = places
            raise
        finally:
            self.terms.watch = None

    def _look(self) -> None:
        """Update the watched conditions, unless all values are known and no terms are needed."""
        if self.terms.watch is not None:
            self.terms.watch()

    def _layer(self) -> Layer:
        layer, acted, self._resting = Layer(), Arrivals(), Arrivals()
        places, self._places = self._places, {}
        for number, ((node, _), (condition, state)) in enumerate(places.items()):
            self._number = number
            match self.game.nodes[node]:
                case ir.StopNode():
                    layer.ends.append(UnrolledEnd(condition, node, state, False))
                case ir.DecideNode() as decision:
                    self._decide(layer, acted, (node, decision), condition, state)
                case ir.ChanceNode():
                    if not isinstance(condition, Term):
                        raise UnsupportedTerm(CHANCE)
                    layer.beyond.append(condition)
                case other:
                    raise TypeError(f"play does not rest at {other}")
        self._pass_on(layer, acted)
        self.depth += 1
        return layer

    def _pass_on(self, layer: Layer, acted: Arrivals) -> None:
        """From where the moves end to where play rests."""
        for (node, _), (condition, state) in acted.merge_places(self.terms).items():
            self._look()
            step = self.steps.onward(node, state)
            self._spread(layer, self._resting, step, condition)
            layer.rules += [Implication(condition, self.terms.negate_truth(failure.condition)) for failure in step.failures]
        places = self._resting.merge_places(self.terms)
        if len(places) > MOST_KNOWN:
            places = self._together(places)
        self._places = {place: self._narrow_state(layer, *coming) for place, coming in places.items()}

    def _together(self, places: Mapping[Place, Coming]) -> dict[Place, Coming]:
        """Merge known states at one place once there are many."""
        self._apart, arrivals = False, Arrivals()
        for (node, _), (condition, state) in places.items():
            arrivals.add_arrival(self._place(node, state), condition, state)
        return arrivals.merge_places(self.terms)

    def _narrow_state(self, layer: Layer, condition: Symbol, state: Forms) -> Coming:
        """The state with a fresh bounded variable for each value whose range seems to exceed its type, as happens to
        long sums; no play lets that happen.
        """
        if all(_fits(symbol, plain) for form, whole in zip(state.values(), self._plain.values(), strict=True) for symbol, plain in _pairs(form, whole)):
            return condition, state
        return condition, {name: refill_form(form, iter([self._bound_symbol(layer, condition, *pair) for pair in _pairs(form, self._plain[name])])) for name, form in state.items()}

    def _bound_symbol(self, layer: Layer, condition: Symbol, symbol: Symbol, plain: Symbol) -> Symbol:
        if _fits(symbol, plain):
            return symbol
        self._numbers += 1
        result = self.terms.number(f"held {self._numbers}", low_of(plain), high_of(plain))
        layer.rules.append(Implication(condition, self.terms.equal(result, symbol)))
        return result

    def _spread(self, layer: Layer, arrivals: Arrivals, step: SymbolicStep, condition: Symbol) -> None:
        """Play comes to all the places where a step may end; one that surely fails leads nowhere, and its state may be none that the machine knows."""
        terms = self.terms
        if any(not isinstance(failure.condition, Term) for failure in step.failures):
            return
        if isinstance(step.beyond, Term) or step.beyond:
            layer.beyond.append(terms.all((condition, step.beyond)))
        for rest in step.rests:
            taken = condition if len(step.rests) == 1 else terms.all((condition, _without(terms, rest.condition, step.legal)))
            if isinstance(taken, Term) or taken:
                arrivals.add_arrival(self._place(rest.node, rest.state), taken, rest.state)

    # -- decisions ----------------------------------------------------------------------------------------------------

    def _decide(self, layer: Layer, acted: Arrivals, where: tuple[int, ir.DecideNode], condition: Symbol, state: Forms) -> None:
        node, decision = where
        steps = list(self._steps(node, decision, state))
        stuck = self._derive_stuck(steps, node, decision, condition, state)
        nothing = self._derive_no_move(steps, decision, state) if isinstance(stuck, Term) else True
        self._offer(layer, acted, Offer(where[0], condition, state, steps, stuck, nothing))

    def _offer(self, layer: Layer, acted: Arrivals, offer: Offer) -> None:
        """Exactly one move is made, or none is legal."""
        truths = self._truths(offer.steps, offer.condition, offer.stuck, self._title(offer.node, offer.state))
        moves = tuple([MoveFlag(step, truth) for step, truth in zip(offer.steps, truths, strict=True)])
        layer.decisions.append(Decision(offer.condition, moves, offer.stuck, offer.nothing))
        if isinstance(offer.stuck, Term) or offer.stuck:
            layer.ends.append(UnrolledEnd(offer.stuck, offer.node, offer.state, True))
        acted.one_of(truths, self.terms.all((offer.condition, self.terms.negate_truth(offer.stuck))))
        for made in moves:
            self._spread(layer, self._resting if made.step.passed else acted, made.step, made.made)

    def _derive_no_move(self, steps: Sequence[SymbolicStep], decision: ir.DecideNode, state: Forms) -> Symbol:
        """Is no move legal?"""
        if any(_chooses(step) for step in steps):
            return self.terms.negate_truth(self.steps.can_move(self.steps.evaluator(state), decision))
        return self.terms.all([self.terms.negate_truth(step.legal) for step in steps])

    def _steps(self, node: int, decision: ir.DecideNode, state: Forms) -> Iterator[SymbolicStep]:
        """Every move that is perhaps legal."""
        if self._apart and _is_known(state):
            for move in self.machine.moves(self._state(node, state)):
                self._look()
                yield self.steps.make_step(node, state, move)
            return
        for number, option in enumerate(decision.options):
            action = self.steps.actions[option.action]
            for arguments in arguments_of(self.steps, state, decision, action):
                step = self.steps.step(node, number, state, f"{self._title(node, state)}: {action.name}({_print_arguments(arguments)}) {number} ", arguments, False)
                if isinstance(step.legal, Term) or step.legal:
                    yield step

    def _derive_stuck(self, steps: Sequence[SymbolicStep], node: int, decision: ir.DecideNode, condition: Symbol, state: Forms) -> Symbol:
        """The condition that no move is legal; constant where some move is always legal or none ever is."""
        if not steps:
            return condition
        if decision.otherwise is not None or any(step.legal is True and not _chooses(step) for step in steps):
            return False
        return self.terms.truth(f"{self._title(node, state)}: stuck")

    def _title(self, node: int, state: Forms) -> str:
        """A place and how many moves there were before it."""
        known = ",".join(["?" if number is None else str(number) for number in self._read_control(state)])
        return f"{self.depth + 1} at {node}[{known}]" + (f" /{self._number}" if self._apart else "")

    def _truths(self, steps: Sequence[SymbolicStep], condition: Symbol, stuck: Symbol, title: str) -> list[Symbol]:
        """Whether each move is made; of two moves one decides."""
        certain = not isinstance(stuck, Term)
        if len(steps) == 1 and certain:
            return [condition]
        names = [f"{title}: {step.action.name if step.action else ''}{_print_step(step)} #{number}" for number, step in enumerate(steps)]
        if len(steps) == 2 and certain and not isinstance(condition, Term):
            first = self.terms.truth(names[0])
            return [first, self.terms.negate_truth(first)]
        return [self.terms.truth(name) for name in names]

    # -- places -------------------------------------------------------------------------------------------------------

    def _place(self, node: int, state: Forms) -> Place:
        """The key under which states are merged.

        Where moves contain choices, completely known states stay apart, because their moves are few and known.
        """
        if self._apart and _is_known(state):
            return node, tuple([int(symbol) for form in state.values() for symbol in symbols_of(form) if not isinstance(symbol, Term)])
        return node, self._read_control(state)

    def _state(self, node: int, state: Forms) -> State:
        return State(tuple([value_in(variable.type, state[variable.name]) for variable in self.game.variables]), node)

    def _read_control(self, state: Forms) -> tuple[int | None, ...]:
        return tuple([None if isinstance(symbol, Term) else int(symbol) for name in self._control for symbol in symbols_of(state[name])])


WIDE = 8
"""Sums that seem to take so many times the room of their range get a number of their own."""


MOST_KNOWN = 400
"""So many known states stay apart."""


def _is_known(state: Forms) -> bool:
    return not any(isinstance(symbol, Term) for form in state.values() for symbol in symbols_of(form))


def _chooses_inside(action: ir.Action) -> bool:
    return any(isinstance(stmt, ir.Choose) for stmt in walk_statements(action.body))


def _pairs(form: Form, plain: Form) -> Iterator[tuple[Symbol, Symbol]]:
    return zip(symbols_of(form), symbols_of(plain), strict=True)


def _fits(symbol: Symbol, plain: Symbol) -> bool:
    if not isinstance(symbol, Term) or symbol.truth:
        return True
    return symbol.high - symbol.low <= WIDE * (high_of(plain) - low_of(plain) + 1)


def _chooses(step: SymbolicStep) -> bool:
    """Are there choices left to make in the move?"""
    return any(isinstance(symbol, Term) for choice in step.choices for symbol in symbols_of(choice.form))


def _without(terms: Terms, condition: Symbol, legal: Symbol) -> Symbol:
    """A condition without those parts that hold as the move is legal."""
    if not isinstance(condition, Term) or not isinstance(legal, Term) or condition.kind is not TermKind.ALL:
        return condition
    parts = legal.parts if legal.kind is TermKind.ALL else (legal,)
    given = {part.number for part in (*parts, legal) if isinstance(part, Term)}
    return terms.all([part for part in condition.parts if not (isinstance(part, Term) and part.number in given)])


def _print_arguments(arguments: Arguments | None) -> str:
    return "" if arguments is None else ",".join([str(symbol) for form in arguments for symbol in symbols_of(form)])


def _print_step(step: SymbolicStep) -> str:
    known = [str(symbol) for choice in step.choices for symbol in symbols_of(choice.form) if not isinstance(symbol, Term)]
    return f"({', '.join(known)})" if known else ""


def is_before(one: SymbolicStep, other: SymbolicStep) -> bool:
    """Is the move smaller than another in the order of options and arguments? False if these are not known."""
    if one.option != other.option:
        return one.option < other.option
    first, second = ([symbol for choice in step.choices for symbol in symbols_of(choice.form)] for step in (one, other))
    if any(isinstance(symbol, Term) for symbol in (*first, *second)):
        return False
    return [int(symbol) for symbol in first if not isinstance(symbol, Term)] < [int(symbol) for symbol in second if not isinstance(symbol, Term)]


# -- back to moves ----------------------------------------------------------------------------------------------------


def symbols_in(step: SymbolicStep) -> list[Symbol]:
    """All symbols that say which move it is."""
    return [symbol for choice in step.choices for symbol in (choice.made, *symbols_of(choice.form))]


def move_of(step: SymbolicStep, values: Sequence[int]) -> Move:
    """The move when its symbols have these values."""
    given = iter(values)
    arguments: list[Value] = []
    for choice in step.choices:
        made = next(given)
        form: Form = refill_form(choice.form, given)
        if made:
            arguments.append(value_in(choice.type, form))
    return Move(step.option, tuple(arguments))
