"""Means of random samples with confidence intervals (19 times out of 20)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

NORMAL = 1.959964
"""19 out of 20 lie within so many standard deviations."""


def mean_of(numbers: Sequence[int]) -> Fraction:
    """The mean, exactly."""
    return Fraction(sum(numbers), len(numbers))


def interval_of(interval: Sequence[int]) -> tuple[float, float]:
    """The interval of 95 %: Student's for results of any size, Wilson's where there is only yes and no."""
    return _of_shares(interval) if set(interval) <= {0, 1} else _of_results(interval)


def _of_results(results: Sequence[int]) -> tuple[float, float]:
    count, mean = len(results), float(mean_of(results))
    if count < 2:
        return (-float("inf"), float("inf"))
    spread = sqrt(sum([(number - mean) ** 2 for number in results]) / (count - 1) / count) * _student(count - 1)
    return mean - spread, mean + spread


def _student(freedom: int) -> float:
    """Student's factor, by a series in the degrees of freedom; a little large where there are few."""
    return NORMAL + 2.372 / freedom + 2.823 / freedom**2 + 2.555 / freedom**3 + 1.589 / freedom**4 + 1.4 / freedom**5


def _of_shares(shares: Sequence[int]) -> tuple[float, float]:
    count, share, square = len(shares), float(mean_of(shares)), NORMAL**2
    middle = (share + square / (2 * count)) / (1 + square / count)
    spread = NORMAL / (1 + square / count) * sqrt(share * (1 - share) / count + square / (4 * count**2))
    return max(0.0, middle - spread), min(1.0, middle + spread)
