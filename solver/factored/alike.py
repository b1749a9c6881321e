"""Interchangeable values of a factored game: one representative for all states that differ only in names, and the
translation of lines back to real moves. The values must be interchangeable at the start, too, so that every
representative is a reachable state.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from operator import attrgetter

from rules_dsl.ir.passes.symmetry import Symmetry
from rules_dsl.ir.relabel import mentions
from rules_dsl.ir.types import BagType, EnumType, MapType, OptionalType, SetType, cardinality, is_scalar
from rules_dsl.machine.api import Machine, State
from solver.factored.slots import SlotForm, forms_of
from solver.factored.task import Task, TaskStep, Values, steps_from

MOST_MEMBERS = 64


@dataclass(frozen=True, slots=True)
class MemberKind:
    """Interchangeable members: the slots that describe each, in the same order, and the slots whose value may be a
    member (from a number on).
    """

    columns: tuple[tuple[int, ...], ...]
    pointers: tuple[tuple[int, int], ...]

    @property
    def flat(self) -> tuple[int, array[int], array[int], array[int]]:
        """For the kernel: how many members, the columns, the pointers and where their members begin."""
        columns = array("i", [slot for column in self.columns for slot in column])
        return (
            len(self.columns),
            columns,
            array("i", [slot for slot, _ in self.pointers]),
            array("i", [base for _, base in self.pointers]),
        )

    def in_order(self, values: Values) -> tuple[int, ...]:
        """The rank of each member by what the state says of it."""
        said = [
            ([values[slot] for slot in column], [values[slot] == base + member for slot, base in self.pointers])
            for member, column in enumerate(self.columns)
        ]
        order = sorted(range(len(said)), key=said.__getitem__)
        return tuple([order.index(member) for member in range(len(order))])

    def rename_members(self, values: Values, names: Sequence[int]) -> Values:
        """The state in which each member is called by its new name."""
        changed = bytearray(values)
        for member, column in enumerate(self.columns):
            for here, there in zip(column, self.columns[names[member]], strict=True):
                changed[there] = values[here]
        for slot, base in self.pointers:
            if base <= values[slot] < base + len(self.columns):
                changed[slot] = base + names[values[slot] - base]
        return bytes(changed)


def kinds_of(machine: Machine, start: State, task: Task) -> tuple[MemberKind, ...]:
    """The interchangeable values whose names a search from the start may ignore."""
    game = machine.game
    enums = Symmetry(game).enums
    if not enums or any(sum(mentions(variable.type, enum) for enum in enums) > 1 for variable in game.variables):
        return ()
    whole = _Whole(machine, start, task)
    kinds = [whole.kind(enum) for enum in enums if 1 < cardinality(enum) <= MOST_MEMBERS]
    return tuple([kind for kind in kinds if kind is not None])


@dataclass(slots=True)
class _Slots:
    columns: list[list[int]]
    pointers: list[int] = field(default_factory=list)


class _Whole:
    """All slots of a state, also those that the task does without because they never change."""

    def __init__(self, machine: Machine, start: State, task: Task) -> None:
        self.task = task
        self.forms, slots = forms_of(machine.game.variables)
        self.names = [slot.name for slot in slots]
        self.start = [item for form, value in zip(self.forms, start.values, strict=True) for item in form.items(value)]
        self.numbers = {slot.name: number for number, slot in enumerate(task.slots)}

    def kind(self, enum: EnumType) -> MemberKind | None:
        """The kind; None if members are also described in another way or differ at the start."""
        slots = _Slots([[] for _ in range(cardinality(enum))])
        if not all(_gather(form, enum, slots) for form in self.forms) or any(
            self.start[slot] is not None for slot in slots.pointers
        ):
            return None
        rows, pointers = (
            [self._row(row) for row in zip(*slots.columns, strict=True)],
            [self._pointer(slot, cardinality(enum)) for slot in slots.pointers],
        )
        if None in rows or None in pointers:
            return None
        columns = tuple(zip(*[row for row in rows if row], strict=True)) or ((),) * cardinality(enum)
        return MemberKind(columns, tuple([pointer for pointer in pointers if pointer]))

    def _row(self, row: Sequence[int]) -> tuple[int, ...] | None:
        """The slots that describe the same aspect of each member; empty if that never changes."""
        if len({self.start[slot] for slot in row}) > 1:
            return None
        numbers = [self.numbers.get(self.names[slot], -1) for slot in row]
        if all(number < 0 for number in numbers):
            return ()
        kinds = {self.task.slots[number].values for number in numbers if number >= 0}
        return tuple(numbers) if min(numbers) >= 0 and len(kinds) == 1 else None

    def _pointer(self, slot: int, members: int) -> tuple[int, int] | tuple[()] | None:
        """A slot of the task that may hold any member or none, and the number of the first member in it."""
        number = self.numbers.get(self.names[slot])
        if number is None:
            return ()
        return (number, 1) if self.task.slots[number].values == (None, *range(members)) else None


def _gather(form: SlotForm, enum: EnumType, result: _Slots) -> bool:
    """Record the slots of a value; False if members occur in it in an unsupported way."""
    kind = form.type
    if not mentions(kind, enum):
        return True
    match kind:
        case SetType(item) | BagType(item) if item == enum:
            for member, column in enumerate(result.columns):
                column.append(form.first + member)
            return True
        case MapType(key, value) if key == enum and not mentions(value, enum):
            for column, part in zip(result.columns, form.parts, strict=True):
                column.extend(_slots_of(part))
            return True
        case EnumType() | OptionalType(EnumType()):
            result.pointers.append(form.first)
            return True
        case MapType(key) if not mentions(key, enum):
            return all(_gather(part, enum, result) for part in form.parts)
        case _:
            return False


def _slots_of(form: SlotForm) -> list[int]:
    """All slots of a value."""
    match form.type:
        case SetType(item):
            return list(range(form.first, form.first + cardinality(item)))
        case _ if is_scalar(form.type):
            return [form.first]
        case _:
            return [slot for part in form.parts for slot in _slots_of(part)]


# -- forms of states --------------------------------------------------------------------------------------------------


def canonical(kinds: Sequence[MemberKind], values: Values) -> Values:
    """One state for all that differ in names only."""
    for kind in kinds:
        values = kind.rename_members(values, kind.in_order(values))
    return values


def steps_along(task: Task, kinds: Sequence[MemberKind], states: Sequence[Values]) -> list[TaskStep]:
    """Steps of one real play along forms of states, each of which some step leads to from the one before, up to names."""
    names = [list(range(len(kind.columns))) for kind in kinds]
    actual, steps = states[0], list[TaskStep]()
    for before, after in pairwise(states):
        raw = min(
            [
                (step.cost, step.after(before))
                for step in steps_from(task, before)
                if canonical(kinds, step.after(before)) == after
            ]
        )[1]
        target = _rename_all(kinds, raw, names)
        steps.append(
            min([step for step in steps_from(task, actual) if step.after(actual) == target], key=attrgetter("cost"))
        )
        for kind, mine in zip(kinds, names, strict=True):
            places, old = kind.in_order(raw), list(mine)
            for member, place in enumerate(places):
                mine[place] = old[member]
        actual = target
    return steps


def _rename_all(kinds: Sequence[MemberKind], values: Values, names: Sequence[Sequence[int]]) -> Values:
    for kind, mine in zip(kinds, names, strict=True):
        values = kind.rename_members(values, mine)
    return values
