"""The expectation under best play with chance: a kernel bounds the value of each state, then exact fractions are
computed along best play.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from cython_ext.kernels.ordering import place_of
from cython_ext.layout.masks import state_mask
from cython_ext.native import NativeMachine, Position
from rules_dsl.ir.types import IntType
from rules_dsl.machine.api import Move
from solver.explicit import backward
from solver.explicit.exact import RECURRING, Exact, plain
from solver.explicit.summing import sum_of
from solver.protocol.answers import Answer, Event, Number, Status
from solver.protocol.clock import Clock
from solver.protocol.context import SearchContext
from solver.protocol.questions import UnsupportedQuestion
from solver.protocol.seats import BackupRule, Seats, seats_of

if TYPE_CHECKING:
    from cython_ext.kernels._expecting import Expecter

METHOD = "expectimax"
AT_ONCE = 100_000
"""So many positions are looked at between two looks at the clock."""
MOST_EXACT = 100_000
"""Fractions are worked out for so many positions where no limit of time is given."""
TOO_MANY = f"the fraction takes more than {MOST_EXACT:,} nodes; --time lets it go on"
FORGOTTEN = "the fraction cannot be computed, since positions were forgotten to save memory"
TOO_LONG = "the fraction has a denominator of more than 4,000 bits"
MANY = 2_000_000
"""So many positions are kept before it is thought about forgetting some."""
FEW = 0.02
"""Positions rest at a node if they are no larger part of all; and it may be forgotten what lies between if no larger
part of it comes again.
"""
LONGEST = 4_000
"""A denominator of more bits than this is not worked out."""
TOO_LARGE = "scores or odds of chance are numbers beyond 2^52, which this engine cannot add up"


def search(context: SearchContext, within: Clock | None = None) -> Iterator[Event]:
    """The events; the answer comes last.

    Only a value known as a fraction is optimal; otherwise the two bounds are reported. `within` ends the first phase.
    """
    clock = context.clock
    machine = context.compiled
    if machine is None:
        yield from backward.search(context)
        return
    seats = seats_of(machine.game, context.question.random)
    first = machine.position(context.start)
    kernel = Intervals(machine, first, seats, context.question.limits.memory)
    first_clock = within or clock
    while kernel.goes_on() and not first_clock.is_over():
        yield from clock.heartbeat(kernel.nodes)
    around = kernel.of(first)
    if around is None:
        why = first_clock.stopped or "memory"
        yield Answer(Status.UNDECIDED, None, None, (), METHOD, kernel.nodes, clock.seconds, why)
        return
    line = kernel.best_line(first)
    why, value = FORGOTTEN, plain(Fraction(around[0])) if around[0] == around[1] else None
    if value is None and not kernel.forgets:
        left = clock if kernel.is_complete else first_clock
        why, value = yield from _fraction(
            Exact(machine, seats, left, kernel.of), first, context.question.limits.seconds is not None
        )
    if value is not None:
        yield Answer(Status.OPTIMAL, value, value, line, METHOD, kernel.nodes, clock.seconds)
        return
    low, high = plain(Fraction(around[0])), plain(Fraction(around[1]))
    yield Answer(Status.BOUNDED, low, high, line, METHOD, kernel.nodes, clock.seconds, clock.stopped or why)


def _fraction(exact: Exact, first: Position, limited: bool) -> Generator[Event, None, tuple[str, Number | None]]:
    """The value of the first position, None if there is too much to work out, and why; a limit of time is used up."""
    for _ in exact.steps(first):
        newest = next(reversed(exact.known.values()), 0)
        if Fraction(newest).denominator.bit_length() > LONGEST:
            return TOO_LONG, None
        if len(exact.known) > MOST_EXACT and not limited:
            return TOO_MANY, None
        yield from exact.clock.heartbeat()
    return "", exact.known.get(first)


class Intervals:
    """The kernel, and what it knows of positions.

    A number that only adds up is no part of positions. Where they are many and there are nodes in the sequence of play
    at which few of them rest, it is tried whether positions found below one rest come again below another. If hardly
    any do, all are forgotten once the value of the rest is known.
    """

    def __init__(
        self, machine: NativeMachine, first: Position, seats: Seats, memory: int | None, many: int = MANY
    ) -> None:
        self.machine, self.first, self.seats, self.memory, self.many = machine, first, seats, memory, many
        self.mask: bytes | None = state_mask(machine.game)
        self.sum = sum_of(machine.game)
        self.rests, self.forgets, self.tried = b"", False, 0
        self.kernel = self._kernel()

    def _kernel(self) -> Expecter:
        from cython_ext.kernels._expecting import Expecter
        from cython_ext.kernels.driving import handle_of

        machine, seats = self.machine, self.seats
        nodes = (*place_of(machine), len(machine.game.nodes))
        summed = None if self.sum is None else place_of(machine, self.sum)
        return Expecter(
            handle_of(machine), self.first, bytes(seats.ways), seats.me, seats.opponent, self.mask, self.memory,
            nodes=nodes, rests=self.rests, forgets=self.forgets, sum=summed,
        )  # fmt: skip

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return self.tried + self.kernel.nodes

    @property
    def is_complete(self) -> bool:
        """Were all relevant states searched?"""
        return bool(self.kernel.status_name == "complete")

    def goes_on(self) -> bool:
        """Search some more nodes; False if none are left or memory is used up.

        If a state has a bit that its layout excludes, all bits are kept from then on.
        """
        from cython_ext.kernels._kernel import Failed
        from cython_ext.kernels.driving import explain

        try:
            self.kernel.step(min(AT_ONCE, self.many))
        except Failed as failed:
            explain(self.machine, failed)
        match self.kernel.status_name:
            case "recurs":
                raise UnsupportedQuestion(RECURRING)
            case "large":
                raise UnsupportedQuestion(TOO_LARGE)
            case "unfit":
                self.mask = None
                self._again()
            case "complete" if self._is_too_much():
                self.sum = None
                self._again()
            case "running" if self.kernel.nodes >= self.many and not self.forgets:
                self._try_rests()
        return self.kernel.status_name == "running"

    def _again(self) -> None:
        self.tried += self.kernel.nodes
        self.kernel = self._kernel()

    def _is_too_much(self) -> bool:
        """Might the sum become more than its type allows?

        Then rules fail somewhere that do not where it is taken out.
        """
        high = [
            variable.type.high
            for variable in self.machine.game.variables
            if variable.name == self.sum and isinstance(variable.type, IntType)
        ]
        return any(self.kernel.highest > most for most in high)

    def _try_rests(self) -> None:
        """First look for a node at which few positions rest; then, after as many positions again, whether others come
        again below other rests.
        """
        if not self.rests:
            counts = self.kernel.by_node
            few = [
                (count, node)
                for node, (count, below) in enumerate(counts)
                if below and count <= FEW * self.kernel.nodes
            ]
            if not few:
                self.many = sys.maxsize
                return
            self.rests = bytes([node == min(few)[1] for node in range(len(counts))])
        elif self.kernel.lost > FEW * self.kernel.nodes:
            self.many = sys.maxsize
            return
        else:
            self.forgets = True
        self._again()

    def of(self, position: Position) -> tuple[float, float] | None:
        """The two numbers around the value of a position."""
        return self.kernel.interval(position)

    def best_line(self, position: Position) -> tuple[Move, ...]:
        """Moves that are good up to the first act of chance."""
        moves: list[Move] = []
        machine = self.machine
        while (after := machine.successors(position)) and (way := self._way(position)) is not BackupRule.MEAN:
            around = [self.kernel.interval(position) for position in after]
            known = [pair for pair in around if pair is not None]
            if len(known) < len(around):
                break
            best = max(known) if way is BackupRule.HIGHEST else min(known)
            at = known.index(best)
            moves.append(machine.move(machine.choices(position)[at]))
            position = after[at]
        return tuple(moves)

    def _way(self, position: Position) -> BackupRule:
        return self.seats.way(self.machine, self.machine, position)
