"""A factored game: slots with few values, and steps that need certain values in some slots and set others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rules_dsl.ir.types import Value
from rules_dsl.machine.api import Move

Values = bytes
"""The number of the value of each slot."""
Box = Mapping[int, int]
"""For some slots the values (as bits) they must have."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A part of the state: which, in words, and the values it may have."""

    name: str
    values: tuple[Value, ...]
    family: str = ""  # the map it is an entry of


@dataclass(frozen=True, slots=True)
class Effect:
    """The slot gets the table's value for the old value of `source`."""

    slot: int
    source: int
    table: bytes

    @property
    def constant(self) -> int | None:
        """What it always puts there; None if that depends on the source."""
        return self.table[0] if len(set(self.table)) == 1 else None


@dataclass(frozen=True, slots=True)
class TaskStep:
    """A move where the slots have the values of `guard`: all the state it can be made in, and all it changes."""

    move: Move
    guard: Box
    effects: tuple[Effect, ...]
    cost: int = 1  # 0: the move does not count

    @property
    def changes(self) -> frozenset[int]:
        """The slots it may change."""
        return frozenset([effect.slot for effect in self.effects])

    def after(self, values: Sequence[int]) -> Values:
        """The state after it."""
        changed = bytearray(values)
        for effect in self.effects:
            changed[effect.slot] = effect.table[values[effect.source]]
        return bytes(changed)


@dataclass(frozen=True, slots=True)
class Task:
    """From `start` by steps to a state in one of the boxes `goals`; a state in one of `dead` has no way on.

    Steps of one state lead on from each other.
    """

    slots: tuple[Slot, ...]
    steps: tuple[TaskStep, ...]
    goals: tuple[Box, ...]
    dead: tuple[Box, ...]
    start: Values


BEGUN = "begun"
"""A slot of no variable: has a move been made?"""


def begin_once(task: Task) -> Task:
    """The task for which goals and dead states count only after a step: a slot more says whether there was one."""
    place, yes = len(task.slots), 0b10
    begun = Effect(place, place, bytes((1, 1)))
    return replace(
        task,
        slots=(*task.slots, Slot(BEGUN, (False, True))),
        steps=tuple([replace(step, effects=(*step.effects, begun)) for step in task.steps]),
        goals=tuple([{**box, place: yes} for box in task.goals]),
        dead=tuple([{**box, place: yes} for box in task.dead]),
        start=bytes((*task.start, 0)),
    )


def holds(box: Box, values: Sequence[int]) -> bool:
    """Is the state in the box?"""
    return all(mask >> values[slot] & 1 for slot, mask in box.items())


def is_over(task: Task, values: Sequence[int]) -> bool:
    """Does the game end in this state?"""
    return any(holds(box, values) for box in (*task.goals, *task.dead))


def steps_from(task: Task, values: Sequence[int]) -> list[TaskStep]:
    """The steps possible in a state."""
    return [step for step in task.steps if holds(step.guard, values)]
