"""The value of a game of two who see everything: a prover is asked about one number after another until the bounds meet."""

from __future__ import annotations

from collections.abc import Iterator

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import IntType
from rules_dsl.machine.api import Machine, Move
from rules_dsl.machine.walker import Position, Walker, walker_of
from solver.answers import Answer, Bound, Event, Status, status_of
from solver.clock import Clock
from solver.explicit.proving import Prover, prover_of
from solver.questions import Question

METHOD = "alpha-beta"


def extremes(game: ir.Game) -> tuple[int, int]:
    """The least and the most the first player can be ahead, from the ranges of the score lines."""
    if not game.scores:
        return -1, 1
    ranges = [line.value.type for line in game.scores if isinstance(line.value.type, IntType)]
    widest = sum(each.high for each in ranges) - sum(each.low for each in ranges)
    return -widest, widest


def search(question: Question, clock: Clock) -> Iterator[Event]:
    """Events, the answer last. `value` is what the first player can force, `bound` what the second one concedes at most."""
    machine = question.compiled or question.machine
    walker = walker_of(machine)
    prover = prover_of(machine, walker, clock)
    first = walker.first_position()
    least, high = extremes(question.machine.game)
    low = least
    guess = max(low + 1, min(high, 0))
    while low < high:
        found = prover.bound(first, guess)
        if found is None:
            forced = low if low > least else None
            yield Answer(status_of(forced, high, False), forced, high, (), METHOD, prover.nodes, clock.seconds, clock.stopped)
            return
        if found >= guess:
            low = found
        else:
            high = found
            yield Bound(high, clock.seconds)
        guess = low + 1 if found >= guess else high
    yield Answer(Status.OPTIMAL, low, low, _line(prover, machine, walker, first, low), METHOD, prover.nodes, clock.seconds)


def _line(prover: Prover, machine: Machine, walker: Walker, position: Position, value: int) -> tuple[Move, ...]:
    """Best moves of both."""
    moves: list[Move] = []
    while after := walker.successors(position):
        first = machine.actor(walker.state(position)) == 0
        number = next((at for at, each in enumerate(after) if _keeps(prover, each, value, first)), None)
        if number is None:
            break
        moves.append(walker.move(walker.choices(position)[number]))
        position = after[number]
    return tuple(moves)


def _keeps(prover: Prover, position: Position, value: int, first: bool) -> bool:
    """Does a move there cost who makes it nothing?"""
    least = value if first else value + 1
    found = prover.bound(position, least)
    return found is not None and (found >= least) == first
