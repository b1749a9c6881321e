"""From rules to a task: every move is executed symbolically in all states at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import Value, members_of_set
from rules_dsl.machine.api import Machine, State
from solver.factored.branching import NoneThere, TooManyBranches
from solver.factored.running import MoveOutcome, Row, Rules
from solver.factored.slots import MOST_VALUES, NODE, NotApart, forms_of
from solver.factored.task import Box, Effect, Slot, Task, TaskStep
from solver.factored.unknown import RuleBranches, UnknownSet, UnknownValue
from solver.protocol.questions import cost_of

MOST_WAYS = 60_000
PATIENCE = 30.0
"""So many seconds it may take."""
REACHED = ("goal", "win")

Result = TypeVar("Result")


def task_of(
    machine: Machine,
    is_over: Callable[[], bool] = lambda: False,
    counted: frozenset[str] = frozenset(),
    start: State | None = None,
) -> Task:
    """The game from the start (None: where it begins); raises NotApart where that cannot be done, or takes long, or
    `is_over`.
    """
    latest = time.perf_counter() + PATIENCE
    try:
        grounding = TaskGrounder(machine.game, lambda: time.perf_counter() > latest or is_over(), counted)
        return drop_impossible_steps(grounding.task(machine.initial() if start is None else start))
    except TooManyBranches:
        raise NotApart("its moves depend on too many things at once") from None
    except (TypeError, AttributeError) as error:
        raise NotApart(f"its rules need more of a state than its factors provide ({error})") from None


class TaskGrounder:
    """A game whose moves are being grounded."""

    def __init__(self, game: ir.Game, is_late: Callable[[], bool], counted: frozenset[str]) -> None:
        if any(isinstance(node, ir.ChanceNode) for node in game.nodes):
            raise NotApart("chance decides something")
        if len(game.nodes) > MOST_VALUES:
            raise NotApart(f"play has more than {MOST_VALUES} stages")
        self.game, self.counted = game, counted
        self.forms, slots = forms_of(game.variables)
        self.node = len(slots)
        self.slots = [*slots, Slot(NODE, tuple(range(len(game.nodes))))]
        self.ways = RuleBranches([slot.values for slot in self.slots], MOST_WAYS, is_late)
        self.rules = Rules(game, self.ways, tuple([form.make_unknown(self.ways) for form in self.forms]))

    def task(self, start: State) -> Task:
        """Its slots, steps and goals."""
        boxes = list(self._endings())
        goals = [box for box, kind in boxes if kind in REACHED]
        dead = [box for box, kind in boxes if kind not in REACHED]
        rests = [number for number, node in enumerate(self.game.nodes) if isinstance(node, ir.DecideNode)]
        steps = [step for node in rests for step in self._steps(node)]
        return Task(tuple(self.slots), tuple(steps), tuple(goals), tuple(dead), self._numbers(start))

    def _items(self, row: Row) -> list[Value]:
        return [item for form, value in zip(self.forms, row, strict=True) for item in form.items(value)]

    def _numbers(self, state: State) -> bytes:
        items = [*self._items(state.values), state.node]
        return bytes([slot.values.index(item) for slot, item in zip(self.slots, items, strict=True)])

    # -- endings ------------------------------------------------------------------------------------------------------

    def _endings(self) -> Iterator[tuple[Box, str]]:
        for allowed, kind in self._all(self.rules.find_ending, self.ways.allow_everything()):
            if kind:
                yield self._box(allowed), kind

    def _box(self, allowed: Sequence[int]) -> Box:
        return {
            slot: mask
            for slot, (mask, full) in enumerate(zip(allowed, self.ways.allow_everything(), strict=True))
            if mask != full
        }

    def _all(self, run: Callable[[], Result], allowed: Sequence[int]) -> Iterator[tuple[tuple[int, ...], Result]]:
        """All branches; if an optional slot is in the way, once with it empty and once filled."""
        try:
            result = list(self.ways.all(run, allowed))
        except NoneThere as missing:
            empty = 1 << self.slots[missing.slot].values.index(None)
            parts = [allowed[missing.slot] & empty, allowed[missing.slot] & ~empty]
            if not all(parts):
                raise NotApart("its rules use what may not be there") from None
            for part in parts:
                narrower = [part if slot == missing.slot else mask for slot, mask in enumerate(allowed)]
                yield from self._all(run, narrower)
            return
        yield from result

    # -- steps --------------------------------------------------------------------------------------------------------

    def _steps(self, node: int) -> Iterator[TaskStep]:
        allowed = self.ways.allow_everything()
        allowed[self.node] = 1 << node
        for narrow, step in self._all(lambda: self._step(node), allowed):
            if step is not None:
                yield replace(step, guard=self._box(narrow))

    def _step(self, node: int) -> TaskStep | None:
        made = self.rules.make_move(node)
        if made is None:
            return None
        self._look_at_judging(made)
        items = enumerate([*self._items(made.row), made.node])
        effects = tuple([effect for slot, item in items for effect in self._effect(slot, item)])
        return TaskStep(made.move, {}, effects, cost_of(self.game, self.counted, node, made.move))

    def _look_at_judging(self, made: MoveOutcome) -> None:
        """Evaluate endings once for each move, in the state that it leads to."""
        known = [number for number, variable in enumerate(self.game.variables) if not variable.control]
        if not made.judged:
            raise NotApart("a move ends without a test of the endings")
        for row in (*made.judged, made.row):
            if any(not is_same(row[number], made.judged[0][number]) for number in known):
                raise NotApart("endings are tested within a move")

    def _effect(self, slot: int, item: Value) -> Iterable[Effect]:
        """What a move puts into a slot, if anything."""
        here, size = self.ways.allowed[slot], len(self.slots[slot].values)
        if not isinstance(item, UnknownValue):
            number = self._number(slot, item)
            return () if here == 1 << number else (Effect(slot, slot, bytes([number]) * size),)
        entries = {place: self._number(slot, value) for place, value in item.now().items()}
        if item.slot == slot and all(place == number for place, number in entries.items()):
            return ()
        if len(set(entries.values())) == 1:
            return self._effect(slot, self.slots[slot].values[next(iter(entries.values()))])
        table = bytes([entries.get(place, 0) for place in range(len(self.slots[item.slot].values))])
        return (Effect(slot, item.slot, table),)

    def _number(self, slot: int, value: Value) -> int:
        values = self.slots[slot].values
        if value not in values:
            raise NotApart(f"{self.slots[slot].name} gets a value that it cannot have")
        return values.index(value)


def is_same(left: Value, right: Value) -> bool:
    """Are two values equal as far as they are known? Never branches."""
    match left, right:
        case UnknownValue(), UnknownValue():
            return left.slot == right.slot and left.now() == right.now()
        case UnknownSet(), UnknownSet():
            return len(left.bits) == len(right.bits) and all(
                is_same(a, b) for a, b in zip(left.bits, right.bits, strict=True)
            )
        case tuple(), tuple():
            return len(left) == len(right) and all(is_same(a, b) for a, b in zip(left, right, strict=True))
        case _:
            return type(left) is type(right) and left == right


# -- what can be met --------------------------------------------------------------------------------------------------


def drop_impossible_steps(task: Task) -> Task:
    """The task without steps whose guards no state meets, judged slot by slot.

    Guards only state what is not implied.
    """
    met = [1 << value for value in task.start]
    steps = list(task.steps)
    while True:
        open_steps = [step for step in steps if all(met[slot] & mask for slot, mask in step.guard.items())]
        before = list(met)
        for step in open_steps:
            for effect in step.effects:
                met[effect.slot] |= _map_values(effect, step.guard.get(effect.source, -1) & met[effect.source])
        if met == before:
            break
    return renumber_values(replace(task, steps=tuple(open_steps)), met)


def _map_values(effect: Effect, sources: int) -> int:
    mask = 0
    for place, number in enumerate(effect.table):
        if sources >> place & 1:
            mask |= 1 << number
    return mask


def renumber_values(task: Task, met: Sequence[int]) -> Task:
    """The task restricted to values that slots can take, without constant slots unless all are constant.

    Guards only state what is not implied.
    """
    fresh = SlotNumbering(met)
    slots = [
        replace(slot, values=tuple([slot.values[number] for number in fresh.kept[at]]))
        for at, slot in enumerate(task.slots)
    ]
    steps = [TaskStep(step.move, fresh.box(step.guard), fresh.effects(step.effects), step.cost) for step in task.steps]
    goals, dead = [tuple([fresh.box(box) for box in boxes if fresh.meets(box)]) for boxes in (task.goals, task.dead)]
    start = bytes([fresh.numbers[slot][task.start[slot]] for slot in fresh.live])
    return Task(tuple([slots[slot] for slot in fresh.live]), tuple(steps), goals, dead, start)


class SlotNumbering:
    """The slots that have more than one value, and for each slot the values it may have; the others are gone.

    Where nothing ever changes the first slot stays: a state has at least one.
    """

    def __init__(self, met: Sequence[int]) -> None:
        self.met = met
        self.kept = [members_of_set(mask) for mask in met]
        self.numbers = [{old: new for new, old in enumerate(own)} for own in self.kept]
        open_slots = [slot for slot, own in enumerate(self.kept) if len(own) > 1]
        self.live = {slot: new for new, slot in enumerate(open_slots or [0])}

    def meets(self, box: Box) -> bool:
        """May a state be in the box?"""
        return all(self.met[slot] & mask for slot, mask in box.items())

    def box(self, box: Box) -> Box:
        """The box over the remaining slots."""
        fresh = {
            slot: sum([1 << new for new, old in enumerate(self.kept[slot]) if mask >> old & 1])
            for slot, mask in box.items()
        }
        return {self.live[slot]: mask for slot, mask in fresh.items() if mask != (1 << len(self.kept[slot])) - 1}

    def effects(self, effects: Iterable[Effect]) -> tuple[Effect, ...]:
        """The effects on the remaining slots."""
        return tuple([self._effect(effect) for effect in effects if effect.slot in self.live])

    def _effect(self, effect: Effect) -> Effect:
        source = effect.source if effect.source in self.live else effect.slot
        places = self.kept[effect.source] * (1 if source == effect.source else len(self.kept[source]))
        return Effect(
            self.live[effect.slot],
            self.live[source],
            bytes([self.numbers[effect.slot].get(effect.table[old], 0) for old in places]),
        )
