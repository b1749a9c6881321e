"""The highest score: every position once, depth first; over a compiled game in a fixed memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from cython_ext.masks import state_mask
from cython_ext.native import NativeMachine
from cython_ext.ordering import Ordering, ordering_of
from rules_dsl.machine.api import State
from rules_dsl.machine.walker import Position, walker_of
from solver.answers import Answer, Bound, Event, Incumbent, Number, Progress, status_of
from solver.clock import Clock
from solver.explicit.lines import CHANCE, ceiling_of, in_one_order, in_words, moves_of, refuse_chance, sameness, score_of, way
from solver.questions import Ceiling, Question, Unsupported

if TYPE_CHECKING:
    from cython_ext._highest import Highest

METHOD = "depth first"
AT_ONCE = 50_000
"""So many positions are looked at between two looks at the clock."""
TABLE_BYTES = 256 << 20


def search(question: Question, clock: Clock) -> Iterator[Event]:
    """Events, the answer last; in Cython over a compiled game."""
    if question.compiled is None:
        yield from _plain_search(question, clock)
    else:
        yield from _kernel_search(question, question.compiled, clock)


def _kernel_search(question: Question, machine: NativeMachine, clock: Clock) -> Iterator[Event]:
    ceilings = [ceiling for ceiling in question.ceilings if ceiling.compiled is not None]
    ordering = ordering_of(machine, question.swaps)
    kernel, most = _kernel(machine, clock, state_mask(machine.game), ceilings, ordering), ceiling_of(question)
    best: Incumbent | None = None
    yield Bound(most, clock.seconds)
    while kernel.status_name in ("running", "unfit") and (best is None or best.value < most) and not clock.is_over():
        if kernel.status_name == "unfit":  # a state has a bit that its layout denies: begin again and keep all bits
            kernel = _kernel(machine, clock, b"\xff" * machine.table.state_size, ceilings, ordering)
        if improved(machine, kernel) and kernel.best is not None and (best is None or kernel.best > best.value):
            best = Incumbent(kernel.best, in_words(machine, kernel.play), clock.seconds)
            clock.better()
            yield best
        clock.nodes = kernel.nodes
        if clock.sign():
            yield Progress(clock.nodes, clock.seconds)
    if kernel.status_name == "chance":
        raise Unsupported(CHANCE)
    complete = kernel.status_name == "complete"
    if not complete:
        clock.is_over()  # says which limit the kernel came to
    remarks = (*_remarks(question, ceilings, kernel.pruned), *in_one_order(question, kernel.skipped))
    yield replace(_answer(best, most, complete and not kernel.cut, clock), remarks=remarks)


def _kernel(machine: NativeMachine, clock: Clock, mask: bytes, ceilings: Sequence[Ceiling], ordering: Ordering | None) -> Highest:
    from cython_ext._highest import Highest
    from cython_ext._kernel import Watch
    from cython_ext.driving import handle_of

    watch, room = Watch(clock.deadline), clock.room
    clock.when_interrupted(partial(setattr, watch, "stop", True))
    memory = TABLE_BYTES if room is None else min(TABLE_BYTES, room // 2)
    above = [handle_of(ceiling.compiled) for ceiling in ceilings if ceiling.compiled is not None]
    return Highest(handle_of(machine), machine.first_position(), watch, mask, memory, above, ordering)


def improved(machine: NativeMachine, kernel: Highest) -> bool:
    """Look at some positions more: is there a better line?"""
    from cython_ext._kernel import Failed
    from cython_ext.driving import explain

    try:
        return kernel.run(AT_ONCE)
    except Failed as failed:
        explain(machine, failed)


def _remarks(question: Question, ceilings: Sequence[Ceiling], pruned: Sequence[int]) -> tuple[str, ...]:
    """Which bounds were used, why, and how much they left out."""
    left_out = {ceiling.label: number for ceiling, number in zip(ceilings, pruned, strict=True)}
    return tuple([
        f'bound "{each.label}": {each.how}; {each.at(question.machine.initial()):,} at the start, {left_out.get(each.label, 0):,} positions left out'
        for each in question.ceilings
    ])


def _answer(best: Incumbent | None, most: int, exhausted: bool, clock: Clock) -> Answer:
    value = None if best is None else best.value
    proved = exhausted or value == most
    stopped = "" if proved else clock.stopped or "depth"
    play = () if best is None else best.play
    return Answer(status_of(value, most, proved), value, value if proved else most, play, METHOD, clock.nodes, clock.seconds, stopped)


def _plain_search(question: Question, clock: Clock) -> Iterator[Event]:
    machine, walker = question.machine, walker_of(question.machine)
    first = walker.first_position()
    parents: dict[Position, Position | None] = {first: None}
    same = sameness(machine, walker)
    seen = {same(first)}
    stack, most = [first], ceiling_of(question)
    pruned = [0] * len(question.ceilings)
    best: Incumbent | None = None
    yield Bound(most, clock.seconds)
    while stack and (best is None or best.value < most):
        if clock.tick() and clock.is_over():
            break
        position = stack.pop()
        hopeless = None if best is None else _hopeless(question.ceilings, walker.state(position), best.value)
        if hopeless is not None:
            pruned[hopeless] += 1
            continue
        after = walker.successors(position)
        refuse_chance(walker, position)
        for each in reversed(after):
            if (key := same(each)) not in seen:
                seen.add(key)
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
    yield replace(_answer(best, most, not clock.stopped, clock), remarks=_remarks(question, question.ceilings, pruned))


def _hopeless(ceilings: Sequence[Ceiling], state: State, found: Number) -> int | None:
    """The number of a ceiling that lets nothing better than what was found come from a state."""
    return next((number for number, ceiling in enumerate(ceilings) if ceiling.at(state) <= found), None)
