"""Splits a game into parts: sets of slots on which a gain or a need depends, closed under dependencies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from solver.prices.course import PlaceEdge, PlaceGraph
from solver.symbolic.term_values import below
from solver.symbolic.terms import Symbol, Term, TermKind, Terms, high_of

Slots = frozenset[int]


@dataclass(frozen=True, slots=True)
class Gain:
    """A part of the gain of an edge, and the slots it depends on."""

    worth: Symbol
    slots: Slots


class GameSplit:
    """The parts of a game, each a set of slots.

    `without` says which gains and needs no part covers, so that only their ranges count.
    """

    def __init__(self, course: PlaceGraph) -> None:
        self.course = course
        self._place = {name: number for number, name in enumerate(course.names)}
        self._reads: dict[int, Slots] = {}
        self._needed = self._dependencies()
        wanted = [self.close_slots(slots) for slots in self._list_requests()]
        self.parts = [part for part in dict.fromkeys(wanted) if part and not any(part < other for other in wanted)]

    def reads(self, symbol: Symbol) -> Slots:
        """The slots that a symbol depends on."""
        if not isinstance(symbol, Term):
            return frozenset()
        if symbol.number not in self._reads:
            names = [term.name for term in below([symbol]) if term.kind is TermKind.VARIABLE]
            self._reads[symbol.number] = frozenset([self._place[name] for name in names])
        return self._reads[symbol.number]

    def close_slots(self, slots: Iterable[int]) -> Slots:
        """The slots and all that they depend on."""
        numbers: set[int] = set()
        waiting = list(slots)
        while waiting:
            slot = waiting.pop()
            if slot not in numbers:
                numbers.add(slot)
                waiting += self._needed[slot]
        return frozenset(numbers)

    def gains(self, edge: PlaceEdge) -> tuple[int, list[Gain]]:
        """The gains of an edge: the known sum, and the parts by dependency."""
        constant, rows = _summands(self.course.steps.terms, edge.gain)
        together: dict[Slots, list[tuple[int, Symbol]]] = {}
        for weight, part in rows:
            together.setdefault(self.reads(part), []).append((weight, part))
        return constant, [Gain(self.course.steps.terms.sum(parts), slots) for slots, parts in together.items()]

    def _edges(self) -> Iterable[PlaceEdge]:
        for edges in self.course.edges.values():
            yield from edges

    def _dependencies(self) -> list[set[int]]:
        dependencies: list[set[int]] = [set() for _ in self.course.names]
        for edge in self._edges():
            for slot, symbol in enumerate(edge.after):
                dependencies[slot] |= self.reads(symbol)
        return [numbers - {slot} for slot, numbers in enumerate(dependencies)]

    def _list_requests(self) -> Iterable[Slots]:
        for edge in self._edges():
            yield from [gain.slots for gain in self.gains(edge)[1]]
            yield from [self.reads(need) for need in edge.needs]

    def owner(self, slots: Slots) -> Slots:
        """The part that counts what depends on these slots."""
        return next((part for part in self.parts if slots <= part), frozenset())

    def name(self, part: Slots) -> str:
        """The slots of a part, in words."""
        return ", ".join([self.course.names[slot] for slot in sorted(part)])


def _summands(terms: Terms, symbol: Symbol) -> tuple[int, list[tuple[int, Symbol]]]:
    if not isinstance(symbol, Term):
        return int(symbol), []
    if symbol.kind is not TermKind.SUM:
        return 0, [(1, symbol)]
    return symbol.constant, list(zip(symbol.coefficients, symbol.parts, strict=True))


def most_of(gain: Gain) -> int:
    """What a gain is at most, whatever the slots hold."""
    return high_of(gain.worth)
