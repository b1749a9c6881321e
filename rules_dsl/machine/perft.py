"""Counting plays: how many sequences of exactly d moves there are, outcomes of chance included.

A play that ends earlier counts nothing for deeper d; depth 0 counts 1.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.machine.walker import Position, Walker, begin_at, walker_of


@dataclass(frozen=True, slots=True)
class Perft:
    """`counts[d]` plays of d moves; `divided` counts plays of full depth by first move."""

    counts: tuple[int, ...]
    divided: tuple[tuple[Move, int], ...]
    seconds: float

    @property
    def nodes(self) -> int:
        """How many positions were counted, the first one left out."""
        return sum(self.counts[1:])

    @property
    def nodes_per_second(self) -> float:
        """Counted positions in a second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


def perft(
    machine: Machine, depth: int, divide: bool = False, *, hashing: bool = False, start: State | None = None
) -> Perft:
    """Counts for all depths 0..depth, from the start (None: where the game begins).

    With `hashing` equal positions are counted once and remembered.
    """
    walker = walker_of(machine)
    started = time.perf_counter()
    below = _MemoisedCounter(walker) if hashing else _PlainCounter(walker)
    first = begin_at(walker, start)
    if not divide or depth == 0:
        return Perft((1, *below.counts(first, depth)), (), time.perf_counter() - started)
    parts = [(1, *below.counts(position, depth - 1)) for position in walker.successors(first)]
    totals = [sum(column) for column in zip(*parts, strict=True)] if parts else [0] * depth
    divided = tuple((move, part[-1]) for move, part in zip(machine.moves(walker.state(first)), parts, strict=True))
    return Perft((1, *totals), divided, time.perf_counter() - started)


class _PlainCounter:
    """Depth first; positions of the last depth are counted without being made."""

    def __init__(self, walker: Walker) -> None:
        self._successors, self._count = walker.successors, walker.count

    def counts(self, position: Position, depth: int) -> Sequence[int]:
        """How many plays of 1, 2, … depth moves begin here."""
        counts = [0] * depth
        if depth:
            self._visit(position, 0, counts)
        return counts

    def _visit(self, position: Position, level: int, numbers: list[int]) -> None:
        if level == len(numbers) - 1:
            numbers[level] += self._count(position)
            return
        following = self._successors(position)
        numbers[level] += len(following)
        for after in following:
            self._visit(after, level + 1, numbers)


class _MemoisedCounter:
    """The same with a transposition table."""

    def __init__(self, walker: Walker) -> None:
        self._successors, self._count = walker.successors, walker.count
        self._known: dict[tuple[Position, int], tuple[int, ...]] = {}

    def counts(self, position: Position, depth: int) -> tuple[int, ...]:
        """How many plays of 1, 2, … depth moves begin here."""
        if depth <= 1:
            return (self._count(position),) * depth
        key = (position, depth)
        if key not in self._known:
            parts = [self.counts(after, depth - 1) for after in self._successors(position)]
            deeper = [sum(column) for column in zip(*parts, strict=True)] if parts else [0] * (depth - 1)
            self._known[key] = (len(parts), *deeper)
        return self._known[key]
