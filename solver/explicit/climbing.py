"""High scores of large solo games by nested playouts that are biased towards the incumbent, in threads of their own.

Finds lines and proves nothing. Searches from the start widen and deepen; between them, others vary the incumbent from
one of its turns on.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cython_ext.kernels.barring import Bars, bars_of
from cython_ext.native import NativeMachine, Position
from rules_dsl.machine.api import Move, State
from solver.protocol.answers import Answer, BoundEvent, Event, Incumbent, Status
from solver.protocol.clock import Clock
from solver.protocol.context import SearchContext
from solver.protocol.lines import CHANCE, ceiling_of, in_numbers, in_words
from solver.protocol.questions import UnsupportedQuestion

if TYPE_CHECKING:
    from cython_ext.kernels._adapting import Adapter

METHOD = "nested random plays"
THREADS = 2
QUICK, DEEP = 3, 4
"""Levels of nesting: a search that is wide enough does better with one more."""
NARROWEST, WIDEST = 20, 70
DEEP_NARROWEST, DEEP_WIDEST = 32, 64
ONWARD = 4
"""So many searches go on from turns of the best line before the next one from the beginning, together about as long as
the one before them.
"""
BETWEEN_LOOKS = 0.05
PATIENCE = 20.0
"""Without a limit the search ends when nothing better was found for so many seconds."""
STALLED = f"stall: nothing better in {PATIENCE:.0f} s, the default without --time"
NO_KERNEL = "this engine runs compiled games only; `regelwerk doctor` says what is missing"

Numbers = tuple[int, ...]
"""Moves as a kernel tells them."""
Line = tuple[int, tuple[Move, ...]]


@dataclass(frozen=True, slots=True)
class RatedLine:
    """A line and its score."""

    score: int
    moves: Numbers


@dataclass(frozen=True, slots=True)
class Nest:
    """The shape of a nested search: the number of levels, and `width` samples of the level below for each."""

    levels: int
    width: int

    @property
    def onward(self) -> Nest:
        """One of the searches that go on from turns of the best line: their plays are half as long on average."""
        return Nest(QUICK, max(2, round((self.width**self.levels * 2 / ONWARD) ** (1 / QUICK))))


def nests() -> Iterator[Nest]:
    """The first search is quick; the more time there is, the wider and deeper."""
    width = NARROWEST
    while width < WIDEST:
        yield Nest(QUICK, width)
        width = width * 3 // 2
    width = DEEP_NARROWEST
    while True:
        yield Nest(DEEP, width)
        width = min(width * 5 // 4, DEEP_WIDEST)


class Climber:
    """Repeated searches from one state until it is stopped, without the moves that `bars` forbid.

    Threads share the incumbent; `known` is the first one.
    """

    def __init__(
        self,
        machine: NativeMachine,
        start: State,
        seed: int,
        bars: Bars | None = None,
        *,
        threads: int = 1,
        known: Sequence[Move] = (),
    ) -> None:
        self.machine, self.start, self.bars = machine, start, bars_of(machine.game, {}) if bars is None else bars
        self._lock = threading.Lock()
        self._best: RatedLine | None = None
        self._turns: list[int] = []
        self._told: RatedLine | None = None
        if known:
            numbers, score = in_numbers(machine, start, known)
            self._told = RatedLine(score, numbers)
            self.take(self._told)
        self._ropes = [Rope(self, seed * THREADS + number) for number in range(threads)]
        for rope in self._ropes:
            rope.thread.start()

    @property
    def plays(self) -> int:
        """How many random plays there were."""
        return sum(rope.plays for rope in self._ropes)

    def better(self) -> Line | None:
        """The best line if it is new; raises what went wrong."""
        for rope in self._ropes:
            if rope.failure is not None:
                self._explain(rope.failure)
            self.take(rope.best_end)
        best = self._best
        if best is None or best is self._told:
            return None
        self._told = best
        return best.score, in_words(self.machine, self.start, best.moves)

    def take(self, line: RatedLine | None) -> None:
        """A line that may be the best."""
        with self._lock:
            if line is not None and (self._best is None or line.score > self._best.score):
                self._best, self._turns = line, self._turns_of(line.moves)

    def _turns_of(self, moves: Numbers) -> list[int]:
        """After how many moves of a line the node comes round again at which it began."""
        position, turns = self.machine.position(self.start), list[int]()
        first = self.start.node
        for at, number in enumerate(moves):
            if at and self.machine.state(position).node == first:
                turns.append(at)
            position = self.machine.follow(position, (position, number))
        return turns

    def beginning(self, luck: random.Random) -> Numbers:
        """The best line up to any of its turns; nothing if it has none."""
        with self._lock:
            return self._best.moves[: luck.choice(self._turns)] if self._best is not None and self._turns else ()

    def halt(self) -> None:
        """Ask all threads to end."""
        for rope in self._ropes:
            rope.watch.stop = True

    def stop(self) -> None:
        """End the search."""
        self.halt()
        for rope in self._ropes:
            rope.thread.join()

    def _explain(self, failure: BaseException) -> None:
        from cython_ext.kernels._adapting import ChanceActs
        from cython_ext.kernels._kernel import Failed
        from cython_ext.kernels.driving import explain

        if isinstance(failure, ChanceActs):
            raise UnsupportedQuestion(CHANCE) from None
        if isinstance(failure, Failed):
            explain(self.machine, failure)
        raise failure


class Rope:
    """One of a climber's threads; what it finds may be read while it works."""

    def __init__(self, climber: Climber, seed: int) -> None:
        from cython_ext.kernels._kernel import Watch

        self.climber, self.watch, self.luck = climber, Watch(), random.Random(seed)
        self.failure: BaseException | None = None
        self._now: tuple[int, Numbers, Adapter | None] = (
            0,
            (),
            None,
        )  # the plays before this search, how its plays begin, and the search: read together by other threads
        self.thread = threading.Thread(target=self._work, daemon=True)

    @property
    def plays(self) -> int:
        """How many plays it has made."""
        before, _, adapter = self._now
        return before + (0 if adapter is None else adapter.plays)

    @property
    def best_end(self) -> RatedLine | None:
        """The best line of the running search."""
        _, beginning, adapter = self._now
        line = None if adapter is None else adapter.best_line
        return None if line is None else RatedLine(line[0], (*beginning, *line[1]))

    def _work(self) -> None:
        try:
            for nest in nests():
                if not (self.search((), nest) and self._go_on(nest.onward)):
                    return
        except BaseException as failure:  # handed to the thread that asks
            self.failure = failure

    def _go_on(self, nest: Nest) -> bool:
        for _ in range(ONWARD):
            beginning = self.climber.beginning(self.luck)
            if beginning and not self.search(beginning, nest):
                return False
        return True

    def search(self, beginning: Numbers, nest: Nest) -> bool:
        """One nested search that begins with these moves; False if it was stopped."""
        from cython_ext.kernels._adapting import Adapter
        from cython_ext.kernels.driving import handle_of

        machine = self.climber.machine
        adapter = Adapter(
            handle_of(machine),
            _after(machine, self.climber.start, beginning),
            self.watch,
            self.luck.getrandbits(63),
            self.climber.bars,
        )
        self._now = self.plays, beginning, adapter
        ended: bool = adapter.run(nest.levels, nest.width)
        self.climber.take(self.best_end)
        self._now = self.plays, (), None
        return ended and not self.watch.stop


def _after(machine: NativeMachine, start: State, moves: Numbers) -> Position:
    position = machine.position(start)
    for number in moves:
        position = machine.follow(position, (position, number))
    return position


def search(context: SearchContext) -> Iterator[Event]:
    """Events, the answer last; ends at a limit only, or at the highest score that the ranges allow."""
    clock = context.clock
    machine, question = context.compiled, context.question
    if machine is None:
        raise UnsupportedQuestion(NO_KERNEL)
    most = ceiling_of(context)
    threads = 1 if context.pool is not None else question.threads or THREADS
    climber = Climber(machine, context.start, question.seed, threads=threads, known=question.earlier.play)
    clock.when_interrupted(climber.halt)
    known = question.earlier
    best = None if known.value is None else Incumbent(int(known.value), known.play, clock.seconds)
    limited = question.limits.seconds is not None or question.limits.stall is not None
    yield BoundEvent(most, clock.seconds)
    try:
        while not clock.is_over() and (limited or clock.patient(PATIENCE)) and (best is None or best.value < most):
            time.sleep(BETWEEN_LOOKS)
            better = _better(climber, best, clock)
            if better is not None:
                best = better
                yield best
            yield from clock.heartbeat(climber.plays)
    finally:
        climber.stop()
    best = _better(climber, best, clock) or best  # what came since the last look
    if best is None:
        yield Answer(Status.UNDECIDED, None, most, (), METHOD, climber.plays, clock.seconds, clock.stopped or STALLED)
        return
    status = Status.OPTIMAL if best.value == most else Status.BOUNDED
    stopped = clock.stopped or ("" if status is Status.OPTIMAL else STALLED)
    yield Answer(status, best.value, most, best.play, METHOD, climber.plays, clock.seconds, stopped)


def _better(climber: Climber, best: Incumbent | None, clock: Clock) -> Incumbent | None:
    """A line that is better than the best."""
    result = climber.better()
    if result is None or (best is not None and result[0] <= best.value):
        return None
    clock.better()
    return Incumbent(*result, clock.seconds)
