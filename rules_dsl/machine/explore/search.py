"""The breadth-first search behind `explore`, with numbered positions."""

from __future__ import annotations

import sys
import time
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from rules_dsl.ir.failures import PlayError
from rules_dsl.machine.api import Move, State
from rules_dsl.machine.stopping import StopReason
from rules_dsl.machine.walker import Position, Walker, begin_at

CLOCK = 256
"""Time and memory are looked at once in so many positions."""
SAMPLE = 200
"""How many positions are weighed to estimate the memory of all."""

Canonical = Callable[[Position], Position]
Look = Callable[[int, Position], None]


@dataclass(frozen=True, slots=True)
class ExploreLimits:
    """Where to stop: positions found, seconds, estimated bytes."""

    states: int | None = None
    seconds: float | None = None
    memory: int | None = None


@dataclass(slots=True)
class Search:
    """Positions numbered in the order they were found, and for each the number it was found from.

    `numbers` goes from a position (or its packed form, when there is a `pack`) to its number; of packed positions only
    the present layer is held as it is. Transitions are kept when a claim needs them: those of position n are
    `targets[starts[n]:starts[n + 1]]`.
    """

    walker: Walker
    canonical: Canonical | None = None
    pack: Callable[[Position], bytes] | None = None
    keep_transitions: bool = False
    solved: Callable[[Position], bool] | None = None
    """Is a position without moves a solution? Of puzzles that are filled in, where others are dead ends."""
    start: State | None = None
    """Where the search begins; None: where the game does."""
    numbers: dict[object, int] = field(default_factory=dict)
    parents: array[int] = field(default_factory=lambda: array("q"))
    starts: array[int] = field(default_factory=lambda: array("q", [0]))
    targets: array[int] = field(default_factory=lambda: array("q"))
    transitions: int = 0
    terminals: int = 0
    solutions: int = 0
    by_depth: list[int] = field(default_factory=list)
    visited_count: int = 0
    failure: tuple[int, PlayError] | None = None  # the position from which the rules failed
    stopped: StopReason = StopReason.NONE

    def run(self, limits: ExploreLimits, look: Look | None) -> bool:
        """Visit positions in order; False if a limit, a failure or the user ended it, which `stopped` then names."""
        try:
            return self._run(limits, look)
        except KeyboardInterrupt:
            self.stopped = StopReason.INTERRUPTED
            return False

    def _run(self, limits: ExploreLimits, look: Look | None) -> bool:
        started = time.perf_counter()
        first = self._choose_representative(begin_at(self.walker, self.start))
        self._note(first, -1)
        layer, following = [first], list[Position]()
        while layer:
            self.by_depth.append(len(layer))
            for position in layer:
                self.stopped = self._find_limit(limits, started)
                if self.stopped or not self._visit(position, look, following):
                    self.by_depth += [len(following)] if following else []
                    return False
            layer, following = following, []
        return True

    def _find_limit(self, limits: ExploreLimits, started: float) -> StopReason:
        """The limit that is reached."""
        if limits.states is not None and len(self.parents) > limits.states:
            return StopReason.NUMBER
        if self.visited_count % CLOCK:
            return StopReason.NONE
        if limits.seconds is not None and time.perf_counter() - started > limits.seconds:
            return StopReason.TIME
        return StopReason.MEMORY if limits.memory is not None and self.memory() > limits.memory else StopReason.NONE

    def _visit(self, position: Position, look: Look | None, following: list[Position]) -> bool:
        number = self.visited_count
        try:
            if look is not None:
                look(number, position)
            reached = self.walker.successors(position)
        except PlayError as error:
            self.failure, self.stopped = (number, error), StopReason.FAILURE
            return False
        self.visited_count += 1
        self.transitions += len(reached)
        self._count_end(position, reached)
        for after in reached if self.canonical is None else map(self.canonical, reached):
            if self._note(after, number):
                following.append(after)
        if self.keep_transitions:
            self.starts.append(len(self.targets))
        return True

    def _count_end(self, position: Position, reached: Sequence[Position]) -> None:
        if not reached:
            self.terminals += 1
            self.solutions += self.solved is not None and self.solved(position)

    def _note(self, position: Position, parent: int) -> bool:
        """Remember a position; is it a new one?"""
        new = len(self.parents)
        number = self.numbers.setdefault(position if self.pack is None else self.pack(position), new)
        if self.keep_transitions and parent >= 0:
            self.targets.append(number)
        if number == new:
            self.parents.append(parent)
        return number == new

    def _choose_representative(self, position: Position) -> Position:
        return position if self.canonical is None else self.canonical(position)

    # -- asking afterwards --------------------------------------------------------------------------------------------

    def after(self, number: int) -> Sequence[int]:
        """The positions after a position that was visited (transitions must have been kept)."""
        return self.targets[self.starts[number] : self.starts[number + 1]]

    def way(self, number: int) -> list[int]:
        """The numbers of the positions on a shortest way, from the start."""
        way = [number]
        while self.parents[way[-1]] >= 0:
            way.append(self.parents[way[-1]])
        return way[::-1]

    def play(self, way: Sequence[int]) -> tuple[Move, ...]:
        """The moves of a real play that leads along positions (or classes of positions) with these numbers."""
        return self._follow(way)[0]

    def _follow(self, way: Sequence[int]) -> tuple[tuple[Move, ...], Position]:
        position = begin_at(self.walker, self.start)
        moves: list[Move] = []
        for number in way[1:]:
            move, position = self._step(position, number)
            moves.append(move)
        return tuple(moves), position

    def _step(self, position: Position, number: int) -> tuple[Move, Position]:
        for choice in self.walker.choices(position):
            after = self.walker.follow(position, choice)
            chosen = self._choose_representative(after)
            if self.numbers.get(chosen if self.pack is None else self.pack(chosen)) == number:
                return self.walker.move(choice), after
        raise AssertionError("every position but the first was found from its parent")

    def failing_play(self) -> tuple[Move, ...]:
        """The play that ends with the move at which the rules failed, or at the position where they failed to list
        moves.
        """
        assert self.failure is not None
        moves, position = self._follow(self.way(self.failure[0]))
        return (*moves, *self._failing_move(position))

    def _failing_move(self, position: Position) -> Iterable[Move]:
        try:
            choices = self.walker.choices(position)
        except PlayError:
            return
        for choice in choices:
            try:
                self.walker.follow(position, choice)
            except PlayError:
                yield self.walker.move(choice)
                return

    def memory(self) -> int:
        """The estimated size of what is stored, in bytes, from a sample."""
        weighed: dict[int, int] = {}
        sample = list(islice(self.numbers, SAMPLE))
        for key in sample:
            _weigh(key, weighed)
        arrays = sum(item.itemsize * len(item) for item in (self.parents, self.starts, self.targets))
        keys = sum(weighed.values()) * len(self.numbers) // max(len(sample), 1)
        return sys.getsizeof(self.numbers) + arrays + keys + 32 * len(self.numbers)


def _weigh(thing: object, weighed: dict[int, int]) -> None:
    """The size of an object and its contents in bytes; shared objects count once."""
    if id(thing) in weighed:
        return
    weighed[id(thing)] = sys.getsizeof(thing)
    if isinstance(thing, tuple):
        for part in thing:
            _weigh(part, weighed)
