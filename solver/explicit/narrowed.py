"""The highest score above the incumbent among plays without forbidden moves: depth first, resumable in small steps."""

from __future__ import annotations

from functools import partial

from cython_ext.kernels.barring import Bars
from cython_ext.kernels.pricing import Pricing
from cython_ext.layout.masks import state_mask
from cython_ext.native import NativeMachine
from rules_dsl.machine.api import Move, State
from solver.explicit.depth import TABLE_BYTES, search_on
from solver.protocol.clock import Clock
from solver.protocol.lines import in_words

MOST_TABLE = 1 << 30


class NarrowedSearch:
    """A search without the moves that `bars` forbid; it reports only lines above `least`."""

    def __init__(self, machine: NativeMachine, start: State, bars: Bars, least: int | None, clock: Clock) -> None:
        from cython_ext.kernels._highest import Highest
        from cython_ext.kernels._kernel import Watch
        from cython_ext.kernels.driving import handle_of

        watch, room = Watch(clock.deadline), clock.room
        clock.when_interrupted(partial(setattr, watch, "stop", True))
        memory = TABLE_BYTES if room is None else min(MOST_TABLE, room // 2)
        self.machine, self.start = machine, start
        self.kernel = Highest(
            handle_of(machine), machine.position(start), watch, state_mask(machine.game), memory, [], None, bars, least
        )

    def better(self) -> tuple[int, tuple[Move, ...]] | None:
        """Search some more nodes; the better line, if one was found."""
        if not search_on(self.machine, self.kernel) or self.kernel.best is None:
            return None
        return self.kernel.best, in_words(self.machine, self.start, self.kernel.play)

    def price(self, prices: Pricing) -> None:
        """Positions that are not worth more than what was found, by these prices, are left out from now on."""
        self.kernel.price(prices)

    @property
    def path(self) -> list[State]:
        """The positions from the first one to that at hand."""
        return [self.machine.state(position) for position in self.kernel.path]

    @property
    def running(self) -> bool:
        """Is anything left to search?"""
        return self.kernel.status_name == "running"

    @property
    def complete(self) -> bool:
        """Was every play searched?"""
        return self.kernel.status_name == "complete" and not self.kernel.cut

    @property
    def positions(self) -> int:
        """The number of nodes."""
        return self.kernel.nodes
