"""Several engines side by side on one question: they share the best line, the first proof ends them all."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from solver.answers import Answer, Bound, Event, Incumbent, Progress, Status, open_part
from solver.clock import Clock
from solver.engines import ENGINES
from solver.questions import Pool, Question, Unsupported

TEAMS = (("both",), ("phases", "cpsat", "prices"))
"""Each team has a thread; of a team the first engine that takes the question works."""
ALONE = 1.0
"""So many seconds the first team has for itself: what it proves in them needs no others."""
METHOD = "side by side"
BETWEEN_LOOKS = 0.05
PATIENCE = 60.0
"""Without a limit so many seconds may pass without a better line once one team has ended."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a member says: an event, that it does not take the question, or what went wrong in it."""

    name: str
    what: Event | Unsupported | BaseException


class Team:
    """Engines in a thread of their own, one after another until one takes the question."""

    def __init__(self, names: Sequence[str], question: Question, clock: Clock, said: queue.SimpleQueue[Said]) -> None:
        self.names, self.question, self.said = names, question, said
        self.clock = Clock(replace(question.limits, seconds=clock.deadline, gap=None))
        clock.when_interrupted(self.stop)
        self.refused: list[str] = []
        self.thread = threading.Thread(target=self._work, daemon=True)
        self.thread.start()

    def stop(self) -> None:
        """End the search in good order."""
        self.clock.end("another engine was quicker")

    def _work(self) -> None:
        for name in self.names:
            try:
                for event in ENGINES[name].search(self.question, self.clock):
                    self.said.put(Said(name, event))
                return
            except Unsupported as reason:
                self.refused.append(f"{name} does not take part: {reason}")
            except BaseException as failure:  # handed to the thread that asks
                self.said.put(Said(name, failure))
                return
        self.said.put(Said(self.names[-1], Unsupported("; ".join(self.refused))))


class Together:
    """What is known so far: the best line, the lowest bound, and what each team has said in the end."""

    def __init__(self, question: Question, clock: Clock) -> None:
        self.pool, self.clock = Pool(), clock
        self.said: queue.SimpleQueue[Said] = queue.SimpleQueue()
        self.bound: Bound | None = None
        self.answers: dict[str, Answer] = {}
        self.refused: list[str] = []
        self.shared = replace(question, pool=self.pool)
        self.teams = [Team(TEAMS[0], self.shared, clock, self.said)]

    def events(self) -> Iterator[Event]:
        """Events, the answer last."""
        try:
            while not self._is_done():
                if self._is_over():
                    self._stop()
                else:
                    self._go_on()
                try:
                    told = self._heard(self.said.get(timeout=BETWEEN_LOOKS))
                except queue.Empty:
                    continue
                if told is not None:
                    yield told
        finally:
            self._stop()
            for team in self.teams:
                team.thread.join()
        while not self.said.empty():
            self._heard(self.said.get())
        if not self.answers:
            raise Unsupported("; ".join(self.refused))
        yield self._answer()

    def _is_done(self) -> bool:
        """Is there a proof, or has everybody ended who began or will begin?"""
        waited = len(self.teams) if self._is_over() else len(TEAMS)
        return len(self.answers) + len(self.refused) >= waited or self.proof is not None or self.is_closed

    def _is_over(self) -> bool:
        """Is a limit reached? Where the user gave none, searches that find nothing better for long do not wait for others."""
        unlimited = self.clock.limits.seconds is None and self.clock.limits.stall is None
        if unlimited and self.answers and not self.clock.patient(PATIENCE):
            self.clock.end("stall")
        return self.clock.is_over()

    def _go_on(self) -> None:
        """The other teams begin, or will never begin, as there is no time left for them."""
        if len(self.teams) > 1:
            return
        if self.clock.seconds >= ALONE or self.answers or self.refused:
            self.teams += [Team(names, self.shared, self.clock, self.said) for names in TEAMS[1:]]

    @property
    def is_closed(self) -> bool:
        """Is there nothing between the best line and the lowest bound?"""
        return self.bound is not None and open_part(self.pool.value, self.bound.value) == 0.0

    @property
    def proof(self) -> Answer | None:
        """A proof."""
        return next((each for each in self.answers.values() if each.status in (Status.OPTIMAL, Status.INFEASIBLE)), None)

    def _heard(self, said: Said) -> Event | None:
        match said.what:
            case Incumbent() as line if self.pool.value is None or line.value > self.pool.value:
                self.pool.put(line.value, line.play)
                self.clock.better()
                return line
            case Bound() as bound if self.bound is None or bound.value < self.bound.value:
                self.bound = bound
                return bound
            case Answer() as answer:
                self.answers[said.name] = answer
            case Unsupported() as reason:
                self.refused.append(str(reason))
            case BaseException() as failure:
                raise failure
            case Progress() as sign:
                return Progress(sign.nodes, self.clock.seconds)
        return None

    def _stop(self) -> None:
        for team in self.teams:
            team.stop()

    def _answer(self) -> Answer:
        """The proof, or the best line with the lowest bound."""
        remarks = (*[remark for each in self.answers.values() for remark in each.remarks], *self._all_refused())
        if self.proof is not None:
            method = self.proof.method if len(self.teams) == 1 else f"{METHOD}: {self.proof.method}"
            return replace(self.proof, method=method, seconds=self.clock.seconds, remarks=remarks)
        bounds = [each.bound for each in self.answers.values() if each.bound is not None] + ([self.bound.value] if self.bound else [])
        best = max(self.answers.values(), key=lambda each: float("-inf") if each.value is None else float(each.value))
        value, play = (self.pool.value, self.pool.play) if self.pool.value is not None else (best.value, best.play)
        bound = min(bounds) if bounds else None
        closed = value is not None and open_part(value, bound) == 0.0
        status = Status.OPTIMAL if closed else Status.UNDECIDED if value is None else Status.BOUNDED
        return replace(
            best, status=status, value=value, play=play, bound=bound, method=f"{METHOD}: {self._methods()}", seconds=self.clock.seconds,
            nodes=sum([each.nodes for each in self.answers.values()]), stopped="" if closed else self.clock.stopped or best.stopped, remarks=remarks,
        )  # fmt: skip

    def _methods(self) -> str:
        return " and ".join([each.method for each in self.answers.values()])

    def _all_refused(self) -> list[str]:
        return [reason for team in self.teams for reason in team.refused]


def search(question: Question, clock: Clock) -> Iterator[Event]:
    """Events, the answer last."""
    yield from Together(question, clock).events()
