"""A line to the goal of a large game: what the rules' bound says is missing counts several times as much as the moves made; then less and less, for shorter lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from cython_ext.masks import state_mask
from cython_ext.native import NativeMachine
from rules_dsl.ir import nodes as ir
from solver.answers import Answer, Bound, Event, Incumbent, Link, Progress, Status, resting, status_of
from solver.clock import Clock
from solver.explicit.climbing import NO_KERNEL, PATIENCE
from solver.explicit.lines import CHANCE, in_words
from solver.questions import Question, Unsupported, insist_all_count

if TYPE_CHECKING:
    from cython_ext._guided import Guided

METHOD = "guided by the bound of the rules"
WEIGHTS = (5, 3, 2, 1)
"""How much what is missing counts until a line is found, until the next is found, and so on."""
AT_ONCE = 10_000
NO_BOUND = "the rules have no bound on the number of moves still needed"


def search(question: Question, clock: Clock, least: int = 1) -> Iterator[Event]:
    """Events, the answer last; without a limit it ends when nothing shorter was found for some time. `least`: no line is known to be shorter."""
    insist_all_count(question, "guided")
    if question.compiled is None:
        raise Unsupported(NO_KERNEL)
    if not question.machine.game.bounds:
        raise Unsupported(NO_BOUND)
    links = (Link(f'bound "{question.machine.game.bounds[0].label}"', "trusted"),) if question.trust else ()
    for event in _searched(question, clock, least):
        no_line = isinstance(event, Answer) and event.status is Status.INFEASIBLE  # the bound leaves out only what is no shorter than a line
        yield event if no_line else resting(event, links)


def _searched(question: Question, clock: Clock, least: int) -> Iterator[Event]:
    machine = guide_of(question)
    if clock.is_over():
        yield Answer(Status.UNDECIDED, None, least, (), METHOD, 0, clock.seconds, clock.stopped)
        return
    kernel, best, weights = _kernel(machine, clock, state_mask(machine.game), question.trust), None, iter(WEIGHTS[1:])
    least = max(least, _trusted(question, machine))
    limited = question.limits.seconds is not None or question.limits.stall is not None
    yield Bound(least, clock.seconds)
    while kernel.status_name in ("running", "unfit") and not clock.is_over() and (best is None or limited or clock.patient(PATIENCE)):
        if kernel.status_name == "unfit":  # a state has a bit that its layout denies: begin again and keep all bits
            kernel = _kernel(machine, clock, b"\xff" * machine.table.state_size, question.trust)
        _run(machine, kernel)
        if best is None or kernel.length < best.value:
            best = _line(machine, kernel, clock)
            if best is not None:
                yield best
                kernel.weigh(next(weights, 1))
        clock.nodes = kernel.visited
        if clock.sign():
            yield Progress(clock.nodes, clock.seconds)
    yield _answer(question, kernel, best, least, clock)


def guide_of(question: Question) -> NativeMachine:
    """The compiled game over the same positions whose only score is its first bound: how many moves to the goal are still missing."""
    game, bound = question.machine.game, question.machine.game.bounds[0]
    guide = replace(game, scores=(ir.ScoreLine(f"bound {bound.label}", bound.value, None, bound.rule),))
    return NativeMachine(guide).starting_at(question.machine.initial())


def _kernel(machine: NativeMachine, clock: Clock, mask: bytes, trusted: bool) -> Guided:
    from cython_ext._guided import Guided
    from cython_ext._kernel import Watch
    from cython_ext.driving import handle_of

    watch = Watch(clock.deadline)
    clock.when_interrupted(partial(setattr, watch, "stop", True))
    return Guided(handle_of(machine), machine.first_position(), watch, mask, WEIGHTS[0], trusted, clock.room)


def _run(machine: NativeMachine, kernel: Guided) -> None:
    from cython_ext._kernel import Failed
    from cython_ext.driving import explain

    try:
        kernel.run(AT_ONCE)
    except Failed as failed:
        explain(machine, failed)


def _line(machine: NativeMachine, kernel: Guided, clock: Clock) -> Incumbent | None:
    """The shortest line the kernel has found."""
    if not kernel.has_line:
        return None
    clock.better()
    play = in_words(machine, kernel.way())
    return Incumbent(len(play), play, clock.seconds)


def _trusted(question: Question, machine: NativeMachine) -> int:
    """What the bound says at the start, where it is trusted."""
    return machine.scores(machine.initial())[0] if question.trust else 0


def _answer(question: Question, kernel: Guided, best: Incumbent | None, least: int, clock: Clock) -> Answer:
    if kernel.status_name == "chance":
        raise Unsupported(CHANCE)
    complete = kernel.status_name == "complete"
    value, play = (None, ()) if best is None else (best.value, best.play)
    stopped = "" if complete else clock.stopped if clock.is_over() else "memory" if kernel.status_name == "memory" else "stall"
    proved = complete or value == least
    status = status_of(value, value if proved else least, proved) if value is not None or complete else Status.UNDECIDED
    return Answer(status, value, value if proved else least, play, METHOD, clock.nodes, clock.seconds, stopped, remarks=_remarks(question))


def _remarks(question: Question) -> tuple[str, ...]:
    """What was made of the bound."""
    label = question.machine.game.bounds[0].label
    how = "trusted, not proved" if question.trust else "a guide only, for it is not proved; with --trust it leaves out what cannot be shorter"
    return (f'bound "{label}": {how}',)
