"""What an engine is given: the question, and all that is made for searches only, each when it is first needed and once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

from cython_ext.native import NativeMachine
from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from solver.protocol.answers import ArgumentLink, Links, Number
from solver.protocol.clock import Clock
from solver.protocol.questions import Aim, Question


@dataclass(frozen=True, slots=True)
class TrustedBound:
    """A bound that may be used, and why: the scores of its machine are what cannot be surpassed from a position."""

    label: str
    how: str
    machine: Machine
    compiled: NativeMachine | None = None
    proved: bool = True

    @property
    def links(self) -> Links:
        """What rests on it unproved."""
        return () if self.proved else (ArgumentLink(f'bound "{self.label}"', "trusted"),)

    def at(self, state: State) -> int:
        """What cannot be surpassed from a state."""
        return self.machine.scores(state)[0]


@dataclass(frozen=True, slots=True)
class TrustedDominance:
    """A `dominates` that may be used, and why; `compiled` is a game over the same states that compares them."""

    dominance: ir.Dominance
    how: str
    compiled: NativeMachine | None = None
    proved: bool = True

    @property
    def links(self) -> Links:
        """What rests on it unproved."""
        return () if self.proved else (ArgumentLink(f'order "{self.dominance.label}"', "trusted"),)


@dataclass(slots=True)
class Pool:
    """The best line that any of several engines has found while they work side by side."""

    value: Number | None = None
    play: tuple[Move, ...] = ()

    def put(self, value: Number, play: tuple[Move, ...]) -> None:
        """A better line; the value comes last, for others look at any time."""
        self.play, self.value = play, value


class Machines:
    """The machines of one game; each is made when it is first asked for.

    `plain` and `compiled` make them in another way than the usual one: a machine that exists already, or the compiled game, which is left out
    unless somebody says how it is to be had.
    """

    def __init__(
        self, rules: ir.Game, plain: Callable[[], Machine] | None = None, compiled: Callable[[], NativeMachine | None] | None = None
    ) -> None:
        self.rules = rules
        self._make_plain, self._make_compiled = plain, compiled

    @cached_property
    def plain(self) -> Machine:
        """A machine in Python."""
        return PythonMachine(self.rules) if self._make_plain is None else self._make_plain()

    @cached_property
    def compiled(self) -> NativeMachine | None:
        """The compiled game, for engines that have a kernel; None where there is none."""
        return None if self._make_compiled is None else self._make_compiled()

    def compile(self) -> None:
        """Have the compiled game ready before a clock runs."""
        _ = self.compiled

    @cached_property
    def reference(self) -> ReferenceMachine:
        """The machine that defines the meaning of the rules: it replays lines."""
        return ReferenceMachine(self.rules)


@dataclass(frozen=True, slots=True)
class SearchContext:
    """A question with the machines and the clock of one search, and what was proved of the rules for it."""

    question: Question
    machines: Machines
    clock: Clock
    ceilings: tuple[TrustedBound, ...] = ()
    order: TrustedDominance | None = None  # which positions surpass which, for engines that compare them
    swaps: frozenset[tuple[int, int, int]] = field(default_factory=frozenset)  # node and two options that may follow each other in either order
    pool: Pool | None = None  # what engines share that work side by side
    kernel: bool = True  # an engine without a kernel has nothing compiled for it

    @property
    def rules(self) -> ir.Game:
        """The game."""
        return self.question.rules

    @property
    def start(self) -> State:
        """Where the question is asked from."""
        return self.question.start

    @property
    def aim(self) -> Aim:
        """What is sought."""
        return self.question.aim

    @property
    def machine(self) -> Machine:
        """A machine in Python."""
        return self.machines.plain

    @property
    def compiled(self) -> NativeMachine | None:
        """The compiled game; None where there is none."""
        return self.machines.compiled if self.kernel else None

    @property
    def reference(self) -> ReferenceMachine:
        """The reference machine."""
        return self.machines.reference

    def with_clock(self, clock: Clock) -> SearchContext:
        """The same search by another clock."""
        return replace(self, clock=clock)
