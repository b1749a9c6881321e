"""The engine `prices`: depth-first search, best moves first, pruned by the price bound."""

from __future__ import annotations

from collections.abc import Iterator

from rules_dsl.machine.api import Machine, State
from rules_dsl.machine.walker import Position, Walker, walker_of
from rules_dsl.quantities import quantity
from solver.prices import METHOD
from solver.prices.bounding import PriceBound
from solver.prices.course import NoPriceBound
from solver.protocol.answers import Answer, BoundEvent, Event, Incumbent, Status, status_of
from solver.protocol.clock import Clock, OutOfTime
from solver.protocol.context import SearchContext
from solver.protocol.lines import moves_of, refuse_chance, score_of, way
from solver.protocol.questions import UnsupportedQuestion
from solver.trust.opinions import (
    Second,
    alone,
    apply_second_opinion,
    mark_confirmed,
    mark_unconfirmed,
    time_for_another,
)

FIRST_STEPS, MORE_STEPS = 60, 300
"""Prices are moved so often before there is a line, and again when there is one."""
UNFINISHED = "a limit was reached before the parts with prices were known"


def search(context: SearchContext) -> Iterator[Event]:
    """Events, the answer last."""
    clock = context.clock
    try:
        bound = PriceBound(context.machine, context.start, clock)
    except NoPriceBound as reason:
        raise UnsupportedQuestion(f"there is no bound by prices for this game: {reason}") from None
    except OutOfTime:
        yield Answer(
            Status.UNDECIDED, None, None, (), METHOD, clock.nodes, clock.seconds, clock.stopped, remarks=(UNFINISHED,)
        )
        return
    bound.improve(clock, most_steps=FIRST_STEPS)
    yield from PricedSearch(context, bound).events()


def none_above(machine: Machine, start: State, worth: int | None, clock: Clock) -> Second:
    """Does HiGHS say, too, that no play ends with more?"""
    from solver.mip.plays import unroll_and_confirm  # only those who get so far wait until the library is there

    return unroll_and_confirm(machine, start, worth, clock)


class PricedSearch:
    """One search with one bound."""

    def __init__(self, context: SearchContext, bound: PriceBound) -> None:
        self.machine, self.start, self.bound, self.clock, self.pool = (
            context.machine,
            context.start,
            bound,
            context.clock,
            context.pool,
        )
        self.walker: Walker = walker_of(context.machine)
        self.first = self.walker.position(self.start)
        self.best: Incumbent | None = None
        self.pruned = 0

    def events(self) -> Iterator[Event]:
        """A line by the bound alone, better prices, then every position."""
        yield from self._most(self.bound)
        yield from self._explore_tree(dive=True)
        if self.best is not None:
            self.bound.improve(self.clock, int(self.best.value), MORE_STEPS)
            yield from self._most(self.bound)
        yield from self._explore_tree(dive=False)
        yield self._qualify_answer(self._answer())

    def _most(self, bound: PriceBound) -> Iterator[Event]:
        most = bound.worth(self.start)
        if most is not None:
            yield BoundEvent(most, self.clock.seconds, alone(METHOD))

    def _explore_tree(self, dive: bool) -> Iterator[Event]:
        parents: dict[Position, Position | None] = {self.first: None}
        stack = [(self._worth(self.first), self.first)]
        self.complete = False
        while stack:
            if self.clock.is_over():
                return
            self._adopt()
            worth, position = stack.pop()
            if self._is_hopeless(worth):
                self.pruned += 1
                continue
            self.clock.nodes += 1
            refuse_chance(self.walker, position)
            after = list(dict.fromkeys(self.walker.successors(position)))
            if not after:
                yield from self._take_end(position, parents)
                if dive:
                    return
            fresh = [(self._worth(item), item) for item in after if item not in parents]
            parents.update(dict.fromkeys([item for _, item in fresh], position))
            stack += sorted(fresh, key=lambda row: float("inf") if row[0] is None else row[0])
            yield from self.clock.heartbeat()
        self.complete = True

    def _adopt(self) -> None:
        """A better line may have been found by another engine."""
        pool = self.pool
        if pool is not None and pool.value is not None and (self.best is None or pool.value > self.best.value):
            self.best = Incumbent(pool.value, pool.play, self.clock.seconds)

    def _worth(self, position: Position) -> int | None:
        return self.bound.worth(self.walker.state(position))

    def _is_hopeless(self, worth: int | None) -> bool:
        return worth is not None and self.best is not None and worth <= self.best.value

    def _take_end(self, position: Position, parents: dict[Position, Position | None]) -> Iterator[Event]:
        score = score_of(self.machine, self.walker, position)
        if self.best is None or score > self.best.value:
            self.best = Incumbent(score, moves_of(self.walker, way(parents, position)), self.clock.seconds)
            self.clock.better()
            yield self.best

    def _answer(self) -> Answer:
        most = self.bound.worth(self.start)
        value, play = (None, ()) if self.best is None else (self.best.value, self.best.play)
        claimed = self.complete or (value is not None and value == most)
        bound = value if claimed else most
        names = "; ".join([self.bound.split.name(frozenset(part.slots)) for part in self.bound.parts])
        remark = f"parts with prices: {names}; {most} at the start, {quantity(self.pruned, 'position')} left out"
        return Answer(
            status_of(value, bound, False),
            value,
            bound,
            play,
            METHOD,
            self.clock.nodes,
            self.clock.seconds,
            self.clock.stopped,
            remarks=(remark,),
        )

    def _qualify_answer(self, answer: Answer) -> Answer:
        """An answer is proved only if it holds without prices or another engine agrees; for members of an ensemble the
        ensemble asks.
        """
        claimed = self.complete or (answer.value is not None and answer.value == answer.bound)
        if self.complete and not self.pruned:
            return mark_confirmed(answer, "", self.clock)
        if not claimed or self.pool is not None:
            return mark_unconfirmed(answer, METHOD, self.clock)
        second = none_above(
            self.machine, self.start, None if answer.value is None else int(answer.value), time_for_another(self.clock)
        )
        return apply_second_opinion(answer, METHOD, second, self.clock)
