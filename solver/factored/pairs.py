"""Pruning of step pairs: the second step undoes the first, both equal a single step, or they commute."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from solver.factored.task import Box, Effect, Task, TaskStep

MOST_PAIRS = 3_000_000


@dataclass(frozen=True, slots=True)
class SlotWrite:
    """The new value of a slot: a table applied to the old value of `source`."""

    source: int
    table: bytes


def find_banned_pairs(task: Task) -> list[frozenset[int]]:
    """For each step the numbers of those that need not be tried after it.

    A play with such a pair can be made shorter, or, of the same length, lower in the order of its steps; so the lowest
    of the shortest plays has none.
    """
    if len(task.steps) ** 2 > MOST_PAIRS:
        return [frozenset()] * len(task.steps)
    reads = [
        frozenset(step.guard) | {effect.source for effect in step.effects if effect.constant is None}
        for step in task.steps
    ]
    by_changes: dict[frozenset[int], list[int]] = {}
    for number, step in enumerate(task.steps):
        by_changes.setdefault(step.changes, []).append(number)
    return [frozenset(_after(task, number, reads, by_changes)) for number in range(len(task.steps))]


def _after(
    task: Task, first: int, reads: Sequence[frozenset[int]], by_changes: Mapping[frozenset[int], Sequence[int]]
) -> Iterator[int]:
    one = task.steps[first]
    for second, other in enumerate(task.steps):
        if not one.changes & (other.changes | reads[second]) and not other.changes & reads[first]:
            if second < first and not task.dead:
                yield second
        elif other.changes <= one.changes and _are_one(task, one, other, by_changes.get(one.changes, ())):
            yield second


def _are_one(task: Task, one: TaskStep, other: TaskStep, candidates: Sequence[int]) -> bool:
    """Is the second step after the first nothing, or as good as one step that is always possible where the two are?"""
    where = _both(one, other)
    if where is None:
        return True
    put = {slot: made for slot, made in _together(one, other).items() if not _is_still(slot, made, where)}
    return not put or any(_is_as_good(task.steps[candidate], put, where) for candidate in candidates)


def _both(one: TaskStep, other: TaskStep) -> Box | None:
    """Where both can be made, as far as slots say that the first one leaves alone; None if nowhere."""
    where = dict(one.guard)
    for slot, mask in other.guard.items():
        if slot not in one.changes:
            where[slot] = where.get(slot, -1) & mask
            if where[slot] == 0:
                return None
    return where


def _together(one: TaskStep, other: TaskStep) -> dict[int, SlotWrite]:
    put = {effect.slot: SlotWrite(effect.source, effect.table) for effect in one.effects}
    return put | {effect.slot: _following(effect, put) for effect in other.effects}


def _following(effect: Effect, put: Mapping[int, SlotWrite]) -> SlotWrite:
    before = put.get(effect.source)
    if before is None:
        return SlotWrite(effect.source, effect.table)
    return SlotWrite(before.source, bytes([effect.table[value] for value in before.table]))


def _is_still(slot: int, made: SlotWrite, where: Box) -> bool:
    """Is in the slot what was there?"""
    mask = where.get(slot, -1)
    if mask > 0 and mask.bit_count() == 1:
        return _only(made, where) == mask.bit_length() - 1
    return made.source == slot and all(place == value for place, value in enumerate(made.table) if mask >> place & 1)


def _only(made: SlotWrite, where: Box) -> int | None:
    """The value that is put, if it is always the same."""
    mask = where.get(made.source, -1)
    values = {value for place, value in enumerate(made.table) if mask >> place & 1}
    return values.pop() if len(values) == 1 else None


def _is_as_good(step: TaskStep, put: Mapping[int, SlotWrite], where: Box) -> bool:
    """Is the step possible wherever two were, and does it do the same?"""
    if any(where.get(slot, -1) & ~mask for slot, mask in step.guard.items()):
        return False
    made = {effect.slot: SlotWrite(effect.source, effect.table) for effect in step.effects}
    made = {slot: slot_write for slot, slot_write in made.items() if not _is_still(slot, slot_write, where)}
    return made.keys() == put.keys() and all(_are_same(put[slot], made[slot], where) for slot in put)


def _are_same(one: SlotWrite, other: SlotWrite, where: Box) -> bool:
    only = _only(one, where)
    if only is not None:
        return _only(other, where) == only
    mask = where.get(one.source, -1)
    return one.source == other.source and all(
        a == b for place, (a, b) in enumerate(zip(one.table, other.table, strict=True)) if mask >> place & 1
    )
