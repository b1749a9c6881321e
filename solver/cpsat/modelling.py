"""An unrolled play as a CP-SAT model: moves as literals, the score as objective, and solutions translated back to
lines.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.quantities import quantity
from solver.cpsat.deciding import decide
from solver.cpsat.translating import CpSatTranslation, Linear
from solver.cpsat.unrolling import Implication, Layer, MoveFlag, UnrolledEnd, Unrolling, is_before, move_of, symbols_in
from solver.symbolic.forms import model_of, symbols_of
from solver.symbolic.scores import derive_reached, sum_scores
from solver.symbolic.term_values import values_of
from solver.symbolic.terms import Symbol, Term, high_of, low_of


class CpSatModel:
    """Grows layer by layer.

    `ends` are the possible ends of play, `beyond` the conditions under which it continues past the unrolled layers,
    `stuck` the stuck conditions not yet added.
    """

    def __init__(
        self,
        machine: Machine,
        start: State,
        swaps: frozenset[tuple[int, int, int]] = frozenset(),
        unrolling: Unrolling | None = None,
    ) -> None:
        self.machine, self.start = machine, start
        self.swaps = swaps
        self.unrolling = unrolling or Unrolling(machine, start)
        self.translation = CpSatTranslation(self.unrolling.terms)
        self.layers: list[Layer] = []
        self.ends: list[UnrolledEnd] = []
        self.beyond: list[Symbol] = []
        self.stuck: list[Implication] = []
        self.forbidden: list[Symbol] = []

    @property
    def size(self) -> str:
        """How large it is, in words."""
        proto = self.translation.model.proto
        return (
            f"{quantity(len(proto.variables), 'variable')}, {quantity(len(proto.constraints), 'constraint')}, "
            f"{quantity(len(self.layers), 'move')}"
        )

    def grow(self, watch: Callable[[], None] | None = None) -> Layer:
        """One move more; see Unrolling.layer."""
        layer = self.unrolling.layer(watch)
        if self.layers and self.swaps:
            self._order(self.layers[-1], layer)
        self.layers.append(layer)
        for decision in layer.decisions:
            decide(self.translation, decision)
            if isinstance(decision.stuck, Term) or decision.stuck:
                self.stuck.append(Implication(decision.stuck, decision.nothing))
        for rule in layer.rules:
            self.translation.enforce(rule.then, (rule.given,))
        self.beyond += layer.beyond
        self.ends += layer.ends
        return layer

    def _order(self, earlier: Layer, later: Layer) -> None:
        """Of two moves that commute the one that comes first in the rules is made first."""
        for one in earlier.moves:
            for two in later.moves:
                node, first, second = one.step.node, one.step.option, two.step.option
                if two.step.node == node and (node, first, second) in self.swaps and is_before(two.step, one.step):
                    self.translation.enforce(self.unrolling.terms.negate_truth(two.made), (one.made,))

    def say_stuck(self) -> None:
        """Add that no player is stuck who can move.

        These conditions are large, and needed only where a player may be stuck.
        """
        for rule in self.stuck:
            self.translation.enforce(rule.then, (rule.given,))
        self.stuck = []

    # -- what is sought -----------------------------------------------------------------------------------------------

    def forbid(self, truths: Sequence[Symbol]) -> None:
        """These never hold; ends under such a condition are gone."""
        for truth in truths:
            self.translation.enforce(self.unrolling.terms.negate_truth(truth))
        self.ends = [end for end in self.ends if all(end.condition is not truth for truth in truths)]

    def score(self) -> Linear:
        """The value of play at its end, after complete unrolling. Plays without an end do not satisfy the model."""
        if not self.ends:
            self.translation.enforce(False)
            return self.translation.number(0)
        worths = [(end.condition, self._worth(end)) for end in self.ends]
        if len(worths) == 1:
            return self.translation.number(worths[0][1])
        low, high = min([low_of(worth) for _, worth in worths]), max([high_of(worth) for _, worth in worths])
        variable = self.translation.model.new_int_var(low, high, "score")
        for condition, worth in worths:
            here = [self.translation.truth(condition)]
            self.translation.model.add(variable == self.translation.number(worth)).only_enforce_if(here)
        return variable

    def _worth(self, end: UnrolledEnd) -> Symbol:
        worth, failures = worth_at(self.unrolling, end)
        for failure in failures:
            self.translation.enforce(self.unrolling.terms.negate_truth(failure), (end.condition,))
        return worth

    def goal(self, layer: Layer) -> Symbol:
        """Is the goal reached at one of the ends of a layer?"""
        return self.unrolling.terms.any(
            [self.unrolling.terms.all((end.condition, goal_condition(self.unrolling, end))) for end in layer.ends]
        )

    # -- lines --------------------------------------------------------------------------------------------------------

    def line(self, values: Mapping[int, int]) -> tuple[Move, ...]:
        """The moves that are made when the variables have these values, by number."""
        known = self.name_values(values)
        return tuple(
            [move_in(made, known) for layer in self.layers for made in layer.moves if number_in(made.made, known)]
        )

    def name_values(self, values: Mapping[int, int]) -> UnknownValues:
        """The unknowns by name when the variables have these values, by number."""
        return UnknownValues(
            {
                name: values[variable.index]
                for name, variable in self.translation.unknowns.items()
                if variable.index in values
            }
        )

    def hint(self, play: Sequence[Move]) -> None:
        """Give a known line to the solver as a hint."""
        self.translation.model.clear_hints()  # type: ignore[no-untyped-call]
        known = self._values(play)
        for name, number in known.items():
            if name in self.translation.unknowns:
                self.translation.model.add_hint(self.translation.unknowns[name], number)

    def _values(self, play: Sequence[Move]) -> dict[str, int]:
        """The values of the unknowns in a line; unknowns of moves that are not made stay free."""
        known: dict[str, int] = {}
        state = self.start
        for layer, move in zip(self.layers, play, strict=False):
            for made in layer.moves:
                self._note(made, state, move, known)
            state = self.machine.apply(state, move)
        return known

    def _note(self, made: MoveFlag, state: State, move: Move, known: dict[str, int]) -> None:
        step = made.step
        here = step.node == state.node and step.option == move.option
        values = dict(zip([choice.name for choice in step.choices], move.arguments, strict=False)) if here else {}
        taken = here and all(
            isinstance(symbol, Term) or symbol == number
            for choice in step.choices if choice.name in values
            for symbol, number in zip(symbols_of(choice.form), model_of(choice.type, "", values[choice.name]).values(), strict=True)
        )  # fmt: skip
        if isinstance(made.made, Term) and made.made.name:
            known[made.made.name] = int(taken)
        if taken:
            for choice in step.choices:
                if choice.name in values:
                    rows = zip(
                        symbols_of(choice.form), model_of(choice.type, "", values[choice.name]).values(), strict=True
                    )
                    known.update({symbol.name: number for symbol, number in rows if isinstance(symbol, Term)})


def worth_at(unrolling: Unrolling, end: UnrolledEnd) -> tuple[Symbol, list[Symbol]]:
    """The value at an end, and the conditions under which it is undefined."""
    at = unrolling.steps.evaluator(end.state)
    at.stuck = lambda: end.stuck
    worth = sum_scores(at, unrolling.game)
    return worth, [failure.condition for failure in at.failures]


def goal_condition(unrolling: Unrolling, end: UnrolledEnd) -> Symbol:
    """Is the goal reached at an end?"""
    at = unrolling.steps.evaluator(end.state)
    at.stuck = lambda: end.stuck
    return derive_reached(at, unrolling.game)


class UnknownValues(dict[str, int]):
    """Unknowns that the model does without count as 0."""

    def __missing__(self, name: str) -> int:
        return 0


def number_in(symbol: Symbol, known: UnknownValues) -> int:
    """The value of a symbol."""
    return int(values_of([symbol], known)[0])


def move_in(made: MoveFlag, known: UnknownValues) -> Move:
    """The move that is made."""
    return move_of(made.step, values_of(symbols_in(made.step), known))
