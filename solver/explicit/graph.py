"""A second opinion: the graph of all states, built breadth first, and the value of the start computed over all of it."""

from __future__ import annotations

import math
import time
from bisect import bisect_left
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.machine.walker import Position, Walker, begin_at, walker_of
from solver.explicit.alphabeta import extremes
from solver.explicit.exact import plain
from solver.protocol.answers import Number
from solver.protocol.clock import Clock
from solver.protocol.lines import is_reached, score_of
from solver.protocol.questions import Aim, UnsupportedQuestion, cost_of
from solver.protocol.seats import BackupRule, Seats, seats_of


@dataclass(slots=True)
class PositionGraph:
    """Positions numbered in the order they are found, and where each leads."""

    machine: Machine
    walker: Walker
    positions: list[Position] = field(default_factory=list)
    after: list[list[int]] = field(default_factory=list)

    def state(self, at: int) -> State:
        """The position with a number."""
        return self.walker.state(self.positions[at])

    def moves(self, at: int) -> Sequence[Move]:
        """The moves that lead to those that follow, in their order."""
        return [self.walker.move(choice) for choice in self.walker.choices(self.positions[at])]

    def within(self, depth: int) -> int:
        """The number of states that can be reached within this many moves."""
        wave, met = [0], {0}
        for _ in range(depth):
            wave = list(dict.fromkeys([target for at in wave for target in self.after[at] if target not in met]))
            met.update(wave)
        return len(met)


def graph_of(
    machine: Machine, most: int, clock: Clock | None = None, seconds: float | None = None, start: State | None = None
) -> PositionGraph | None:
    """The whole graph from the start (None: the start of the game); None if it has more than `most` states or exceeds
    the clock or the CPU time.
    """
    walker = walker_of(machine)
    graph = PositionGraph(machine, walker, [begin_at(walker, start)])
    numbers = {graph.positions[0]: 0}
    ends = math.inf if seconds is None else time.thread_time() + seconds
    while len(graph.after) < len(graph.positions):
        targets = []
        for successor in walker.successors(graph.positions[len(graph.after)]):
            if successor not in numbers:
                numbers[successor] = len(graph.positions)
                graph.positions.append(successor)
            targets.append(numbers[successor])
        graph.after.append(targets)
        if (
            len(graph.positions) > most
            or (clock is not None and clock.tick() and clock.is_over())
            or time.thread_time() >= ends
        ):
            return None
    return graph


def value_of_graph(
    graph: PositionGraph, aim: Aim, random: frozenset[int] = frozenset(), counted: frozenset[str] = frozenset()
) -> Number | None:
    """The value of the first position; None if no line reaches an end that counts, or values go round in circles."""
    match aim:
        case Aim.FEWEST:
            return list_distances(graph, counted)[0]
        case Aim.HIGHEST:
            return max(
                [score_of(graph.machine, graph.walker, graph.positions[at]) for at in _ends(graph)], default=None
            )
        case Aim.VALUE:
            seats = seats_of(graph.machine.game, random)
            value = list_values(graph, seats)[0]
            return _find_forced_value(graph, seats) if value is None else value
        case Aim.EXPECTED | Aim.MEAN:
            return list_values(graph, seats_of(graph.machine.game, random))[0]
        case Aim.MIXED | Aim.MOVE:
            raise UnsupportedQuestion("positions alone do not say what is hidden from whom")


def _ends(graph: PositionGraph) -> list[int]:
    return [at for at, targets in enumerate(graph.after) if not targets]


def _before(graph: PositionGraph) -> list[list[int]]:
    """For each position the positions that lead to it, once for each move."""
    numbers: list[list[int]] = [[] for _ in graph.positions]
    for at, targets in enumerate(graph.after):
        for target in targets:
            numbers[target].append(at)
    return numbers


def list_distances(graph: PositionGraph, counted: frozenset[str] = frozenset()) -> list[int | None]:
    """How many moves each position is away from the nearest goal, from the goals backwards; moves that do not count are
    gone back at once.
    """
    before = _costs_before(graph, counted)
    reached = [at for at in _ends(graph) if is_reached(graph.machine, graph.walker, graph.positions[at])]
    far: list[int | None] = [None] * len(graph.positions)
    queue = deque([(at, 0) for at in reached])
    while queue:
        at, moves = queue.popleft()
        if far[at] is not None:
            continue
        far[at] = moves
        for number, cost in before[at]:
            if cost:
                queue.append((number, moves + 1))
            else:
                queue.appendleft((number, moves))
    return far


def _costs_before(graph: PositionGraph, counted: frozenset[str]) -> list[list[tuple[int, int]]]:
    """For each position those that lead to it, and whether the move counts."""
    pairs: list[list[tuple[int, int]]] = [[] for _ in graph.positions]
    for at, targets in enumerate(graph.after):
        for target, cost in zip(targets, _costs(graph, at, counted), strict=True):
            pairs[target].append((at, cost))
    return pairs


def _costs(graph: PositionGraph, at: int, counted: frozenset[str]) -> list[int]:
    if not counted:
        return [1] * len(graph.after[at])
    position, walker = graph.positions[at], graph.walker
    node = walker.state(position).node
    return [cost_of(graph.machine.game, counted, node, walker.move(choice)) for choice in walker.choices(position)]


def list_values(graph: PositionGraph, seats: Seats) -> list[Number | None]:
    """Backward induction: each node after all its successors; None where positions recur."""
    before, missing = _before(graph), [len(targets) for targets in graph.after]
    values: list[Number | None] = [None] * len(graph.positions)
    ready = _ends(graph)
    while ready:
        at = ready.pop()
        values[at] = _evaluate_node(graph, seats, at, values)
        for number in before[at]:
            missing[number] -= 1
            if missing[number] == 0:
                ready.append(number)
    return values


def _find_forced_value(graph: PositionGraph, seats: Seats) -> int | None:
    """The value where positions recur: what the one side can force, if the other side can hold it there; None if play
    may go on for ever.
    """
    before = _before(graph)
    worth = {at: seats.score_of(graph.machine, graph.walker, graph.positions[at]) for at in _ends(graph)}
    mine = [
        bool(targets) and seats.way(graph.machine, graph.walker, graph.positions[at]) is BackupRule.HIGHEST
        for at, targets in enumerate(graph.after)
    ]
    scores = sorted(set(worth.values()))
    low = (
        bisect_left(
            scores,
            True,
            key=lambda least: not _can_force(graph, before, {at for at in worth if worth[at] >= least}, mine, True),
        )
        - 1
    )
    high = bisect_left(
        scores, True, key=lambda most: _can_force(graph, before, {at for at in worth if worth[at] <= most}, mine, False)
    )
    forced = scores[low] if low >= 0 else extremes(graph.machine.game)[0]
    conceded = scores[high] if high < len(scores) else extremes(graph.machine.game)[1]
    return forced if forced == conceded else None


def _can_force(
    graph: PositionGraph, before: Sequence[Sequence[int]], ends: set[int], mine: Sequence[bool], side: bool
) -> bool:
    """Can a side lead play from the first position to one of these ends?"""
    reached, ready = set(ends), list(ends)
    escapes = [len(targets) for targets in graph.after]
    while ready and 0 not in reached:
        for number in before[ready.pop()]:
            escapes[number] -= 1
            if number not in reached and (mine[number] == side or escapes[number] == 0):
                reached.add(number)
                ready.append(number)
    return 0 in reached


def _evaluate_node(graph: PositionGraph, seats: Seats, at: int, values: Sequence[Number | None]) -> Number:
    machine, position = graph.machine, graph.positions[at]
    known = [value for target in graph.after[at] if (value := values[target]) is not None]
    if not known:
        return seats.score_of(machine, graph.walker, position)
    match seats.way(machine, graph.walker, position):
        case BackupRule.HIGHEST:
            return max(known)
        case BackupRule.LOWEST:
            return min(known)
        case BackupRule.MEAN:
            outcomes = machine.outcomes(graph.walker.state(position))
            shares = [outcome.probability for outcome in outcomes] or [Fraction(1, len(known))] * len(known)
            return plain(sum([share * value for share, value in zip(shares, known, strict=True)], Fraction(0)))
