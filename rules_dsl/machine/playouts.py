"""Random plays, uniform over the legal moves at every decision, chance by its exact weights.

Play number i (from 0) uses its own `SplitMix64(seed_of(seed, i))`: at each decision the move with index
below(len(moves)), at each chance the outcome `weighted(weights)`, where the weights are the least whole numbers in the
proportion of the probabilities. Every machine repeats the same plays.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules_dsl.ir.random_numbers import SplitMix64, seed_of
from rules_dsl.ir.types import EnumType
from rules_dsl.machine.api import Machine, State
from rules_dsl.machine.stopping import StopReason
from rules_dsl.machine.walker import Position, Walker, begin_at, walker_of
from rules_dsl.quantities import quantity

MAXIMUM_PLIES = 10_000
"""A play longer than this is broken off and told apart."""


@dataclass(frozen=True, slots=True)
class Playouts:
    """What came of random plays.

    `mean_score` is over those that ended; `outcomes` counts ends by kind, with the player where one wins or loses;
    `stopped` says what ended them before the number that was asked for.
    """

    playouts: int
    plies: int
    seconds: float
    mean_score: tuple[float, ...]
    outcomes: Mapping[str, int]
    broken_off: int
    stopped: StopReason = StopReason.NONE

    @property
    def playouts_per_second(self) -> float:
        """Plays in a second."""
        return self.playouts / self.seconds if self.seconds > 0 else 0.0

    @property
    def mean_plies(self) -> float:
        """Moves and outcomes in a play."""
        return self.plies / self.playouts if self.playouts else 0.0

    @property
    def note(self) -> str:
        """What must be said with the figures; empty if there is nothing."""
        if not self.broken_off:
            return ""
        return (
            f"{self.broken_off:,} of {quantity(self.playouts, 'play')} were "
            "broken off as too long; they count in no score"
        )


def playouts(
    machine: Machine,
    number: int | None = 1000,
    *,
    seed: int = 0,
    seconds: float | None = None,
    maximum: int = MAXIMUM_PLIES,
    start: State | None = None,
) -> Playouts:
    """This many random plays (None: no limit), or as many as start within `seconds`, from the start (None: the start of
    the game). Deterministic for a given seed.
    """
    if number is None and seconds is None:
        raise ValueError("playouts need a number or a time")
    tally = _Tally(machine)
    started = time.perf_counter()
    stopped = StopReason.NONE
    try:
        _play_many(tally, start, seed, maximum, lambda: _enough(tally.playouts, number, started, seconds))
    except KeyboardInterrupt:
        stopped = StopReason.INTERRUPTED
    return tally.result(time.perf_counter() - started, stopped or stop_before(tally.playouts, number))


def stop_before(played: int, number: int | None) -> StopReason:
    """What ended plays that nobody interrupted: the time, unless as many were played as were asked for."""
    return StopReason.NONE if number is not None and played >= number else StopReason.TIME


def _enough(played: int, number: int | None, started: float, seconds: float | None) -> bool:
    return (number is not None and played >= number) or (
        seconds is not None and time.perf_counter() - started >= seconds
    )


def _play_many(tally: _Tally, start: State | None, seed: int, maximum: int, enough: Callable[[], bool]) -> None:
    walker = walker_of(tally.machine)
    first = begin_at(walker, start)
    while not enough():
        random = SplitMix64(seed_of(seed, tally.playouts))
        position, plies, ended = play(walker, first, random, maximum)
        tally.note(walker.state(position), plies, ended)


def play(walker: Walker, position: Position, random: SplitMix64, maximum: int) -> tuple[Position, int, bool]:
    """The last position of one random play, its length, and whether the game was over there."""
    for plies in range(maximum + 1):
        choices = walker.choices(position)
        if not choices:
            return position, plies, True
        if plies == maximum:
            break
        weights = walker.weights(position)
        index = random.below(len(choices)) if weights is None else random.draw_weighted(weights)
        position = walker.follow(position, choices[index])
    return position, maximum, False


class _Tally:
    """Sums while plays are played."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.playouts = 0
        self.plies = 0
        self.broken_off = 0
        self.scores: list[int] = []
        self.outcomes: Counter[str] = Counter()

    def note(self, state: State, plies: int, ended: bool) -> None:
        """One play more."""
        self.playouts += 1
        self.plies += plies
        if not ended:
            self.broken_off += 1
            return
        numbers = self.machine.scores(state)
        self.scores = [sum(pair) for pair in zip(self.scores, numbers, strict=True)] if self.scores else list(numbers)
        self.outcomes[self._name(state)] += 1

    def _name(self, state: State) -> str:
        ended = self.machine.find_end(state)
        if ended is None:
            return "unknown"
        players = self.machine.game.players
        assert isinstance(players, EnumType)
        return ended.kind if ended.who is None else f"{ended.kind} {players.members[ended.who]}"

    def result(self, seconds: float, stopped: StopReason) -> Playouts:
        """The figures."""
        ended = self.playouts - self.broken_off
        mean = tuple([total / ended for total in self.scores])
        outcomes = dict(sorted(self.outcomes.items()))
        return Playouts(self.playouts, self.plies, seconds, mean, outcomes, self.broken_off, stopped)
