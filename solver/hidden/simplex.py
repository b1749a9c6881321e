"""Exact linear programming in integers: maximise c·x where A·x ≤ b, x ≥ 0 and b ≥ 0."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from random import Random

MOST_TURNS = 20_000
FINE, GRAINS = 10**30, 10**9
"""What is added is so small that it decides only where all else is equal."""


@dataclass(frozen=True, slots=True)
class Optimum:
    """The best x, and a price for each row that proves it."""

    values: tuple[Fraction, ...]
    prices: tuple[Fraction, ...]


class Tableau:
    """Rows of integers over a common denominator.

    The last two columns are b and a perturbed multiple of it, so that every pivot makes progress.
    """

    def __init__(
        self, rows: Sequence[Sequence[Fraction]], limits: Sequence[Fraction], gains: Sequence[Fraction]
    ) -> None:
        dice = Random(0)
        self.scales = [
            lcm(*[fraction.denominator for fraction in (*row, limit)]) for row, limit in zip(rows, limits, strict=True)
        ]
        self.gain_scale = lcm(*[gain.denominator for gain in gains])
        self.rows = [
            [int(fraction * scale) for fraction in row]
            + [int(limit * scale), int(limit * scale) * FINE + dice.randrange(1, GRAINS)]
            for row, limit, scale in zip(rows, limits, self.scales, strict=True)
        ]
        self.rows.append([int(-gain * self.gain_scale) for gain in gains] + [0, 0])
        self.denominator = 1
        self.width, self.height = len(gains), len(rows)
        self.free = list(
            range(self.width)
        )  # the variable of each column; those from `width` on are what a row leaves over
        self.bound = list(range(self.width, self.width + self.height))

    def turn(self) -> bool:
        """Exchange two variables; False if nothing gets better."""
        last = self.rows[-1]
        column = min(range(self.width), key=last.__getitem__)
        if last[column] >= 0:
            return False
        candidates = [at for at in range(self.height) if self.rows[at][column] > 0]
        if not candidates:
            raise ArithmeticError("the program has no limit")
        row = min(candidates, key=lambda at: Fraction(self.rows[at][-1], self.rows[at][column]))
        self._exchange(row, column)
        return True

    def _exchange(self, row: int, column: int) -> None:
        pivot, old, chosen = self.rows[row][column], self.denominator, self.rows[row]
        for at, other in enumerate(self.rows):
            if at != row:
                part = other[column]
                self.rows[at] = [
                    (number * pivot - part * mine) // old for number, mine in zip(other, chosen, strict=True)
                ]
                self.rows[at][column] = -part
        chosen[column] = old
        self.denominator = pivot
        self.free[column], self.bound[row] = self.bound[row], self.free[column]

    def optimum(self) -> Optimum | None:
        """What the last exchange has led to; None if that is not allowed without the little that was added."""
        values, prices = [Fraction(0)] * (self.width + self.height), [Fraction(0)] * (self.width + self.height)
        for row, name in enumerate(self.bound):
            values[name] = Fraction(self.rows[row][-2], self.denominator)
        for column, name in enumerate(self.free):
            prices[name] = Fraction(self.rows[-1][column], self.denominator)
        if min(values) < 0:
            return None
        real = [price * scale / self.gain_scale for price, scale in zip(prices[self.width :], self.scales, strict=True)]
        return Optimum(tuple(values[: self.width]), tuple(real))


def maximise(
    rows: Sequence[Sequence[Fraction]],
    limits: Sequence[Fraction],
    gains: Sequence[Fraction],
    goes_on: Callable[[], bool],
) -> Optimum | None:
    """The optimum; None if it was not reached."""
    tableau = Tableau(rows, limits, gains)
    for _ in range(MOST_TURNS):
        if not goes_on():
            return None
        if not tableau.turn():
            return tableau.optimum()
    return None
