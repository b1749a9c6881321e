"""The engine `phases`: solves the model of phases, tries its plan on the rules in every order, and forbids plans that
no order realises.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace

from rules_dsl.quantities import quantity
from solver.cpsat import METHOD as CPSAT
from solver.cpsat.growing import grow_unrolling
from solver.cpsat.running import ModelBound, ModelSolution, ModelStatus, above, impossible, maximise_model, narrower
from solver.cpsat.search import OPEN, close_model
from solver.cpsat.search import search as stepwise
from solver.cpsat.translating import Linear, TooWide
from solver.mip.plays import confirm_best
from solver.phases import METHOD
from solver.phases.modelling import PhasedModel
from solver.phases.ordering import OrderResult, OrderSearch
from solver.protocol.answers import PROVED, Answer, BoundEvent, Event, Incumbent, Progress, Status, status_of
from solver.protocol.clock import Clock
from solver.protocol.context import SearchContext
from solver.protocol.disagreement import Disagreement
from solver.protocol.questions import PreviousResult, UnsupportedQuestion
from solver.symbolic.forms import UnsupportedTerm
from solver.trust.opinions import alone, apply_second_opinion, claims_proof, mark_unconfirmed, time_for_another

MOST_CUTS = 200
"""After so many plans that fit no order play is spelled out move by move."""
LONGER = "play may go on for longer than is spelled out, so that the model has no bound"

Values = dict[int, int]


def search(context: SearchContext) -> Iterator[Event]:
    """Events, the answer last."""
    try:
        yield from _PhaseSearch(context, PhasedModel(context.machine, context.start), context.clock).events()
    except (UnsupportedTerm, TooWide) as reason:
        raise UnsupportedQuestion(f"the rules cannot be translated for CP-SAT: {reason}") from None


@dataclass(slots=True)
class _PhaseSearch:
    context: SearchContext
    model: PhasedModel
    clock: Clock
    score: Linear | None = None
    best: Incumbent | None = None
    most: int | None = None
    cuts: int = 0
    tried: int = 0

    def events(self) -> Iterator[Event]:
        yield from grow_unrolling(self.model, self.clock, self._insist_on_circles)
        if not self.model.unrolling.is_over:
            yield Answer(Status.UNDECIDED, None, None, (), METHOD, 0, self.clock.seconds, self.clock.stopped)
            return
        if not close_model(self.model, self.clock):
            raise UnsupportedQuestion(LONGER)
        self.score = self.model.score()
        claimed = yield from self._close_gap()
        if claimed or self.cuts <= MOST_CUTS or self.clock.is_over():
            yield self._answer(claimed)
        else:
            yield from self._unroll_plan()

    def _insist_on_circles(self) -> None:
        """Beside others, who spell play out move by move, there is nothing to do where no moves are counted."""
        if self.context.pool is not None and self.model.phased.counts_nothing:
            first = next(iter(self.model.phased.findings.values()))
            number = len(self.model.phased.findings)
            raise UnsupportedQuestion(
                    f"it cannot count moves at "
                    f"{'the only decision' if number == 1 else f'any of {number:,} decisions'} "
                    f"({first.why})"
            )

    def _close_gap(self) -> Generator[Event, None, bool]:
        """Until the line is as good as the model, or a limit comes; does CP-SAT say that nothing is better?"""
        while self.cuts <= MOST_CUTS and not self.clock.is_over():
            ended, worth, values = yield from self._solve_model()
            if ended == "infeasible":
                return self._is_claimed()
            if ended != "optimal" or values is None:
                return False
            yield from self._lower_bound(worth)
            machine = self.context.compiled or self.context.machine
            orders = OrderSearch(
                machine, self.context.start, self.model.plan(values), worth, self.clock
            ).search_orders()
            self.tried += orders.positions
            yield from self._better(orders, worth)
            if self.best is not None and self.best.value >= worth:
                return self._is_claimed()
            if not orders.complete:
                return False
            self._forbid(values, orders)
        return False

    def _unroll_plan(self) -> Iterator[Event]:
        """Solve the question move by move, with the bounds known so far."""
        best = self.best
        earlier = self.context.question.earlier if best is None else PreviousResult(best.value, best.play)
        try:
            for event in stepwise(replace(self.context, question=replace(self.context.question, earlier=earlier))):
                match event:
                    case Answer() if event.status in PROVED or claims_proof(event):
                        yield replace(
                            event, method=METHOD, remarks=(self._remark(), f"then move by move: {event.remarks[0]}")
                        )
                    case Answer():
                        yield self._answer(False)
                    case BoundEvent(worth):
                        yield from self._lower_bound(int(worth))
                    case Incumbent() if best is None or event.value > best.value:
                        self.best = best = event
                        yield event
                    case Incumbent():
                        pass
                    case Progress():
                        yield event
        except UnsupportedQuestion:
            yield self._answer(False)

    def _solve_model(self) -> Generator[Event, None, tuple[str, int, Values | None]]:
        """The best plan above the best line."""
        assert self.score is not None
        self._adopt()
        plain = self.model.translation.model
        model = plain.clone() if self.best is None else narrower(plain, above(self.score, int(self.best.value)))
        ended, worth = "unknown", 0
        values: Values | None = None
        for event in maximise_model(model, self.score, list(self.model.translation.unknowns.values()), self.clock):
            match event:
                case ModelSolution():
                    worth, values = event.worth, event.values
                case ModelBound(most):
                    yield from self._lower_bound(most)
                case ModelStatus(status):
                    ended = status
                case None:
                    yield from self.clock.heartbeat(self.tried)
        return ended, worth, values

    def _adopt(self) -> None:
        """A better line may have been found by another engine."""
        pool = self.context.pool
        if pool is not None and pool.value is not None and (self.best is None or pool.value > self.best.value):
            self.best = Incumbent(pool.value, pool.play, self.clock.seconds)

    def _lower_bound(self, worth: int) -> Iterator[Event]:
        if self.most is None or worth < self.most:
            self.most = worth
            yield BoundEvent(worth, self.clock.seconds, alone(CPSAT))

    def _better(self, result: OrderResult, worth: int) -> Iterator[Event]:
        if result.value is None:
            return
        if result.value > worth:
            raise Disagreement(f"the model of phases says that a plan is worth {worth}, but it is worth {result.value}")
        if self.best is None or result.value > self.best.value:
            self.best = Incumbent(result.value, result.play, self.clock.seconds)
            self.clock.better()
            yield self.best

    def _forbid(self, values: Values, order: OrderResult) -> None:
        """Forbid a plan that no order realises; if some multiset cannot be ordered, regardless of what follows it."""
        bags = self.model.plan(values)
        layers = len(self.model.layers) if order.reached == len(bags) else bags[order.reached].layer + 1
        self.model.forbid_plan(values, layers)
        self.cuts += 1

    def _is_claimed(self) -> bool:
        """Does CP-SAT confirm with other settings that nothing is better than the incumbent?"""
        assert self.score is not None
        more = (lambda _: None) if self.best is None else above(self.score, int(self.best.value))
        return impossible(self.model.translation.model, more, self.clock) is True

    def _answer(self, claimed: bool) -> Answer:
        value, play = (None, ()) if self.best is None else (self.best.value, self.best.play)
        bound = value if claimed else self.most
        answer = Answer(
            status_of(value, bound, False),
            value,
            bound,
            play,
            METHOD,
            self.tried,
            self.clock.seconds,
            self.clock.stopped or OPEN,
            remarks=(self._remark(),),
        )
        if not claimed:
            return answer if bound is None else mark_unconfirmed(answer, CPSAT, self.clock)
        second = confirm_best(self.model, None if value is None else int(value), time_for_another(self.clock))
        return apply_second_opinion(answer, CPSAT, second, self.clock)

    def _remark(self) -> str:
        return f"the model: {self.model.size}; {self._count_aggregated()}{self._cut()}"

    def _count_aggregated(self) -> str:
        findings = self.model.phased.findings.values()
        counted = sum([finding.counted for finding in findings])
        return f"moves are counted at {counted} of {quantity(len(findings), 'decision')}"

    def _cut(self) -> str:
        return (
            (f"; {quantity(self.cuts, 'plan')} fitted no order ({quantity(self.tried, 'position')})")
            if self.cuts
            else ""
        )
