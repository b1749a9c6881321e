"""A good move by trials, for games with several players, with hidden information, or too large to solve.

Proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

from cython_ext.native import NativeMachine, Position
from solver.explicit.climbing import NO_KERNEL
from solver.protocol.answers import NOBODY_TO_MOVE, Answer, Event, Status
from solver.protocol.context import SearchContext
from solver.protocol.questions import MIDDLE, UnsupportedQuestion, list_hidden
from solver.protocol.seats import BackupRule, Seats, seats_of
from solver.sampling.beliefs import estimate_beliefs
from solver.sampling.fair import share_of
from solver.sampling.policy import nature_of, run_guarded, searcher_for

METHOD = "trying moves (UCT)"
AT_ONCE, ON_ONE_DECK = 4_000, 100
"""So many trials are made between two looks at the clock, and in a row from one of the states that may be true."""
UNLIMITED = 10.0
"""Without a limit moves are tried for so many seconds."""
DEFAULT, ONLY_MOVE = f"{UNLIMITED:.0f} s, the default without --time", "there is only one move"


def search(context: SearchContext) -> Iterator[Event]:
    """Events, the answer last: undecided, with the move that was tried most and what came of it on average."""
    clock = context.clock
    machine = context.compiled
    if machine is None:
        raise UnsupportedQuestion(NO_KERNEL)
    seats = seats_of(machine.game, context.question.random)
    first = machine.position(context.start)
    if not machine.count(first) or seats.way(machine, machine, first) is BackupRule.MEAN:
        yield Answer(Status.UNDECIDED, None, None, (), METHOD, 0, clock.seconds, NOBODY_TO_MOVE)
        return
    tries = Tries(machine, seats, context)
    while tries.go_on():
        yield from clock.heartbeat(tries.searcher.plays)
    yield tries.answer()


class Tries:
    """Trials from the states that may be true."""

    def __init__(self, machine: NativeMachine, seats: Seats, context: SearchContext) -> None:
        from cython_ext.kernels._kernel import Watch

        clock = context.clock
        self.machine, self.clock, self.dice = machine, clock, Random(context.question.seed)
        self.first, self.until = machine.position(context.start), clock.seconds + UNLIMITED
        watch, nature = Watch(clock.deadline), nature_of(machine, context.start, seats, context.question.seed)
        clock.when_interrupted(partial(setattr, watch, "stop", True))
        self.starts, self.weights = self._starts(context)
        hidden, memory = bool(list_hidden(machine.game)), share_of(context.question.limits.memory)
        self.searcher = searcher_for(
            machine, seats, context.question.seed, watch, nature.longest, hidden=hidden, memory=memory
        )

    def _starts(self, context: SearchContext) -> tuple[list[Position], list[float]]:
        """The states that may be true for all that the one who decides knows."""
        machine = self.machine
        if not list_hidden(machine.game):
            return [self.first], [1.0]
        if not context.question.history and context.start != context.reference.initial():
            raise UnsupportedQuestion(MIDDLE)
        player = machine.actor(machine.state(self.first))
        likely = estimate_beliefs(context.machine, context.question.history, player, self.dice)
        return [machine.position(state) for state in likely], list(likely.values())

    def go_on(self) -> bool:
        """Try some more; False if it is enough."""
        if self.clock.is_over() or (self.clock.deadline is None and self.clock.seconds > self.until):
            return False
        if len(self.starts) == 1:
            return (
                run_guarded(self.machine, partial(self.searcher.run, self.first, AT_ONCE))
                and self.machine.count(self.first) > 1
            )
        drawn = self.dice.choices(self.starts, self.weights, k=AT_ONCE // ON_ONE_DECK)
        return all(run_guarded(self.machine, partial(self.searcher.run, start, ON_ONE_DECK)) for start in drawn)

    @property
    def _why(self) -> str:
        """What ended the trials."""
        if self.clock.is_over():
            return self.clock.stopped
        return ONLY_MOVE if len(self.starts) == 1 and self.machine.count(self.first) == 1 else DEFAULT

    def answer(self) -> Answer:
        """The move that was tried most."""
        tried = self.searcher.moves_tried()
        plays, seconds = self.searcher.plays, self.clock.seconds
        stopped = self._why
        if not plays:
            return Answer(Status.UNDECIDED, None, None, (), METHOD, 0, seconds, stopped)
        best, _, mean = max(tried, key=lambda item: item[1])
        move = self.machine.move((self.first, best))
        return Answer(Status.UNDECIDED, None, None, (move,), METHOD, plays, seconds, stopped, estimate=mean)
