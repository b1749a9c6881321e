"""Breadth-first search by layers that prunes states dominated by others, as the rules' `dominates` says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Protocol

from cython_ext.kernels.ordering import ordering_of
from cython_ext.layout.masks import state_mask
from cython_ext.native import NativeMachine
from rules_dsl.machine.api import Move
from rules_dsl.quantities import quantity
from solver.explicit.plain_layers import PlainLayers
from solver.protocol.answers import Answer, BoundEvent, Event, Incumbent, status_of
from solver.protocol.clock import Clock
from solver.protocol.context import SearchContext
from solver.protocol.lines import CHANCE, ceiling_of, in_one_order, in_words
from solver.protocol.questions import Aim, UnsupportedQuestion

if TYPE_CHECKING:
    from cython_ext.kernels._layers import Layers

METHOD = "layer by layer"
AT_ONCE = 50_000
"""So many positions are looked at between two looks at the clock."""


class LayerSearch(Protocol):
    """A search in layers."""

    @property
    def status(self) -> str:
        """running, complete, reached (the goal), stopped or memory."""
        ...

    @property
    def depth(self) -> int:
        """The number of moves after which the current layer comes."""
        ...

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        ...

    @property
    def kept_count(self) -> int:
        """States not dominated when they were reached."""
        ...

    @property
    def pruned_count(self) -> int:
        """Duplicates and dominated states."""
        ...

    @property
    def skipped_count(self) -> int:
        """Moves that were not made, for they are tried in another order."""
        ...

    def advance(self) -> tuple[int, tuple[Move, ...]] | None:
        """Go on for a while; a better line, or the nearest goal, and what it is worth."""
        ...


def search(context: SearchContext) -> Iterator[Event]:
    """Events, the answer last; in Cython over a compiled game."""
    clock = context.clock
    layered, best, reached = _make_layers(context), None, 0
    goal = context.aim is Aim.FEWEST
    most = None if goal else ceiling_of(context)
    if most is not None:
        yield BoundEvent(most, clock.seconds)
    while layered.status == "running" and (best is None or best.value != most) and not clock.is_over():
        result = layered.advance()
        clock.nodes = layered.nodes
        for depth in range(reached + 1, layered.depth + 1) if goal else ():
            yield BoundEvent(depth, clock.seconds)
        reached = layered.depth
        if result is not None:
            best = Incumbent(*result, clock.seconds)
            clock.better()
            yield best
        yield from clock.heartbeat()
    yield replace(
        _answer(layered, best, layered.depth if most is None else most, clock), remarks=_remarks(context, layered)
    )


def _make_layers(context: SearchContext) -> LayerSearch:
    order, machine = context.order, context.compiled
    if machine is None or (order is not None and order.compiled is None):
        return PlainLayers(context)
    return KernelLayers(context, machine)


def _answer(layered: LayerSearch, best: Incumbent | None, bound: int, clock: Clock) -> Answer:
    value, play = (None, ()) if best is None else (best.value, best.play)
    proved = layered.status in ("complete", "reached") or value == bound
    if not proved:
        clock.is_over()  # says which limit the search came to
    stopped = "" if proved else clock.stopped or layered.status
    status = status_of(value, bound, proved)
    return Answer(status, value, value if proved else bound, play, METHOD, clock.nodes, clock.seconds, stopped)


def _remarks(context: SearchContext, layered: LayerSearch) -> tuple[str, ...]:
    """What was compared, why that may be, and how much it left out."""
    order = context.order
    if order is None:
        return in_one_order(context, layered.skipped_count)
    counts = f"{quantity(layered.kept_count, 'position')} kept, {layered.pruned_count:,} came again or were surpassed"
    return (f'dominates "{order.dominance.label}": {order.how}; {counts}',)


class KernelLayers:
    """Over a compiled game."""

    def __init__(self, context: SearchContext, machine: NativeMachine) -> None:
        self.context, self.machine, self.clock = context, machine, context.clock
        self.kernel = self._kernel(state_mask(machine.game))
        self.found: int | None = None

    def _kernel(self, mask: bytes) -> Layers:
        from cython_ext.kernels._kernel import Watch
        from cython_ext.kernels._layers import Layers
        from cython_ext.kernels.driving import handle_of

        watch, order = Watch(self.clock.deadline), self.context.order
        self.clock.when_interrupted(partial(setattr, watch, "stop", True))
        compared = None if order is None or order.compiled is None else handle_of(order.compiled)
        goal = self.context.aim is Aim.FEWEST
        first, ordering = self.machine.position(self.context.start), ordering_of(self.machine, self.context.swaps)
        return Layers(handle_of(self.machine), compared, first, watch, mask, self.clock.room, goal, ordering)

    @property
    def status(self) -> str:
        """See Layered."""
        return self.kernel.status_name

    @property
    def depth(self) -> int:
        """See Layered."""
        return self.kernel.depth

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return self.kernel.nodes

    @property
    def kept_count(self) -> int:
        """States not dominated when they were reached."""
        return self.kernel.kept

    @property
    def pruned_count(self) -> int:
        """Duplicates and dominated states."""
        return self.kernel.left_out

    @property
    def skipped_count(self) -> int:
        """See Layered."""
        return self.kernel.skipped

    def advance(self) -> tuple[int, tuple[Move, ...]] | None:
        """See Layered."""
        self._run()
        if self.status == "unfit":  # a state has a bit that its layout denies: begin again and keep all bits
            self.kernel = self._kernel(b"\xff" * self.machine.table.state_size)
        if self.status == "chance":
            raise UnsupportedQuestion(CHANCE)
        if self.status == "reached":
            play = in_words(self.machine, self.context.start, self.kernel.play)
            return len(play), play
        return self._better()

    def _better(self) -> tuple[int, tuple[Move, ...]] | None:
        best = self.kernel.best
        if best is None or best == self.found:
            return None
        self.found = best
        return best, in_words(self.machine, self.context.start, self.kernel.play)

    def _run(self) -> None:
        from cython_ext.kernels._kernel import Failed
        from cython_ext.kernels.driving import explain

        try:
            self.kernel.run(AT_ONCE)
        except Failed as failed:
            explain(self.machine, failed)
