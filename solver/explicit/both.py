"""The highest score: by visiting every state if they are few, otherwise by nested playouts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from solver.explicit import climbing, depth
from solver.protocol.answers import Answer, Event, Status
from solver.protocol.context import SearchContext

SHARE = 0.2
LONGEST = 5.0
"""So many seconds, or this part of the time, go into seeing every position first."""


def search(context: SearchContext) -> Iterator[Event]:
    """Events, the answer last."""
    clock = context.clock
    if context.compiled is None:
        yield from depth.search(context)
        return
    limit = context.question.limits.seconds
    trying = clock.part(LONGEST if limit is None else min(LONGEST, SHARE * limit))
    first: Answer | None = None
    for event in depth.search(context.with_clock(trying)):
        if isinstance(event, Answer):
            first = event
        else:
            yield event
    assert first is not None, "a search ends with an answer"
    if first.status in (Status.OPTIMAL, Status.INFEASIBLE) or clock.is_over():
        yield replace(first, stopped=clock.stopped)
        return
    for event in climbing.search(context):
        yield replace(_better(first, event), remarks=first.remarks) if isinstance(event, Answer) else event


def _better(first: Answer, last: Answer) -> Answer:
    """The answer of the second search, unless the first one had found more."""
    if first.value is None or (last.value is not None and last.value >= first.value):
        return last
    return replace(last, status=Status.BOUNDED, value=first.value, play=first.play)
