"""A policy for one who plays for a score: plans for several decks drawn at random, and of these the turn that does best
on all of them. The same seed, the same moves.

A plan for a single deck counts on what that deck brings, so its first turn is only taken if it does well on the other
decks, too. Decks are drawn anew before each turn and have nothing to do with the deck that is played on. What the plans
of one turn would go on with is tried again in the next one, beside new plans.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from cython_ext.native import NativeMachine, Position
from rules_dsl.ir.random_numbers import SplitMix64, mix_bits, seed_of
from rules_dsl.machine.api import State
from solver.protocol.efforts import LEVELS, Plans
from solver.protocol.seats import Seats
from solver.sampling.policy import DeckPlay, run_guarded

if TYPE_CHECKING:
    from cython_ext.kernels._kernel import Watch
    from cython_ext.kernels.barring import Bars

APART = 1_000
"""The decks drawn before one decision have numbers that are so far from those before the next."""
Line = tuple[int, ...]
"""Moves without what chance does between them."""


@dataclass(frozen=True, slots=True)
class DeckPlan:
    """A line, and what it is worth on its deck."""

    worth: int
    moves: Line


class PlanningLimit(Exception):
    """A limit was reached."""


@dataclass(slots=True)
class Planner:
    """Plays on decks drawn by number; `plays` counts the random plays."""

    machine: NativeMachine
    start: State
    seats: Seats
    seed: int
    effort: Plans
    watch: Watch
    plays: int = 0
    _bars: Bars = field(init=False)
    _kept: tuple[Line, ...] = ()

    def __post_init__(self) -> None:
        from cython_ext.kernels.barring import bars_of

        self._bars = bars_of(self.machine.game, {})

    def play(self, number: int) -> DeckPlay | None:
        """The play on the deck of a number; None if it was stopped."""
        machine, luck = self.machine, SplitMix64(seed_of(self.seed, number))
        position, made = machine.position(self.start), list[int]()
        turn: list[int] = []
        decision, self._kept = 0, ()
        while choices := [choice for _, choice in machine.choices(position)]:
            weights = machine.weights(position)
            if weights is not None:
                made.append(choices[luck.draw_weighted(weights)])
                turn = []
            elif len(choices) == 1 and not turn:
                made.append(choices[0])
            else:
                try:
                    turn = turn or list(self._turn(position, decision))
                except PlanningLimit:
                    return None
                decision += 1
                made.append(turn.pop(0))
            position = machine.follow(position, (position, made[-1]))
        return DeckPlay(self._score(position), tuple(made))

    def _turn(self, position: Position, decision: int) -> Line:
        """Of the first turns of all plans, those of the turn before among them, the one that is worth most on average."""
        decks = [seed_of(mix_bits(self.seed + 1), APART * decision + number) for number in range(self.effort.decks)]
        plans = [self._plan(position, number, deck) for number, deck in enumerate(decks)]
        kept = [
            line for line in (self._follow_line(position, line, decks[0]) for line in self._kept) if line is not None
        ]
        best: tuple[int, Line, Sequence[Line]] | None = None
        further: dict[Position, tuple[Line, list[Line]]] = {}
        for plan in [*plans, *kept]:
            turn, after = self._until_chance(position, plan.moves)
            further.setdefault(after, (turn, []))[1].append(plan.moves[len(turn) :])
        for after, (turn, lines) in further.items():
            result = [self._best_from(after, number, deck, [*lines, *self._kept]) for number, deck in enumerate(decks)]
            worth = sum([plan.worth for plan in result])
            if best is None or worth > best[0]:
                best = worth, turn, [plan.moves for plan in result]
        assert best is not None
        self._kept = tuple(dict.fromkeys(best[2]))
        return best[1]

    def _best_from(self, position: Position, number: int, deck: int, lines: Sequence[Line]) -> DeckPlan:
        """The best of a new plan from here, the lines known for other decks, and the score if play is over."""
        if not self.machine.count(position):
            return DeckPlan(self._score(position), ())
        followed = [line for line in (self._follow_line(position, line, deck) for line in lines) if line is not None]
        return max([self._plan(position, number, deck), *followed], key=lambda plan: plan.worth)

    def _score(self, position: Position) -> int:
        return self.seats.worth(self.machine.scores(self.machine.state(position)))

    def _plan(self, position: Position, number: int, deck: int) -> DeckPlan:
        """The best line found with the deck visible; outcomes of chance are not part of it."""
        from cython_ext.kernels._adapting import Adapter
        from cython_ext.kernels.driving import handle_of

        adapter = Adapter(handle_of(self.machine), position, self.watch, number + 1, self._bars, deck)
        ended = run_guarded(self.machine, partial(adapter.run, LEVELS, self.effort.width))
        self.plays += adapter.plays
        if not ended:
            raise PlanningLimit
        moves: list[int] = []
        worth, line = adapter.best_line or (adapter.best_score, ())
        for move in line:
            moves += [move] if self.machine.weights(position) is None else []
            position = self.machine.follow(position, (position, move))
        return DeckPlan(worth, tuple(moves))

    def _follow_line(self, position: Position, line: Line, deck: int) -> DeckPlan | None:
        """A line made for another deck or a later position, without moves that are illegal here; None if it does not
        reach the end.
        """
        machine, luck, left, made = self.machine, SplitMix64(deck), list(line), list[int]()
        while choices := [choice for _, choice in machine.choices(position)]:
            weights = machine.weights(position)
            if weights is not None:
                move = choices[luck.draw_weighted(weights)]
            else:
                while left and left[0] not in choices:
                    left.pop(0)
                if not left:
                    return None
                move = left.pop(0)
                made.append(move)
            position = machine.follow(position, (position, move))
        return DeckPlan(self._score(position), tuple(made))

    def _until_chance(self, position: Position, line: Line) -> tuple[Line, Position]:
        """The part of a line before chance acts, and the position then."""
        turn: list[int] = []
        for move in line:
            if self.machine.weights(position) is not None:
                break
            turn.append(move)
            position = self.machine.follow(position, (position, move))
        return tuple(turn), position
