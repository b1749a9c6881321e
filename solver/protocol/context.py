"""What an engine is given beside the question: machines, bounds, orders and the clock.

Expensive parts are made on first use, once.
"""

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
    """An upper bound that may be used.

    The score of `machine` at a position bounds every play from there; `how` says why it may be trusted.
    """

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
        """The upper bound at a state."""
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
        """Store a better line. The value is written last because other threads read it without a lock."""
        self.play, self.value = play, value


class Machines:
    """The machines of one game, made on first use.

    `plain` and `compiled` replace the usual factories, for a machine that exists already; without a factory there is no
    compiled game.
    """

    def __init__(
        self,
        rules: ir.Game,
        plain: Callable[[], Machine] | None = None,
        compiled: Callable[[], NativeMachine | None] | None = None,
    ) -> None:
        self.rules = rules
        self._make_plain, self._make_compiled = plain, compiled

    @cached_property
    def plain(self) -> Machine:
        """A machine in Python."""
        return PythonMachine(self.rules) if self._make_plain is None else self._make_plain()

    @cached_property
    def compiled(self) -> NativeMachine | None:
        """The compiled game for engines with a kernel, or None."""
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
    swaps: frozenset[tuple[int, int, int]] = field(
        default_factory=frozenset
    )  # node and two options that may follow each other in either order
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
        """What the question maximises or minimises."""
        return self.question.aim

    @property
    def machine(self) -> Machine:
        """A machine in Python."""
        return self.machines.plain

    @property
    def compiled(self) -> NativeMachine | None:
        """The compiled game, or None."""
        return self.machines.compiled if self.kernel else None

    @property
    def reference(self) -> ReferenceMachine:
        """The reference machine."""
        return self.machines.reference

    def with_clock(self, clock: Clock) -> SearchContext:
        """The same search by another clock."""
        return replace(self, clock=clock)
