"""The landscape of a position: every position that can follow, with its value under best play."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from rules_dsl.machine.api import Machine, Move, State
from solver.explicit.charted import PositionChart, chart_positions
from solver.explicit.graph import PositionGraph, graph_of
from solver.protocol.lines import is_reached, score_of, worth
from solver.protocol.questions import Aim, UnsupportedQuestion

WEIGHABLE = frozenset({Aim.FEWEST, Aim.HIGHEST, Aim.VALUE})


class Ground(Protocol):
    """Positions numbered from the first, and where each leads."""

    @property
    def machine(self) -> Machine:
        """The machine that plays."""
        ...

    @property
    def after(self) -> Sequence[Sequence[int]]:
        """For each position those that follow."""
        ...

    def state(self, at: int) -> State:
        """The position with a number."""
        ...

    def moves(self, at: int) -> Sequence[Move]:
        """The moves that lead to those that follow, in their order."""
        ...

    def within(self, depth: int) -> int:
        """The number of positions that can be reached within this many moves."""
        ...


@dataclass(frozen=True, slots=True)
class Landscape:
    """A graph of positions with the worth of each for the solver, more being better; None where the goal is out of
    reach. Position 0 is the first.
    """

    graph: Ground
    aim: Aim
    solver: int  # whose worth it is
    worths: Sequence[int | None]
    mine: Sequence[bool]  # does the solver decide there?

    def best(self, at: int) -> int | None:
        """The index of the first best move at a position; None at a terminal."""
        after = self.graph.after[at]
        known = [(place, worth) for place, target in enumerate(after) if (worth := self.worths[target]) is not None]
        if not known:
            return None
        return (max if self.mine[at] else min)(
            known, key=lambda pair: (pair[1], -pair[0]) if self.mine[at] else (pair[1], pair[0])
        )[0]

    def ties(self, at: int) -> int:
        """How many moves there are as good as the best one."""
        best = self.best(at)
        after = self.graph.after[at]
        return 0 if best is None else sum(self.worths[target] == self.worths[after[best]] for target in after)

    def line(self) -> list[int]:
        """The positions of a best line, from the first to the last."""
        line = [0]
        while (place := self.best(line[-1])) is not None:
            line.append(self.graph.after[line[-1]][place])
        return line

    def moves(self, line: Sequence[int]) -> list[Move]:
        """The moves between the positions of a line."""
        return [self.graph.moves(at)[self.graph.after[at].index(following)] for at, following in pairwise(line)]

    def second(self, at: int = 0) -> int | None:
        """What the best of the other moves leads to, the move itself counted."""
        best = self.best(at)
        others = [self.worths[target] for place, target in enumerate(self.graph.after[at]) if place != best]
        cost = 1 if self.aim is Aim.FEWEST else 0
        return max([worth - cost for worth in others if worth is not None], default=None)

    def score(self, at: int) -> int:
        """What a position is worth for the first player if play ends there."""
        return worth(self.graph.machine.game, self.graph.machine.scores(self.graph.state(at)))


def landscape(machine: Machine, aim: Aim, most: int, start: State | None = None) -> Landscape | None:
    """The landscape from the start (None: the start of the game); None if it has too many positions or values are
    circular.
    """
    if aim not in WEIGHABLE:
        return None
    if aim is Aim.FEWEST:
        return _by_distance(_apart_or_walked(machine, most, start))
    graph = _walk_positions(machine, most, start)
    return None if graph is None else _weigh_backwards(graph, aim)


def _apart_or_walked(machine: Machine, most: int, start: State | None) -> PositionChart | PositionGraph | None:
    """The graph by a kernel, if the game can be factored; otherwise by walking."""
    try:
        return chart_positions(machine, most, start=start)
    except UnsupportedQuestion:
        return _walk_positions(machine, most, start)


def _walk_positions(machine: Machine, most: int, start: State | None) -> PositionGraph | None:
    """The positions one by one; None where chance acts."""
    graph = graph_of(machine, most, start=start)
    return (
        None
        if graph is None or any(graph.walker.weights(position) is not None for position in _list_decided(graph))
        else graph
    )


def country(machine: Machine, most: int) -> Landscape | None:
    """All positions around the start, including those beyond goals; None if there are too many.

    Raises UnsupportedQuestion for games that cannot be factored.
    """
    return _by_distance(chart_positions(machine, most, beyond=True))


def from_there(land: Landscape, at: int, most: int) -> Landscape | None:
    """The landscape from one of the positions."""
    if isinstance(land.graph, PositionChart):
        return _by_distance(land.graph.from_there(at))
    return landscape(land.graph.machine, land.aim, most, land.graph.state(at))


def _by_distance(graph: PositionChart | PositionGraph | None) -> Landscape | None:
    if graph is None:
        return None
    far = graph.distances() if isinstance(graph, PositionChart) else distances(graph)
    return Landscape(graph, Aim.FEWEST, 0, [None if number is None else -number for number in far], [True] * len(far))


def _list_decided(graph: PositionGraph) -> list[object]:
    """Positions where chance could act, if the game has any."""
    chance = any(type(node).__name__ == "ChanceNode" for node in graph.machine.game.nodes)
    return list(graph.positions) if chance else []


def _before(graph: PositionGraph) -> list[list[int]]:
    numbers: list[list[int]] = [[] for _ in graph.after]
    for at, targets in enumerate(graph.after):
        for target in targets:
            numbers[target].append(at)
    return numbers


def distances(graph: PositionGraph) -> list[int | None]:
    """How many moves each position is away from the nearest goal."""
    before, far = _before(graph), [None] * len(graph.after)
    numbers: list[int | None] = list(far)
    queue = deque(
        at
        for at, after in enumerate(graph.after)
        if not after and is_reached(graph.machine, graph.walker, graph.positions[at])
    )
    for at in queue:
        numbers[at] = 0
    while queue:
        at = queue.popleft()
        for number in before[at]:
            if numbers[number] is None:
                numbers[number] = (numbers[at] or 0) + 1
                queue.append(number)
    return numbers


def _weigh_backwards(graph: PositionGraph, aim: Aim) -> Landscape | None:
    """From the ends backwards, for the player who decides at the first position."""
    machine, walker = graph.machine, graph.walker
    solo = aim is Aim.HIGHEST
    solver = 0 if solo or not graph.after[0] else machine.actor(walker.state(graph.positions[0]))
    sign = 1 if solver == 0 else -1
    mine = [
        solo or not after or machine.actor(walker.state(graph.positions[at])) == solver
        for at, after in enumerate(graph.after)
    ]
    worths: list[int | None] = [None] * len(graph.after)
    missing, before = [len(after) for after in graph.after], _before(graph)
    ready = [at for at, after in enumerate(graph.after) if not after]
    while ready:
        at = ready.pop()
        known = [worth for target in graph.after[at] if (worth := worths[target]) is not None]
        worths[at] = (
            (max if mine[at] else min)(known) if known else sign * score_of(machine, walker, graph.positions[at])
        )
        for number in before[at]:
            missing[number] -= 1
            if missing[number] == 0:
                ready.append(number)
    return None if any(worth is None for worth in worths) else Landscape(graph, aim, solver, worths, mine)
