"""All states of a factored game, including those beyond its goals, and the nearest goal."""

from __future__ import annotations

from dataclasses import dataclass

from rules_dsl.machine.api import Move
from rules_dsl.machine.stopping import StopReason
from solver.explicit.astar import AT_ONCE, mask_of
from solver.factored.merging import StateQuotient
from solver.factored.prepared import bare
from solver.protocol.clock import Clock
from solver.protocol.context import SearchContext
from solver.protocol.questions import UnsupportedQuestion
from solver.trust.replaying import confirm_line


@dataclass(frozen=True, slots=True)
class Beyond:
    """The number of states and a shortest way to a goal (None: there is no goal).

    `stopped`: the limit that cut the search off.
    """

    positions: int
    play: tuple[Move, ...] | None
    stopped: StopReason
    seconds: float

    @property
    def complete(self) -> bool:
        """Was every state visited?"""
        return not self.stopped


def beyond_goals(context: SearchContext) -> Beyond:
    """Explore on beyond goals; other endings stay terminal.

    The line is replayed on the reference machine. Raises UnsupportedQuestion for games that cannot be factored.
    """
    from cython_ext.kernels._steps import BestFirst

    clock = context.clock
    with clock.listening():
        try:
            ready = bare(context)
        except UnsupportedQuestion:
            if not clock.is_over():
                raise
            return Beyond(1, None, StopReason(clock.stopped), clock.seconds)
        kernel = BestFirst(ready.net, ready.watch, mask_of(ready), clock.room, beyond=True)
        while kernel.status == "running" and not clock.is_over():
            kernel.run(AT_ONCE)
    play = (
        None
        if kernel.reached < 0
        else tuple([step.move for step in StateQuotient().steps_along(ready.task, kernel.way())])
    )
    if play is not None:
        confirm_line(context.question, context.reference, len(play), play)
    return Beyond(kernel.states, play, _find_stop(kernel.status, clock), clock.seconds)


def _find_stop(status: str, clock: Clock) -> StopReason:
    """What ended the kernel: all was visited, the clock stopped it, or its memory was full."""
    if status == "complete":
        return StopReason.NONE
    return StopReason(clock.stopped) if clock.is_over() else StopReason.MEMORY
