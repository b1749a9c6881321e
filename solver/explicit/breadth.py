"""Fewest moves by breadth-first search."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from cython_ext.native import NativeMachine
from rules_dsl.machine.walker import Position, walker_of
from solver.protocol.answers import Answer, BoundEvent, Event, Incumbent, Status
from solver.protocol.clock import Clock
from solver.protocol.context import SearchContext
from solver.protocol.lines import CHANCE, is_reached, moves_of, refuse_chance, sameness, way
from solver.protocol.questions import UnsupportedQuestion

if TYPE_CHECKING:
    from cython_ext.kernels.reaching import GoalSearch

METHOD = "breadth first"
THREADS = 2
"""More find the same, but how much sooner was not measured."""


ENOUGH = "positions"
"""Why a search ends that was to look at so many positions and no more."""


def search(context: SearchContext, most: int | None = None) -> Iterator[Event]:
    """Events, the answer last; in Cython over a compiled game.

    `bound` is a number of moves below which there is no solution.
    """
    if context.compiled is None:
        yield from _plain_search(context, most)
    else:
        yield from _kernel_search(context, context.compiled, most)


def _kernel_search(context: SearchContext, machine: NativeMachine, most: int | None) -> Iterator[Event]:
    from cython_ext.kernels._kernel import Watch
    from cython_ext.kernels.reaching import GoalSearch

    clock = context.clock
    watch = Watch(clock.deadline)
    clock.when_interrupted(partial(setattr, watch, "stop", True))
    threads = context.question.threads or min(THREADS, os.cpu_count() or 1)
    reaching = GoalSearch(machine, watch, clock.room, threads, context.start)
    depth = 0
    for _ in reaching.run() if not clock.is_over() else ():
        clock.nodes = reaching.visited_count
        reached = reaching.depth + (reaching.status == "complete")
        for bound in range(depth + 1, reached + 1):
            yield BoundEvent(bound, clock.seconds)
        depth = reached
        yield from clock.heartbeat()
        if clock.is_over() or (most is not None and reaching.visited_count >= most):
            break
    yield from _ending(reaching, clock)


def _ending(reaching: GoalSearch, clock: Clock) -> Iterator[Event]:
    """The answer of a search that has ended."""
    match reaching.status:
        case "chance":
            raise UnsupportedQuestion(CHANCE)
        case "reached":
            play = reaching.play()
            yield Incumbent(len(play), play, clock.seconds)
            yield Answer(Status.OPTIMAL, len(play), len(play), play, METHOD, clock.nodes, clock.seconds)
        case "complete":
            yield Answer(Status.INFEASIBLE, None, None, (), METHOD, clock.nodes, clock.seconds)
        case _:
            stopped = clock.stopped if clock.is_over() else ENOUGH if reaching.status == "running" else "memory"
            yield Answer(Status.UNDECIDED, None, reaching.depth, (), METHOD, clock.nodes, clock.seconds, stopped)


def _plain_search(context: SearchContext, most: int | None) -> Iterator[Event]:
    clock = context.clock
    machine, walker = context.machine, walker_of(context.machine)
    first = walker.position(context.start)
    parents: dict[Position, Position | None] = {first: None}
    same = sameness(machine, walker)
    seen = {same(first)}
    layer, depth = [first], 0
    while layer:
        following: list[Position] = []
        for position in layer:
            if (clock.tick() and clock.is_over()) or clock.nodes == most:
                yield Answer(
                    Status.UNDECIDED, None, depth, (), METHOD, clock.nodes, clock.seconds, clock.stopped or ENOUGH
                )
                return
            refuse_chance(walker, position)
            after = walker.successors(position)
            if not after and is_reached(machine, walker, position):
                play = moves_of(walker, way(parents, position))
                yield Incumbent(depth, play, clock.seconds)
                yield Answer(Status.OPTIMAL, depth, depth, play, METHOD, clock.nodes, clock.seconds)
                return
            for item in after:
                if (key := same(item)) not in seen:
                    seen.add(key)
                    parents[item] = position
                    following.append(item)
            yield from clock.heartbeat()
        layer, depth = following, depth + 1
        yield BoundEvent(depth, clock.seconds)
    yield Answer(Status.INFEASIBLE, None, None, (), METHOD, clock.nodes, clock.seconds)
