"""Tasks and bounds as flat arrays for the kernels."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate

from cython_ext.kernels._steps import Net
from solver.factored.bounds import Bounds
from solver.factored.pairs import find_banned_pairs
from solver.factored.patterns import NOTHING
from solver.factored.tables import DistanceTable
from solver.factored.task import Box, Effect, Task, TaskStep

VALUES = NOTHING + 1
Weights = list[list[list[int] | None]]
"""For each table and slot what values count; None where it does not see the slot."""


def net_of(task: Task, known: Task, bounds: Bounds, in_order: bool = True) -> Net:
    """The task for the kernels.

    `known` is the task with strengthened guards. `in_order` adds which steps need not follow which.
    """
    steps = _steps(task)
    selector = _selector(task)
    candidates = _candidates(known, selector, find_banned_pairs(known) if in_order else [()] * len(known.steps))
    weighed = [TableWeights(task, table) for table_sum in bounds.sums for table in table_sum.tables]
    goals, dead = [(_ends(boxes), _slots(boxes), _masks(boxes)) for boxes in (task.goals, task.dead)]
    return Net(task.start, steps, candidates, _bounds(known, bounds, weighed), goals, dead)


def _selector(task: Task) -> int:
    """The slot that discriminates best between applicable steps."""
    counts = Counter([slot for step in task.steps for slot, mask in step.guard.items() if mask.bit_count() == 1])
    return counts.most_common(1)[0][0] if counts else 0


# -- steps ------------------------------------------------------------------------------------------------------------


def _steps(task: Task) -> tuple[array[int] | bytes, ...]:
    guards = [step.guard for step in task.steps]
    effects = [effect for step in task.steps for effect in step.effects]
    places = list(accumulate([len(effect.table) for effect in effects], initial=0))
    return (
        _ends(guards), _slots(guards), _masks(guards), _ends([step.effects for step in task.steps]),
        array("i", [effect.slot for effect in effects]), array("i", [effect.source for effect in effects]), array("i", places[:-1]),
        b"".join([effect.table for effect in effects]) or b"\0", array("i", [step.cost for step in task.steps] or [0]),
    )  # fmt: skip


def _ends(lists: Sequence[Sequence[object] | Box]) -> array[int]:
    return array("i", accumulate([len(row) for row in lists], initial=0))


def _slots(boxes: Iterable[Box]) -> array[int]:
    return array("i", [slot for box in boxes for slot in box] or [0])


def _masks(boxes: Iterable[Box]) -> array[int]:
    words = [mask >> 64 * word & (1 << 64) - 1 for box in boxes for mask in box.values() for word in range(4)]
    return array("Q", words or [0] * 4)


def _candidates(task: Task, selector: int, left_outs: Sequence[Collection[int]]) -> tuple[array[int] | int, ...]:
    """Rows of steps to try: the first for any step before, one more for each step after which some need not be tried."""
    size = len(task.slots[selector].values) if task.slots else 1
    buckets = [
        [number for number, step in enumerate(task.steps) if step.guard.get(selector, -1) >> value & 1]
        for value in range(size)
    ]
    rows, row_of = [buckets], [0]
    for left_out in left_outs:
        row_of.append(len(rows) if left_out else 0)
        if left_out:
            rows.append([[number for number in bucket if number not in left_out] for bucket in buckets])
    lists = [numbers for row in rows for numbers in row]
    return (
        selector,
        size,
        array("i", row_of),
        _ends(lists),
        array("i", [number for numbers in lists for number in numbers] or [0]),
    )


# -- bounds -----------------------------------------------------------------------------------------------------------


class TableWeights:
    """What values of slots count in one table."""

    def __init__(self, task: Task, table: DistanceTable) -> None:
        self.rows = {
            slot: list(table.weights[slot])
            for slot in range(len(task.slots))
            if slot in table.weights and any(table.weights[slot])
        }

    def adds(self, effect: Effect, before: int, source: int) -> int:
        """What an effect adds, where its slot and its source had these values."""
        row = self.rows[effect.slot]
        return row[effect.table[source]] - row[before]


def _bounds(known: Task, bounds: Bounds, weighed: Sequence[TableWeights]) -> tuple[array[int] | list[bytearray], ...]:
    first_slots, first_weights, flat = [], [], array("i", [0] * VALUES)
    places: list[dict[int, int]] = []
    for weights in weighed:
        places.append({})
        for slot, row in weights.rows.items():
            places[-1][slot] = len(flat)
            first_slots.append(slot)
            first_weights.append(len(flat))
            flat.extend(row)
    terms = [_terms(effect, places) for step in known.steps for effect in step.effects]
    key_slots, key_places, rows = _keys(known, weighed)
    return (
        [table.entries for table_sum in bounds.sums for table in table_sum.tables],
        _ends([table_sum.tables for table_sum in bounds.sums]),
        _ends([list(weights.rows) for weights in weighed]), array("i", first_slots or [0]), array("i", first_weights or [0]),
        _ends(terms), array("i", [table for term in terms for table, _ in term] or [0]), array("i", [place for term in terms for _, place in term] or [0]),
        flat, key_slots, key_places, rows,
    )  # fmt: skip


def _terms(effect: Effect, places: Sequence[dict[int, int]]) -> list[tuple[int, int]]:
    return [(table, own[effect.slot]) for table, own in enumerate(places) if effect.slot in own]


def _keys(task: Task, weighed: Sequence[TableWeights]) -> tuple[array[int], array[int], array[int]]:
    slots, places, rows = array("i"), array("i"), array("i")
    for step in task.steps:
        key = _key(step, weighed)
        slots.append(-1 if key is None else key)
        places.append(len(rows))
        if key is not None:
            for value in range(len(task.slots[key].values)):
                rows.extend([_sum(step, key, value, weights) for weights in weighed])
    return slots, places, rows or array("i", [0])


def _key(step: TaskStep, weighed: Sequence[TableWeights]) -> int | None:
    """The one slot that determines what a step adds; any slot if none matters."""
    seen = [effect for effect in step.effects if any(effect.slot in weights.rows for weights in weighed)]
    open_slots = {slot for effect in seen for slot in _list_sources(effect) if step.guard.get(slot, 0).bit_count() != 1}
    return None if len(open_slots) > 1 else next(iter(open_slots), 0)


def _list_sources(effect: Effect) -> Iterator[int]:
    yield effect.slot
    if effect.constant is None:
        yield effect.source


def _sum(step: TaskStep, key: int, value: int, weighing: TableWeights) -> int:
    def had(slot: int) -> int:
        mask = step.guard.get(slot, 0)
        return mask.bit_length() - 1 if mask.bit_count() == 1 else value if slot == key else 0

    return sum(
        [
            weighing.adds(effect, had(effect.slot), had(effect.source))
            for effect in step.effects
            if effect.slot in weighing.rows
        ]
    )
