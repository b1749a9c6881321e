"""Patterns: abstractions of a task to a few variables.

Every real line remains possible, so distances never exceed the true ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from solver.factored.places import MovingValues, possible_after
from solver.factored.task import Box, Effect, Task, TaskStep

NOTHING = 63
"""In a slot: none of the values that the pattern tells apart."""
MOST_VALUES = 62
MOST_WAYS = 4096
"""So many ways of one step are written out."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A slot; or, of slots through which values wander, the one that has a certain value."""

    slots: tuple[int, ...]
    value: int | None
    size: int


@dataclass(frozen=True, slots=True)
class PatternStep:
    """A step as far as a pattern sees it: what slots must have after it (as bits), what they had before where that is
    something else, its cost.
    """

    after: Mapping[int, int]
    before: Mapping[int, int]
    cost: int


class TooManyPatternSteps(Exception):
    """A step has too many variants in a pattern."""


@dataclass(frozen=True, slots=True)
class TaskPattern:
    """`own` variables and, after them, `shared` ones.

    Steps cost what they cost; with `partly` those only that change an own variable.
    """

    task: Task
    own: tuple[Variable, ...]
    shared: tuple[Variable, ...] = ()
    partly: bool = False

    @property
    def variables(self) -> tuple[Variable, ...]:
        """All of them; the number of a state has a digit for each, the first one counting least."""
        return self.own + self.shared

    @property
    def size(self) -> int:
        """How many states it has at the most."""
        return prod([variable.size for variable in self.variables])

    @property
    def own_size(self) -> int:
        """How many states it has if the shared variables are forgotten."""
        return prod([variable.size for variable in self.own])

    def strides(self) -> list[int]:
        """What each digit counts."""
        strides, stride = [], 1
        for variable in self.variables:
            strides.append(stride)
            stride *= variable.size
        return strides

    def list_distinctions(self) -> dict[int, frozenset[int] | None]:
        """The slots of the pattern with the values it distinguishes; None for all."""
        distinctions: dict[int, frozenset[int] | None] = {}
        for variable in self.variables:
            for slot in variable.slots:
                earlier = distinctions.get(slot, frozenset()) or frozenset()
                distinctions[slot] = None if variable.value is None else earlier | {variable.value}
        return distinctions

    def weights(self, variables: Sequence[Variable]) -> dict[int, list[int]]:
        """For each slot what each of its values adds to the number of a state."""
        weights: dict[int, list[int]] = {}
        for variable, stride in zip(variables, self.strides(), strict=False):
            for digit, slot in enumerate(variable.slots):
                own = weights.setdefault(slot, [0] * (NOTHING + 1))
                if variable.value is None:
                    own[: variable.size] = [stride * value for value in range(variable.size)]
                else:
                    own[variable.value] += stride * digit
        return weights

    def goals(self) -> list[list[int]]:
        """For each goal and variable the digits (as bits) it may have."""
        return [[_digits(variable, box) for variable in self.variables] for box in self.task.goals]


def _digits(variable: Variable, box: Box) -> int:
    if variable.value is None:
        return box.get(variable.slots[0], (1 << variable.size) - 1)
    return sum([1 << digit for digit, slot in enumerate(variable.slots) if box.get(slot, -1) >> variable.value & 1])


# -- steps in a pattern -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class View:
    """What a pattern sees of values."""

    pattern: TaskPattern
    distinguished: Mapping[int, frozenset[int] | None]
    own: frozenset[int]  # slots of own variables that are slots themselves
    wandering: frozenset[tuple[int, int]]  # slots and values of own variables that wander

    def project_value(self, slot: int, value: int) -> int:
        """A value of a slot."""
        distinguished = self.distinguished[slot]
        return value if distinguished is None or value in distinguished else NOTHING

    def among(self, slot: int, mask: int) -> list[int]:
        """The projection of a set of values (as bits) of a slot."""
        count = len(self.pattern.task.slots[slot].values)
        return sorted({self.project_value(slot, value) for value in range(count) if mask >> value & 1})

    def mask(self, slot: int, mask: int) -> int:
        """The same as bits."""
        return sum([1 << value for value in self.among(slot, mask)])


def view_of(pattern: TaskPattern) -> View:
    """How the pattern sees its task."""
    own = frozenset([variable.slots[0] for variable in pattern.own if variable.value is None])
    wandering = frozenset(
        [(slot, variable.value) for variable in pattern.own if variable.value is not None for slot in variable.slots]
    )
    return View(pattern, pattern.list_distinctions(), own, wandering)


def ways_of(view: View, step: TaskStep) -> Iterator[PatternStep]:
    """The variants of a step in a pattern; raises TooManyPatternSteps."""
    effects = [effect for effect in step.effects if effect.slot in view.distinguished]
    if not effects:
        return
    sources = {effect.source for effect in effects if effect.constant is None and effect.source in view.distinguished}
    open_slots = sorted({effect.slot for effect in effects} | sources)
    choices = [view.among(slot, step.guard.get(slot, -1)) for slot in open_slots]
    if prod([len(choice) for choice in choices]) > MOST_WAYS:
        raise TooManyPatternSteps
    fixed = {
        slot: view.mask(slot, mask)
        for slot, mask in step.guard.items()
        if slot in view.distinguished and slot not in open_slots
    }
    for values in product(*choices):
        before = dict(zip(open_slots, values, strict=True))
        if _is_fit(view, before):
            yield from _ways_from(view, step, effects, before, fixed)


def _is_fit(view: View, values: Mapping[int, int]) -> bool:
    """A value that moves between slots is in one slot only."""
    wanderers = [value for slot, value in values.items() if view.distinguished[slot] is not None and value != NOTHING]
    return len(set(wanderers)) == len(wanderers)


def _ways_from(
    view: View, step: TaskStep, effects: Sequence[Effect], before: Mapping[int, int], fixed: Mapping[int, int]
) -> Iterator[PatternStep]:
    results = [_results(view, step, effect, before) for effect in effects]
    for values in product(*results):
        after = {**before, **{effect.slot: value for effect, value in zip(effects, values, strict=True)}}
        if after == before or not _is_fit(view, after):
            continue
        changed = {slot: value for slot, value in before.items() if value != after[slot]}
        cost = step.cost if not view.pattern.partly or _touches_own(view, changed, after) else 0
        yield PatternStep({**fixed, **{slot: 1 << value for slot, value in after.items()}}, changed, cost)


def _results(view: View, step: TaskStep, effect: Effect, before: Mapping[int, int]) -> list[int]:
    """What may be seen in the slot of an effect after the step."""
    known = before.get(effect.source, NOTHING)
    if known != NOTHING or (effect.source in before and view.distinguished[effect.source] is None):
        return [view.project_value(effect.slot, effect.table[known])]
    mask = step.guard.get(effect.source, -1)
    distinguished = view.distinguished.get(effect.source)
    if effect.source in before and distinguished is not None:
        mask &= ~sum([1 << value for value in distinguished])
    return view.among(effect.slot, possible_after(effect, {effect.source: mask}))


def _touches_own(view: View, changed: Mapping[int, int], after: Mapping[int, int]) -> bool:
    """Does an own variable change?"""
    return any(
        slot in view.own or (slot, value) in view.wandering or (slot, after[slot]) in view.wandering
        for slot, value in changed.items()
    )


# -- which steps change which variables -------------------------------------------------------------------------------


def variables_of(task: Task, wanderings: Sequence[MovingValues]) -> list[Variable]:
    """All variables small enough: wandering values instead of the slots they wander through, other slots as they are."""
    variables = []
    through = {slot for group in wanderings if group.values for slot in group.slots}
    for group in wanderings:
        variables += [
            Variable(group.slots, value, len(group.slots))
            for value in group.values
            if _fits(task, group.slots[0]) and len(group.slots) <= MOST_VALUES
        ]
    variables += [
        Variable((slot,), None, len(task.slots[slot].values))
        for slot in range(len(task.slots))
        if slot not in through and _fits(task, slot)
    ]
    return variables


def _fits(task: Task, slot: int) -> bool:
    return len(task.slots[slot].values) <= MOST_VALUES


def may_change(step: TaskStep, variable: Variable) -> set[object]:
    """What in a step may change a variable: the slots whose values it moves; nothing if it does not touch it."""
    touched = [effect for effect in step.effects if effect.slot in variable.slots]
    if variable.value is None:
        return {effect.slot for effect in touched}
    return {slot for effect in touched if step.guard.get(slot := effect.slot, -1) >> variable.value & 1}


def are_independent(task: Task, groups: Sequence[Sequence[Variable]]) -> bool:
    """Does no step ever change variables of two groups?"""
    return all(_one_group_only(step, groups) for step in task.steps)


def _one_group_only(step: TaskStep, groups: Sequence[Sequence[Variable]]) -> bool:
    """Each of what a step moves may belong to one group or another, but two that it moves at once may not belong to
    two.
    """
    movers: dict[object, set[int]] = {}
    for number, group in enumerate(groups):
        for variable in group:
            for mover in may_change(step, variable):
                movers.setdefault(mover, set()).add(number)
    return len(movers) <= 1 or len(set().union(*movers.values())) <= 1
