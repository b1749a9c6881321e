"""The model of phases: reading plans from solutions, and forbidding plans."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules_dsl.machine.api import Machine, Move, State
from solver.cpsat.modelling import CpSatModel, UnknownValues, move_in, number_in
from solver.cpsat.unrolling import Layer, MoveFlag, move_of, symbols_in
from solver.phases.unrolling import PhasedUnrolling
from solver.symbolic.steps import SymbolicStep
from solver.symbolic.terms import Symbol, Term


@dataclass(frozen=True, slots=True)
class Bag:
    """A multiset of moves; `layer` is its place in the model."""

    layer: int
    moves: tuple[tuple[Move, int], ...]


class PhasedModel(CpSatModel):
    """A model whose moves are counted where they may be."""

    def __init__(self, machine: Machine, start: State) -> None:
        self.phased = PhasedUnrolling(machine, start)
        super().__init__(machine, start, unrolling=self.phased)

    def plan(self, values: Mapping[int, int]) -> tuple[Bag, ...]:
        """The plan of a solution: multisets of moves and single moves in turn."""
        known = self.name_values(values)
        return tuple(
            [bag for number, layer in enumerate(self.layers) for bag in self._bags(number, layer, known) if bag.moves]
        )

    def _bags(self, number: int, layer: Layer, known: UnknownValues) -> Iterator[Bag]:
        for phase in self.phased.phases.get(number, ()):
            counted = [(_move_in_phase(count.step), number_in(count.times, known)) for count in phase.counts]
            yield Bag(number, tuple([(move, times) for move, times in counted if times]))
        yield from [Bag(number, ((move_in(made, known), 1),)) for made in layer.moves if number_in(made.made, known)]

    def forbid_plan(self, values: Mapping[int, int], layers: int) -> None:
        """Something in the first layers has to be done otherwise."""
        known = self.name_values(values)
        other = self.unrolling.terms.any([symbol for number in range(layers) for symbol in self._others(number, known)])
        self.forbidden.append(other)
        self.translation.enforce(other)

    def _others(self, number: int, known: UnknownValues) -> Iterator[Symbol]:
        for phase in self.phased.phases.get(number, ()):
            if number_in(phase.condition, known):
                yield from [truth for count in phase.counts for truth in self._differs(count.times, known)]
        for made in self.layers[number].moves:
            if number_in(made.made, known):
                yield from [truth for symbol in _deciding(made) for truth in self._differs(symbol, known)]

    def _differs(self, symbol: Symbol, known: UnknownValues) -> Iterator[Symbol]:
        """A truth that holds where a symbol has another value."""
        if not isinstance(symbol, Term):
            return
        value, terms = number_in(symbol, known), self.unrolling.terms
        same = (symbol if value else terms.negate_truth(symbol)) if symbol.truth else terms.equal(symbol, value)
        yield terms.negate_truth(same)


def _move_in_phase(step: SymbolicStep) -> Move:
    """A counted move, whose symbols are all known."""
    symbols = symbols_in(step)
    values = [symbol for symbol in symbols if not isinstance(symbol, Term)]
    assert len(values) == len(symbols), "a counted move is known"
    return move_of(step, values)


def _deciding(made: MoveFlag) -> list[Symbol]:
    """The literals that select this move."""
    return [made.made, *symbols_in(made.step)]
