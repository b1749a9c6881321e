"""Realising a plan: the rules try every order of its moves for the best result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules_dsl.machine.api import Machine, Move, State
from solver.phases.modelling import Bag
from solver.protocol.clock import Clock

MOST_TRIED = 100_000
"""So many positions are looked at for one plan."""

Place = tuple[State, int, tuple[int, ...]]
"""A state, the bag that is being emptied, and how often each move in it is still to be made."""


@dataclass(slots=True)
class OrderResult:
    """What came of a plan: its best play, the furthest bag that could be begun, and whether every order was tried."""

    value: int | None = None
    play: tuple[Move, ...] = ()
    reached: int = 0
    complete: bool = True
    positions: int = 0


class OrderSearch:
    """Tries the orders of one plan."""

    def __init__(self, machine: Machine, start: State, bags: Sequence[Bag], enough: int, clock: Clock) -> None:
        self.machine, self.start, self.bags, self.enough, self.clock = machine, start, bags, enough, clock
        self.found = OrderResult()

    def search_orders(self) -> OrderResult:
        """The best play with the moves of the plan; the first that is worth enough ends the search."""
        first: Place = (self.start, 0, self._full(0))
        parents: dict[Place, tuple[Place, Move] | None] = {first: None}
        stack = [first]
        while stack and (self.found.value is None or self.found.value < self.enough):
            if self.found.positions >= MOST_TRIED or self.clock.is_over():
                self.found.complete = False
                break
            place = stack.pop()
            self.found.positions += 1
            self.found.reached = max(self.found.reached, place[1])
            if place[1] == len(self.bags):
                self._take_end(place, parents)
            for after, move in self._after(place):
                if after not in parents:
                    parents[after] = (place, move)
                    stack.append(after)
        return self.found

    def _full(self, bag: int) -> tuple[int, ...]:
        return tuple([times for _, times in self.bags[bag].moves]) if bag < len(self.bags) else ()

    def _after(self, place: Place) -> list[tuple[Place, Move]]:
        """What can be done next, the first move of the bag last, as the stack wants it."""
        state, bag, left = place
        pairs: list[tuple[Place, Move]] = []
        for number in reversed(range(len(left))):
            move = self.bags[bag].moves[number][0]
            if left[number] and self.machine.kind(state) == "decide" and self.machine.explain(state, move) is None:
                rest = tuple([times - (other == number) for other, times in enumerate(left)])
                then = (bag, rest) if any(rest) else (bag + 1, self._full(bag + 1))
                pairs.append(((self.machine.apply(state, move), *then), move))
        return pairs

    def _take_end(self, place: Place, parents: dict[Place, tuple[Place, Move] | None]) -> None:
        state = place[0]
        if self.machine.kind(state) != "over":
            return
        value = self.machine.scores(state)[0]
        if self.found.value is None or value > self.found.value:
            moves, link = [], parents[place]
            while link is not None:
                moves.append(link[1])
                link = parents[link[0]]
            self.found.value, self.found.play = value, tuple(moves[::-1])
