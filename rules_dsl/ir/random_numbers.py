"""A small generator of random numbers that every machine can repeat: SplitMix64."""

from __future__ import annotations

from collections.abc import Sequence

from rules_dsl.ir.types import Value

MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15


class SplitMix64:
    """64 bits of state; each number adds STEP to the state and mixes the sum."""

    def __init__(self, seed: int) -> None:
        self.state = seed & MASK

    def next(self) -> int:
        """The next number in 0..2**64 - 1."""
        self.state = (self.state + STEP) & MASK
        return mix_bits(self.state)

    def below(self, limit: int) -> int:
        """The upper half of the product of the next number with `limit`."""
        return self.next() * limit >> 64

    def draw_weighted(self, weights: Sequence[int]) -> int:
        """An index by weight: the first whose running total is greater than the next number below the sum."""
        rest = self.below(sum(weights))
        for number, weight in enumerate(weights):
            rest -= weight
            if rest < 0:
                return number
        raise ValueError("the sum of the weights is positive")


def mix_bits(number: int) -> int:
    """Sixty-four bits, well mixed."""
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & MASK
    number = (number ^ number >> 27) * 0x94D049BB133111EB & MASK
    return number ^ number >> 31


def seed_of(seed: int, number: int) -> int:
    """The seed of the n-th of many independent runs: the n-th number (from 0) of the generator with this seed."""
    return mix_bits((seed + (number + 1) * STEP) & MASK)


def shuffle_items(items: tuple[Value, ...], seed: int) -> tuple[Value, ...]:
    """The items in the order that the seed brings about: from the last to the second each changes places with one
    before it, or stays.
    """
    order, luck = list(items), SplitMix64(seed)
    for place in range(len(order) - 1, 0, -1):
        other = luck.next() % (place + 1)
        order[place], order[other] = order[other], order[place]
    return tuple(order)
