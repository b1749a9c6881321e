"""High scores of large games for one: nested random plays that lean towards the best line so far, in threads of their own. Finds, and proves nothing."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from functools import partial

from cython_ext.barring import Bars, bars_of
from cython_ext.native import NativeMachine
from rules_dsl.machine.api import Move
from solver.answers import Answer, Bound, Event, Incumbent, Progress, Status
from solver.clock import Clock
from solver.explicit.lines import CHANCE, ceiling_of, in_words
from solver.questions import Question, Unsupported

METHOD = "nested random plays"
LEVELS = 3
NARROWEST, WIDEST = 20, 200
"""The first search is quick, each further one half as wide again."""
BETWEEN_LOOKS = 0.05
PATIENCE = 20.0
"""Without a limit the search ends when nothing better was found for so many seconds."""
NO_KERNEL = "this engine runs compiled games only; `regelwerk doctor` tells what is missing"


class Climber:
    """One search after another from the same position, without the moves that `bars` forbid, until it is stopped."""

    def __init__(self, machine: NativeMachine, seed: int, bars: Bars | None = None) -> None:
        from cython_ext._adapting import Adapter
        from cython_ext._kernel import Watch
        from cython_ext.driving import handle_of

        self.machine = machine
        self.watch = Watch()
        self.adapter = Adapter(handle_of(machine), machine.first_position(), self.watch, seed, bars_of(machine.game, {}) if bars is None else bars)
        self.failure: BaseException | None = None
        self._seen = 0
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def _work(self) -> None:
        width = NARROWEST
        try:
            while self.adapter.run(LEVELS, width):
                width = min(width * 3 // 2, WIDEST)
        except BaseException as failure:  # handed to the thread that asks
            self.failure = failure

    @property
    def plays(self) -> int:
        """How many random plays there were."""
        return self.adapter.plays

    def better(self) -> tuple[int, tuple[Move, ...]] | None:
        """The best line if it is new; raises what went wrong."""
        if self.failure is not None:
            self._explain(self.failure)
        if self.adapter.improvements == self._seen:
            return None
        self._seen, moves, score = self.adapter.improvements, self.adapter.best_moves, self.adapter.best_score
        return score, in_words(self.machine, moves)

    def stop(self) -> None:
        """End the search."""
        self.watch.stop = True
        self._thread.join()

    def _explain(self, failure: BaseException) -> None:
        from cython_ext._adapting import ChanceActs
        from cython_ext._kernel import Failed
        from cython_ext.driving import explain

        if isinstance(failure, ChanceActs):
            raise Unsupported(CHANCE) from None
        if isinstance(failure, Failed):
            explain(self.machine, failure)
        raise failure


def search(question: Question, clock: Clock) -> Iterator[Event]:
    """Events, the answer last; ends at a limit only, or at the highest score that the ranges allow."""
    if question.compiled is None:
        raise Unsupported(NO_KERNEL)
    most = ceiling_of(question)
    climber = Climber(question.compiled, question.seed)
    clock.when_interrupted(partial(setattr, climber.watch, "stop", True))
    best: Incumbent | None = None
    limited = question.limits.seconds is not None or question.limits.stall is not None
    yield Bound(most, clock.seconds)
    try:
        while not clock.is_over() and (limited or clock.patient(PATIENCE)) and (best is None or best.value < most):
            time.sleep(BETWEEN_LOOKS)
            found = climber.better()
            if found is not None and (best is None or found[0] > best.value):
                best = Incumbent(*found, clock.seconds)
                clock.better()
                yield best
            if clock.sign():
                yield Progress(climber.plays, clock.seconds)
    finally:
        climber.stop()
    if best is None:
        yield Answer(Status.UNDECIDED, None, most, (), METHOD, climber.plays, clock.seconds, clock.stopped)
        return
    status = Status.OPTIMAL if best.value == most else Status.BOUNDED
    yield Answer(status, best.value, most, best.play, METHOD, climber.plays, clock.seconds, clock.stopped)
