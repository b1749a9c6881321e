"""The UCT policy: each decision is made after a number of trials. Deterministic for a given seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from cython_ext.native import NativeMachine
from rules_dsl.ir.random_numbers import seed_of
from rules_dsl.machine.api import State
from solver.protocol.seats import BackupRule, Seats

if TYPE_CHECKING:
    from cython_ext.kernels._kernel import Watch
    from cython_ext.kernels._trying import Searcher

TREE_BYTES = 64 << 20
Outcome = TypeVar("Outcome")
ENDLESS, FAR = 400, 100
"""Where random plays do not come to an end, plays of more moves, and trials that go so far beyond the tree, are broken
off and count as they stand.
"""
PILOTS, PILOT_MOVES = 60, 2_000


@dataclass(frozen=True, slots=True)
class DeckPlay:
    """A play on one deck: what it was worth, and its moves and outcomes."""

    result: int
    moves: tuple[int, ...]


class Policy:
    """Plays the seats that are not at random, on decks drawn by number."""

    def __init__(
        self, machine: NativeMachine, start: State, seats: Seats, seed: int, trials: int, watch: Watch, longest: int
    ) -> None:
        self.machine, self.seats, self.seed, self.trials = machine, seats, seed, trials
        self.searcher = searcher_for(machine, seats, seed, watch, longest)
        self.first = machine.position(start)

    @property
    def plays(self) -> int:
        """How many random plays there were."""
        return self.searcher.plays

    def play(self, number: int) -> DeckPlay | None:
        """The play on the deck of a number; None if it was stopped."""
        scores = run_guarded(
            self.machine, partial(self.searcher.play, self.first, seed_of(self.seed, number), self.trials)
        )
        return None if scores is None else DeckPlay(self.seats.worth(scores), tuple(self.searcher.played))


def searcher_for(
    machine: NativeMachine,
    seats: Seats,
    seed: int,
    watch: Watch,
    longest: int,
    *,
    random: bool = False,
    hidden: bool = False,
    memory: int = TREE_BYTES,
) -> Searcher:
    """The kernel; with `random` everybody moves at random, with `hidden` not everybody sees what chance does."""
    from cython_ext.kernels._trying import Searcher
    from cython_ext.kernels.driving import handle_of

    at_random = bytes([random or way is BackupRule.MEAN for way in seats.ways])
    return Searcher(
        handle_of(machine),
        at_random,
        watch,
        seed,
        hidden,
        memory=memory,
        longest=longest,
        farthest=FAR if longest == ENDLESS else longest,
    )


def run_guarded(machine: NativeMachine, run: Callable[[], Outcome]) -> Outcome:
    """What a kernel finds; where the rules fail, in their words."""
    from cython_ext.kernels._kernel import Failed
    from cython_ext.kernels.driving import explain

    try:
        return run()
    except Failed as failed:
        explain(machine, failed)


@dataclass(frozen=True, slots=True)
class Nature:
    """What random plays show of a game: does chance act, and how long may plays be so that those that end are seen to
    end?
    """

    chance: bool
    longest: int


def nature_of(machine: NativeMachine, start: State, seats: Seats, seed: int) -> Nature:
    """Play some times at random."""
    from cython_ext.kernels._kernel import Watch

    searcher = searcher_for(machine, seats, seed, Watch(), PILOT_MOVES, random=True)
    first, acts, endless = machine.position(start), 0, False
    for number in range(PILOTS):
        run_guarded(machine, partial(searcher.play, first, seed_of(seed, number), 0))
        acts += searcher.acts
        endless = endless or searcher.plies == PILOT_MOVES
    return Nature(acts > 0 or BackupRule.MEAN in seats.ways, ENDLESS if endless else 10 * PILOT_MOVES)
