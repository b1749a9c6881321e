"""Fewest moves for any game: breadth first while there are few states; then over the factored game with pattern
databases, guided by the rules' bound, or breadth first to the end.
"""

from __future__ import annotations

from collections.abc import Iterator

from solver.explicit import astar, breadth, guided, ida
from solver.factored.prepared import PreparedTask, prepare_question
from solver.protocol.answers import Answer, Event, Status
from solver.protocol.clock import Clock
from solver.protocol.context import SearchContext
from solver.protocol.questions import UnsupportedQuestion

FEW = 1_000_000
FEW_IN_PYTHON = 30_000
"""So many positions are looked at breadth first before anything else is tried."""
SHARE = 0.25
"""Where time is limited, that takes at most such a part of it."""
METHOD = f"{breadth.METHOD}, {ida.METHOD} or {astar.METHOD} or {guided.METHOD}"


def search(context: SearchContext) -> Iterator[Event]:
    """Events, the answer last. Where not all moves count only one engine fits."""
    clock = context.clock
    if context.question.counted:
        yield from astar.search(context)
        return
    first: Answer | None = None
    early = clock if clock.deadline is None else clock.part(SHARE * clock.deadline)
    for event in breadth.search(context.with_clock(early), FEW_IN_PYTHON if context.compiled is None else FEW):
        if isinstance(event, Answer):
            first = event
        else:
            yield event
    assert first is not None, "a search ends with an answer"
    clock.nodes = early.nodes
    if first.status is not Status.UNDECIDED or first.stopped not in (breadth.ENOUGH, "time") or clock.is_over():
        yield first
        return
    try:
        ready = prepare_question(context)
    except UnsupportedQuestion:
        yield from _otherwise(context, int(first.bound or 0))
        return
    yield from _by_steps(ready, clock, int(first.bound or 0), context.question.threads)


def _otherwise(context: SearchContext, least: int) -> Iterator[Event]:
    """The search for games that cannot be factored."""
    if context.compiled is not None and context.rules.bounds:
        yield from guided.search(context, least)
    else:
        yield from breadth.search(context)


def _by_steps(ready: PreparedTask, clock: Clock, least: int, threads: int | None) -> Iterator[Event]:
    """Search the factored game.

    If few lines lead to the same state, searching without stored states is faster; otherwise that is tried only once
    memory runs out.
    """
    if ready.wanders:
        yield from ida.deepen_search(ready, clock, max(least, ready.least), threads)
        return
    for event in astar.best_first(ready, clock):
        if isinstance(event, Answer) and event.stopped == "memory" and not clock.is_over():
            yield from ida.deepen_search(ready, clock, max(least, int(event.bound or 0)), threads)
        else:
            yield event
