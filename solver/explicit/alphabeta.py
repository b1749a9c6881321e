"""The value of a two-player game with perfect information: a prover tests one number after another until the bounds
meet. Where positions recur and play may be endless, it tests what each player can force within a number of moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import IntType
from rules_dsl.machine.api import Machine, Move
from rules_dsl.machine.walker import Position, Walker, walker_of
from solver.explicit.proving import MOST_MOVES, BoundProver, Horizon, TooLong, prover_of
from solver.protocol.answers import Answer, BoundEvent, Event, Status, status_of
from solver.protocol.clock import Clock
from solver.protocol.context import SearchContext

METHOD = "alpha-beta"


def extremes(game: ir.Game) -> tuple[int, int]:
    """The least and the most the first player can be ahead, from the ranges of the score lines."""
    if not game.scores:
        return -1, 1
    ranges = [line.value.type for line in game.scores if isinstance(line.value.type, IntType)]
    widest = sum(kind.high for kind in ranges) - sum(kind.low for kind in ranges)
    return -widest, widest


@dataclass(slots=True)
class Window:
    """Bounds on the value of a position: at least `low`, at most `high`.

    `horizons` are the numbers of moves within which each player can force his bound; None if the bound comes from the
    ranges of the scores or all play ends.
    """

    low: int
    high: int
    horizons: list[Horizon | None] = field(default_factory=lambda: [None, None])

    @property
    def is_open(self) -> bool:
        """Are there several values that it may have?"""
        return self.low < self.high

    def narrow(self, number: int, least: int, horizon: Horizon | None = None) -> None:
        """A prover that was asked for at least a number has found this bound."""
        player = 0 if number >= least else 1
        if player == 0:
            self.low = number
        else:
            self.high = number
        self.horizons[player] = horizon


def search(context: SearchContext) -> Iterator[Event]:
    """Events, the answer last.

    `value` is what the first player can force, `bound` what the second one concedes at most.
    """
    clock = context.clock
    machine = context.compiled or context.machine
    walker = walker_of(machine)
    prover, first = prover_of(machine, walker, clock), walker.position(context.start)
    least, most = extremes(context.rules)
    known = window = Window(least, most)
    try:
        yield from _narrow_window(prover, first, window, clock)
    except TooLong:
        window = Window(least, most)
        yield from _deepen_horizon(prover, first, window, clock)
    low, high = max(known.low, window.low), min(known.high, window.high)
    if low < high:
        forced = low if low > least else None
        yield Answer(
            status_of(forced, high, False),
            forced,
            high,
            (),
            METHOD,
            prover.nodes,
            clock.seconds,
            clock.stopped or "depth",
        )
    else:
        play = () if window.is_open else _Line(prover, machine, walker, window).moves(first)
        yield Answer(Status.OPTIMAL, low, low, play, METHOD, prover.nodes, clock.seconds)


def _narrow_window(prover: BoundProver, first: Position, window: Window, clock: Clock) -> Iterator[Event]:
    """Ask until the bounds meet or a limit is reached."""
    guess = max(window.low + 1, min(window.high, 0))
    while window.is_open:
        number = prover.prove_bound(first, guess)
        if number is None:
            return
        window.narrow(number, guess)
        if number < guess:
            yield BoundEvent(window.high, clock.seconds)
        guess = window.low + 1 if number >= guess else window.high


def _deepen_horizon(prover: BoundProver, first: Position, window: Window, clock: Clock) -> Iterator[Event]:
    """Play may go on for ever: ask what each player can force within one move, within two, and so on."""
    for moves, loser in product(range(MOST_MOVES), (0, 1)):
        horizon = Horizon(moves, loser)
        while window.is_open:
            least = window.high if loser else window.low + 1
            number = _ask_bound(prover, first, least, horizon)
            if number is None:
                return
            if (number >= least) != (loser == 0):
                break
            window.narrow(number, least, horizon)
            if loser:
                yield BoundEvent(window.high, clock.seconds)


def _ask_bound(prover: BoundProver, position: Position, least: int, horizon: Horizon | None) -> int | None:
    """The prover's answer; None also where the question exceeds what it can follow."""
    try:
        return prover.prove_bound(position, least, horizon)
    except TooLong:
        return None


class _Line:
    """The principal variation, as far as the value of its first position is known."""

    def __init__(self, prover: BoundProver, machine: Machine, walker: Walker, window: Window) -> None:
        self.prover, self.machine, self.walker = prover, machine, walker
        self.value, self.horizons = window.low, window.horizons

    def moves(self, position: Position) -> tuple[Move, ...]:
        """From a position to the end of play, or to where a limit is reached."""
        moves: list[Move] = []
        while len(moves) < MOST_MOVES and (after := self.walker.successors(position)):
            mover = 0 if self.machine.actor(self.walker.state(position)) == 0 else 1
            number = self._choose_move(after, mover, len(moves) + 1)
            if number is None:
                break
            moves.append(self.walker.move(self.walker.choices(position)[number]))
            position = after[number]
        return tuple(moves)

    def _choose_move(self, after: Sequence[Position], mover: int, made: int) -> int | None:
        """The number of a move that costs its player nothing, and that puts off what the other one forces."""
        kept = (number for number, item in enumerate(after) if self._is_kept(item, mover, made))
        if self.horizons == [None, None] or self.horizons[mover] is not None:
            return next(kept, None)
        return next((number for number, item in enumerate(after) if not self._is_kept(item, 1 - mover, made + 1)), 0)

    def _is_kept(self, position: Position, player: int, made: int) -> bool:
        """Can the player still force the value after this many moves?"""
        least = self.value if player == 0 else self.value + 1
        horizon = self.horizons[player]
        number = _ask_bound(self.prover, position, least, horizon and horizon.after(made))
        return number is not None and (number >= least) == (player == 0)
