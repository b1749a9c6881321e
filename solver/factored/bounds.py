"""Lower bounds for a task: which patterns deserve a table, and which tables may be added."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod

from cython_ext.kernels._kernel import Watch
from rules_dsl.quantities import quantity
from solver.factored.counts import counts_of
from solver.factored.patterns import (
    TaskPattern,
    TooManyPatternSteps,
    Variable,
    are_independent,
    may_change,
    variables_of,
)
from solver.factored.places import MovingValues
from solver.factored.potentials import potentials_of
from solver.factored.tables import DistanceTable, table_of
from solver.factored.task import Task, is_over, steps_from

UNREACHED = 255
MOST_ENTRIES = 1 << 24
MOST_PATTERNS = 4
"""So many patterns stand beside each other, and so many are added."""
SAMPLES = 200
WALK = 60
PRICED = 40
"""In so many samples places are given prices."""
WORTH = 0.05
"""A further bound must be the best in this part of the samples."""


@dataclass(frozen=True, slots=True)
class TableSum:
    """Tables whose entries may be added: no step counts in two of them."""

    tables: tuple[DistanceTable, ...]

    def bound_distance(self, values: Sequence[int]) -> int:
        """A lower bound on the moves to a goal; 255: no goal can be reached."""
        distance = [table.bound_distance(values) for table in self.tables]
        return UNREACHED if UNREACHED in distance else min(sum(distance), UNREACHED - 1)


@dataclass(frozen=True, slots=True)
class Bounds:
    """The highest of several sums counts."""

    sums: tuple[TableSum, ...]

    def bound_distance(self, values: Sequence[int]) -> int:
        """A lower bound on the moves to a goal; 255: no goal can be reached."""
        return max([table_sum.bound_distance(values) for table_sum in self.sums], default=0)

    @property
    def words(self) -> str:
        """What they are, for people."""
        shown = [
            (f"{quantity(len(table_sum.tables), 'table')} added")
            if len(table_sum.tables) > 1
            else table_sum.tables[0].words
            for table_sum in self.sums
        ]
        return " or ".join(shown) if shown else "no bound"


def bounds_of(task: Task, wanderings: Sequence[MovingValues], watch: Watch, most_entries: int = MOST_ENTRIES) -> Bounds:
    """The bounds that are worth most in some states of the task; fewer if the watch stops it."""
    counted = [
        TableSum((table,)) for table in (*counts_of(task), *potentials_of(task, list(sample_states(task))[:PRICED]))
    ]
    built = [
        table_sum
        for patterns in _plans(task, wanderings, most_entries)
        if (table_sum := _sum(patterns, watch)) is not None
    ]
    return Bounds(_best(task, [*built, *counted]))


def _sum(patterns: Sequence[TaskPattern], watch: Watch) -> TableSum | None:
    tables = []
    for pattern in patterns:
        table = _shrink_table(pattern, watch)
        if table is None:
            return None
        tables.append(table)
    return TableSum(tuple(tables))


def _shrink_table(pattern: TaskPattern, watch: Watch) -> DistanceTable | None:
    """The table of a pattern; variables are dropped while steps have too many variants in it."""
    while pattern.own:
        try:
            return table_of(pattern, watch)
        except TooManyPatternSteps:
            pattern = TaskPattern(pattern.task, pattern.own[:-1], pattern.shared, pattern.partly)
    return None


def _best(task: Task, sums: Sequence[TableSum]) -> tuple[TableSum, ...]:
    """The sum that is highest on sampled states, and further sums that exceed the chosen ones often enough."""
    states = list(sample_states(task))
    said = {number: [table_sum.bound_distance(values) for values in states] for number, table_sum in enumerate(sums)}
    chosen: list[int] = []
    best = [0] * len(states)
    while said:
        number = max(
            said, key=lambda index: sum([max(new - old, 0) for new, old in zip(said[index], best, strict=True)])
        )
        better = sum([new > old for new, old in zip(said[number], best, strict=True)])
        if better <= WORTH * len(states):
            break
        chosen.append(number)
        best = [max(new, old) for new, old in zip(said.pop(number), best, strict=True)]
    return tuple([sums[number] for number in chosen])


def sample_states(task: Task) -> Iterator[bytes]:
    """States of random plays from the start."""
    dice, values = random.Random(0), task.start
    for number in range(SAMPLES):
        yield values
        steps = [] if number and is_over(task, values) else steps_from(task, values)
        values = dice.choice(steps).after(values) if steps and number % WALK != WALK - 1 else task.start


# -- plans ------------------------------------------------------------------------------------------------------------


def _plans(task: Task, wanderings: Sequence[MovingValues], most: int) -> Iterator[tuple[TaskPattern, ...]]:
    """Patterns to build: the largest by themselves, and several to be added."""
    variables = variables_of(task, wanderings)
    shared, others = _always_changed(task, variables)
    wanted = [variable for variable in others if _in_goal(task, variable)]
    if not wanted:
        return
    alone = list(_alone(task, wanted, [*shared[:1], *others], most))
    context = tuple(shared[:1])
    groups = _groups(wanted, most // prod([variable.size for variable in context]))
    if len(alone[0]) == len(others) + len(context):
        yield (TaskPattern(task, alone[0]),)
    elif len(groups) > 1 and are_independent(task, groups):
        yield tuple([TaskPattern(task, tuple(group), context, partly=True) for group in groups])
    else:
        yield from [(TaskPattern(task, own),) for own in alone]


def _always_changed(task: Task, variables: Sequence[Variable]) -> tuple[list[Variable], list[Variable]]:
    """Variables that most steps are sure to change, and the others."""
    sure = [
        variable
        for variable in variables
        if sum([_surely_changes(task, number, variable) for number in range(len(task.steps))]) > len(task.steps) / 2
    ]
    return sorted(sure, key=lambda variable: variable.value is not None), [
        variable for variable in variables if variable not in sure
    ]


def _surely_changes(task: Task, number: int, variable: Variable) -> bool:
    step = task.steps[number]
    if variable.value is None:
        return bool(may_change(step, variable))
    return any(step.guard.get(slot) == 1 << variable.value for slot in step.changes & set(variable.slots))


def _in_goal(task: Task, variable: Variable) -> bool:
    return any(slot in box for box in task.goals for slot in variable.slots)


def _alone(
    task: Task, wanted: Sequence[Variable], all_: Sequence[Variable], most: int
) -> Iterator[tuple[Variable, ...]]:
    """As many variables as fit: those of the goal from one on, then what their steps ask for; again until each was in."""
    missing = list(wanted)
    for _ in range(MOST_PATTERNS):
        order = list(_relevant(task, [*missing, *[variable for variable in wanted if variable not in missing]], all_))
        taken = _fitting(order, most)
        yield taken
        missing = [variable for variable in missing if variable not in taken]
        if not missing:
            return


def _fitting(order: Iterable[Variable], most: int) -> tuple[Variable, ...]:
    taken: list[Variable] = []
    size = 1
    for variable in order:
        if size * variable.size <= most:
            taken.append(variable)
            size *= variable.size
    return tuple(taken)


def _relevant(task: Task, first: Sequence[Variable], all_: Sequence[Variable]) -> Iterator[Variable]:
    """The variables given, and then those that steps that change the ones before ask for."""
    seen: list[Variable] = []
    queue = list(first)
    while queue:
        variable = queue.pop(0)
        if variable in seen:
            continue
        seen.append(variable)
        yield variable
        asked = {slot for step in task.steps if may_change(step, variable) for slot in step.guard}
        queue += [
            variable
            for variable in all_
            if variable not in seen and variable not in queue and asked & set(variable.slots)
        ]


def _groups(wanted: Sequence[Variable], most: int) -> list[list[Variable]]:
    """The variables in order, as evenly as may be in groups that fit."""
    count = 1
    while count < len(wanted) and any(
        prod([variable.size for variable in group]) > most for group in _cut(wanted, count)
    ):
        count += 1
    return _cut(wanted, count)


def _cut(wanted: Sequence[Variable], count: int) -> list[list[Variable]]:
    return [list(wanted[len(wanted) * at // count : len(wanted) * (at + 1) // count]) for at in range(count)]
