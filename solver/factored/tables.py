"""Distance tables of patterns."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cython_ext.kernels._distances import Distances, least_of_each
from cython_ext.kernels._kernel import Watch
from rules_dsl.quantities import quantity
from solver.factored.patterns import NOTHING, PatternStep, TaskPattern, TooManyPatternSteps, view_of, ways_of

MOST_WORK = 400_000_000
"""So many ways back may be looked at, about."""

Weights = Mapping[int, Sequence[int]]


@dataclass(frozen=True, slots=True)
class DistanceTable:
    """For each state of a pattern a number of moves that are needed at least; 255 where no goal can be reached.

    `weights`: what values add to the number of a state.
    """

    weights: Weights
    entries: bytearray
    words: str

    def bound_distance(self, values: Sequence[int]) -> int:
        """The entry of a state of the task."""
        return self.entries[sum([weights[values[slot]] for slot, weights in self.weights.items()])]


def table_of(pattern: TaskPattern, watch: Watch) -> DistanceTable | None:
    """The table of a pattern, without its shared variables; None if it was stopped; raises TooManyPatternSteps."""
    entries = distances(pattern, watch)
    if entries is None:
        return None
    if pattern.shared:
        entries = least_of_each(entries, pattern.own_size)
    return DistanceTable(pattern.weights(pattern.own), entries, f"a table of {quantity(len(entries), 'state')}")


def distances(pattern: TaskPattern, watch: Watch) -> bytearray | None:
    """The distance of each state of a pattern."""
    view = view_of(pattern)
    ways = list(dict.fromkeys([_freeze_step(way) for step in pattern.task.steps for way in ways_of(view, step)]))
    weights = pattern.weights(pattern.variables)
    selector = _selector(pattern, ways)
    buckets: list[list[int]] = [[] for _ in range(NOTHING + 1)]
    for number, (after, _, _) in enumerate(ways):
        mask = dict(after).get(selector, -1)
        for value in range(NOTHING + 1):
            if mask >> value & 1:
                buckets[value].append(number)
    if (
        pattern.size * sum([len(bucket) for bucket in buckets]) // len([bucket for bucket in buckets if bucket] or [1])
        > MOST_WORK
    ):
        raise TooManyPatternSteps
    checks = [[(slot, mask) for slot, mask in after if slot != selector] for after, _, _ in ways]
    solved = Distances(
        watch, pattern.size, _variables(pattern), array("i", [slot for variable in pattern.variables for slot in variable.slots]),
        array("i", [slot for slot, values in view.distinguished.items() if values is not None]),
        array("Q", [mask for goal in pattern.goals() for mask in goal]),
        _ends(checks), array("i", [slot for check in checks for slot, _ in check]), array("Q", [mask for check in checks for _, mask in check]),
        array("q", [_back(dict(after), before, weights) for after, before, _ in ways]), array("i", [cost for _, _, cost in ways]),
        selector, _ends(buckets), array("i", [number for bucket in buckets for number in bucket]),
    )  # fmt: skip
    return solved.run()


Frozen = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...], int]


def _freeze_step(way: PatternStep) -> Frozen:
    return tuple(sorted(way.after.items())), tuple(sorted(way.before.items())), way.cost


def _selector(pattern: TaskPattern, ways: Sequence[Frozen]) -> int:
    """The slot that discriminates best between steps that can have led to a state."""
    counts = Counter([slot for after, _, _ in ways for slot, mask in after if mask.bit_count() == 1])
    return counts.most_common(1)[0][0] if counts else pattern.variables[0].slots[0]


def _variables(pattern: TaskPattern) -> tuple[array[int], array[int], array[int]]:
    first, places = 0, []
    for variable in pattern.variables:
        places.append(first)
        first += len(variable.slots)
    sizes = [variable.size for variable in pattern.variables]
    return (
        array("i", sizes),
        array("i", places),
        array("i", [-1 if variable.value is None else variable.value for variable in pattern.variables]),
    )


def _back(after: Mapping[int, int], before: Sequence[tuple[int, int]], weights: Weights) -> int:
    """What a step back adds to the number of a state."""
    return sum([weights[slot][value] - weights[slot][after[slot].bit_length() - 1] for slot, value in before])


def _ends(lists: Sequence[Sequence[object]]) -> array[int]:
    """Where each list begins and ends, one behind the other."""
    ends = array("i", [0])
    for items in lists:
        ends.append(ends[-1] + len(items))
    return ends
