"""All positions of a game taken apart, also those beyond its goals, and the nearest goal."""

from __future__ import annotations

from dataclasses import dataclass

from rules_dsl.machine.api import Move
from solver.explicit.astar import AT_ONCE, mask_of
from solver.factored.merging import StateQuotient
from solver.factored.prepared import bare
from solver.protocol.context import SearchContext
from solver.protocol.questions import UnsupportedQuestion
from solver.trust.replaying import confirm_line


@dataclass(frozen=True, slots=True)
class Beyond:
    """How many positions there are, and a shortest way to a goal (None: there is none); unless `complete` these are those met before a limit."""

    positions: int
    play: tuple[Move, ...] | None
    complete: bool
    seconds: float


def beyond_goals(context: SearchContext) -> Beyond:
    """Play goes on at goals; other ends stay ends. The play is replayed on the reference machine; raises Unsupported where the game cannot be taken apart."""
    from cython_ext.kernels._steps import BestFirst

    clock = context.clock
    with clock.listening():
        try:
            ready = bare(context)
        except UnsupportedQuestion:
            if not clock.is_over():
                raise
            return Beyond(1, None, False, clock.seconds)
        kernel = BestFirst(ready.net, ready.watch, mask_of(ready), clock.room, beyond=True)
        while kernel.status == "running" and not clock.is_over():
            kernel.run(AT_ONCE)
    play = None if kernel.reached < 0 else tuple([step.move for step in StateQuotient().steps_along(ready.task, kernel.way())])
    if play is not None:
        confirm_line(context.question, context.reference, len(play), play)
    return Beyond(kernel.states, play, kernel.status == "complete", clock.seconds)
