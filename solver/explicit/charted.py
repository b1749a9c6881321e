"""The graph of all states of a factored game, made by a kernel without compiling anything."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

from rules_dsl.machine.api import Machine, Move, State
from solver.explicit.astar import mask_of
from solver.factored.prepared import PreparedTask, bare
from solver.factored.slots import NODE, forms_of
from solver.factored.task import Task, Values
from solver.protocol.clock import Clock
from solver.protocol.context import Machines, SearchContext
from solver.protocol.questions import Aim, Limits, Question

if TYPE_CHECKING:
    from cython_ext.kernels._steps import Chart


class Targets(Sequence[Sequence[int]]):
    """Where each position leads, as the kernel keeps it."""

    def __init__(self, chart: Chart) -> None:
        self._chart = chart

    def __len__(self) -> int:
        return self._chart.states

    @overload
    def __getitem__(self, at: int) -> Sequence[int]: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Sequence[int]]: ...
    def __getitem__(self, at: int | slice) -> Sequence[int] | Sequence[Sequence[int]]:
        if isinstance(at, slice):
            return [self._chart.after_of(number) for number in range(*at.indices(len(self)))]
        return self._chart.after_of(at)


@dataclass(frozen=True, slots=True)
class PositionChart:
    """Positions numbered in the order they are found, nearer ones first, and where each leads; the first is the start."""

    machine: Machine
    start: State
    ready: PreparedTask
    chart: Chart

    @property
    def after(self) -> Targets:
        """For each position those that follow."""
        return Targets(self.chart)

    def moves(self, at: int) -> Sequence[Move]:
        """The moves that lead to those that follow, in their order."""
        return self.ready.play(self.chart.steps_of(at))

    def state(self, at: int) -> State:
        """The position with a number."""
        if at == 0:
            return self.start
        before, step = self.chart.found_by(at)
        known = state_of(self.machine, self.start, self.ready.task, self.chart.slots(before))
        return self.machine.apply(known, self.ready.task.steps[step].move)

    def within(self, depth: int) -> int:
        """The number of states that can be reached within this many moves."""
        return self.chart.within(depth)

    def distances(self) -> list[int | None]:
        """How many moves each position is away from the nearest goal."""
        return [None if far < 0 else far for far in self.chart.distances()]

    def from_there(self, at: int) -> PositionChart | None:
        """What follows from one of the positions, where goals end the play."""
        return _complete(self.machine, self.state(at), self.ready, self.chart.slots(at), len(self.after), False)


def chart_positions(
    machine: Machine, most: int, beyond: bool = False, start: State | None = None
) -> PositionChart | None:
    """The graph from the start (None: the start of the game); None if it has more than `most` states.

    `beyond` continues after goals. Raises UnsupportedQuestion for games that cannot be factored.
    """
    begun = machine.initial() if start is None else start
    question = Question(machine.game, begun, Aim.FEWEST)
    ready = bare(SearchContext(question, Machines(machine.game, lambda: machine), Clock(question.limits)))
    return _complete(machine, begun, ready, ready.task.start, most, beyond)


def state_of(machine: Machine, start: State, task: Task, values: Values) -> State:
    """The state with these values in the slots of the task, where play rests at a decision; what has no slot is as in
    the start.
    """
    forms, slots = forms_of(machine.game.variables)
    items = [item for form, value in zip(forms, start.values, strict=True) for item in form.items(value)]
    known = {slot.name: item for slot, item in zip(slots, items, strict=True)} | {NODE: start.node}
    known |= {slot.name: slot.values[number] for slot, number in zip(task.slots, values, strict=True)}
    given = iter([known[slot.name] for slot in slots])
    return State(tuple([form.value(given) for form in forms]), operator.index(known[NODE]))


def _complete(
    machine: Machine, start: State, ready: PreparedTask, values: bytes, most: int, beyond: bool
) -> PositionChart | None:
    from cython_ext.kernels._steps import Chart

    chart = Chart(ready.net, ready.watch, mask_of(ready), values, most, Clock(Limits()).room, beyond=beyond)
    return PositionChart(machine, start, ready, chart) if chart.status == "complete" else None
