"""States that best-first search treats as equal, and the translation of its lines back to real moves."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter

from rules_dsl.quantities import quantity
from solver.factored import alike, symmetries
from solver.factored.alike import MemberKind
from solver.factored.carefree import Carefree, carefree_of
from solver.factored.symmetries import SlotPermutation, turns_of
from solver.factored.task import Task, TaskStep, Values, steps_from

PATIENCE = 2.0
"""So many seconds it may take to find symmetries."""


@dataclass(frozen=True, slots=True)
class StateQuotient:
    """What is merged: interchangeable values, or permutations with one representative per orbit, and slots that hardly
    any step depends on.
    """

    kinds: tuple[MemberKind, ...] = ()
    turns: tuple[SlotPermutation, ...] = ()
    carefree: Carefree | None = None

    @property
    def words(self) -> str:
        """What is merged, in words."""
        parts = [f"one of {quantity(len(self.turns) + 1, 'symmetric position')}"] if self.turns else []
        parts += ["one of those that differ only by uncounted moves"] if self.carefree is not None else []
        return " and ".join(parts)

    def form(self, task: Task, values: Values) -> Values:
        """One state for all that are the same."""
        rested = values if self.carefree is None else self.carefree.reset_idle(task, values)
        return symmetries.canonical(self.turns, rested)

    def steps_along(self, task: Task, states: Sequence[Values]) -> list[TaskStep]:
        """The steps of one real play along a line of representatives."""
        if self.kinds:
            return alike.steps_along(task, self.kinds, states)
        actual, steps = task.start, list[TaskStep]()
        for state in states[1:]:
            form = self.form(task, state)
            step = min(
                [step for step in steps_from(task, actual) if self.form(task, step.after(actual)) == form],
                key=attrgetter("cost"),
            )
            steps.append(step)
            actual = step.after(actual)
        return steps


def merging_of(task: Task, known: Task, kinds: tuple[MemberKind, ...], is_over: Callable[[], bool]) -> StateQuotient:
    """What may be merged in a task. `known` is the task with strengthened guards."""
    if kinds:
        return StateQuotient(kinds)
    latest = time.perf_counter() + PATIENCE
    carefree = carefree_of(task, known)
    turns = turns_of(
        task, () if carefree is None else carefree.slots, lambda: time.perf_counter() > latest or is_over()
    )
    return StateQuotient((), turns, carefree)
