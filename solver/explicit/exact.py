"""Exact fractions: the value of a state by backward induction, optionally without moves that are known to be inferior."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rules_dsl.machine.api import Machine, Move
from rules_dsl.machine.walker import Position, Walker, walker_of
from solver.protocol.answers import Number
from solver.protocol.clock import Clock, growth_of
from solver.protocol.questions import UnsupportedQuestion
from solver.protocol.seats import BackupRule, Seats

Around = Callable[[Position], tuple[float, float] | None]
"""Two numbers between which the value of a position lies, None if nothing is known of it."""
RECURRING = "positions can recur, so that play may go on for ever; no engine computes exact values then (if nothing is left to chance, --know deck searches for the best line)"


def plain(value: Fraction) -> Number:
    """A whole number as one."""
    return value.numerator if value.denominator == 1 else value


def know_nothing(_position: Position) -> None:
    """For searches without a kernel before them."""


@dataclass(slots=True)
class OpenPosition:
    """A position some of whose values are still missing: those after the moves that may be the best."""

    position: Position
    way: BackupRule
    weights: Sequence[int]
    after: Sequence[Position]
    at: int = 0


@dataclass(slots=True)
class Exact:
    """The values known so far. Raises UnsupportedQuestion if a position recurs."""

    machine: Machine
    seats: Seats
    clock: Clock
    around: Around = know_nothing
    known: dict[Position, Number] = field(default_factory=dict)

    def steps(self, first: Position) -> Iterator[None]:
        """Compute the value of a state, yielding between steps."""
        walker, open_ = walker_of(self.machine), {first}
        stack = [self._open_position(walker, first)]
        while stack:
            top = stack[-1]
            while top.at < len(top.after) and top.after[top.at] in self.known:
                top.at += 1
            if top.at == len(top.after):
                self.known[top.position] = self._value(walker, stack.pop())
                open_.discard(top.position)
            elif top.after[top.at] in open_:
                raise UnsupportedQuestion(RECURRING)
            else:
                open_.add(top.after[top.at])
                stack.append(self._open_position(walker, top.after[top.at]))
            if self.clock.tick():
                yield
                if self.clock.is_over(growth_of(self.known)):
                    return

    def line(self, position: Position) -> tuple[Move, ...]:
        """Best moves up to the first chance node; all values there are known."""
        moves: list[Move] = []
        walker = walker_of(self.machine)
        while (after := walker.successors(position)) and self.seats.way(
            self.machine, walker, position
        ) is not BackupRule.MEAN:
            number = next(at for at, item in enumerate(after) if self.known.get(item) == self.known[position])
            moves.append(walker.move(walker.choices(position)[number]))
            position = after[number]
        return tuple(moves)

    def _open_position(self, walker: Walker, position: Position) -> OpenPosition:
        after = walker.successors(position)
        if not after:
            return OpenPosition(position, BackupRule.MEAN, (), ())
        way = self.seats.way(self.machine, walker, position)
        if way is BackupRule.MEAN:
            return OpenPosition(position, way, walker.weights(position) or [1] * len(after), after)
        return OpenPosition(position, way, (), self._best(list(dict.fromkeys(after)), way))

    def _best(self, after: Sequence[Position], way: BackupRule) -> Sequence[Position]:
        """The positions that may be the best."""
        around = [self.around(item) for item in after]
        known = [pair for pair in around if pair is not None]
        if not known:
            return after
        if way is BackupRule.HIGHEST:
            least = max([low for low, _ in known])
            return [item for item, pair in zip(after, around, strict=True) if pair is None or pair[1] >= least]
        most = min([high for _, high in known])
        return [item for item, pair in zip(after, around, strict=True) if pair is None or pair[0] <= most]

    def _value(self, walker: Walker, done: OpenPosition) -> Number:
        if not done.after:
            return self.seats.score_of(self.machine, walker, done.position)
        values = [self.known[item] for item in done.after]
        match done.way:
            case BackupRule.HIGHEST:
                return max(values)
            case BackupRule.LOWEST:
                return min(values)
            case BackupRule.MEAN:
                total = sum([weight * value for weight, value in zip(done.weights, values, strict=True)])
                return plain(Fraction(total, sum(done.weights)))
