"""The highest score by depth-first search over all states; with a compiled game in constant memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from cython_ext.kernels.ordering import OrderStruct, ordering_of
from cython_ext.layout.masks import state_mask
from cython_ext.native import NativeMachine
from rules_dsl.machine.api import State
from rules_dsl.machine.walker import Position, walker_of
from rules_dsl.quantities import quantity
from solver.protocol.answers import Answer, BoundEvent, Event, Incumbent, Number, status_of
from solver.protocol.clock import Clock
from solver.protocol.context import SearchContext, TrustedBound
from solver.protocol.lines import (
    CHANCE,
    ceiling_of,
    in_one_order,
    in_words,
    moves_of,
    refuse_chance,
    sameness,
    score_of,
    way,
)
from solver.protocol.questions import UnsupportedQuestion

if TYPE_CHECKING:
    from cython_ext.kernels._highest import Highest

METHOD = "depth first"
AT_ONCE = 50_000
"""So many positions are looked at between two looks at the clock."""
TABLE_BYTES = 256 << 20


def search(context: SearchContext) -> Iterator[Event]:
    """Events, the answer last; in Cython over a compiled game."""
    if context.compiled is None:
        yield from _plain_search(context)
    else:
        yield from _kernel_search(context, context.compiled)


def _kernel_search(context: SearchContext, machine: NativeMachine) -> Iterator[Event]:
    clock = context.clock
    ceilings = [ceiling for ceiling in context.ceilings if ceiling.compiled is not None]
    ordering = ordering_of(machine, context.swaps)
    kernel, most = _kernel(context, machine, state_mask(machine.game), ceilings, ordering), ceiling_of(context)
    best: Incumbent | None = None
    yield BoundEvent(most, clock.seconds)
    while kernel.status_name in ("running", "unfit") and (best is None or best.value < most) and not clock.is_over():
        if kernel.status_name == "unfit":  # a state has a bit that its layout denies: begin again and keep all bits
            kernel = _kernel(context, machine, b"\xff" * machine.table.state_size, ceilings, ordering)
        if search_on(machine, kernel) and kernel.best is not None and (best is None or kernel.best > best.value):
            best = Incumbent(kernel.best, in_words(machine, context.start, kernel.play), clock.seconds)
            clock.better()
            yield best
        yield from clock.heartbeat(kernel.nodes)
    if kernel.status_name == "chance":
        raise UnsupportedQuestion(CHANCE)
    complete = kernel.status_name == "complete"
    if not complete:
        clock.is_over()  # says which limit the kernel came to
    remarks = (*_remarks(context, ceilings, kernel.pruned), *in_one_order(context, kernel.skipped))
    yield replace(_answer(best, most, complete and not kernel.cut, clock), remarks=remarks)


def _kernel(
    context: SearchContext,
    machine: NativeMachine,
    mask: bytes,
    ceilings: Sequence[TrustedBound],
    ordering: OrderStruct | None,
) -> Highest:
    from cython_ext.kernels._highest import Highest
    from cython_ext.kernels._kernel import Watch
    from cython_ext.kernels.driving import handle_of

    clock = context.clock
    watch, room = Watch(clock.deadline), clock.room
    clock.when_interrupted(partial(setattr, watch, "stop", True))
    memory = TABLE_BYTES if room is None else min(TABLE_BYTES, room // 2)
    above = [handle_of(ceiling.compiled) for ceiling in ceilings if ceiling.compiled is not None]
    return Highest(handle_of(machine), machine.position(context.start), watch, mask, memory, above, ordering)


def search_on(machine: NativeMachine, kernel: Highest) -> bool:
    """Search some more nodes: is there a better line?"""
    from cython_ext.kernels._kernel import Failed
    from cython_ext.kernels.driving import explain

    try:
        return kernel.run(AT_ONCE)
    except Failed as failed:
        explain(machine, failed)


def _remarks(context: SearchContext, ceilings: Sequence[TrustedBound], pruned: Sequence[int]) -> tuple[str, ...]:
    """Which bounds were used, why, and how much they left out."""
    left_out = {ceiling.label: number for ceiling, number in zip(ceilings, pruned, strict=True)}
    return tuple(
        [
            (
                f'bound "{bound.label}": {bound.how}; {bound.at(context.start):,} at the start, '
                f"{quantity(left_out.get(bound.label, 0), 'position')} left out"
            )
            for bound in context.ceilings
        ]
    )


def _answer(best: Incumbent | None, most: int, exhausted: bool, clock: Clock) -> Answer:
    value = None if best is None else best.value
    proved = exhausted or value == most
    stopped = "" if proved else clock.stopped or "depth"
    play = () if best is None else best.play
    return Answer(
        status_of(value, most, proved),
        value,
        value if proved else most,
        play,
        METHOD,
        clock.nodes,
        clock.seconds,
        stopped,
    )


def _plain_search(context: SearchContext) -> Iterator[Event]:
    clock = context.clock
    machine, walker = context.machine, walker_of(context.machine)
    first = walker.position(context.start)
    parents: dict[Position, Position | None] = {first: None}
    same = sameness(machine, walker)
    seen = {same(first)}
    stack, most = [first], ceiling_of(context)
    pruned = [0] * len(context.ceilings)
    best: Incumbent | None = None
    yield BoundEvent(most, clock.seconds)
    while stack and (best is None or best.value < most):
        if clock.tick() and clock.is_over():
            break
        position = stack.pop()
        hopeless = None if best is None else _hopeless(context.ceilings, walker.state(position), best.value)
        if hopeless is not None:
            pruned[hopeless] += 1
            continue
        after = walker.successors(position)
        refuse_chance(walker, position)
        for item in reversed(after):
            if (key := same(item)) not in seen:
                seen.add(key)
                parents[item] = position
                stack.append(item)
        if not after:
            score = score_of(machine, walker, position)
            if best is None or score > best.value:
                best = Incumbent(score, moves_of(walker, way(parents, position)), clock.seconds)
                clock.better()
                yield best
        yield from clock.heartbeat()
    yield replace(_answer(best, most, not clock.stopped, clock), remarks=_remarks(context, context.ceilings, pruned))


def _hopeless(ceilings: Sequence[TrustedBound], state: State, limit: Number) -> int | None:
    """The number of a ceiling that lets nothing better than what was found come from a state."""
    return next((number for number, ceiling in enumerate(ceilings) if ceiling.at(state) <= limit), None)
