"""Play against chance: the exact expectation if it can be computed; otherwise a policy, its mean over random decks, and
a clairvoyant bound.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import sqrt
from typing import TYPE_CHECKING, TypeVar

from cython_ext.native import NativeMachine
from rules_dsl.machine.api import Move
from rules_dsl.quantities import quantity
from solver.explicit import expectimax
from solver.explicit.alphabeta import extremes
from solver.explicit.climbing import NO_KERNEL
from solver.explicit.exact import plain
from solver.protocol.answers import NO_LINKS, Answer, Event, Progress, SampledMeans, Status
from solver.protocol.context import SearchContext
from solver.protocol.disagreement import Disagreement
from solver.protocol.efforts import Effort, Plans, work_of
from solver.protocol.estimates import mean_of
from solver.protocol.lines import highest_possible
from solver.protocol.questions import UnsupportedQuestion
from solver.protocol.seats import BackupRule, Seats, seats_of
from solver.sampling.foreseen import Foreseen
from solver.sampling.planner import Planner
from solver.sampling.policies import policy_of
from solver.sampling.policy import ENDLESS, DeckPlay, Policy, nature_of

if TYPE_CHECKING:
    from solver.sampling.modelled import DeckModel, SolvedDeck

Some = TypeVar("Some", int, Plans)

SHARE, LONGEST = 0.7, 10.0
"""This part of the time, or so many seconds where none is given, go into the exact value first."""
DEFAULT = f"no exact value in {LONGEST:.0f} s, the default without --time"
METHOD = "trying each move (UCT)"
TRIALS = (3_000, 1_000, 300, 100, 30, 10)
"""How often each move may be tried; fewer where plays would take too long."""
PLANS = (Plans(8, 15), Plans(6, 12), Plans(4, 12), Plans(4, 8), Plans(3, 6), Plans(2, 4))
"""How much turns may be planned where one plays alone for a score; less where plays would take too long."""
MOST_DECKS, MANY_DECKS, SOME_DECKS, FEWEST_DECKS = 2_000, 100, 20, 10
"""Decks at the most; for so many there has to be time with the trials, or with the plans, that are chosen; and after so
many it is settled how many there will be.
"""
COMPARED, CLEARLY = 8, 1.0
"""Decks, apart from those that count, on which both policies play before one is chosen; plans have to be better by so
many standard deviations.
"""
UNLIMITED = 60.0
"""Without a limit the plays go on for so many seconds."""
POSITIONS = 300_000
"""So many positions are looked at on a deck that is known."""
LONGEST_MODEL = 60.0
"""Seconds for the models of one deck."""
TABLE_BYTES, LARGEST = 256 << 20, 1 << 30
NO_CHANCE = "in random plays nothing was left to chance; --know deck searches for the best line with everything known"


def search(context: SearchContext) -> Iterator[Event]:
    """Events, the answer last: exact, or else by trying."""
    clock = context.clock
    limit = context.question.limits.seconds
    part = clock.part(LONGEST if limit is None else SHARE * limit)
    remarks: tuple[str, ...] = ()
    try:
        for event in expectimax.search(_with_memory(context, share_of(context.question.limits.memory)), part):
            if not isinstance(event, Answer):
                yield event
            elif event.status is not Status.UNDECIDED or context.compiled is None:
                yield event
                return
            elif limit is None and event.stopped == "time":
                remarks = (DEFAULT,)
    except UnsupportedQuestion:
        if context.compiled is None:
            raise
    for event in sample(context):
        yield replace(event, remarks=(*event.remarks, *remarks)) if isinstance(event, Answer) else event


def _with_memory(context: SearchContext, memory: int) -> SearchContext:
    """The same search within this memory."""
    return replace(context, question=replace(context.question, limits=replace(context.question.limits, memory=memory)))


def share_of(memory: int | None) -> int:
    """Half of the memory, or a gigabyte."""
    return LARGEST if memory is None else min(LARGEST, memory // 2)


def sample(context: SearchContext) -> Iterator[Event]:
    """The events; the answer comes last. Best and upper bound are means with confidence intervals."""
    clock = context.clock
    machine = context.compiled
    if machine is None:
        raise UnsupportedQuestion(NO_KERNEL)
    trial = PolicyTrial(machine, seats_of(machine.game, context.question.random), context)
    effort = trial.choose_policy()
    while trial.goes_on():
        trial.one_more(effort)
        yield from clock.heartbeat(trial.playout_count)
    while trial.foresees():
        yield Progress(trial.playout_count, clock.seconds)
    yield trial.answer(effort)


class PolicyTrial:
    """Plays one deck after another, by the policy and by a player who sees the deck."""

    def __init__(self, machine: NativeMachine, seats: Seats, context: SearchContext) -> None:
        from cython_ext.kernels._kernel import Watch

        clock = context.clock
        nature = nature_of(machine, context.start, seats, context.question.seed)
        if not nature.chance:
            raise UnsupportedQuestion(NO_CHANCE)
        self.machine, self.start, self.seats, self.clock, self.seed = (
            machine,
            context.start,
            seats,
            clock,
            context.question.seed,
        )
        self.watch, self.longest = Watch(clock.deadline), nature.longest
        clock.when_interrupted(partial(setattr, self.watch, "stop", True))
        memory = context.question.limits.memory
        self.foreseen = Foreseen(
            machine,
            context.start,
            seats,
            context.question.seed,
            most_of(seats),
            POSITIONS,
            min(TABLE_BYTES, share_of(memory)),
        )
        self.modelled = find_model(context, self.foreseen)
        self.policies: dict[Effort, Policy | Planner] = {}
        self.played: list[DeckPlay] = []
        self.bests: list[int] = []
        self.known: list[SolvedDeck] = []
        left = UNLIMITED if clock.deadline is None else clock.deadline
        self.end = clock.seconds + left
        self.until = self.end if self.modelled is None else clock.seconds + left / 2
        self.began, self.decks = clock.seconds, MOST_DECKS

    @property
    def playout_count(self) -> int:
        """How many random plays there were."""
        return sum([policy.plays for policy in self.policies.values()])

    def choose_policy(self) -> Effort:
        """The policy: moves are tried or, where there is time to plan turns and that does better on some decks, turns
        are planned.
        """
        trials = self._affordable(TRIALS, MANY_DECKS, self._policy(TRIALS[-1])) or TRIALS[-1]
        plans = self._planning() if self._can_plan() else None
        if plans is None:
            return trials
        pairs = [(self._play(trials, number), self._play(plans, number)) for number in range(-COMPARED, 0)]
        gains = [planned.result - tried.result for tried, planned in pairs if tried is not None and planned is not None]
        return plans if sum(gains) > CLEARLY * sqrt(sum([gain * gain for gain in gains])) else trials

    def _can_plan(self) -> bool:
        """Does one play alone for a score, and do plays end?"""
        return self.seats.ways == (BackupRule.HIGHEST,) and bool(self.seats.game.scores) and self.longest != ENDLESS

    def _planning(self) -> Plans | None:
        """How much turns may be planned; None if there is no time even for the least, which is broken off as soon as
        that is seen.
        """
        from cython_ext.kernels._kernel import Watch

        share = max(0.0, self.until - self.clock.seconds) / (2 * SOME_DECKS)
        return self._affordable(
            PLANS, SOME_DECKS, Planner(self.machine, self.start, self.seats, self.seed, PLANS[-1], Watch(share))
        )

    def _affordable(self, efforts: Sequence[Some], decks: int, least: Policy | Planner) -> Some | None:
        """The highest effort for which there is time for this many decks, judged by one play with the least effort;
        None if there is none.
        """
        began = self.clock.seconds
        if least.play(0) is None:
            return None
        number = (self.clock.seconds - began) / work_of(efforts[-1])
        left = self.until - self.clock.seconds
        return next((effort for effort in efforts if work_of(effort) * number * decks <= left / 2), None)

    def goes_on(self) -> bool:
        """How many decks there will be is settled after the first few: a play is not left out because it is long."""
        if len(self.played) == FEWEST_DECKS:
            spent, left = self.clock.seconds - self.began, self.until - self.clock.seconds
            self.decks = min(MOST_DECKS, FEWEST_DECKS + int(0.8 * FEWEST_DECKS * left / max(spent, 1e-9)))
        return len(self.played) < self.decks and not self.clock.is_over()

    def one_more(self, effort: Effort) -> None:
        """The next deck."""
        self.began = self.clock.seconds if not self.played else self.began
        play = self._play(effort, len(self.played) + 1)
        if play is not None:
            if self.modelled is None:
                self.bests.append(self.foreseen.best(len(self.played) + 1))
            self.played.append(play)

    def foresees(self) -> bool:
        """One more of the decks for those who know it, where that takes a model; False if there are none left, or there
        is no time for it.
        """
        left = self.end - self.clock.seconds
        if self.modelled is None or len(self.known) == len(self.played) or left <= 0 or self.clock.is_over():
            return False
        deck = self.modelled.solve_deck(len(self.known) + 1, self.clock.part(min(LONGEST_MODEL, left)))
        if deck is None:
            return False
        self.known.append(deck)
        reached = self.played[len(self.known) - 1].result
        if reached > deck.best:
            raise Disagreement(
                f"on deck {len(self.known)} the policy reaches {reached}, but the model of whole rounds allows nothing above {deck.best}"
            )
        return True

    def _play(self, effort: Effort, number: int) -> DeckPlay | None:
        return self._policy(effort).play(number)

    def _policy(self, effort: Effort) -> Policy | Planner:
        if effort not in self.policies:
            self.policies[effort] = policy_of(
                self.machine, self.start, self.seats, self.seed, effort, self.watch, self.longest
            )
        return self.policies[effort]

    def answer(self, effort: Effort) -> Answer:
        """The means, and how near they are to the truth."""
        method = effort.method if isinstance(effort, Plans) else f"{METHOD} {quantity(effort, 'time')}"
        most, clock = most_of(self.seats), self.clock
        stopped = clock.stopped or self._enough
        if len(self.played) < 2:
            return Answer(Status.UNDECIDED, None, most, (), method, self.playout_count, clock.seconds, stopped)
        results = [play.result for play in self.played]
        bests, later, links = tuple(self.bests) or (most,), tuple[int, ...](), NO_LINKS
        if len(self.known) > 1:
            from solver.sampling.modelled import bound_informed_later

            bests, later = tuple([deck.best for deck in self.known]), bound_informed_later(self.known)
            links = () if self.modelled is None else self.modelled.links
        sampled = SampledMeans(effort, tuple(results), bests, most, later)
        value, bound = plain(mean_of(results)), plain(mean_of(sampled.bounding))
        return Answer(
            Status.BOUNDED, value, bound, self._first_move(), method, self.playout_count, clock.seconds, stopped, sampled=sampled, rests_on=links
        )  # fmt: skip

    @property
    def _enough(self) -> str:
        """Why there are no more decks where no limit was reached."""
        if len(self.played) >= MOST_DECKS:
            return f"{MOST_DECKS:,} decks"
        return (
            "time"
            if self.clock.limits.seconds is not None
            else f"as many decks as {UNLIMITED:.0f} s allow, the default without --time"
        )

    def _first_move(self) -> tuple[Move, ...]:
        """What the policy does first, if it is its turn."""
        machine = self.machine
        first = machine.position(self.start)
        if not machine.count(first) or self.seats.way(machine, machine, first) is BackupRule.MEAN:
            return ()
        return (machine.move((first, self.played[0].moves[0])),)


def find_model(context: SearchContext, foreseen: Foreseen) -> DeckModel | None:
    """A model for those who know the deck, where there is one and a deck is too much to be searched."""
    from solver.relaxed.relaxation import relaxation_of

    if relaxation_of(context.rules, context.start) is None:
        return None
    from solver.sampling.modelled import DeckModel

    modelled = DeckModel(context.machine, context.start, context.question.seed)
    return modelled if modelled.fits and foreseen.best(1) == foreseen.most else None


def most_of(seats: Seats) -> int:
    """No end of the game is worth more."""
    if len(seats.ways) == 2:
        return extremes(seats.game)[1]
    return highest_possible(seats.game) if seats.game.scores else 1
