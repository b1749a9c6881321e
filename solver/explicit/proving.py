"""Is a position worth at least so much to the first player? Alpha-beta with a table: in Cython over compiled games, else in Python."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Protocol

from cython_ext.native import NativeMachine
from rules_dsl.machine.api import Machine
from rules_dsl.machine.walker import Position, Walker
from solver.clock import Clock
from solver.explicit.lines import score_of
from solver.questions import Unsupported

TABLE_BYTES = 256 << 20
RECURRING = "a play is longer than a thousand moves; perhaps positions recur, and there is no engine for that yet"


class Prover(Protocol):
    """Answers questions about positions of one game."""

    @property
    def nodes(self) -> int:
        """How many positions were made."""
        ...

    def bound(self, position: Position, least: int) -> int | None:
        """A number that the value is at least, if it is not below `least`, else one that it is at most; None if a limit was reached."""
        ...


def prover_of(machine: Machine, walker: Walker, clock: Clock) -> Prover:
    """The fastest prover there is for the machine."""
    return KernelProver(machine, clock) if isinstance(machine, NativeMachine) else PlainProver(machine, walker, clock)


class KernelProver:
    """Over a compiled game."""

    def __init__(self, machine: NativeMachine, clock: Clock) -> None:
        from cython_ext._kernel import Watch
        from cython_ext._minimax import Prover as Kernel
        from cython_ext.driving import handle_of

        self.clock = clock
        watch, memory = Watch(clock.deadline), clock.limits.memory
        clock.when_interrupted(partial(setattr, watch, "stop", True))
        self.kernel = Kernel(handle_of(machine), watch, TABLE_BYTES if memory is None else memory // 2)

    @property
    def nodes(self) -> int:
        """How many positions were made."""
        return self.kernel.nodes

    def bound(self, position: Position, least: int) -> int | None:
        """See Prover."""
        from cython_ext._minimax import TooDeep

        try:
            found = self.kernel.bound(position, least)
        except TooDeep:
            raise Unsupported(RECURRING) from None
        if found is None:
            self.clock.is_over()
        return found


class PlainProver:
    """On any machine."""

    def __init__(self, machine: Machine, walker: Walker, clock: Clock) -> None:
        self.machine, self.walker, self.clock = machine, walker, clock
        self.low: dict[Position, int] = {}
        self.high: dict[Position, int] = {}
        self.nodes = 0

    def bound(self, position: Position, least: int) -> int | None:
        """See Prover."""
        try:
            return self._value(position, least)
        except RecursionError:
            raise Unsupported(RECURRING) from None
        except _Stopped:
            return None

    def _value(self, position: Position, least: int) -> int:
        low, high = self.low.get(position), self.high.get(position)
        if low is not None and low >= least:
            return low
        if high is not None and high < least:
            return high
        self.nodes += 1
        if self.clock.tick() and self.clock.is_over():
            raise _Stopped
        found = self._of_moves(position, self.walker.successors(position), least)
        (self.low if found >= least else self.high)[position] = found
        return found

    def _of_moves(self, position: Position, after: Iterable[Position], least: int) -> int:
        best: int | None = None
        first = None
        for each in after:
            if first is None:
                first = self.machine.actor(self.walker.state(position)) == 0
            value = self._value(each, least)
            if best is None or (value > best if first else value < best):
                best = value
            if (best >= least) == first:
                break
        return score_of(self.machine, self.walker, position) if best is None else best


class _Stopped(Exception):
    """A limit was reached."""
