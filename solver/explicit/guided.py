"""A line to the goal of a large game by weighted A*: the estimate from the rules' bound counts several times as much as
the moves made. The weight falls to find shorter lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from cython_ext.layout.masks import state_mask
from cython_ext.native import NativeMachine
from rules_dsl.ir import nodes as ir
from solver.explicit.climbing import NO_KERNEL, PATIENCE
from solver.protocol.answers import Answer, ArgumentLink, BoundEvent, Event, Incumbent, Status, resting, status_of
from solver.protocol.context import SearchContext
from solver.protocol.lines import CHANCE, in_words
from solver.protocol.questions import Question, UnsupportedQuestion

if TYPE_CHECKING:
    from cython_ext.kernels._guided import Guided

METHOD = "guided by the bound of the rules"
WEIGHTS = (5, 3, 2, 1)
"""How much what is missing counts until a line is found, until the next is found, and so on."""
AT_ONCE = 10_000
NO_BOUND = "the rules have no bound on the number of moves still needed"


def object_to(question: Question) -> str | None:
    """Without a bound of the rules there is nothing that guides."""
    return None if question.rules.bounds else NO_BOUND


def search(context: SearchContext, least: int = 1) -> Iterator[Event]:
    """The events; the answer comes last.

    Without a limit the search ends when it has made no progress for some time. `least` is the known lower bound.
    """
    if context.compiled is None:
        raise UnsupportedQuestion(NO_KERNEL)
    links = (ArgumentLink(f'bound "{context.rules.bounds[0].label}"', "trusted"),) if context.question.trust else ()
    for event in _run_search(context, least):
        no_line = (
            isinstance(event, Answer) and event.status is Status.INFEASIBLE
        )  # the bound leaves out only what is no shorter than a line
        yield event if no_line else resting(event, links)


def _run_search(context: SearchContext, least: int) -> Iterator[Event]:
    clock = context.clock
    machine = guide_of(context)
    if clock.is_over():
        yield Answer(Status.UNDECIDED, None, least, (), METHOD, 0, clock.seconds, clock.stopped)
        return
    kernel, best, weights = _kernel(context, machine, state_mask(machine.game)), None, iter(WEIGHTS[1:])
    least = max(least, _read_trusted_bound(context, machine))
    limited = context.question.limits.seconds is not None or context.question.limits.stall is not None
    yield BoundEvent(least, clock.seconds)
    while (
        kernel.status_name in ("running", "unfit")
        and not clock.is_over()
        and (best is None or limited or clock.patient(PATIENCE))
    ):
        if kernel.status_name == "unfit":  # a state has a bit that its layout denies: begin again and keep all bits
            kernel = _kernel(context, machine, b"\xff" * machine.table.state_size)
        _run(machine, kernel)
        if best is None or kernel.length < best.value:
            best = _line(context, machine, kernel)
            if best is not None:
                yield best
                kernel.weigh(next(weights, 1))
        yield from clock.heartbeat(kernel.visited)
    yield _answer(context, kernel, best, least)


def guide_of(context: SearchContext) -> NativeMachine:
    """The compiled game over the same positions whose only score is its first bound: how many moves to the goal are
    still missing.
    """
    game, bound = context.rules, context.rules.bounds[0]
    guide = replace(game, scores=(ir.ScoreLine(f"bound {bound.label}", bound.value, None, bound.rule),))
    return NativeMachine(guide)


def _kernel(context: SearchContext, machine: NativeMachine, mask: bytes) -> Guided:
    from cython_ext.kernels._guided import Guided
    from cython_ext.kernels._kernel import Watch
    from cython_ext.kernels.driving import handle_of

    clock = context.clock
    watch = Watch(clock.deadline)
    clock.when_interrupted(partial(setattr, watch, "stop", True))
    first = machine.position(context.start)
    return Guided(handle_of(machine), first, watch, mask, WEIGHTS[0], context.question.trust, clock.room)


def _run(machine: NativeMachine, kernel: Guided) -> None:
    from cython_ext.kernels._kernel import Failed
    from cython_ext.kernels.driving import explain

    try:
        kernel.run(AT_ONCE)
    except Failed as failed:
        explain(machine, failed)


def _line(context: SearchContext, machine: NativeMachine, kernel: Guided) -> Incumbent | None:
    """The shortest line the kernel has found."""
    if not kernel.has_line:
        return None
    context.clock.better()
    play = in_words(machine, context.start, kernel.way())
    return Incumbent(len(play), play, context.clock.seconds)


def _read_trusted_bound(context: SearchContext, machine: NativeMachine) -> int:
    """The trusted bound at the start."""
    return machine.scores(context.start)[0] if context.question.trust else 0


def _answer(context: SearchContext, kernel: Guided, best: Incumbent | None, least: int) -> Answer:
    clock = context.clock
    if kernel.status_name == "chance":
        raise UnsupportedQuestion(CHANCE)
    complete = kernel.status_name == "complete"
    value, play = (None, ()) if best is None else (best.value, best.play)
    stopped = (
        ""
        if complete
        else clock.stopped
        if clock.is_over()
        else "memory"
        if kernel.status_name == "memory"
        else "stall"
    )
    proved = complete or value == least
    status = status_of(value, value if proved else least, proved) if value is not None or complete else Status.UNDECIDED
    return Answer(
        status,
        value,
        value if proved else least,
        play,
        METHOD,
        clock.nodes,
        clock.seconds,
        stopped,
        remarks=_remarks(context),
    )


def _remarks(context: SearchContext) -> tuple[str, ...]:
    """What was made of the bound."""
    label = context.rules.bounds[0].label
    how = (
        "trusted, not proved"
        if context.question.trust
        else "a guide only, for it is not proved; with --trust it leaves out what cannot be shorter"
    )
    return (f'bound "{label}": {how}',)
