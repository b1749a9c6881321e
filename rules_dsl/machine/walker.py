"""Positions for algorithms that visit very many of them.

Every machine can be walked; fast machines avoid making `State`s.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Protocol, runtime_checkable

from rules_dsl.ir.types import Value
from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.machine.reference import ReferenceMachine

Position = Any  # hashable; equal positions are equal states
Choice = Any  # one move as the walker names it


class Walker(Protocol):
    """What counting needs of a machine."""

    def first_position(self) -> Position:
        """The initial position."""
        ...

    def state(self, position: Position) -> State:
        """The state a position stands for."""
        ...

    def position(self, state: State) -> Position:
        """The position of a state."""
        ...

    def successors(self, position: Position) -> Sequence[Position]:
        """The positions after each move or outcome, in the order of `moves`; none if the game is over."""
        ...

    def count(self, position: Position) -> int:
        """How many moves or outcomes there are."""
        ...

    def choices(self, position: Position) -> Sequence[Choice]:
        """The moves or outcomes, in order."""
        ...

    def follow(self, position: Position, choice: Choice) -> Position:
        """The position after one of the choices listed for it."""
        ...

    def move(self, choice: Choice) -> Move:
        """A choice as a move."""
        ...

    def weights(self, position: Position) -> Sequence[int] | None:
        """At a chance position whole numbers in the proportion of the outcomes' probabilities; None elsewhere."""
        ...

    def judge(self, position: Position) -> tuple[bool, ...]:
        """The condition of each claim."""
        ...

    def goal(self, position: Position, claim: int) -> bool:
        """What a `leads` claim leads to."""
        ...


@runtime_checkable
class Fast(Protocol):
    """A machine that brings its own walker."""

    def walker(self) -> Walker:
        """Its positions."""
        ...


def walker_of(machine: Machine) -> Walker:
    """The machine's own walker, or one over its states."""
    return machine.walker() if isinstance(machine, Fast) else StateWalker(machine)


def begin_at(walker: Walker, start: State | None) -> Position:
    """The position of a start; None is where the game begins."""
    return walker.first_position() if start is None else walker.position(start)


class StateWalker:
    """A walker over the states of any machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._reference = machine if isinstance(machine, ReferenceMachine) else ReferenceMachine(machine.game)

    def first_position(self) -> State:
        """The initial state."""
        return self.machine.initial()

    def state(self, position: State) -> State:
        """The same."""
        return position

    def position(self, state: State) -> State:
        """The same."""
        return state

    def successors(self, position: State) -> list[State]:
        """The states after each move."""
        return [self.machine.apply(position, move) for move in self.machine.moves(position)]

    def count(self, position: State) -> int:
        """How many moves there are."""
        return len(self.machine.moves(position))

    def choices(self, position: State) -> Sequence[Move]:
        """The moves."""
        return self.machine.moves(position)

    def follow(self, position: State, choice: Move) -> State:
        """The state after a move."""
        return self.machine.apply(position, choice)

    def move(self, choice: Move) -> Move:
        """The same."""
        return choice

    def weights(self, position: State) -> list[int] | None:
        """The weights of the outcomes of chance."""
        if self.machine.kind(position) != "chance":
            return None
        return whole_weights([outcome.probability for outcome in self.machine.outcomes(position)])

    def judge(self, position: State) -> tuple[bool, ...]:
        """The condition of each claim."""
        return self.machine.claims(position)

    def goal(self, position: State, claim: int) -> Value:
        """What a `leads` claim leads to."""
        then = self.machine.game.claims[claim].then
        assert then is not None
        return self._reference.value(then, position)


def whole_weights(probabilities: Sequence[Fraction]) -> list[int]:
    """The least whole numbers in the proportion of exact probabilities."""
    common = lcm(*[probability.denominator for probability in probabilities])
    numbers = [int(probability * common) for probability in probabilities]
    shared = gcd(*numbers)
    return [number // shared for number in numbers]
