"""The highest score: every position once, depth first, moves that lead to more at once tried first."""

from __future__ import annotations

from collections.abc import Iterator

from rules_dsl.machine.walker import Position, walker_of
from solver.answers import Answer, Bound, Event, Incumbent, Progress, status_of
from solver.clock import Clock
from solver.explicit.lines import highest_possible, moves_of, refuse_chance, score_of, way
from solver.questions import Question

METHOD = "depth first"


def search(question: Question, clock: Clock) -> Iterator[Event]:
    """Events, the answer last."""
    machine, walker = question.machine, walker_of(question.machine)
    first = walker.first_position()
    parents: dict[Position, Position | None] = {first: None}
    stack, most = [first], highest_possible(machine.game)
    best: Incumbent | None = None
    yield Bound(most, clock.seconds)
    while stack and (best is None or best.value < most):
        if clock.tick() and clock.is_over():
            break
        position = stack.pop()
        after = walker.successors(position)
        refuse_chance(walker, position)
        for each in reversed(after):
            if each not in parents:
                parents[each] = position
                stack.append(each)
        if not after:
            score = score_of(machine, walker, position)
            if best is None or score > best.value:
                best = Incumbent(score, moves_of(walker, way(parents, position)), clock.seconds)
                clock.better()
                yield best
        if clock.sign():
            yield Progress(clock.nodes, clock.seconds)
    value = None if best is None else best.value
    exhausted = not clock.stopped
    bound = value if exhausted else most
    play = () if best is None else best.play
    yield Answer(status_of(value, bound, exhausted), value, bound, play, METHOD, clock.nodes, clock.seconds, clock.stopped)
