"""Steps in a normal form: steps with equal conditions and effects are equal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from solver.factored.task import Box, Effect, Task, TaskStep

NOTHING = -1
"""In the place of a slot: what is put there depends on none."""

Put = tuple[int, int, frozenset[tuple[int, int]]]
"""A slot, the slot on which its new value depends, and for each value of that the new one."""
Asked = frozenset[tuple[int, int]]
"""Slots and the values (as bits) they must have."""


@dataclass(frozen=True, slots=True)
class NormalStep:
    """What a step asks for, what it changes, and whether it counts."""

    asked: Asked
    puts: frozenset[Put]
    cost: int

    @property
    def reads(self) -> frozenset[int]:
        """The slots that decide whether it is possible and what it does."""
        return frozenset([slot for slot, _ in self.asked]) | {source for _, source, _ in self.puts if source != NOTHING}

def normalise_box(task: Task, box: Box) -> Asked:
    """What a box asks for."""
    return frozenset(
        [
            (slot, mask & _full(task, slot))
            for slot, mask in box.items()
            if mask & _full(task, slot) != _full(task, slot)
        ]
    )


def plain_of(task: Task, step: TaskStep) -> NormalStep:
    """A step in this form."""
    asked = normalise_box(task, step.guard)
    known = dict(asked)
    return NormalStep(asked, frozenset(puts_of(task, known, step.effects)), step.cost)


def puts_of(task: Task, known: Mapping[int, int], effects: Iterable[Effect]) -> Iterable[Put]:
    """The changes by the effects, given partial knowledge of the slots."""
    for effect in effects:
        before = known.get(effect.source, _full(task, effect.source))
        pairs = frozenset([(value, effect.table[value]) for value in range(len(effect.table)) if before >> value & 1])
        after = {new for _, new in pairs}
        if len(after) == 1:
            (new,) = after
            if known.get(effect.slot) != 1 << new:
                yield effect.slot, NOTHING, frozenset([(NOTHING, new)])
        elif effect.source != effect.slot or any(old != new for old, new in pairs):
            yield effect.slot, effect.source, pairs


def _full(task: Task, slot: int) -> int:
    return (1 << len(task.slots[slot].values)) - 1
