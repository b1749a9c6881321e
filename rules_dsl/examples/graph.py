"""All positions of a small game, with shortest ways to them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.play.notation import show_move


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is looked at: positions, and seconds if given."""

    states: int = 20_000
    seconds: float | None = None


@dataclass(slots=True)
class Graph:
    """The positions found breadth first; number 0 is the first. The first `looked` have been looked at; `complete`: there are no others."""

    machine: Machine
    states: list[State] = field(default_factory=list)
    before: list[tuple[int, Move] | None] = field(default_factory=list)
    after: list[list[int]] = field(default_factory=list)
    looked: int = 0
    complete: bool = True

    def way(self, number: int) -> tuple[str, ...]:
        """The moves of a shortest play to a position."""
        words: list[str] = []
        step = self.before[number]
        while step is not None:
            number, move = step
            words.append(show_move(self.machine, self.states[number], move))
            step = self.before[number]
        return tuple(reversed(words))


def explore(machine: Machine, limits: Limits, look: Callable[[int, State], None]) -> Graph:
    """Finds positions breadth first and looks at each, until all are found or a limit is reached."""
    graph = Graph(machine)
    known: dict[State, int] = {}
    _add(graph, known, machine.initial(), None)
    ends = None if limits.seconds is None else time.monotonic() + limits.seconds
    while graph.looked < len(graph.states):
        if len(graph.states) > limits.states or (ends is not None and time.monotonic() > ends):
            graph.complete = False
            break
        _expand(graph, known, look)
    return graph


def _expand(graph: Graph, known: dict[State, int], look: Callable[[int, State], None]) -> None:
    number = graph.looked
    look(number, graph.states[number])
    for move, following in _following(graph.machine, graph.states[number]):
        target = known.get(following)
        graph.after[number].append(_add(graph, known, following, (number, move)) if target is None else target)
    graph.looked += 1


def _add(graph: Graph, known: dict[State, int], state: State, before: tuple[int, Move] | None) -> int:
    known[state] = len(graph.states)
    graph.states.append(state)
    graph.before.append(before)
    graph.after.append([])
    return known[state]


def _following(machine: Machine, state: State) -> Iterator[tuple[Move, State]]:
    if machine.kind(state) != "over":
        for move in machine.moves(state):
            yield move, machine.apply(state, move)


def avoiding(graph: Graph, reached: Callable[[int], bool]) -> set[int]:
    """The positions from which play can go on for ever, or end, without ever coming to a position that counts as reached."""
    open_ways = {number: 0 for number in range(len(graph.states)) if not reached(number)}
    sources: dict[int, list[int]] = {number: [] for number in open_ways}
    for number in open_ways:
        for target in graph.after[number]:
            if target in open_ways:
                open_ways[number] += 1
                sources[target].append(number)
    safe = [number for number, ways in open_ways.items() if ways == 0 and graph.after[number]]
    while safe:
        number = safe.pop()
        del open_ways[number]
        for source in sources[number]:
            if source in open_ways:
                open_ways[source] -= 1
                if open_ways[source] == 0:
                    safe.append(source)
    return set(open_ways)


def endless(graph: Graph) -> set[int]:
    """The positions from which play can go on for ever."""
    return avoiding(graph, lambda number: not graph.after[number])
