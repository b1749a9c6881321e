"""Slots that only uncounted steps depend on.

A state that is a counted step ahead of another is at least as good, whatever it has in these slots: each step that
depends on them has a counted twin with the same effect that does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from solver.factored.normal import NOTHING, NormalStep, normalise_box, plain_of, puts_of
from solver.factored.places import pointers_of
from solver.factored.task import Task, TaskStep, Values, holds


@dataclass(frozen=True, slots=True)
class Carefree:
    """The slots, and for each step whether it is counted and gives all of them constants.

    `idle`: canonical values where no step that reads the slots is possible, None if they are kept. `reading`: the
    numbers of these steps by value of the first slot.
    """

    slots: tuple[int, ...]
    settling: bytes
    reading: tuple[tuple[int, ...], ...]
    idle: bytes | None

    def reset_idle(self, task: Task, values: Values) -> Values:
        """The state with idle slots where that is the same."""
        reading = self.reading[values[self.slots[0]]]
        if self.idle is None or any(holds(task.steps[number].guard, values) for number in reading):
            return values
        changed = bytearray(values)
        for slot, value in zip(self.slots, self.idle, strict=True):
            changed[slot] = value
        return bytes(changed)


def carefree_of(task: Task, known: Task) -> Carefree | None:
    """The slots of a task that hardly any step depends on; None if there are none.

    `known` is the task with strengthened guards.
    """
    steps = [plain_of(task, step) for step in task.steps]
    slots = _unread(task, steps)
    while alone := [
        step
        for number, step in enumerate(steps)
        if step.reads & slots and not _has_twin(task, steps, known.steps[number], slots)
    ]:
        slots -= frozenset().union(*[step.reads for step in alone])
    if not any(step.reads & slots for step in steps):
        return None
    ordered = tuple(sorted(slots))
    settling = bytes([step.cost > 0 and slots <= _read_constants(step).keys() for step in steps])
    return Carefree(ordered, settling, _reading(task, steps, ordered), _idle(task, steps, ordered))


def _reading(task: Task, steps: Sequence[NormalStep], slots: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    numbers = [number for number, step in enumerate(steps) if not step.reads.isdisjoint(slots)]
    first, values = slots[0], range(len(task.slots[slots[0]].values))
    return tuple(
        [
            tuple([number for number in numbers if task.steps[number].guard.get(first, -1) >> value & 1])
            for value in values
        ]
    )


def _idle(task: Task, steps: Sequence[NormalStep], slots: Sequence[int]) -> bytes | None:
    """What the slots have at the start, if no step that cares for them is possible with that, all others settle them,
    and nothing else is taken for granted of them.
    """
    idle = {slot: task.start[slot] for slot in slots}
    reading = [step for step in steps if not step.reads.isdisjoint(slots)]
    stopped = all(any(slot in idle and not mask >> idle[slot] & 1 for slot, mask in step.asked) for step in reading)
    settled = all(idle.keys() <= _read_constants(step).keys() for step in steps if step not in reading)
    families = Counter([slot.family for slot in task.slots])
    alone = all(not task.slots[slot].family or families[task.slots[slot].family] == 1 for slot in slots)
    pointed = any(pointer.other in idle or idle.get(pointer.slot) == pointer.value for pointer in pointers_of(task))
    return bytes(idle.values()) if stopped and settled and alone and not pointed else None


def _unread(task: Task, steps: Sequence[NormalStep]) -> frozenset[int]:
    """The slots at which neither steps that count nor endings look."""
    read = [step.reads for step in steps if step.cost]
    asked = [frozenset([slot for slot, _ in normalise_box(task, box)]) for box in (*task.goals, *task.dead)]
    return frozenset(range(len(task.slots))).difference(*read, *asked)


def _has_twin(task: Task, steps: Sequence[NormalStep], step: TaskStep, slots: frozenset[int]) -> bool:
    """Does a step that counts do the same wherever this one is possible, whatever is in the slots?"""
    asked = dict(normalise_box(task, step.guard))
    plain = plain_of(task, step)
    after = {
        slot: mask.bit_length() - 1 for slot, mask in asked.items() if slot in slots and mask.bit_count() == 1
    } | _read_constants(plain)
    rest = {slot: mask for slot, mask in asked.items() if slot not in slots}
    changed = frozenset([put for put in plain.puts if put[0] not in slots])
    return any(
        twin.cost == 1
        and all(slot in after and _read_constants(twin).get(slot) == after[slot] for slot in slots)
        and all(slot in rest and rest[slot] & ~mask == 0 for slot, mask in twin.asked)
        and frozenset([put for put in puts_of(task, rest, task.steps[number].effects) if put[0] not in slots])
        == changed
        for number, twin in enumerate(steps)
    )


def _read_constants(step: NormalStep) -> dict[int, int]:
    """The slots that a step sets to constants, with the constants."""
    return {slot: new for slot, source, pairs in step.puts if source == NOTHING for _, new in pairs}
