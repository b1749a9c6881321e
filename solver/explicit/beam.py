"""Fewest moves or the highest score by beam search: each layer keeps only the most promising states.

The width doubles until no state had to be dropped.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from cython_ext.layout.masks import state_mask
from cython_ext.native import NativeMachine
from rules_dsl.machine.api import Move
from rules_dsl.quantities import quantity
from solver.explicit.plain_beam import PlainBeam
from solver.explicit.promise import PositionHeuristic, promise_of
from solver.protocol.answers import Answer, BoundEvent, Event, Incumbent, status_of
from solver.protocol.clock import Clock
from solver.protocol.context import SearchContext, TrustedBound
from solver.protocol.lines import CHANCE, ceiling_of, in_words
from solver.protocol.questions import Aim, UnsupportedQuestion

if TYPE_CHECKING:
    from cython_ext.kernels._beam import Beam

METHOD = "beams, each twice as wide as the one before"
FIRST_WIDTH = 64
AT_ONCE = 20_000
AT_ONCE_IN_PYTHON = 1
"""So many positions are looked at between two looks at the clock."""
MEMORY = 1 << 30
"""Bytes for a beam where nobody sets a limit and the computer does not tell how many it has."""


@dataclass(slots=True)
class BeamProgress:
    """What all beams together have found; in the question's own measure."""

    context: SearchContext
    promise: PositionHeuristic
    bound: int
    best: Incumbent | None = None
    nodes: int = 0
    pruned: list[int] = field(default_factory=list)
    proved: bool = False

    @property
    def clock(self) -> Clock:
        """The clock of the search."""
        return self.context.clock

    @property
    def fewest(self) -> bool:
        """Are few moves sought?"""
        return self.context.aim is Aim.FEWEST

    def make_incumbent(self, beam: Beam | PlainBeam) -> Incumbent:
        """The line of a beam."""
        assert beam.best is not None, "the beam says that it has found something"
        self.best = Incumbent(-beam.best if self.fewest else beam.best, self._moves(beam), self.clock.seconds)
        self.clock.better()
        return self.best

    def _moves(self, beam: Beam | PlainBeam) -> tuple[Move, ...]:
        if isinstance(beam, PlainBeam):
            return tuple(beam.play)
        assert self.context.compiled is not None
        return in_words(self.context.compiled, self.context.start, beam.play)

    @property
    def guiding_bounds(self) -> Sequence[TrustedBound]:
        """The bounds that a beam asks position by position."""
        return (
            self.context.ceilings
            if self.context.compiled is None
            else [bound for bound in self.context.ceilings if bound.compiled is not None]
        )

    @property
    def compiled_bounds(self) -> list[NativeMachine]:
        """The same, compiled."""
        return [bound.compiled for bound in self.context.ceilings if bound.compiled is not None]

    def count(self, beam: Beam | PlainBeam) -> None:
        """Add the counters of a beam."""
        self.nodes += beam.nodes
        self.pruned = [
            one + other for one, other in zip(self.pruned or [0] * len(beam.pruned), beam.pruned, strict=True)
        ]

    def close_beam(self, beam: Beam | PlainBeam) -> BoundEvent | None:
        """The bound that an exhausted beam gives, if it improves the known one."""
        value = None if self.best is None else int(self.best.value)
        limit = self._limit(beam, value)
        if limit is None or limit == value:
            self.proved = True
        if limit is None or not (limit > self.bound if self.fewest else limit < self.bound):
            return None
        self.bound = limit
        return BoundEvent(limit, self.clock.seconds)

    def _limit(self, beam: Beam | PlainBeam, value: int | None) -> int | None:
        """The upper bound by an exhausted beam; None if nothing was left out and no line exists."""
        if not beam.dropped:
            return value
        if self.fewest:
            return beam.dropped_at + 1 if value is None else min(value, beam.dropped_at + 1)
        if beam.dropped_most is None:
            return self.bound if value is None else max(self.bound, value)
        return beam.dropped_most if value is None else max(value, beam.dropped_most)


def search(context: SearchContext) -> Iterator[Event]:
    """Events, the answer last; in Cython over a compiled game."""
    clock = context.clock
    fewest = context.aim is Aim.FEWEST
    course = BeamProgress(context, promise_of(context), 0 if fewest else ceiling_of(context))
    yield BoundEvent(course.bound, clock.seconds)
    width, stopped = FIRST_WIDTH, ""
    while not (course.proved or stopped or clock.is_over() or _is_settled(course)):
        stopped = yield from _one_width(course, width)
        width *= 2
    yield _answer(course, stopped)


def _is_settled(course: BeamProgress) -> bool:
    return course.best is not None and course.best.value == course.bound


def _one_width(course: BeamProgress, width: int) -> Generator[Event, None, str]:
    """A beam from the start to its end; why it has not come there, if it has not."""
    clock = course.clock
    beam = _beam(course, width)
    going = True  # a beam that ends where it begins may have found that
    while going:
        if beam.status_name == "unfit":  # a state has a bit that its layout denies: begin again and keep all bits
            beam = _beam(course, width, whole=True)
        if _improve_once(course, beam):
            yield course.make_incumbent(beam)
        going = beam.status_name in ("running", "unfit") and not clock.is_over()
        yield from clock.heartbeat(course.nodes + beam.nodes)
    course.count(beam)
    if beam.status_name == "chance":
        raise UnsupportedQuestion(CHANCE)
    if beam.status_name != "complete":
        clock.is_over()  # says which limit the kernel came to
        return clock.stopped or "memory"
    bound = course.close_beam(beam)
    if bound is not None:
        yield bound
    return ""


def _beam(course: BeamProgress, width: int, whole: bool = False) -> Beam | PlainBeam:
    context = course.context
    worth = None if course.best is None else int(course.best.value) * (-1 if course.fewest else 1)
    if context.compiled is None:
        return PlainBeam(context, course.promise, width, worth)
    return _kernel(course, context.compiled, width, worth, whole)


def _kernel(course: BeamProgress, machine: NativeMachine, width: int, worth: int | None, whole: bool) -> Beam:
    from cython_ext.kernels._beam import Beam
    from cython_ext.kernels._kernel import Watch
    from cython_ext.kernels.driving import handle_of

    watch, room = Watch(course.clock.deadline), course.clock.room
    course.clock.when_interrupted(partial(setattr, watch, "stop", True))
    mask = b"\xff" * machine.table.state_size if whole else state_mask(machine.game)
    guide = course.promise.compiled or machine
    return Beam(
        handle_of(machine), machine.position(course.context.start), watch, mask, MEMORY if room is None else room, width, guide=handle_of(guide),
        sign=course.promise.sign, fewest=course.fewest, ceilings=[handle_of(compiled_bound) for compiled_bound in course.compiled_bounds], worth=worth,
    )  # fmt: skip


def _improve_once(course: BeamProgress, beam: Beam | PlainBeam) -> bool:
    if isinstance(beam, PlainBeam):
        return beam.run(AT_ONCE_IN_PYTHON)
    from cython_ext.kernels._kernel import Failed
    from cython_ext.kernels.driving import explain

    assert course.context.compiled is not None
    try:
        return beam.run(AT_ONCE)
    except Failed as failed:
        explain(course.context.compiled, failed)


def _answer(course: BeamProgress, stopped: str) -> Answer:
    clock, best = course.clock, course.best
    value = None if best is None else best.value
    proved = course.proved or (value is not None and value == course.bound)
    bound = value if proved else course.bound
    play = () if best is None else best.play
    stop = "" if proved else clock.stopped or stopped
    method = f"{METHOD}, {course.promise.how}"
    return Answer(
        status_of(value, bound, proved),
        value,
        bound,
        play,
        method,
        clock.nodes,
        clock.seconds,
        stop,
        remarks=_remarks(course),
    )


def _remarks(course: BeamProgress) -> tuple[str, ...]:
    """Which bounds were used, why, and how much they left out."""
    start = course.context.start
    left_out = {ceiling.label: number for ceiling, number in zip(course.guiding_bounds, course.pruned, strict=False)}
    return tuple(
        [
            (
                f'bound "{bound.label}": {bound.how}; {bound.at(start):,} at the start, '
                f"{quantity(left_out.get(bound.label, 0), 'position')} left out"
            )
            for bound in course.context.ceilings
        ]
    )
