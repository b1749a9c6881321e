"""Fewest moves by A*: the state with the lowest estimate first, with pattern databases as heuristic."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple
from typing import TYPE_CHECKING

from solver.factored.merging import StateQuotient, merging_of
from solver.factored.prepared import UNREACHED, PreparedTask, prepare_in_time
from solver.protocol.answers import Answer, BoundEvent, Event, Incumbent, Status
from solver.protocol.clock import Clock
from solver.protocol.context import SearchContext

if TYPE_CHECKING:
    from cython_ext.kernels._steps import BestFirst

METHOD = "A*"
AT_ONCE = 10_000
"""So many positions are looked at between two looks at the clock."""


def search(context: SearchContext) -> Iterator[Event]:
    """Events, the answer last. `bound` is a number of moves below which there is no solution."""
    ready = prepare_in_time(context, METHOD)
    if isinstance(ready, Answer):
        yield ready
        return
    yield from best_first(ready, context.clock)


def best_first(ready: PreparedTask, clock: Clock, merging: StateQuotient | None = None) -> Iterator[Event]:
    """The search for a prepared question.

    `merging` says which states count as equal; by default everything that may be merged is.
    """
    if ready.least == UNREACHED:
        yield Answer(Status.INFEASIBLE, None, None, (), f"{METHOD}, {ready.bounds.words}", 0, clock.seconds)
        return
    merged = merging_of(ready.task, ready.known, ready.alike, clock.is_over) if merging is None else merging
    kernel = kernel_of(ready, merged, clock.room)
    bound = -1
    while kernel.status == "running" and not clock.is_over():
        if kernel.length > bound:
            bound = kernel.length
            yield BoundEvent(bound, clock.seconds)
        kernel.run(AT_ONCE)
        yield from clock.heartbeat(kernel.visited)
    yield from _ending(ready, merged, kernel, max(bound, 0), clock)


def kernel_of(
    ready: PreparedTask, merging: StateQuotient, room: int | None = None, *, beyond: bool = False
) -> BestFirst:
    """The kernel, told which states to treat as equal."""
    from cython_ext.kernels._steps import BestFirst

    turns = [(turn.slots, turn.values) for turn in merging.turns]
    carefree = None if merging.carefree is None else astuple(merging.carefree)
    alike = [kind.flat for kind in merging.kinds]
    return BestFirst(
        ready.net, ready.watch, mask_of(ready), room, beyond=beyond, alike=alike, turns=turns, carefree=carefree
    )


def _ending(
    ready: PreparedTask, merging: StateQuotient, kernel: BestFirst, bound: int, clock: Clock
) -> Iterator[Event]:
    method = ", ".join(
        [text for text in (METHOD, ready.describe_bounds(kernel.leading, "of the bounds"), merging.words) if text]
    )
    match kernel.status:
        case "reached":
            steps = merging.steps_along(ready.task, kernel.way())
            play, value = tuple([step.move for step in steps]), sum([step.cost for step in steps])
            yield Incumbent(value, play, clock.seconds)
            yield Answer(Status.OPTIMAL, value, value, play, method, clock.nodes, clock.seconds)
        case "complete":
            yield Answer(Status.INFEASIBLE, None, None, (), method, clock.nodes, clock.seconds)
        case _:
            stopped = clock.stopped if clock.is_over() else "memory"
            yield Answer(Status.UNDECIDED, None, bound, (), method, clock.nodes, clock.seconds, stopped)


def mask_of(ready: PreparedTask) -> bytes:
    """As many bytes as the kernel has for a state, with a 1 for each bit that may be 1."""
    own = [(1 << (len(slot.values) - 1).bit_length()) - 1 for slot in ready.task.slots]
    return bytes(own).ljust(ready.net.width, b"\0")
