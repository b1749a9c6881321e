"""A policy for one who plays for a score: plans for several decks drawn at random, and of these the turn that does best on all of them. The same seed, the same moves.

A plan for a single deck counts on what that deck brings, so its first turn is only taken if it does well on the other decks, too. Decks are drawn anew before each turn and have
nothing to do with the deck that is played on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from cython_ext.native import NativeMachine, Position
from rules_dsl.ir.random_numbers import SplitMix64, mixed, seed_of
from solver.explicit.seats import Seats
from solver.sampling.efforts import LEVELS, Plans
from solver.sampling.policy import Played, guarded

if TYPE_CHECKING:
    from cython_ext._kernel import Watch
    from cython_ext.barring import Bars

MOST_TURNS = 1_000
Turn = tuple[int, ...]
"""Moves up to the next act of chance, or to the end."""


class Stopped(Exception):
    """A limit was reached."""


@dataclass(slots=True)
class Planner:
    """Plays on decks drawn by number; `plays` counts the random plays."""

    machine: NativeMachine
    seats: Seats
    seed: int
    effort: Plans
    watch: Watch
    plays: int = 0
    _bars: Bars = field(init=False)

    def __post_init__(self) -> None:
        from cython_ext.barring import bars_of

        self._bars = bars_of(self.machine.game, {})

    def play(self, number: int) -> Played | None:
        """The play on the deck of a number; None if it was stopped."""
        machine, luck = self.machine, SplitMix64(seed_of(self.seed, number))
        position, made = machine.first_position(), list[int]()
        turn: list[int] = []
        turns = 0
        while choices := [choice for _, choice in machine.choices(position)]:
            weights = machine.weights(position)
            if weights is not None:
                made.append(choices[luck.weighted(weights)])
                turn = []
            elif len(choices) == 1 and not turn:
                made.append(choices[0])
            else:
                try:
                    turn = turn or list(self._turn(position, turns))
                except Stopped:
                    return None
                turns += 1
                made.append(turn.pop(0))
            position = machine.follow(position, (position, made[-1]))
        return Played(self.seats.worth(machine.scores(machine.state(position))), tuple(made))

    def _turn(self, position: Position, turns: int) -> Turn:
        """Of the first turns of all plans the one that is worth most on average."""
        decks = [seed_of(mixed(self.seed + 1), MOST_TURNS * turns + number) for number in range(self.effort.decks)]
        plans = [self._plan(position, number, deck) for number, deck in enumerate(decks)]
        turns_of = [self._until_chance(position, line) for _, line in plans]
        best: dict[Position, tuple[int, Turn]] = {}
        for turn, after in turns_of:
            if after not in best:
                worth = [plans[number][0] if turns_of[number][1] == after else self._worth(after, number, deck) for number, deck in enumerate(decks)]
                best[after] = (sum(worth), turn)
        return max(best.values(), key=lambda each: each[0])[1]

    def _worth(self, position: Position, number: int, deck: int) -> int:
        """What a plan finds from a position on, or what play has come to where it is over."""
        machine = self.machine
        return self._plan(position, number, deck)[0] if machine.count(position) else self.seats.worth(machine.scores(machine.state(position)))

    def _plan(self, position: Position, number: int, deck: int) -> tuple[int, Sequence[int]]:
        """The best line that is found by somebody who knows the deck."""
        from cython_ext._adapting import Adapter
        from cython_ext.driving import handle_of

        adapter = Adapter(handle_of(self.machine), position, self.watch, number + 1, self._bars, deck)
        ended = guarded(self.machine, partial(adapter.run, LEVELS, self.effort.width))
        self.plays += adapter.plays
        if not ended:
            raise Stopped
        return adapter.best_score, adapter.best_moves

    def _until_chance(self, position: Position, line: Sequence[int]) -> tuple[Turn, Position]:
        """The part of a line before chance acts, and the position then."""
        turn: list[int] = []
        for move in line:
            if self.machine.weights(position) is not None:
                break
            turn.append(move)
            position = self.machine.follow(position, (position, move))
        return tuple(turn), position
