"""Candidate automorphisms of a coloured graph by colour refinement; callers verify them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

MOST_TRIES = 400
"""So often colours are worked out anew."""
BITS = (1 << 61) - 1

ITS_OWN = 1

Colouring = Sequence[int]
"""The colour of each vertex. Colours are the same in all parts of the search: they tell what led to them."""


@dataclass(slots=True)
class ColouredGraph:
    """Vertices with a first colour each, and for each the kinds of its edges with the other end."""

    first: list[int] = field(default_factory=list)
    joined: list[list[tuple[int, int]]] = field(default_factory=list)
    _kinds: dict[Hashable, int] = field(default_factory=dict)

    def vertex(self, *kind: Hashable) -> int:
        """A new vertex of a kind."""
        self.first.append(self._number(kind))
        self.joined.append([])
        return len(self.first) - 1

    def join(self, kind: str, one: int, other: int) -> None:
        """Add an edge, labelled by its ends."""
        self.joined[one].append((self._number((kind, "there")), other))
        self.joined[other].append((self._number((kind, "back")), one))

    def _number(self, kind: Hashable) -> int:
        return self._kinds.setdefault(kind, len(self._kinds))


def refine_colours(graph: ColouredGraph, colours: Colouring, rounds: int | None = None) -> tuple[Colouring, int]:
    """Refine colours by neighbouring colours until nothing changes, or for a number of rounds; also returns the number
    of rounds.
    """
    count, done = len(set(colours)), 0
    while rounds is None or done < rounds:
        colours = [
            hash((colour, sum([hash((kind, colours[other])) for kind, other in joined]) & BITS))
            for colour, joined in zip(colours, graph.joined, strict=True)
        ]
        done += 1
        before, count = count, len(set(colours))
        if rounds is None and count == before:
            break
    return colours, done


@dataclass(frozen=True, slots=True)
class ColourLevel:
    """A colouring, a vertex of an ambiguous cell, and the refinement after individualising it."""

    colours: Colouring
    chosen: int
    rounds: int
    counts: Mapping[int, int]


def permutations(graph: ColouredGraph, deciding: Sequence[int], is_late: Callable[[], bool]) -> Iterator[Sequence[int]]:
    """For each vertex the one that takes its place; all others can be made of these.

    `deciding`: vertices that say where the others go.
    """
    yield from _Search(graph, deciding, is_late).search_permutations()


class _Search:
    """The path to a discrete colouring and its alternatives."""

    def __init__(self, graph: ColouredGraph, deciding: Sequence[int], is_late: Callable[[], bool]) -> None:
        self.graph, self.deciding, self.is_late = graph, deciding, is_late
        self.tries = 0
        self.levels: list[ColourLevel] = []
        colours, _ = refine_colours(graph, graph.first)
        while (cell := self._cell(colours)) and not self._is_enough():
            after, rounds = refine_colours(graph, self._mark_vertex(colours, cell[0]))
            self.levels.append(ColourLevel(colours, cell[0], rounds, Counter(after)))
            colours = after
        self.last = colours

    def _is_enough(self) -> bool:
        self.tries += 1
        return self.tries > MOST_TRIES or self.is_late()

    def _cell(self, colours: Colouring) -> Sequence[int]:
        """The smallest cell with more than one vertex."""
        cells = defaultdict(list)
        for vertex in self.deciding:
            cells[colours[vertex]].append(vertex)
        return min([cell for cell in cells.values() if len(cell) > 1], key=len, default=[])

    def _mark_vertex(self, colours: Colouring, vertex: int) -> Colouring:
        marked = list(colours)
        marked[vertex] = hash((colours[vertex], ITS_OWN))
        return marked

    def search_permutations(self) -> Iterator[Sequence[int]]:
        """Permutations, from the last level up."""
        if self._cell(self.last):
            return
        known: list[Sequence[int]] = []
        for depth in reversed(range(len(self.levels))):
            level = self.levels[depth]
            seen = {level.chosen}
            for vertex in [number for number in self.deciding if level.colours[number] == level.colours[level.chosen]]:
                if vertex in seen:
                    continue
                sequence = self._beside(depth, level.colours, vertex)
                if sequence is not None:
                    known.append(sequence)
                    yield sequence
                seen |= self._orbit(vertex, known) if sequence is None else self._orbit(level.chosen, known)

    def _beside(self, depth: int, colours: Colouring, vertex: int) -> Sequence[int] | None:
        """A permutation that takes the vertex chosen at a level to this one and leaves alone those chosen before."""
        level = self.levels[depth]
        if self._is_enough():
            return None
        after, _ = refine_colours(self.graph, self._mark_vertex(colours, vertex), level.rounds)
        if Counter(after) != level.counts:
            return None
        if depth + 1 == len(self.levels):
            return self._match_vertices(after)
        below = self.levels[depth + 1]
        for number in [other for other in self.deciding if after[other] == below.colours[below.chosen]]:
            sequence = self._beside(depth + 1, after, number)
            if sequence is not None:
                return sequence
        return None

    def _match_vertices(self, colours: Colouring) -> Sequence[int]:
        """For each vertex the one that has its colour here."""
        places = {colour: vertex for vertex, colour in enumerate(colours)}
        return [places[colour] for colour in self.last]

    def _orbit(self, vertex: int, known: Sequence[Sequence[int]]) -> set[int]:
        orbit, waiting = {vertex}, [vertex]
        while waiting:
            fresh = {orbit[waiting[-1]] for orbit in known} - orbit
            waiting.pop()
            orbit |= fresh
            waiting += fresh
        return orbit
