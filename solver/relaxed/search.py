"""The engine: a bound from a model of whole rounds, and lines from nested random plays beside it; where they meet the line is best.

A model has every play the rules allow and some more, so its best score is a bound for all plays. Lines come from the rules alone; the model never makes one.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from solver.answers import Answer, Bound, Event, Incumbent, Progress, status_of
from solver.clock import Clock
from solver.cpsat.running import ROUNDS, Below, Better, Ended, above, impossible, maximised
from solver.explicit.climbing import BETWEEN_LOOKS, NO_KERNEL, PATIENCE, Climber
from solver.explicit.lines import ceiling_of
from solver.questions import Question, Unsupported
from solver.relaxed import METHOD
from solver.relaxed.growing import Growing
from solver.relaxed.models import model_of
from solver.replaying import Disagreement


@dataclass(slots=True)
class Meeting:
    """The best line so far, and what cannot be surpassed: by the ranges of the rules, by the model while it is worked on, by the model when it is solved."""

    climber: Climber
    clock: Clock
    most: int
    model: int | None = None
    best: Incumbent | None = None

    def better(self) -> Iterator[Event]:
        """A line that is better than all before."""
        found = self.climber.better()
        if found is None or (self.best is not None and found[0] <= self.best.value):
            return
        self.best = Incumbent(*found, self.clock.seconds)
        self.clock.better()
        yield self.best

    def lower(self, worth: int) -> Iterator[Event]:
        """One more than the model allows, as long as nobody has confirmed it."""
        if worth + 1 < self.most:
            self.most = worth + 1
            self.clock.better()
            yield Bound(self.most, self.clock.seconds)

    @property
    def met(self) -> bool:
        """Is there nothing between the line and the solved model?"""
        return self.best is not None and self.model is not None and self.best.value >= self.model


def search(question: Question, clock: Clock) -> Iterator[Event]:
    """Events, the answer last."""
    if question.compiled is None:
        raise Unsupported(NO_KERNEL)
    plan = model_of(question.machine)
    meeting = Meeting(Climber(question.compiled, question.seed), clock, ceiling_of(question))
    yield Bound(meeting.most, clock.seconds)
    try:
        yield from _bounded(plan, meeting)
        yield from _climbed(question, meeting)
    finally:
        meeting.climber.stop()
    yield _answer(plan, meeting)


def _bounded(plan: Growing, meeting: Meeting) -> Iterator[Event]:
    """Until the model is solved or a limit comes."""
    planned = 0
    for told in maximised(plan.model, plan.score, (), meeting.clock, ROUNDS):
        yield from meeting.better()
        match told:
            case Better(worth):
                planned = worth
            case Below(worth):
                yield from meeting.lower(worth)
            case Ended("optimal"):
                meeting.model = planned
                yield from meeting.lower(planned)
            case Ended("infeasible"):
                raise Disagreement("the model of whole rounds has no play at all")
            case _:
                pass
        if meeting.clock.sign():
            yield Progress(meeting.climber.plays, meeting.clock.seconds)


def _climbed(question: Question, meeting: Meeting) -> Iterator[Event]:
    """Until a line is worth what the model allows, or a limit comes, or nothing better has been found for long."""
    clock, limited = meeting.clock, question.limits.seconds is not None or question.limits.stall is not None
    while not meeting.met and not clock.is_over() and (limited or clock.patient(PATIENCE)):
        time.sleep(BETWEEN_LOOKS)
        yield from meeting.better()
        if clock.sign():
            yield Progress(meeting.climber.plays, clock.seconds)


def _answer(plan: Growing, meeting: Meeting) -> Answer:
    best, clock = meeting.best, meeting.clock
    if best is not None and meeting.model is not None and best.value > meeting.model:
        raise Disagreement(f"there is a line with {best.value}, but the model of whole rounds has none above {meeting.model}")
    proved = meeting.met and best is not None and impossible(plan.model, above(plan.score, int(best.value)), clock, setting=ROUNDS) is True
    bound = best.value if proved and best is not None else meeting.most
    value, play = (None, ()) if best is None else (best.value, best.play)
    remark = f"the bound is that of a model of whole rounds ({plan.size}), which has every play of the rules and some more"
    confirmed = "; that nothing is better came out under two settings of the solver" if proved else ""
    stopped = "" if proved else clock.stopped or "stall"
    return Answer(status_of(value, bound, proved), value, bound, play, METHOD, meeting.climber.plays, clock.seconds, stopped, remarks=(remark + confirmed,))
