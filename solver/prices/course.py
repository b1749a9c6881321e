"""The graph of places for play that never returns to a place, with the effect of each move for any state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import Machine, State
from solver.protocol.clock import Clock
from solver.symbolic.course import Forms
from solver.symbolic.forms import Form, make_form, refill_form, symbols_of
from solver.symbolic.offering import arguments_of
from solver.symbolic.scores import sum_scores
from solver.symbolic.steps import Steps, SymbolicStep
from solver.symbolic.term_values import values_of
from solver.symbolic.terms import Symbol, Term, TermKind

Place = tuple[int, tuple[int, ...]]
"""A node, and the control variables there."""

MOST_PLACES = 3_000


class NoPriceBound(Exception):
    """Why a game has no bound by prices."""


@dataclass(frozen=True, slots=True)
class PlaceEdge:
    """An edge: its condition, its target (None: play is over), each slot afterwards, and the gain."""

    needs: tuple[Symbol, ...]
    then: Place | None
    after: tuple[Symbol, ...]
    gain: Symbol


class PlaceGraph:
    """`edges` by place, in topological order.

    `names` are the slots; values that are the same at every visit of a place are known there.
    """

    def __init__(self, machine: Machine, start: State, clock: Clock) -> None:
        self.game = machine.game
        self.steps = Steps(machine.game)
        self.steps.terms.watch = clock.insist
        self.clock = clock
        self.names = [name for form in self.steps.unknown_state().values() for name in _names(form)]
        self._controls = [number for number, variable in enumerate(self.game.variables) if variable.control]
        self._control = [self.game.variables[number].name for number in self._controls]
        self._where = [
            (at, number)
            for at, form in enumerate(self.steps.unknown_state().values())
            for number, _ in enumerate(_names(form))
        ]
        self._known: dict[Place, Forms] = {}
        self.start = self.place_of(start)
        edges = self._explore_places(start)
        self.order = _order_places(self.start, edges)
        self.edges = {place: edges[place] for place in self.order}
        self.steps.terms.watch = None

    def place_of(self, state: State) -> Place:
        """Where a state is."""
        known = [number for at in self._controls for number in self._flat(at, state)]
        return state.node, tuple(known)

    def values_of(self, state: State, slots: Iterable[int]) -> dict[int, int]:
        """The values of some slots."""
        held: dict[int, list[int]] = {}
        values = {}
        for slot in slots:
            at, number = self._where[slot]
            if at not in held:
                held[at] = self._flat(at, state)
            values[slot] = held[at][number]
        return values

    def _flat(self, at: int, state: State) -> list[int]:
        return values_of(list(symbols_of(make_form(self.game.variables[at].type, state.values[at]))), {})

    # -- places -------------------------------------------------------------------------------------------------------

    def _explore_places(self, start: State) -> dict[Place, list[PlaceEdge]]:
        """The edges of each place; a place is expanded again when less is known there than before."""
        places: dict[Place, list[PlaceEdge]] = {}
        waiting = {self.start: self.steps.make_state(start)}
        while waiting:
            place, state = next(iter(waiting.items()))
            del waiting[place]
            before = self._known.get(place)
            joined = state if before is None else self._join_forms(before, state)
            if before is None or joined != before:
                self._known[place] = joined
                places[place] = self._expand_place(place, joined, waiting)
            if len(places) > MOST_PLACES:
                raise NoPriceBound(f"its sequence has more than {MOST_PLACES:,} places")
            self.clock.insist()
        return places

    def _expand_place(self, place: Place, state: Forms, waiting: dict[Place, Forms]) -> list[PlaceEdge]:
        """The edges of a place."""
        steps = list(self._steps(place, state))
        edges = [edge for step in steps for edge in self._edges(step, state, waiting)]
        if not any(edge.needs == () for edge in edges):
            edges.append(self._make_stuck_edge(place, state, steps))
        return edges

    def _join_forms(self, one: Forms, other: Forms) -> Forms:
        """What is known in both forms; everything else becomes unknown."""
        plain = self.steps.unknown_state()
        return {name: _common(one[name], other[name], plain[name]) for name in one}

    def _steps(self, place: Place, state: Forms) -> Iterator[SymbolicStep]:
        node = place[0]
        match self.game.nodes[node]:
            case ir.StopNode():
                return
            case ir.DecideNode() as decision:
                for number, option in enumerate(decision.options):
                    for arguments in arguments_of(self.steps, state, decision, self.steps.actions[option.action]):
                        if arguments is None:
                            raise NoPriceBound(f"{option.action} has too many moves at once")
                        yield self.steps.step(node, number, state, "", arguments)
            case _:
                raise NoPriceBound("chance decides something in the play")

    def _edges(self, step: SymbolicStep, before: Forms, waiting: dict[Place, Forms]) -> Iterator[PlaceEdge]:
        if any(isinstance(symbol, Term) for choice in step.choices for symbol in symbols_of(choice.form)):
            raise NoPriceBound(f"{step.action.title if step.action else 'a move'} goes on to choose in its middle")
        if isinstance(step.beyond, Term):
            raise NoPriceBound("a move goes on for longer than is spelled out")
        for rest in step.rests:
            condition = self.steps.terms.all((step.legal, rest.condition))
            if not isinstance(condition, Term) and not condition:
                continue
            place = self._place(rest.node, rest.state)
            plain = self.steps.unknown_state()
            state = {name: _plainer(form, plain[name]) for name, form in rest.state.items()}
            waiting[place] = self._join_forms(waiting[place], state) if place in waiting else state
            yield PlaceEdge(_parts(condition), place, self._symbols(rest.state), self._gain(before, rest.state))

    def _make_stuck_edge(self, place: Place, state: Forms, steps: Sequence[SymbolicStep]) -> PlaceEdge:
        """Play ends where no move is legal; whether one is may depend on some parts."""
        is_over = isinstance(self.game.nodes[place[0]], ir.StopNode)
        legal: list[Symbol] = [] if is_over else [step.legal for step in steps]
        return PlaceEdge(
            _parts(self.steps.terms.all([self.steps.terms.negate_truth(item) for item in legal])),
            None,
            self._symbols(state),
            0,
        )

    def _gain(self, before: Forms, after: Forms) -> Symbol:
        """By how much the score grows."""
        return self.steps.terms.sum([(1, self._score_form(after)), (-1, self._score_form(before))])

    def _score_form(self, state: Forms) -> Symbol:
        at = self.steps.evaluator(state)
        at.stuck = _refuse_stuck
        return sum_scores(at, self.game)

    def _symbols(self, state: Forms) -> tuple[Symbol, ...]:
        return tuple([symbol for form in state.values() for symbol in symbols_of(form)])

    def _place(self, node: int, state: Forms) -> Place:
        known: list[int] = []
        for name in self._control:
            for symbol in symbols_of(state[name]):
                if isinstance(symbol, Term):
                    raise NoPriceBound(f"where play goes on depends on {name}, which is not known")
                known.append(int(symbol))
        return node, tuple(known)


def _refuse_stuck() -> Symbol:
    raise NoPriceBound("its score asks whether anybody is stuck")


def _names(form: Form) -> Iterator[str]:
    for number, symbol in enumerate(symbols_of(form)):
        yield symbol.name if isinstance(symbol, Term) else f"known {number}"


def _plainer(form: Form, unknown: Form) -> Form:
    """Keep known values and make everything else unknown."""
    rows = zip(symbols_of(form), symbols_of(unknown), strict=True)
    return refill_form(form, iter([plain if isinstance(symbol, Term) else symbol for symbol, plain in rows]))


def _common(one: Form, other: Form, unknown: Form) -> Form:
    rows = zip(symbols_of(one), symbols_of(other), symbols_of(unknown), strict=True)
    return refill_form(
        one, iter([first if first is second or _is_same(first, second) else plain for first, second, plain in rows])
    )


def _is_same(one: Symbol, other: Symbol) -> bool:
    return not isinstance(one, Term) and not isinstance(other, Term) and one == other


def _parts(condition: Symbol) -> tuple[Symbol, ...]:
    if not isinstance(condition, Term):
        return () if condition else (False,)
    return condition.parts if condition.kind is TermKind.ALL else (condition,)


def _order_places(start: Place, edges: dict[Place, list[PlaceEdge]]) -> list[Place]:
    """Each place after those before it; raises NoPriceBound where play comes back."""
    done: list[Place] = []
    seen: dict[Place, bool] = {}  # False: on the way
    waiting: list[tuple[Place, Iterator[PlaceEdge]]] = [(start, iter(edges[start]))]
    seen[start] = False
    while waiting:
        place, onward = waiting[-1]
        for edge in onward:
            if edge.then is None or seen.get(edge.then) is True:
                continue
            if edge.then in seen:
                raise NoPriceBound(
                    "play may come back to a place of its sequence, so that prices for each place do not end"
                )
            seen[edge.then] = False
            waiting.append((edge.then, iter(edges[edge.then])))
            break
        else:
            seen[place] = True
            done.append(place)
            waiting.pop()
    return done[::-1]
