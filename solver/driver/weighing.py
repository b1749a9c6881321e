"""The landscape of a position: every position that can follow, with its value under best play.

Engines answer with one line and its value; puzzles ask here what each move is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import Machine, Move, State
from solver.explicit.charted import PositionChart, chart_positions
from solver.explicit.graph import PositionGraph, graph_of, list_distances, list_values
from solver.protocol.lines import worth
from solver.protocol.questions import Aim, Limits, Question, UnsupportedQuestion
from solver.protocol.seats import seats_of

WEIGHABLE = frozenset({Aim.FEWEST, Aim.HIGHEST, Aim.VALUE})


class NumberedPositions(Protocol):
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

    graph: NumberedPositions
    aim: Aim
    solver: int  # the player whose worth it is
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


def weigh_positions(question: Question, machine: Machine) -> Landscape | None:
    """The landscape from the start of a question; None where its aim has none, where values are circular, where chance
    acts, or where there are more positions than the limit of nodes.
    """
    assert question.limits.nodes is not None, "a landscape needs a limit"
    if question.aim not in WEIGHABLE:
        return None
    if question.aim is Aim.FEWEST:
        return _weigh_distances(_chart_or_walk(machine, question.limits.nodes, question.start))
    graph = _walk_positions(machine, question.limits.nodes, question.start)
    return None if graph is None else _weigh_backwards(graph, question.aim)


def weigh_surroundings(machine: Machine, most: int) -> Landscape | None:
    """All positions around the start, including those beyond goals; None if there are too many.

    Raises UnsupportedQuestion for games that cannot be factored.
    """
    return _weigh_distances(chart_positions(machine, most, beyond=True))


def weigh_from(land: Landscape, at: int, most: int) -> Landscape | None:
    """The landscape from one of the positions."""
    if isinstance(land.graph, PositionChart):
        return _weigh_distances(land.graph.from_there(at))
    machine = land.graph.machine
    return weigh_positions(Question(machine.game, land.graph.state(at), land.aim, Limits(nodes=most)), machine)


def _chart_or_walk(machine: Machine, most: int, start: State) -> PositionChart | PositionGraph | None:
    """The graph by a kernel, if the game can be factored; otherwise by walking."""
    try:
        return chart_positions(machine, most, start=start)
    except UnsupportedQuestion:
        return _walk_positions(machine, most, start)


def _walk_positions(machine: Machine, most: int, start: State) -> PositionGraph | None:
    """The positions one by one; None where chance acts."""
    graph = graph_of(machine, most, start=start)
    if graph is None or not any(isinstance(node, ir.ChanceNode) for node in machine.game.nodes):
        return graph
    return None if any(graph.walker.weights(position) is not None for position in graph.positions) else graph


def _weigh_distances(graph: PositionChart | PositionGraph | None) -> Landscape | None:
    if graph is None:
        return None
    far = graph.distances() if isinstance(graph, PositionChart) else list_distances(graph)
    return Landscape(graph, Aim.FEWEST, 0, [None if number is None else -number for number in far], [True] * len(far))


def _weigh_backwards(graph: PositionGraph, aim: Aim) -> Landscape | None:
    """From the ends backwards, for the player who decides at the first position."""
    machine, solo = graph.machine, aim is Aim.HIGHEST
    actors = [machine.actor(graph.state(at)) if after else None for at, after in enumerate(graph.after)]
    solver = 0 if solo else actors[0] or 0
    worths: list[int | None] = []
    for value in list_values(graph, seats_of(machine.game)):
        if value is None:
            return None
        assert isinstance(value, int)
        worths.append(value if solver == 0 else -value)
    return Landscape(graph, aim, solver, worths, [solo or actor in (None, solver) for actor in actors])
