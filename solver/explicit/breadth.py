"""Fewest moves: all positions after one move, after two, after three; the first goal met is one of the nearest."""

from __future__ import annotations

from collections.abc import Iterator

from rules_dsl.machine.walker import Position, walker_of
from solver.answers import Answer, Bound, Event, Incumbent, Progress, Status
from solver.clock import Clock
from solver.explicit.lines import is_reached, moves_of, refuse_chance, way
from solver.questions import Question

METHOD = "breadth first"


def search(question: Question, clock: Clock) -> Iterator[Event]:
    """Events, the answer last. `bound` is a number of moves below which there is no solution."""
    machine, walker = question.machine, walker_of(question.machine)
    first = walker.first_position()
    parents: dict[Position, Position | None] = {first: None}
    layer, depth = [first], 0
    while layer:
        following: list[Position] = []
        for position in layer:
            if clock.tick() and clock.is_over():
                yield Answer(Status.UNDECIDED, None, depth, (), METHOD, clock.nodes, clock.seconds, clock.stopped)
                return
            refuse_chance(walker, position)
            after = walker.successors(position)
            if not after and is_reached(machine, walker, position):
                play = moves_of(walker, way(parents, position))
                yield Incumbent(depth, play, clock.seconds)
                yield Answer(Status.OPTIMAL, depth, depth, play, METHOD, clock.nodes, clock.seconds)
                return
            for each in after:
                if each not in parents:
                    parents[each] = position
                    following.append(each)
            if clock.sign():
                yield Progress(clock.nodes, clock.seconds)
        layer, depth = following, depth + 1
        yield Bound(depth, clock.seconds)
    yield Answer(Status.INFEASIBLE, None, None, (), METHOD, clock.nodes, clock.seconds)
