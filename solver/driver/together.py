"""Several engines on one question.

They share incumbent and bounds, and the first proof ends all of them. Searches of the compiled game start first.
Engines that run in Python take turns by a baton, so none of them waits for another's solver. One solver's result on one
translation counts as proved only when another solver reports the same on another translation.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from solver.protocol.answers import PROVED, Answer, BoundEvent, Event, Incumbent, Progress, Status, resting, unite_links
from solver.protocol.baton import Baton, EngineTurn
from solver.protocol.clock import Clock
from solver.protocol.context import Pool, SearchContext
from solver.protocol.disagreement import Disagreement
from solver.protocol.engine import Engine
from solver.protocol.questions import UnsupportedQuestion
from solver.trust.opinions import claims_proof, holders, is_single
from solver.trust.refuting import insist_not_refuted

FIRST, OTHERS = "both", ("cpsat", "phases", "prices")
"""The search of the game itself, and those who reason over its rules, in the order in which they get the baton."""
BEGINNINGS = {"cpsat": 0.25, "phases": 1.5, "prices": 1.5}
"""When the others join, in seconds of CPU time. What the first proves in 0.25 s needs no others, which take some 0.3 s
to be loaded and 0.7 s at least to answer. CP-SAT answers small questions soonest if it has Python for itself meanwhile.
"""
METHOD = "side by side"
BETWEEN_LOOKS = 0.05
PATIENCE = 60.0
"""Without a limit so many seconds may pass without a better line once one engine has ended."""
STALLED = f"stall: nothing better in {PATIENCE:.0f} s, the default without --time"
RANKS = {FIRST: 15, "cpsat": 0, "phases": 5, "prices": 5}
"""How far each stands back once others work and there are fewer processors than engines: first of all the one that
proves least.
"""


@dataclass(frozen=True, slots=True)
class MemberMessage:
    """A message of a member: an event, a refusal of the question, or an exception."""

    member: EnsembleMember
    what: Event | UnsupportedQuestion | BaseException


@dataclass(slots=True)
class EnsembleMember:
    """An engine in its own thread, with the results it has reported."""

    name: str
    engine: Engine
    context: SearchContext
    said: queue.SimpleQueue[MemberMessage]
    turn: EngineTurn | None = None
    answer: Answer | None = None
    bound: BoundEvent | None = None
    left_out: str = ""
    thread: threading.Thread = field(init=False)

    def begin(self) -> None:
        """Start to work."""
        self.clock.turn = self.turn
        self.thread = threading.Thread(target=self._work, daemon=True)
        self.thread.start()

    @property
    def clock(self) -> Clock:
        """The clock of its search."""
        return self.context.clock

    @property
    def is_done(self) -> bool:
        """Will nothing more come?"""
        return self.answer is not None or bool(self.left_out)

    def stop(self, why: str) -> None:
        """End the search in good order."""
        self.clock.end(why)

    def _work(self) -> None:
        try:
            if self.name != FIRST:
                _stand_back(RANKS[self.name], threading.get_native_id())
            if self.turn is not None:
                self.turn.begin()
            for event in self.engine.search(self.context):
                self.said.put(MemberMessage(self, event))
        except BaseException as failure:  # handed to the thread that asks
            self.said.put(MemberMessage(self, failure))
        finally:
            if self.turn is not None:
                self.turn.end()


def _stand_back(rank: int, thread: int | None) -> None:
    """Where the system can do that, a thread leaves the processor to others."""
    if sys.platform == "linux" and thread is not None:
        with suppress(OSError):  # it has ended, and its number may be another's
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + rank)


class EngineEnsemble:
    """The common incumbent, and the results of each member."""

    def __init__(self, context: SearchContext, engines: Mapping[str, Engine]) -> None:
        self.engines = engines
        self.pool, self.clock, self.baton, self.begun = Pool(), context.clock, Baton(), time.process_time()
        self.said: queue.SimpleQueue[MemberMessage] = queue.SimpleQueue()
        self.told: BoundEvent | None = None
        self.failure: BaseException | None = None
        self.shared = replace(context, pool=self.pool)
        self.members: list[EnsembleMember] = []
        self._join(FIRST)

    def _join(self, name: str) -> None:
        clock = Clock(replace(self.shared.question.limits, seconds=self.clock.deadline, gap=None))
        works_in_python = name != FIRST or self.shared.compiled is None
        turn = EngineTurn(self.baton, lambda: clock.is_ended) if works_in_python else None
        member = EnsembleMember(name, self.engines[name], self.shared.with_clock(clock), self.said, turn)
        self.clock.when_interrupted(lambda: member.stop("interrupted"))
        self.members.append(member)
        member.begin()

    def events(self) -> Iterator[Event]:
        """Events, the answer last."""
        try:
            while not self._is_done():
                self._go_on()
                try:
                    said = self.said.get(timeout=BETWEEN_LOOKS)
                except queue.Empty:
                    continue
                yield from self._handle_event(said)
        finally:
            self._stop()
        while not self.said.empty():
            yield from self._handle_event(self.said.get())
        yield self._answer()

    def _stop(self) -> None:
        for member in self.members:
            member.stop(self.clock.stopped or "another engine was quicker")
        for member in self.members:
            member.thread.join()

    # -- who works ----------------------------------------------------------------------------------------------------

    def _is_done(self) -> bool:
        """Is there a proof, or has everybody ended who began or will begin?"""
        waited = len(self.members) if self._is_over() else 1 + len(OTHERS)
        return sum([member.is_done for member in self.members]) >= waited or self._proof() is not None

    def _is_over(self) -> bool:
        """Is a limit reached?

        Where the user gave none, searches that find nothing better for long do not wait for others.
        """
        unlimited = self.clock.limits.seconds is None and self.clock.limits.stall is None
        if unlimited and self._has_ended and not self.clock.patient(PATIENCE):
            self.clock.end(STALLED)
        return self.clock.is_over()

    @property
    def _has_ended(self) -> bool:
        return any(member.answer is not None for member in self.members)

    def _go_on(self) -> None:
        """The others begin, unless there is no time left for them."""
        if self._is_over():
            for member in self.members:
                member.stop(self.clock.stopped)
            return
        for name in OTHERS[len(self.members) - 1 :]:
            if not self._is_due(name):
                return
            if len(self.members) == 1:
                _stand_back(RANKS[FIRST], self.members[0].thread.native_id)
            self._join(name)

    def _is_due(self, name: str) -> bool:
        """Is it time for an engine to join? On a busy computer that is later by the clock."""
        return self._all_ended or time.process_time() - self.begun >= BEGINNINGS[name]

    @property
    def _all_ended(self) -> bool:
        return all(member.is_done for member in self.members)

    # -- what they say ------------------------------------------------------------------------------------------------

    def _handle_event(self, said: MemberMessage) -> Iterator[Event]:
        member, what = said.member, said.what
        if member.left_out:
            return
        match what:
            case Incumbent() if self.pool.value is None or what.value > self.pool.value:
                self.pool.put(what.value, what.play)
                self.clock.better()
                yield from self._exclude_contradicted(what)
                yield what
            case BoundEvent() if member.bound is None or what.value < member.bound.value:
                member.bound = what
                yield from self._take_bound(member, what)
            case Answer():
                yield from self._take_answer(member, what)
            case UnsupportedQuestion():
                member.left_out = f"{member.name} not used: {what}"
            case Disagreement():
                self._leave_out(member, what)
            case Progress():
                yield Progress(what.nodes, self.clock.seconds)
            case BaseException():
                raise what

    def _leave_out(self, member: EnsembleMember, why: Disagreement) -> None:
        self.failure = self.failure or why
        member.left_out = f"what {member.name} said was discarded, which is a defect of it: {why}"
        member.answer = member.bound = None
        member.stop("its answer was discarded")

    def _exclude_contradicted(self, line: Incumbent) -> Iterator[Event]:
        """Exclude every member whose bound this line contradicts."""
        wrong = [member for member in self.members if member.bound is not None and member.bound.value < line.value]
        for member in wrong:
            assert member.bound is not None
            self._leave_out(
                member,
                Disagreement(
                    f"there is a line with {line.value}, but {member.bound.value} was reported as the upper bound"
                ),
            )
        lowest = self._lowest() if wrong else None
        if lowest is not None:
            self.told = lowest
            yield replace(lowest, corrects=True)

    def _take_bound(self, member: EnsembleMember, bound: BoundEvent) -> Iterator[Event]:
        """A new bound, unless there is a line above it."""
        if self.pool.value is not None and bound.value < self.pool.value:
            self._leave_out(
                member,
                Disagreement(
                    f"there is a line with {self.pool.value}, but {bound.value} was reported as the upper bound"
                ),
            )
        elif self.told is None or bound.value < self.told.value:
            self.told = bound
            yield bound

    def _take_answer(self, member: EnsembleMember, answer: Answer) -> Iterator[Event]:
        """An answer, unless a play refutes it."""
        try:
            insist_not_refuted(self.shared, answer)
            if (
                self.pool.value is not None
                and (answer.status in PROVED or claims_proof(answer))
                and (answer.value is None or answer.value < self.pool.value)
            ):
                raise Disagreement(
                    f"there is a line with {self.pool.value}, but {'nothing' if answer.value is None else answer.value} was reported as optimal"
                )
        except Disagreement as why:
            self._leave_out(member, why)
            return
        member.answer = answer
        if answer.bound is not None:
            yield from self._handle_event(
                MemberMessage(member, BoundEvent(answer.bound, self.clock.seconds, answer.rests_on))
            )

    # -- what comes of it ---------------------------------------------------------------------------------------------

    def _lowest(self) -> BoundEvent | None:
        """The lowest bound; of several the one that rests on least."""
        bounds = [member.bound for member in self.members if member.bound is not None]
        return min(bounds, key=lambda event: (event.value, len(event.rests_on)), default=None)

    def _proof(self) -> Answer | None:
        """A proof by one member, or by two that share nothing but the terms of the rules, or by a proved bound that the
        line reaches.
        """
        for member in self.members:
            if member.answer is not None and member.answer.status in PROVED:
                return member.answer
        lowest = self._lowest()
        if lowest is not None and self.pool.value == lowest.value and not lowest.rests_on:
            return self._close_answer("")
        agreed = self._list_agreeing()
        return self._close_answer(f"{' and '.join(agreed)} (same terms)") if len(agreed) > 1 else None

    def _list_agreeing(self) -> list[str]:
        """The members that each claim, on their own, that the incumbent is optimal or that no play exists."""
        none = [
            member.answer.rests_on
            for member in self.members
            if member.answer is not None and member.answer.value is None and claims_proof(member.answer)
        ]
        met = [
            member.bound.rests_on
            for member in self.members
            if member.bound is not None and member.bound.value == self.pool.value
        ]
        return sorted(
            {
                name
                for links in (none if self.pool.value is None else met)
                if is_single(links)
                for name in holders(links)
            }
        )

    def _close_answer(self, confirmed: str) -> Answer:
        value, play = self.pool.value, self.pool.play
        status = Status.INFEASIBLE if value is None else Status.OPTIMAL
        return Answer(
            status, value, value, play, self._methods(), self._nodes(), self.clock.seconds, confirmed=confirmed
        )

    def _answer(self) -> Answer:
        """The proof, or the best line with the lowest bound."""
        remarks = tuple(
            [
                remark
                for member in self.members
                for remark in (*(member.answer.remarks if member.answer else ()), member.left_out)
                if remark
            ]
        )
        proof = self._proof()
        if proof is not None:
            method = (
                proof.method
                if len(self.members) == 1 or proof.method.startswith(METHOD)
                else f"{METHOD}: {proof.method}"
            )
            return replace(proof, method=method, seconds=self.clock.seconds, remarks=remarks)
        if not self._has_ended:
            raise self.failure or UnsupportedQuestion("; ".join([member.left_out for member in self.members]))
        return self._best(remarks)

    def _best(self, remarks: tuple[str, ...]) -> Answer:
        lowest = self._lowest()
        status = Status.UNDECIDED if self.pool.value is None else Status.BOUNDED
        stopped = self.clock.stopped or "; ".join(
            dict.fromkeys(
                [
                    member.answer.stopped
                    for member in self.members
                    if member.answer is not None and member.answer.stopped
                ]
            )
        )
        value, bound = self.pool.value, None if lowest is None else lowest.value
        answer = Answer(
            status,
            value,
            bound,
            self.pool.play,
            self._methods(),
            self._nodes(),
            self.clock.seconds,
            stopped,
            remarks=remarks,
        )
        links = unite_links((), lowest.rests_on) if lowest is not None else ()
        resting_answer = resting(answer, links)
        assert isinstance(resting_answer, Answer)
        return resting_answer

    def _methods(self) -> str:
        """Who ended, and who gave the bound without having ended."""
        lowest = self._lowest()
        ended = [
            member
            for member in self.members
            if member.answer is not None
            or (lowest is not None and member.bound is not None and member.bound.value == lowest.value)
        ]
        said = ended or [member for member in self.members if not member.left_out]
        return f"{METHOD}: {' and '.join([member.engine.method if member.answer is None else member.answer.method for member in said])}"

    def _nodes(self) -> int:
        return sum([member.answer.nodes for member in self.members if member.answer is not None])


def search(context: SearchContext, engines: Mapping[str, Engine]) -> Iterator[Event]:
    """Events, the answer last; `engines` are all there are, by name."""
    yield from EngineEnsemble(context, engines).events()
