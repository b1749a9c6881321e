"""Permutations of slots, and of what may be in them, that make steps of steps and endings of endings: a state is as far
from a goal as each of its images.

They are found by colouring: slots, values, steps and endings get colours by what they are joined to, until nothing
tells more of them apart; then one is given a colour of its own, and what follows from that is compared for all it might
become. What is found that way is tried on every step before it is believed.

The start need not be its own image. But what is taken for granted since it is so at the start
(solver/factored/places.py) must be so in its images, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from solver.factored.colours import ColouredGraph, permutations
from solver.factored.normal import NOTHING, Asked, NormalStep, normalise_box, plain_of
from solver.factored.places import holds_at, pointers_of
from solver.factored.task import Task, Values

MOST_TURNS = 64
MOST_EDGES = 200_000


@dataclass(frozen=True, slots=True)
class SlotPermutation:
    """A permutation of slots (`slots`) that also maps their values (`values`, by source slot)."""

    slots: tuple[int, ...]
    values: tuple[bytes, ...]

    def image(self, values: Values) -> Values:
        """What a state becomes."""
        turned = bytearray(len(values))
        for slot, value in enumerate(values):
            turned[self.slots[slot]] = self.values[slot][value]
        return bytes(turned)

    def after(self, first: SlotPermutation) -> SlotPermutation:
        """First that one, then this one."""
        slots = tuple([self.slots[slot] for slot in first.slots])
        values = tuple(
            [
                bytes([self.values[slot][value] for value in own])
                for slot, own in zip(first.slots, first.values, strict=True)
            ]
        )
        return SlotPermutation(slots, values)

    def turn_box(self, asked: Asked) -> Asked:
        """What a box becomes."""
        return frozenset([(self.slots[slot], self._mask(slot, mask)) for slot, mask in asked])

    def _mask(self, slot: int, mask: int) -> int:
        return sum([1 << new for old, new in enumerate(self.values[slot]) if mask >> old & 1])

    def step(self, step: NormalStep) -> NormalStep:
        """What a step becomes."""
        puts = [
            (
                self.slots[slot],
                source if source == NOTHING else self.slots[source],
                frozenset(
                    [
                        (old if source == NOTHING else self.values[source][old], self.values[slot][new])
                        for old, new in pairs
                    ]
                ),
            )
            for slot, source, pairs in step.puts
        ]
        return NormalStep(self.turn_box(step.asked), frozenset(puts), step.cost)


@dataclass(frozen=True, slots=True)
class Whole:
    """All that a permutation has to keep."""

    task: Task
    steps: frozenset[NormalStep]
    goals: frozenset[Asked]
    dead: frozenset[Asked]

    def is_kept(self, turn: SlotPermutation) -> bool:
        """Are steps made of steps, goals of goals and dead ends of dead ends?"""
        return (
            all(turn.step(step) in self.steps for step in self.steps)
            and all(turn.turn_box(box) in self.goals for box in self.goals)
            and all(turn.turn_box(box) in self.dead for box in self.dead)
        )


def whole_of(task: Task) -> Whole:
    """What a task is, however it is written."""
    goals, dead = [frozenset([normalise_box(task, box) for box in boxes]) for boxes in (task.goals, task.dead)]
    return Whole(task, frozenset([plain_of(task, step) for step in task.steps]), goals, dead)


def turns_of(
    task: Task, apart: Iterable[int] = (), is_late: Callable[[], bool] = lambda: False
) -> tuple[SlotPermutation, ...]:
    """A group of permutations that keep the task, without the one that changes nothing; slots `apart` stay among
    themselves. Fewer where that takes long.
    """
    whole = whole_of(task)
    drawn = TaskGraph(whole, frozenset(apart))
    if sum([len(pairs) for pairs in drawn.graph.joined]) > MOST_EDGES:
        return ()
    turns: list[SlotPermutation] = []
    group: tuple[SlotPermutation, ...] = (_identity(task),)
    granted = _make_granted_test(task)
    for numbers in permutations(drawn.graph, drawn.deciding, is_late):
        turn = drawn.turn(numbers)
        larger = _close_group(group[0], [*turns, turn]) if whole.is_kept(turn) else ()
        if larger and all(granted(permutation.image(task.start)) for permutation in larger):
            turns, group = [*turns, turn], larger
    return group[1:]


def _identity(task: Task) -> SlotPermutation:
    return SlotPermutation(
        tuple(range(len(task.slots))), tuple([bytes(range(len(slot.values))) for slot in task.slots])
    )


def _close_group(first: SlotPermutation, turns: Sequence[SlotPermutation]) -> tuple[SlotPermutation, ...]:
    """All that can be made of these, what changes nothing first; none if they are too many."""
    result = {first: None}
    waiting = [first]
    while waiting and len(result) <= MOST_TURNS:
        one = waiting.pop()
        fresh = [made for turn in turns if (made := turn.after(one)) not in result]
        result |= dict.fromkeys(fresh)
        waiting += fresh
    return tuple(result) if len(result) <= MOST_TURNS else ()


def _make_granted_test(task: Task) -> Callable[[Values], bool]:
    """Is all so in a state that bounds take for granted: where slots point to, and how often each value is in the slots
    of a family?
    """
    pointers = pointers_of(task)

    def counts(values: Values) -> Counter[tuple[str, int]]:
        return Counter([(slot.family, value) for slot, value in zip(task.slots, values, strict=True) if slot.family])

    at_start = counts(task.start)
    return lambda values: counts(values) == at_start and all(holds_at(pointer, values) for pointer in pointers)


def canonical(turns: Sequence[SlotPermutation], values: Values) -> Values:
    """One state for all that are images of each other."""
    return min([values, *[turn.image(values) for turn in turns]])


# -- as a graph -------------------------------------------------------------------------------------------------------


class TaskGraph:
    """What has to be kept, as a graph: slots, their values, steps, endings, and what joins them."""

    def __init__(self, whole: Whole, apart: frozenset[int]) -> None:
        self.task, self.graph = whole.task, ColouredGraph()
        self._slots = [
            self.graph.vertex("slot", len(slot.values), number in apart) for number, slot in enumerate(self.task.slots)
        ]
        self._values = [[self.graph.vertex("value") for _ in slot.values] for slot in self.task.slots]
        for slot, values in zip(self._slots, self._values, strict=True):
            for value in values:
                self.graph.join("of", slot, value)
        for step in whole.steps:
            self._add_step(step)
        for kind, boxes in (("goal", whole.goals), ("dead", whole.dead)):
            for box in boxes:
                self._ask(self.graph.vertex(kind, len(box)), box)

    @property
    def deciding(self) -> Sequence[int]:
        """The vertices that say what a permutation is."""
        return [*self._slots, *[value for values in self._values for value in values]]

    def turn(self, image: Sequence[int]) -> SlotPermutation:
        """The permutation that takes each vertex to the one found for it."""
        slots = {vertex: number for number, vertex in enumerate(self._slots)}
        values = {vertex: number for own in self._values for number, vertex in enumerate(own)}
        return SlotPermutation(
            tuple([slots[image[vertex]] for vertex in self._slots]),
            tuple([bytes([values[image[vertex]] for vertex in own]) for own in self._values]),
        )

    def _ask(self, vertex: int, asked: Asked) -> None:
        for slot, mask in asked:
            for number, value in enumerate(self._values[slot]):
                if mask >> number & 1:
                    self.graph.join("asks", vertex, value)

    def _add_step(self, step: NormalStep) -> None:
        vertex = self.graph.vertex("step", step.cost, len(step.asked), len(step.puts))
        self._ask(vertex, step.asked)
        for slot, source, pairs in step.puts:
            if source == NOTHING:
                for _, new in pairs:
                    self.graph.join("puts", vertex, self._values[slot][new])
            else:
                self._add_dependent(vertex, slot, source, pairs)

    def _add_dependent(self, vertex: int, slot: int, source: int, pairs: Iterable[tuple[int, int]]) -> None:
        put = self.graph.vertex("put")
        self.graph.join("does", vertex, put)
        for old, new in pairs:
            pair = self.graph.vertex("pair")
            self.graph.join("has", put, pair)
            self.graph.join("from", pair, self._values[source][old])
            self.graph.join("to", pair, self._values[slot][new])
