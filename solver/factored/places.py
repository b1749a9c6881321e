"""Invariants read off the steps: a slot that points to the position of a value, and values that move through the
entries of a map, each present exactly once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress

from rules_dsl.ir.types import Value
from solver.factored.task import Box, Effect, Task, TaskStep, Values

Token = tuple[str, int]
"""Something in a slot before a step: a value known by its number, or whatever the slot has."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """Where the slot has this value, the other slot has that value."""

    slot: int
    value: int
    other: int
    there: int


@dataclass(frozen=True, slots=True)
class MovingValues:
    """Slots through which values wander, and those of the values that are there exactly once."""

    slots: tuple[int, ...]
    values: tuple[int, ...]


# -- pointers ---------------------------------------------------------------------------------------------------------


def with_pointers(task: Task) -> Task:
    """The same task with guards and goals strengthened by pointers."""
    pointers = pointers_of(task)
    full = [(1 << len(slot.values)) - 1 for slot in task.slots]
    steps = [replace(step, guard=_apply_pointers(step.guard, pointers, full)) for step in task.steps]
    return replace(task, steps=tuple(steps), goals=tuple([_apply_pointers(box, pointers, full) for box in task.goals]))


def possible(task: Task, known: Task) -> tuple[Task, Task]:
    """Both tasks without steps that the pointers exclude: in `known`, no state meets the guard of such a step."""
    kept = [all(step.guard.values()) for step in known.steps]
    return replace(task, steps=tuple(compress(task.steps, kept))), replace(
        known, steps=tuple(compress(known.steps, kept))
    )


def pointers_of(task: Task) -> list[Pointer]:
    """Those that hold at the start and that no step breaks."""
    return _keep_invariant(task, _candidates(task))


def _apply_pointers(box: Box, pointers: Sequence[Pointer], full: Sequence[int]) -> Box:
    allowed = dict(box)
    for pointer in pointers:
        if allowed.get(pointer.slot) == 1 << pointer.value:
            allowed[pointer.other] = allowed.get(pointer.other, full[pointer.other]) & 1 << pointer.there
        elif not allowed.get(pointer.other, full[pointer.other]) >> pointer.there & 1:
            allowed[pointer.slot] = allowed.get(pointer.slot, full[pointer.slot]) & ~(1 << pointer.value)
    return allowed


def _candidates(task: Task) -> set[Pointer]:
    """Pointer candidates: a step overwrites a slot about which it only knows that another slot points there, and moves
    a known value away.
    """
    pointers = set()
    for step in task.steps:
        known = {slot: mask.bit_length() - 1 for slot, mask in step.guard.items() if mask.bit_count() == 1}
        put = {effect.constant for effect in step.effects} - {None}
        for effect in step.effects:
            if effect.slot not in known:
                pointers |= {
                    Pointer(slot, at, effect.slot, value)
                    for slot, at in known.items()
                    for value in put
                    if value is not None
                }
    sizes = [len(slot.values) for slot in task.slots]
    return {pointer for pointer in pointers if pointer.there < sizes[pointer.other] and holds_at(pointer, task.start)}


def holds_at(pointer: Pointer, values: Values) -> bool:
    """Is it so in a state?"""
    return values[pointer.slot] != pointer.value or values[pointer.other] == pointer.there


def _keep_invariant(task: Task, pointers: set[Pointer]) -> list[Pointer]:
    """Those that no step breaks, if all of them hold before it."""
    while True:
        kept = {pointer for pointer in pointers if all(_survives(pointer, step, pointers) for step in task.steps)}
        if kept == pointers:
            return sorted(kept, key=lambda pointer: (pointer.slot, pointer.value, pointer.other))
        pointers = kept


def _survives(pointer: Pointer, step: TaskStep, pointers: set[Pointer]) -> bool:
    effects = {effect.slot: effect for effect in step.effects}
    if not _possible(step, effects.get(pointer.slot), pointer.slot) >> pointer.value & 1:
        return True
    if pointer.slot in effects or pointer.other in effects:
        there = _possible(step, effects.get(pointer.other), pointer.other)
        return there == 1 << pointer.there or (pointer.other not in effects and _is_implied(pointer, step, pointers))
    return True


def _is_implied(pointer: Pointer, step: TaskStep, pointers: set[Pointer]) -> bool:
    """Was the value there before, by another pointer of the same slot?"""
    before = step.guard.get(pointer.slot, 0)
    return before.bit_count() == 1 and replace(pointer, value=before.bit_length() - 1) in pointers


def _possible(step: TaskStep, effect: Effect | None, slot: int) -> int:
    """The values (as bits) that a slot may have after a step."""
    if effect is None:
        return step.guard.get(slot, -1)
    return possible_after(effect, step.guard)


def possible_after(effect: Effect, guard: Box) -> int:
    """The values (as bits) that an effect can produce."""
    sources, mask = guard.get(effect.source, -1), 0
    for place, number in enumerate(effect.table):
        if sources >> place & 1:
            mask |= 1 << number
    return mask


# -- wandering values -------------------------------------------------------------------------------------------------


def wandering(task: Task) -> list[MovingValues]:
    """The maps of which all steps only move the values about."""
    families: dict[tuple[str, tuple[Value, ...]], list[int]] = {}
    for number, slot in enumerate(task.slots):
        families.setdefault((slot.family, slot.values), []).append(number)
    return [
        _unique(task, slots)
        for (name, _), slots in families.items()
        if name and len(slots) > 1 and _only_moved(task, frozenset(slots))
    ]


def _unique(task: Task, slots: Sequence[int]) -> MovingValues:
    counts = Counter([task.start[slot] for slot in slots])
    return MovingValues(tuple(slots), tuple(sorted([value for value, count in counts.items() if count == 1])))


def _only_moved(task: Task, slots: frozenset[int]) -> bool:
    touching = [step for step in task.steps if step.changes & slots]
    return bool(touching) and all(_moves_only(step, slots) for step in touching)


def _moves_only(step: TaskStep, slots: frozenset[int]) -> bool:
    """Are the values that a step puts into the slots those it takes away?"""
    written = [effect for effect in step.effects if effect.slot in slots]
    before = Counter([_token(step, effect.slot) for effect in written])
    after = Counter([_put(step, effect) for effect in written])
    return before == after


def _token(step: TaskStep, slot: int) -> Token:
    mask = step.guard.get(slot, 0)
    return ("known", mask.bit_length() - 1) if mask.bit_count() == 1 else ("what is in", slot)


def _put(step: TaskStep, effect: Effect) -> Token | None:
    if effect.constant is not None:
        return "known", effect.constant
    mask = step.guard.get(effect.source, -1)
    same = all(place == number for place, number in enumerate(effect.table) if mask >> place & 1)
    return _token(step, effect.source) if same else None
