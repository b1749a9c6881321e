"""Small random tasks, with symmetries or carefree slots planted in them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product

from rules_dsl.machine.api import Move
from solver.factored.symmetries import SlotPermutation
from solver.factored.task import Box, Effect, Slot, Task, TaskStep, Values, holds, is_over, steps_from

FAR = 1 << 20


def random_task(dice: random.Random, sizes: Sequence[int], steps: int, families: bool = False) -> Task:
    """Steps that ask for a few slots and change a few."""
    slots = tuple(
        [Slot(f"{number}", tuple(range(size)), f"of {size}" if families else "") for number, size in enumerate(sizes)]
    )
    made = [
        TaskStep(Move(0, (number,)), _box(dice, sizes, 2), _effects(dice, sizes), dice.randrange(4) and 1)
        for number in range(steps)
    ]
    start = bytes([dice.randrange(size) for size in sizes])
    return Task(slots, tuple(made), (_box(dice, sizes, len(sizes)),), (_box(dice, sizes, 3),), start)


def _box(dice: random.Random, sizes: Sequence[int], count: int) -> Box:
    return {
        slot: dice.randrange(1, 1 << sizes[slot])
        for slot in sorted(dice.sample(range(len(sizes)), min(count, len(sizes))))
    }


def _effects(dice: random.Random, sizes: Sequence[int]) -> tuple[Effect, ...]:
    found = []
    for slot in dice.sample(range(len(sizes)), dice.randrange(1, 3)):
        source = dice.randrange(len(sizes))
        new = [dice.randrange(sizes[slot]) for _ in range(sizes[source])]
        found.append(Effect(slot, source, bytes(new if dice.randrange(3) == 0 else [new[0]] * sizes[source])))
    return tuple(found)


def random_turn(dice: random.Random, task: Task) -> SlotPermutation:
    """Any permutation of slots of one size and of their values."""
    sizes = [len(slot.values) for slot in task.slots]
    groups = {size: [slot for slot, own in enumerate(sizes) if own == size] for size in sizes}
    mixed = {size: dice.sample(slots, len(slots)) for size, slots in groups.items()}
    targets = tuple([mixed[size][groups[size].index(slot)] for slot, size in enumerate(sizes)])
    return SlotPermutation(targets, tuple([bytes(dice.sample(range(size), size)) for size in sizes]))


def with_symmetry(task: Task, turn: SlotPermutation) -> Task:
    """The task with the images of all steps and endings under all powers of a permutation."""
    steps, goals, dead, power = list(task.steps), list(task.goals), list(task.dead), turn
    while power.slots != tuple(range(len(task.slots))) or any(own != bytes(range(len(own))) for own in power.values):
        steps += [turned(power, step) for step in task.steps]
        goals += [turned_box(power, box) for box in task.goals]
        dead += [turned_box(power, box) for box in task.dead]
        power = turn.after(power)
    return Task(task.slots, tuple(steps), tuple(goals), tuple(dead), task.start)


def turned(turn: SlotPermutation, step: TaskStep) -> TaskStep:
    return TaskStep(
        step.move,
        turned_box(turn, step.guard),
        tuple([_turned_effect(turn, effect) for effect in step.effects]),
        step.cost,
    )


def turned_box(turn: SlotPermutation, box: Box) -> Box:
    return {
        turn.slots[slot]: sum([1 << new for old, new in enumerate(turn.values[slot]) if mask >> old & 1])
        for slot, mask in box.items()
    }


def _turned_effect(turn: SlotPermutation, effect: Effect) -> Effect:
    table = bytearray(len(effect.table))
    for old, new in enumerate(effect.table):
        table[turn.values[effect.source][old]] = turn.values[effect.slot][new]
    return Effect(turn.slots[effect.slot], turn.slots[effect.source], bytes(table))


def with_carefree(dice: random.Random, sizes: Sequence[int], steps: int, flawed: bool) -> Task:
    """Steps that count put something into the last slot; others that do not count do what one of these does, and ask
    for what is in it. `flawed`: or nearly so.
    """
    task, last = random_task(dice, sizes, steps), len(sizes) - 1
    counted = [_settling(dice, step, last, sizes[last]) for step in task.steps]
    free = [_reading(dice, dice.choice(counted), last, sizes) for _ in range(steps)]
    if flawed:
        at = dice.randrange(len(free))
        free[at] = TaskStep(free[at].move, {last: free[at].guard[last]}, free[at].effects, 0)
    goals = tuple([{slot: mask for slot, mask in box.items() if slot != last} for box in task.goals])
    dead = tuple([{slot: mask for slot, mask in box.items() if slot != last} for box in task.dead])
    return Task(task.slots, (*counted, *free), goals, dead, task.start[:-1] + b"\0")


def _settling(dice: random.Random, step: TaskStep, last: int, size: int) -> TaskStep:
    effects = [effect for effect in step.effects if last not in (effect.slot, effect.source)]
    guard = {slot: mask for slot, mask in step.guard.items() if slot != last}
    return TaskStep(step.move, guard, (*effects, Effect(last, last, bytes([dice.randrange(1, size)]) * size)), 1)


def _reading(dice: random.Random, twin: TaskStep, last: int, sizes: Sequence[int]) -> TaskStep:
    more = dice.randrange(last)
    mask = twin.guard.get(more, (1 << sizes[more]) - 1)
    return TaskStep(
        twin.move,
        {
            **twin.guard,
            more: mask & dice.randrange(1 << sizes[more]) or mask,
            last: 1 << dice.randrange(1, sizes[last]),
        },
        twin.effects,
        0,
    )


def all_states(task: Task) -> Iterator[Values]:
    return map(bytes, product(*[range(len(slot.values)) for slot in task.slots]))


def distances(task: Task) -> dict[Values, int]:
    """From each state whatever how many steps that count lead to a goal, FAR where none does; looked at until nothing
    changes.
    """
    found = {state: 0 if any(holds(box, state) for box in task.goals) else FAR for state in all_states(task)}
    changed = True
    while changed:
        changed = False
        for state in found:
            ways = (
                []
                if is_over(task, state)
                else [found[step.after(state)] + step.cost for step in steps_from(task, state)]
            )
            least = min([*ways, found[state]])
            changed, found[state] = changed or least < found[state], min(least, FAR)
    return found
