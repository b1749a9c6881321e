"""The reachable states of each part at each place, and their values at given prices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from solver.prices.columns import Column, compute_columns
from solver.prices.course import Place, PlaceEdge, PlaceGraph
from solver.prices.parts import GameSplit, Slots
from solver.protocol.clock import Clock

SCALE = 1_000
"""Prices are whole numbers of such parts of a point, so that nothing is ever rounded the wrong way."""
NOTHING = -(1 << 50)
"""Worth of a state from which there is no way on."""
MOST_STATES = 150_000
"""Parts with more states at one place are left out."""


class TooManyStates(Exception):
    """A part has too many states."""


@dataclass(slots=True)
class PartEdge:
    """An edge for one part: the successor of each of its states (-1: not possible), and the gain."""

    then: Place | None
    to: NDArray[np.int64]
    gain: NDArray[np.int64]


@dataclass(slots=True)
class WorthTable:
    """The states of a part at a place: their codes in order, how codes are made, and what they are worth."""

    codes: Column
    lows: Column
    weights: Column
    ways: list[PartEdge] = field(default_factory=list)
    worth: Column = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    _known: dict[int, int] = field(default_factory=dict)
    _rows: list[tuple[int, int]] = field(default_factory=list)

    def freeze(self) -> None:
        """Make ready for looking up states one by one."""
        self._known = dict(zip(self.codes.tolist(), self.worth.tolist(), strict=True))
        self._rows = list(zip(self.lows.tolist(), self.weights.tolist(), strict=True))

    def at(self, values: Sequence[int]) -> int | None:
        """What a state is worth, None if the table does not know it."""
        code = 0
        for value, (low, weight) in zip(values, self._rows, strict=True):
            code += (value - low) * weight
        return self._known.get(code)


class PricedPart:
    """One part of a game with its tables."""

    def __init__(
        self, course: PlaceGraph, split: GameSplit, slots: Slots, first: Mapping[int, int], clock: Clock
    ) -> None:
        self.slots = sorted(slots)
        self.course, self.split, self._set = course, split, slots
        self.tables: dict[Place, WorthTable] = {}
        self._piles: dict[Place, list[NDArray[np.int64]]] = {
            course.start: [np.array([[first[slot] for slot in self.slots]], dtype=np.int64)]
        }
        after: dict[Place, list[tuple[PlaceEdge, NDArray[np.int64], NDArray[np.bool_], Column]]] = {}
        for place in course.order:
            if clock.is_over():
                raise TooManyStates
            after[place] = self._forward(place)
        for place in course.order:
            self.tables[place].ways = [self._way(*row) for row in after[place]]

    def _forward(self, place: Place) -> list[tuple[PlaceEdge, NDArray[np.int64], NDArray[np.bool_], Column]]:
        """The states of a place and their successors on each edge."""
        states = np.concatenate(self._piles.pop(place, [np.zeros((0, len(self.slots)), dtype=np.int64)]))
        self.tables[place], rows = _table(states)
        if len(rows) > MOST_STATES:
            raise TooManyStates
        columns = {self.course.names[slot]: rows[:, number] for number, slot in enumerate(self.slots)}
        edges = []
        for edge in self.course.edges[place]:
            needs = [need for need in edge.needs if self.split.reads(need) <= self._set]
            _, gains = self.split.gains(edge)
            mine = [
                gain.worth
                for gain in gains
                if gain.slots and gain.slots <= self._set and self.split.owner(gain.slots) == self._set
            ]
            wanted = compute_columns([*needs, *mine, *[edge.after[slot] for slot in self.slots]], columns, len(rows))
            holds = np.ones(len(rows), dtype=np.bool_)
            for column in wanted[: len(needs)]:
                holds &= column != 0
            gain = SCALE * sum(wanted[len(needs) : len(needs) + len(mine)], np.zeros(len(rows), dtype=np.int64))
            after = np.array(wanted[len(needs) + len(mine) :], dtype=np.int64).reshape(len(self.slots), len(rows)).T
            if edge.then is not None:
                self._piles.setdefault(edge.then, []).append(after[holds])
            edges.append((edge, after, holds, gain))
        return edges

    def _way(self, edge: PlaceEdge, after: NDArray[np.int64], holds: NDArray[np.bool_], gain: Column) -> PartEdge:
        if edge.then is None:
            return PartEdge(None, np.where(holds, 0, -1), gain)
        table = self.tables[edge.then]
        codes = (after - table.lows) @ table.weights
        places = np.minimum(np.searchsorted(table.codes, codes), max(len(table.codes) - 1, 0))
        return PartEdge(edge.then, np.where(holds, places, -1), gain)

    def freeze(self) -> None:
        """Make ready for looking up states one by one."""
        for table in self.tables.values():
            table.freeze()

    # -- backwards ----------------------------------------------------------------------------------------------------

    def value(self, prices: dict[Place, Column]) -> int:
        """What the start is worth; the tables then hold what every state is worth."""
        for place in reversed(self.course.order):
            table = self.tables[place]
            best = (
                np.full(len(table.codes), NOTHING, dtype=np.int64)
                if table.ways
                else np.zeros(len(table.codes), dtype=np.int64)
            )
            for number, way in enumerate(table.ways):
                best = np.maximum(best, self._worth(way, int(prices[place][number])))
            table.worth = best
        return int(self.tables[self.course.start].worth[0])

    def _worth(self, way: PartEdge, price: int) -> Column:
        if way.then is None:
            return np.where(way.to >= 0, way.gain + price, NOTHING)
        worth = self.tables[way.then].worth
        if not len(worth):
            return np.full(len(way.to), NOTHING, dtype=np.int64)
        return np.where(way.to >= 0, way.gain + price + worth[way.to], NOTHING)

    def _worth_at(self, way: PartEdge, price: int, row: int) -> int:
        """The same for one state."""
        if way.to[row] < 0:
            return NOTHING
        onward = 0 if way.then is None else int(self.tables[way.then].worth[way.to[row]])
        return int(way.gain[row]) + price + onward

    def trace_best_path(self, prices: dict[Place, Column]) -> list[tuple[Place, int]]:
        """The edges of a best path from the start."""
        place, row, result = self.course.start, 0, []
        while (table := self.tables[place]).ways:
            worths = [self._worth_at(way, int(prices[place][number]), row) for number, way in enumerate(table.ways)]
            number = worths.index(max(worths))
            if worths[number] <= NOTHING:
                break
            result.append((place, number))
            way = table.ways[number]
            if way.then is None:
                break
            place, row = way.then, int(way.to[row])
        return result


def _table(states: NDArray[np.int64]) -> tuple[WorthTable, NDArray[np.int64]]:
    """Codes for rows of states, each once."""
    width = states.shape[1]
    if not len(states):
        return WorthTable(
            np.zeros(0, dtype=np.int64), np.zeros(width, dtype=np.int64), np.ones(width, dtype=np.int64)
        ), states
    lows, sizes = states.min(axis=0), states.max(axis=0) - states.min(axis=0) + 1
    if float(np.prod(sizes.astype(float))) > 2.0**62:
        raise TooManyStates
    weights = np.concatenate([np.cumprod(sizes[::-1])[::-1][1:], [1]]).astype(np.int64)[:width]
    codes, first = np.unique((states - lows) @ weights, return_index=True)
    return WorthTable(codes, lows, weights), states[first]
