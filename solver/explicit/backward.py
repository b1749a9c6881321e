"""Exact values by backward induction: the best move at decision nodes, the mean at chance nodes."""

from __future__ import annotations

from collections.abc import Iterator

from rules_dsl.machine.walker import walker_of
from solver.explicit.exact import Exact
from solver.protocol.answers import Answer, Event, Status
from solver.protocol.context import SearchContext
from solver.protocol.seats import seats_of

METHOD = "backward induction"


def search(context: SearchContext) -> Iterator[Event]:
    """Events, the answer last. Raises UnsupportedQuestion where a position comes again."""
    clock = context.clock
    exact = Exact(context.machine, seats_of(context.rules, context.question.random), clock)
    first = walker_of(context.machine).position(context.start)
    for _ in exact.steps(first):
        yield from clock.heartbeat()
    value = exact.known.get(first)
    if value is None:
        yield Answer(Status.UNDECIDED, None, None, (), METHOD, clock.nodes, clock.seconds, clock.stopped)
    else:
        yield Answer(Status.OPTIMAL, value, value, exact.line(first), METHOD, len(exact.known), clock.seconds)
