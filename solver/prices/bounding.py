"""The bound: what all parts together are still worth. Prices are moved until the parts choose nearly alike; whatever
they are, the bound is never too low.

For each place and each edge the prices of all parts add up to 0. In a play all parts take the same edges, so the prices
cancel out, and each part of the play is one of the ways among which the tables have the best one.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rules_dsl.machine.api import Machine, State
from solver.prices.columns import Column
from solver.prices.course import NoPriceBound, Place, PlaceGraph
from solver.prices.parts import GameSplit, Slots, most_of
from solver.prices.tables import SCALE, PricedPart, TooManyStates
from solver.protocol.clock import Clock
from solver.symbolic.forms import UnsupportedTerm

HOPE = 0.2
"""By such a part of it the bound is hoped to fall at first; half as much after each disappointment."""
SMALLEST = 0.1
"""Smaller hopes, in points, are given up."""
PATIENCE = 8
"""So many steps without a better bound are a disappointment."""


class PriceBound:
    """`worth(state)` is an upper bound on every play from a state."""

    def __init__(self, machine: Machine, start: State, clock: Clock) -> None:
        try:
            self.course = PlaceGraph(machine, start, clock)
            self.split = GameSplit(self.course)
        except UnsupportedTerm as reason:
            raise NoPriceBound(f"{reason} cannot be evaluated over unknown states") from None
        self.machine, self.start = machine, start
        first = self.course.values_of(start, range(len(self.course.names)))
        self.parts: list[PricedPart] = []
        self.left_out: list[Slots] = []
        for slots in self.split.parts:
            self._add(slots, first, clock)
        if not self.parts:
            self._add(frozenset(), first, clock)
        self._slots = sorted({slot for part in self.parts for slot in part.slots})
        self._base = self._collect_fixed_gains()
        self.prices: list[dict[Place, Column]] = [
            {place: np.zeros(len(edges), dtype=np.int64) for place, edges in self.course.edges.items()}
            for _ in self.parts
        ]
        self.best = self._value()

    def _add(self, slots: Slots, first: Mapping[int, int], clock: Clock) -> None:
        try:
            self.parts.append(PricedPart(self.course, self.split, slots, first, clock))
        except TooManyStates:
            self.left_out.append(slots)

    def _collect_fixed_gains(self) -> dict[Place, Column]:
        """For each edge an upper bound on the gains that no part covers."""
        kept = [frozenset(part.slots) for part in self.parts]
        fixed_gains = {}
        for place, edges in self.course.edges.items():
            rows = []
            for edge in edges:
                constant, gains = self.split.gains(edge)
                rows.append(
                    SCALE
                    * (constant + sum([most_of(gain) for gain in gains if self.split.owner(gain.slots) not in kept]))
                )
            fixed_gains[place] = np.array(rows, dtype=np.int64)
        return fixed_gains

    # -- the bound ----------------------------------------------------------------------------------------------------

    def worth(self, state: State) -> int | None:
        """The upper bound at a state; None if the tables do not contain it."""
        place = self.course.place_of(state)
        values = self.course.values_of(state, self._slots)
        total = SCALE * self.machine.scores(state)[0]
        for part in self.parts:
            table = part.tables.get(place)
            worth = None if table is None else table.at([values[slot] for slot in part.slots])
            if worth is None:
                return None
            total += worth
        return total // SCALE

    def _value(self) -> int:
        return sum([part.value(self._with_base(number)) for number, part in enumerate(self.parts)])

    def _with_base(self, number: int) -> dict[Place, Column]:
        """Add the known gains of edges to the first part."""
        own = self.prices[number]
        return own if number else {place: own[place] + self._base[place] for place in own}

    # -- prices -------------------------------------------------------------------------------------------------------

    def improve(self, clock: Clock, number: int | None = None, most_steps: int = 400) -> None:
        """Moves the prices towards those with the lowest bound; `found` is the score of a line, if there is one."""
        floor = -(1 << 60) if number is None else SCALE * number - self._start_score
        best, kept, since, value = self.best, self.prices, 0, self.best
        hoped = max(abs(best) * HOPE, SCALE)
        for _ in range(most_steps):
            if (
                hoped < SMALLEST * SCALE
                or clock.is_over()
                or best < floor + SCALE
                or not self._move(value - max(best - hoped, floor))
            ):
                break
            value, since = self._value(), since + 1
            if value < best:
                best, kept, since = value, [dict(price) for price in self.prices], 0
            elif since >= PATIENCE:
                hoped, since = hoped / 2, 0
                self.prices = [dict(item) for item in kept]
                value = self._value()
        self.prices = kept
        self.best = self._value()
        for part in self.parts:
            part.freeze()

    @property
    def _start_score(self) -> int:
        return SCALE * self.machine.scores(self.start)[0]

    def _move(self, excess: float) -> bool:
        """One step against what the parts choose differently; False if they agree."""
        chosen: dict[Place, list[Column]] = {}
        for number, part in enumerate(self.parts):
            for place, edge in part.trace_best_path(self._with_base(number)):
                rows = chosen.setdefault(
                    place, [np.zeros(len(self.course.edges[place]), dtype=np.int64) for _ in self.parts]
                )
                rows[number][edge] += 1
        apart = {place: np.stack(rows) - np.mean(rows, axis=0) for place, rows in chosen.items()}
        length = sum([float((item**2).sum()) for item in apart.values()])
        if length < 1e-9:
            return False
        for place, item in apart.items():
            change = np.rint(excess / length * item).astype(np.int64)
            change[0] = -change[1:].sum(axis=0)
            for number, prices in enumerate(self.prices):
                prices[place] = prices[place] - change[number]
        return True
