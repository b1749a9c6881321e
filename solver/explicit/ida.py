"""Fewest moves in little memory by IDA*: depth first within a rising limit, with pattern databases as heuristic."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from solver.factored.pairs import find_banned_pairs
from solver.factored.prepared import UNREACHED, PreparedTask, prepare_in_time
from solver.factored.task import Task, holds, is_over
from solver.protocol.answers import Answer, BoundEvent, Event, Incumbent, Status
from solver.protocol.clock import Clock
from solver.protocol.context import SearchContext

if TYPE_CHECKING:
    from cython_ext.kernels._steps import Diver

METHOD = "IDA*"
THREADS = 2
NEVER = 1 << 30
BETWEEN_LOOKS = 0.02
WORTH_SHARING = 2_000_000
"""After so many steps the work is shared among threads."""
PARTS = 64
"""So many beginnings of plays each thread gets, about."""


def search(context: SearchContext) -> Iterator[Event]:
    """Events, the answer last."""
    ready = prepare_in_time(context, METHOD)
    if isinstance(ready, Answer):
        yield ready
        return
    yield from deepen_search(ready, context.clock, ready.least, context.question.threads)


def deepen_search(ready: PreparedTask, clock: Clock, least: int, threads: int | None = None) -> Iterator[Event]:
    """The search, given that no line is shorter than `least`."""
    if least >= UNREACHED:
        yield Answer(Status.INFEASIBLE, None, None, (), _method(ready, ()), 0, clock.seconds)
        return
    deepening = IterativeDeepening(ready, max(least, 1), threads=threads)
    try:
        while not clock.is_over() and deepening.play is None and deepening.limit < NEVER:
            yield BoundEvent(deepening.limit, clock.seconds)
            for _ in deepening.iteration():
                yield from clock.heartbeat(deepening.nodes)
                if clock.is_over():
                    ready.watch.stop = True
    finally:
        deepening.close()
    clock.nodes = deepening.nodes
    yield from _ending(deepening, clock)


def _ending(deepening: IterativeDeepening, clock: Clock) -> Iterator[Event]:
    method, play = _method(deepening.ready, deepening.cuts), deepening.play
    if play is not None:
        yield Incumbent(len(play), deepening.ready.play(play), clock.seconds)
        yield Answer(
            Status.OPTIMAL, len(play), len(play), deepening.ready.play(play), method, clock.nodes, clock.seconds
        )
    elif deepening.limit >= NEVER and not deepening.too_deep:
        yield Answer(Status.INFEASIBLE, None, None, (), method, clock.nodes, clock.seconds)
    else:
        stopped = clock.stopped or ("depth" if deepening.too_deep else "time")
        yield Answer(Status.UNDECIDED, None, deepening.proved, (), method, clock.nodes, clock.seconds, stopped)


def _method(ready: PreparedTask, cuts: Sequence[int]) -> str:
    return f"{METHOD}, {ready.describe_bounds(cuts, 'of what was cut off')}"


@dataclass(slots=True)
class IterativeDeepening:
    """One search after another, each with a higher limit; `play`: the numbers of the steps, once a goal is found."""

    ready: PreparedTask
    limit: int
    play: list[int] | None = None
    proved: int = 0
    divers: list[Diver] = field(default_factory=list)
    threads: int | None = None
    pool: ThreadPoolExecutor = field(init=False)
    parts: list[list[int]] = field(default_factory=list)
    next_limit: int = NEVER

    def __post_init__(self) -> None:
        from cython_ext.kernels._steps import Diver

        self.proved = self.limit
        threads = self.threads or min(THREADS, os.cpu_count() or 1)
        self.divers, self.pool = (
            [Diver(self.ready.net, self.ready.watch) for _ in range(threads)],
            ThreadPoolExecutor(threads),
        )

    @property
    def nodes(self) -> int:
        """The number of steps tried."""
        return sum([diver.nodes for diver in self.divers])

    @property
    def cuts(self) -> list[int]:
        """For each sum of the bounds how many steps it has cut off."""
        return [sum(column) for column in zip(*[diver.cuts for diver in self.divers], strict=True)]

    @property
    def too_deep(self) -> bool:
        """Was a play longer than can be followed?"""
        return any(diver.too_deep for diver in self.divers)

    def iteration(self) -> Iterator[None]:
        """All plays within the limit, with pauses; then the limit is the next one."""
        self.parts, self.next_limit = self._beginnings(), NEVER
        divers = self.divers if len(self.parts) > 1 else self.divers[:1]
        running = [self.pool.submit(self._work, diver) for diver in divers]
        open_ = True
        while open_:
            open_ = bool(wait(running, BETWEEN_LOOKS, FIRST_EXCEPTION).not_done)
            yield
        for future in running:
            future.result()
        if not self.ready.watch.stop and self.play is None:
            self.limit = self.next_limit
            self.proved = min(self.limit, UNREACHED * 4) if self.limit < NEVER else self.proved

    def _beginnings(self) -> list[list[int]]:
        """Beginnings of plays for threads to take; only the empty one while there is little to do."""
        if self.nodes < WORTH_SHARING or len(self.divers) == 1:
            return [[]]
        return beginnings(self.ready, PARTS * len(self.divers), self.limit - 1)

    def _work(self, diver: Diver) -> None:
        while self.parts and self.play is None and not self.ready.watch.stop:
            try:
                beginning = self.parts.pop()
            except IndexError:  # another thread has taken the last one
                return
            result = diver.search(beginning, self.limit)
            self.next_limit = min(self.next_limit, diver.next_limit)
            if result is not None:
                self.play = result

    def close(self) -> None:
        """Stop what runs."""
        self.ready.watch.stop = True
        self.pool.shutdown()


def beginnings(ready: PreparedTask, wanted: int, longest: int) -> list[list[int]]:
    """At least this many prefixes of plays of equal length, no longer than `longest`; the most promising come last."""
    after = find_banned_pairs(ready.known)
    pairs: list[tuple[list[int], bytes]] = [([], ready.task.start)]
    for _ in range(longest):
        if len(pairs) >= wanted or not pairs:
            break
        pairs = [
            ([*path, number], values)
            for path, state in pairs
            for number, values in _following(ready.task, after, path, state)
        ]
    pairs.sort(key=lambda pair: -ready.net.bound(pair[1]))
    return [path for path, _ in pairs]


def _following(
    task: Task, after: Sequence[frozenset[int]], path: Sequence[int], state: bytes
) -> Iterator[tuple[int, bytes]]:
    if path and is_over(task, state):
        return
    left_out = after[path[-1]] if path else frozenset()
    for number, step in enumerate(task.steps):
        if number not in left_out and holds(step.guard, state):
            yield number, step.after(state)
