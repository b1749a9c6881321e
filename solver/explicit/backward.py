"""Exact values from the ends backwards: the better move of who decides, the mean over what chance does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules_dsl.machine.api import Machine, Move
from rules_dsl.machine.walker import Position, Walker, walker_of
from solver.answers import Answer, Event, Number, Progress, Status
from solver.clock import Clock
from solver.explicit.lines import score_of
from solver.questions import Question, Unsupported

METHOD = "backward induction"
RECURRING = "positions can recur, so that play may go on for ever; there is no engine for this yet"


@dataclass(slots=True)
class Values:
    """The value of each position for the first player, as far as it is known."""

    machine: Machine
    walker: Walker
    known: dict[Position, Number]

    def of(self, position: Position, after: Sequence[Position]) -> Number:
        """From the values of all positions after it."""
        if not after:
            return score_of(self.machine, self.walker, position)
        weights = self.walker.weights(position)
        values = [self.known[each] for each in after]
        if weights is not None:
            return plain(Fraction(sum(weight * value for weight, value in zip(weights, values, strict=True)), sum(weights)))
        return max(values) if self.machine.actor(self.walker.state(position)) == 0 else min(values)

    def line(self, position: Position) -> tuple[Move, ...]:
        """Best moves up to the first act of chance."""
        moves: list[Move] = []
        while (after := self.walker.successors(position)) and self.walker.weights(position) is None:
            number = next(at for at, each in enumerate(after) if self.known[each] == self.known[position])
            moves.append(self.walker.move(self.walker.choices(position)[number]))
            position = after[number]
        return tuple(moves)


def plain(value: Fraction) -> Number:
    """A whole number as one."""
    return value.numerator if value.denominator == 1 else value


def search(question: Question, clock: Clock) -> Iterator[Event]:
    """Events, the answer last. Raises Unsupported where a position comes again."""
    walker = walker_of(question.machine)
    values = Values(question.machine, walker, {})
    first = walker.first_position()
    stack, open_ = [_opened(walker, first)], {first}
    while stack:
        position, after, rest = stack[-1]
        unknown = next((each for each in rest if each not in values.known), None)
        if unknown is None:
            values.known[position] = values.of(position, after)
            open_.discard(position)
            stack.pop()
        elif unknown in open_:
            raise Unsupported(RECURRING)
        else:
            open_.add(unknown)
            stack.append(_opened(walker, unknown))
        if clock.tick() and clock.is_over():
            yield Answer(Status.UNDECIDED, None, None, (), METHOD, clock.nodes, clock.seconds, clock.stopped)
            return
        if clock.sign():
            yield Progress(clock.nodes, clock.seconds)
    value = values.known[first]
    yield Answer(Status.OPTIMAL, value, value, values.line(first), METHOD, len(values.known), clock.seconds)


def _opened(walker: Walker, position: Position) -> tuple[Position, Sequence[Position], Iterator[Position]]:
    after = walker.successors(position)
    return position, after, iter(after)
