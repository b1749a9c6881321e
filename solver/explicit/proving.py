"""Is a state worth at least this much to the first player?

Alpha-beta with a transposition table, in Cython over compiled games and otherwise in Python.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from cython_ext.native import NativeMachine
from rules_dsl.machine.api import Machine
from rules_dsl.machine.walker import Position, Walker
from solver.protocol.clock import Clock
from solver.protocol.lines import score_of

TABLE_BYTES = 256 << 20
MOST_MOVES = 1024
"""No horizon is farther; the kernel has no more room."""
FAR = 1 << 40
"""Beyond every score."""


class TooLong(Exception):
    """A play is longer than a prover can follow; perhaps positions recur."""


@dataclass(frozen=True, slots=True)
class Horizon:
    """A limit on the number of moves.

    Play that is not over by then counts as lost for one player, so that what is proved for him holds for the whole
    game.
    """

    moves: int
    loser: int

    def after(self, moves: int) -> Horizon:
        """The remaining horizon after some moves; never below none."""
        return Horizon(max(0, self.moves - moves), self.loser)


class BoundProver(Protocol):
    """Answers questions about positions of one game."""

    @property
    def nodes(self) -> int:
        """How many positions were made."""
        ...

    def prove_bound(self, position: Position, least: int, horizon: Horizon | None = None) -> int | None:
        """A lower bound if the value is at least `least`, otherwise an upper bound; None if a limit was reached.

        Without a horizon, endless play raises TooLong. With one, only bounds in favour of its loser are proved.
        """
        ...


def prover_of(machine: Machine, walker: Walker, clock: Clock) -> BoundProver:
    """The fastest prover there is for the machine."""
    return KernelProver(machine, clock) if isinstance(machine, NativeMachine) else PlainProver(machine, walker, clock)


class KernelProver:
    """Over a compiled game."""

    def __init__(self, machine: NativeMachine, clock: Clock) -> None:
        from cython_ext.kernels._kernel import Watch
        from cython_ext.kernels._minimax import Prover as Kernel
        from cython_ext.kernels.driving import handle_of

        self.clock = clock
        watch, memory = Watch(clock.deadline), clock.limits.memory
        clock.when_interrupted(partial(setattr, watch, "stop", True))
        self.kernel = Kernel(handle_of(machine), watch, TABLE_BYTES if memory is None else memory // 2)

    @property
    def nodes(self) -> int:
        """How many positions were made."""
        return self.kernel.nodes

    def prove_bound(self, position: Position, least: int, horizon: Horizon | None = None) -> int | None:
        """See Prover."""
        from cython_ext.kernels._minimax import TooDeep

        moves, loser = (-1, 0) if horizon is None else (horizon.moves, horizon.loser)
        try:
            number = self.kernel.bound(position, least, moves, loser)
        except TooDeep:
            raise TooLong from None
        if number is None:
            self.clock.is_over()
        return number


class PlainProver:
    """On any machine."""

    def __init__(self, machine: Machine, walker: Walker, clock: Clock) -> None:
        self.machine, self.walker, self.clock = machine, walker, clock
        self.low: dict[Key, int] = {}
        self.high: dict[Key, int] = {}
        self.nodes = 0

    def prove_bound(self, position: Position, least: int, horizon: Horizon | None = None) -> int | None:
        """See Prover."""
        try:
            return self._value(position, least, horizon)
        except RecursionError:
            raise TooLong from None
        except _ProofLimit:
            return None

    def _value(self, position: Position, least: int, horizon: Horizon | None) -> int:
        key = (position, horizon)
        low, high = self.low.get(key), self.high.get(key)
        if low is not None and low >= least:
            return low
        if high is not None and high < least:
            return high
        self.nodes += 1
        if self.clock.tick() and self.clock.is_over():
            raise _ProofLimit
        after = self.walker.successors(position)
        if after and horizon is not None and horizon.moves == 0:
            return FAR if horizon.loser else -FAR
        number = self._of_moves(position, after, least, horizon and horizon.after(1))
        (self.low if number >= least else self.high)[key] = number
        return number

    def _of_moves(self, position: Position, after: Iterable[Position], least: int, horizon: Horizon | None) -> int:
        best: int | None = None
        first = None
        for item in after:
            if first is None:
                first = self.machine.actor(self.walker.state(position)) == 0
            value = self._value(item, least, horizon)
            if best is None or (value > best if first else value < best):
                best = value
            if (best >= least) == first:
                break
        return score_of(self.machine, self.walker, position) if best is None else best


Key = tuple[Position, Horizon | None]


class _ProofLimit(Exception):
    """A limit was reached."""
