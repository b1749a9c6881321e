"""Fewest moves: the position through which a play may be shortest first, by tables of distances (A*)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from solver.answers import Answer, Bound, Event, Incumbent, Progress, Status
from solver.clock import Clock
from solver.factored.prepared import UNREACHED, Prepared, prepared
from solver.questions import Question, Unsupported

if TYPE_CHECKING:
    from cython_ext._steps import BestFirst

METHOD = "A*"
AT_ONCE = 10_000
"""So many positions are looked at between two looks at the clock."""


def search(question: Question, clock: Clock) -> Iterator[Event]:
    """Events, the answer last. `bound` is a number of moves below which there is no solution."""
    try:
        ready = prepared(question, clock)
    except Unsupported:
        if not clock.is_over():
            raise
        yield Answer(Status.UNDECIDED, None, 0, (), METHOD, 0, clock.seconds, clock.stopped)
        return
    yield from best_first(ready, clock)


def best_first(ready: Prepared, clock: Clock) -> Iterator[Event]:
    """The same, once the question is made ready."""
    from cython_ext._steps import BestFirst

    if ready.least == UNREACHED:
        yield Answer(Status.INFEASIBLE, None, None, (), f"{METHOD}, {ready.bounds.words}", 0, clock.seconds)
        return
    kernel = BestFirst(ready.net, ready.watch, mask_of(ready), clock.room, alike=[kind.flat for kind in ready.alike])
    bound = -1
    while kernel.status == "running" and not clock.is_over():
        if kernel.length > bound:
            bound = kernel.length
            yield Bound(bound, clock.seconds)
        kernel.run(AT_ONCE)
        clock.nodes = kernel.visited
        if clock.sign():
            yield Progress(clock.nodes, clock.seconds)
    yield from _ending(ready, kernel, max(bound, 0), clock)


def _ending(ready: Prepared, kernel: BestFirst, bound: int, clock: Clock) -> Iterator[Event]:
    method = f"{METHOD}, {ready.told(kernel.leading, 'of the bounds')}"
    match kernel.status:
        case "reached":
            states = kernel.way()
            play, value = ready.play_along(states), ready.value(states)
            yield Incumbent(value, play, clock.seconds)
            yield Answer(Status.OPTIMAL, value, value, play, method, clock.nodes, clock.seconds)
        case "complete":
            yield Answer(Status.INFEASIBLE, None, None, (), method, clock.nodes, clock.seconds)
        case _:
            stopped = clock.stopped if clock.is_over() else "memory"
            yield Answer(Status.UNDECIDED, None, bound, (), method, clock.nodes, clock.seconds, stopped)


def mask_of(ready: Prepared) -> bytes:
    """As many bytes as the kernel has for a state, with a 1 for each bit that may be 1."""
    own = [(1 << (len(slot.values) - 1).bit_length()) - 1 for slot in ready.task.slots]
    return bytes(own).ljust(ready.net.width, b"\0")
