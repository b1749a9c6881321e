"""The engine: the model of phases is solved, its plan tried on the rules in every order, and forbidden where none is worth what the model says."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace

from solver.answers import Answer, Bound, Event, Incumbent, Progress, Status, status_of
from solver.clock import Clock
from solver.cpsat.running import Below, Better, Ended, above, impossible, maximised, narrower
from solver.cpsat.search import closed, grown
from solver.cpsat.search import search as stepwise
from solver.cpsat.translating import Linear, TooWide
from solver.phases import METHOD
from solver.phases.modelling import PhasedModel
from solver.phases.ordering import Ordered, Ordering
from solver.questions import Earlier, Question, Unsupported
from solver.replaying import Disagreement
from solver.symbolic.forms import Unsayable

MOST_CUTS = 200
"""After so many plans that fit no order play is spelled out move by move."""
LONGER = "play may go on for longer than is spelled out, so that the model has no bound"

Values = dict[int, int]


def search(question: Question, clock: Clock) -> Iterator[Event]:
    """Events, the answer last."""
    try:
        yield from _Searching(question, PhasedModel(question.machine), clock).events()
    except (Unsayable, TooWide) as reason:
        raise Unsupported(f"the rules cannot be put before CP-SAT: {reason}") from None


@dataclass(slots=True)
class _Searching:
    question: Question
    model: PhasedModel
    clock: Clock
    score: Linear | None = None
    best: Incumbent | None = None
    most: int | None = None
    cuts: int = 0
    tried: int = 0

    def events(self) -> Iterator[Event]:
        yield from grown(self.model, self.clock)
        if not self.model.unrolling.is_over:
            yield Answer(Status.UNDECIDED, None, None, (), METHOD, 0, self.clock.seconds, self.clock.stopped)
            return
        if not closed(self.model, self.clock):
            raise Unsupported(LONGER)
        self.score = self.model.score()
        proved = yield from self._met()
        if proved or self.cuts <= MOST_CUTS or self.clock.is_over():
            yield self._answer(proved)
        else:
            yield from self._spelled_out()

    def _met(self) -> Generator[Event, None, bool]:
        """Until the line is as good as the model, or a limit comes; is it proved?"""
        while self.cuts <= MOST_CUTS and not self.clock.is_over():
            ended, worth, values = yield from self._solved()
            if ended == "infeasible":
                return self._is_proved()
            if ended != "optimal" or values is None:
                return False
            yield from self._lowered(worth)
            found = Ordering(self.question.compiled or self.question.machine, self.model.plan(values), worth, self.clock).ordered()
            self.tried += found.positions
            yield from self._better(found, worth)
            if self.best is not None and self.best.value >= worth:
                return self._is_proved()
            if not found.complete:
                return False
            self._forbid(values, found)
        return False

    def _spelled_out(self) -> Iterator[Event]:
        """The same question move by move, with what is known by now."""
        best = self.best
        earlier = self.question.earlier if best is None else Earlier(best.value, best.play)
        try:
            for event in stepwise(replace(self.question, earlier=earlier), self.clock):
                match event:
                    case Answer(status=Status.OPTIMAL | Status.INFEASIBLE):
                        yield replace(event, method=METHOD, remarks=(self._remark(), f"then move by move: {event.remarks[0]}"))
                    case Answer():
                        yield self._answer(False)
                    case Bound(worth):
                        yield from self._lowered(int(worth))
                    case Incumbent() if best is None or event.value > best.value:
                        self.best = best = event
                        yield event
                    case Incumbent():
                        pass
                    case Progress():
                        yield event
        except Unsupported:
            yield self._answer(False)

    def _solved(self) -> Generator[Event, None, tuple[str, int, Values | None]]:
        """The best plan above the best line."""
        assert self.score is not None
        self._adopt()
        plain = self.model.translation.model
        model = plain.clone() if self.best is None else narrower(plain, above(self.score, int(self.best.value)))
        ended, worth = "unknown", 0
        values: Values | None = None
        for told in maximised(model, self.score, list(self.model.translation.unknowns.values()), self.clock):
            match told:
                case Better():
                    worth, values = told.worth, told.values
                case Below(most):
                    yield from self._lowered(most + 1)  # one more, as long as nobody has confirmed it
                case Ended(status):
                    ended = status
                case None:
                    if self.clock.sign():
                        yield Progress(self.tried, self.clock.seconds)
        return ended, worth, values

    def _adopt(self) -> None:
        """A better line may have been found by another engine."""
        pool = self.question.pool
        if pool is not None and pool.value is not None and (self.best is None or pool.value > self.best.value):
            self.best = Incumbent(pool.value, pool.play, self.clock.seconds)

    def _lowered(self, worth: int) -> Iterator[Event]:
        if self.most is None or worth < self.most:
            self.most = worth
            yield Bound(worth, self.clock.seconds)

    def _better(self, found: Ordered, worth: int) -> Iterator[Event]:
        if found.value is None:
            return
        if found.value > worth:
            raise Disagreement(f"the model of phases says that a plan is worth {worth}, but it is worth {found.value}")
        if self.best is None or found.value > self.best.value:
            self.best = Incumbent(found.value, found.play, self.clock.seconds)
            self.clock.better()
            yield self.best

    def _forbid(self, values: Values, found: Ordered) -> None:
        """A plan of which no order is worth what the model says; where none could be gone through, what comes after that does not matter."""
        bags = self.model.plan(values)
        layers = len(self.model.layers) if found.reached == len(bags) else bags[found.reached].layer + 1
        self.model.forbid_plan(values, layers)
        self.cuts += 1

    def _is_proved(self) -> bool:
        """Under two settings nothing is better than the best line."""
        assert self.score is not None
        more = (lambda _: None) if self.best is None else above(self.score, int(self.best.value))
        return impossible(self.model.translation.model, more, self.clock) is True

    def _answer(self, proved: bool) -> Answer:
        value, play = (None, ()) if self.best is None else (self.best.value, self.best.play)
        bound = value if proved else self.most
        stopped = "" if proved else self.clock.stopped or "depth"
        remark = self._remark()
        confirmed = "; that nothing is better came out under two settings of the solver" if proved else ""
        return Answer(status_of(value, bound, proved), value, bound, play, METHOD, self.tried, self.clock.seconds, stopped, remarks=(remark + confirmed,))

    def _remark(self) -> str:
        return f"the model: {self.model.size}; {self._counted()}{self._cut()}"

    def _counted(self) -> str:
        findings = self.model.phased.findings.values()
        counted = sum([each.counted for each in findings])
        return f"at {counted} of {len(findings)} decisions moves are counted"

    def _cut(self) -> str:
        return f"; {self.cuts} plans fitted no order ({self.tried:,} positions)" if self.cuts else ""
