"""The events of a search: incumbents, bounds, progress, and the answer that ends it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from rules_dsl.machine.api import Move
from solver.protocol.efforts import Effort
from solver.protocol.estimates import interval_of

Number = int | Fraction


class Status(StrEnum):
    """All that an answer can be."""

    OPTIMAL = "optimal"
    BOUNDED = "bounded"
    INFEASIBLE = "infeasible"
    UNDECIDED = "undecided"


PROVED = frozenset({Status.OPTIMAL, Status.INFEASIBLE})
"""What only a proof earns."""


NOBODY_TO_MOVE = "nobody is to move"
"""Why a search for a good move stopped where play is over or chance acts."""


@dataclass(frozen=True, slots=True)
class ArgumentLink:
    """Something a bound rests on that is not proved, such as a relaxation that was only tested: its name, and what
    evidence there is for it.
    """

    name: str
    evidence: str

    def __str__(self) -> str:
        return f"the {self.name} ({self.evidence}, not proved)"


Links = tuple[ArgumentLink, ...]
NO_LINKS: Links = ()
"""The bound is proved."""


@dataclass(frozen=True, slots=True)
class Incumbent:
    """A better line than all before."""

    value: Number
    play: tuple[Move, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class BoundEvent:
    """No line is better than this, as far as what it rests on holds."""

    value: Number
    seconds: float
    rests_on: Links = ()
    corrects: bool = False  # an earlier bound was wrong, and this one takes its place


@dataclass(frozen=True, slots=True)
class Progress:
    """A sign of life."""

    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class LocalStrategy:
    """What a player does when he knows no more than this: his moves with their odds."""

    player: str
    when: str
    chances: tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True, slots=True)
class SampledMeans:
    """Best and upper bound as means over random decks.

    `results` are what a policy reached with `effort` (trials for each move, or plans for each turn); `bests` bound what
    a player who sees the deck can reach.
    """

    effort: Effort
    results: tuple[int, ...]
    bests: tuple[int, ...]
    most: int  # no end of the game is worth more
    later: tuple[int, ...] = ()
    """Those who know the deck by a model of whole rounds, perhaps of the first decks only: what somebody reaches at
    most who sees the deck after his first turn.
    """

    @property
    def decks(self) -> int:
        """How many there were."""
        return len(self.results)

    @property
    def value(self) -> tuple[float, float]:
        """A confidence interval (19 times out of 20) for the policy's mean."""
        return interval_of(self.results)

    @property
    def bounding(self) -> tuple[int, ...]:
        """The values whose mean bounds every policy from above."""
        return self.later or self.bests

    @property
    def bound_interval(self) -> tuple[float, float]:
        """A confidence interval for the upper bound, cut off at the limit that the rules give."""
        return self._of(self.bounding)

    @property
    def knowing(self) -> tuple[float, float]:
        """So does the true mean of those who know the deck from the beginning."""
        return self._of(self.bests)

    def _of(self, bests: Sequence[int]) -> tuple[float, float]:
        if min(bests) == self.most:
            return float(self.most), float(self.most)
        low, high = interval_of(bests)
        return low, min(high, float(self.most))


@dataclass(frozen=True, slots=True)
class Answer:
    """How a search ended.

    `value` and `play` are the best line, `bound` is the upper bound, `stopped` names the limit that ended the search.
    An answer that rests on an unproved link is neither optimal nor infeasible, even where value and bound meet.
    """

    status: Status
    value: Number | None
    bound: Number | None
    play: tuple[Move, ...]
    method: str
    nodes: int
    seconds: float
    stopped: str = ""
    confirmed: str = ""
    strategy: tuple[LocalStrategy, ...] = ()
    sampled: SampledMeans | None = None
    remarks: tuple[str, ...] = ()  # what a reader should know of bounds that were used or not
    estimate: float | None = None  # what came on average of the first move where nothing is proved
    rests_on: Links = ()  # the unproved links of the bound
    refuted: tuple[str, ...] = ()  # bounds of the rules that were trusted and that a line beats

    def __post_init__(self) -> None:
        if self.rests_on and self.status in PROVED:
            raise ValueError(f"an answer that rests on {join_links(self.rests_on)} cannot be {self.status}")

    @property
    def gap(self) -> float | None:
        """The part of the bound that is still open; None while one of the two is missing."""
        return compute_gap(self.value, self.bound)


Event = Incumbent | BoundEvent | Progress | Answer


def compute_gap(value: Number | None, bound: Number | None) -> float | None:
    """The distance of value and bound as a part of the bound, or of 1 if the bound is smaller than that."""
    return None if value is None or bound is None else abs(float(bound - value)) / max(1.0, abs(float(bound)))


def status_of(value: Number | None, bound: Number | None, exhausted: bool) -> Status:
    """The status that value, bound and the way the search ended imply."""
    if exhausted:
        return Status.INFEASIBLE if value is None else Status.OPTIMAL
    return Status.UNDECIDED if value is None else Status.BOUNDED


def join_links(links: Links) -> str:
    """The links in words."""
    return " and ".join(map(str, links))


def resting(event: Event, links: Links) -> Event:
    """The event with links under its bound; an answer that rests on any is not proved."""
    match event:
        case Answer() if links and (event.bound is not None or event.status in PROVED):
            return replace(
                event,
                status=status_of(event.value, event.bound, False) if event.status in PROVED else event.status,
                rests_on=unite_links(event.rests_on, links),
            )
        case BoundEvent() if links:
            return replace(event, rests_on=unite_links(event.rests_on, links))
        case _:
            return event


def unite_links(one: Links, other: Links) -> Links:
    """The links of both, each once."""
    return tuple(dict.fromkeys((*one, *other)))


def last_answer(events: Sequence[Event]) -> Answer:
    """The answer at the end of a search."""
    answer = events[-1]
    assert isinstance(answer, Answer)
    return answer
