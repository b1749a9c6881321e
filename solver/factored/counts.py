"""Lower bounds by counting how many members a step can add to a set or remove from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solver.factored.places import possible_after
from solver.factored.tables import DistanceTable
from solver.factored.task import Box, Effect, Task, TaskStep

UNREACHED = 255
FARTHEST = 254
BOTH = 0b11


def counts_of(task: Task) -> Iterator[DistanceTable]:
    """For each set how many steps it takes at least until as many are in it as the goals ask for."""
    families: dict[str, list[int]] = {}
    for number, slot in enumerate(task.slots):
        if slot.values == (False, True):
            families.setdefault(slot.family, []).append(number)
    for slots in families.values():
        if len(slots) > 1 and not any(
            _change(step, frozenset(slots)) != (0, 0) for step in task.steps if not step.cost
        ):
            table = _count(task, slots)
            if any(table.entries):
                yield table


def _count(task: Task, slots: Sequence[int]) -> DistanceTable:
    changes = [_change(step, frozenset(slots)) for step in task.steps]
    fewer, more = max([-low for low, _ in changes], default=0), max([high for _, high in changes], default=0)
    wanted = [_count_in_goals(box, slots) for box in task.goals]
    entries = [
        min([_steps(count, low, high, fewer, more) for low, high in wanted], default=UNREACHED)
        for count in range(len(slots) + 1)
    ]
    return DistanceTable({slot: [0, 1] + [0] * 62 for slot in slots}, bytearray(entries), "a count")


def _count_in_goals(box: Box, slots: Sequence[int]) -> tuple[int, int]:
    """How many are in the set in a goal, at least and at most."""
    masks = [box.get(slot, BOTH) for slot in slots]
    return sum([mask == 0b10 for mask in masks]), sum([mask >> 1 & 1 for mask in masks])


def _steps(count: int, low: int, high: int, fewer: int, more: int) -> int:
    missing, number = (count - high, fewer) if count > high else (low - count, more)
    if missing <= 0:
        return 0
    return UNREACHED if number <= 0 else min(-(-missing // number), FARTHEST)


def _change(step: TaskStep, slots: frozenset[int]) -> tuple[int, int]:
    """By how much a step changes the number, at least and at most."""
    spans = [_span(step, effect) for effect in step.effects if effect.slot in slots]
    return sum([low for low, _ in spans]), sum([high for _, high in spans])


def _span(step: TaskStep, effect: Effect) -> tuple[int, int]:
    before = step.guard.get(effect.slot, BOTH)
    if effect.source == effect.slot:
        changes = [effect.table[value] - value for value in (0, 1) if before >> value & 1]
        return min(changes), max(changes)
    after = possible_after(effect, step.guard)
    lowest, highest = (0 if after & 1 else 1), (1 if after >> 1 & 1 else 0)
    return lowest - (before >> 1 & 1), highest - (0 if before & 1 else 1)
