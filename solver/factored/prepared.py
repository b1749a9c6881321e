"""A question prepared for the kernels that search steps: the factored game, its tables, and a test against the rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.machine.pending import BUT, OVER
from solver.factored.alike import MemberKind, kinds_of
from solver.factored.grounding import task_of
from solver.factored.places import possible, wandering, with_pointers
from solver.factored.slots import NotApart
from solver.factored.task import BEGUN, Task, TaskStep, begin_once, holds, is_over, steps_from
from solver.protocol.answers import Answer, Status
from solver.protocol.clock import Clock
from solver.protocol.context import SearchContext
from solver.protocol.disagreement import Disagreement
from solver.protocol.questions import UnsupportedQuestion

if TYPE_CHECKING:
    from cython_ext.kernels._kernel import Watch
    from cython_ext.kernels._steps import Net
    from solver.factored.bounds import Bounds

UNREACHED = 255
SHARE = 0.3
"""Tables may take this part of the time."""
SMALLER = 1 << 12
"""If that is not enough for large ones, these have so many entries."""
BYTES_OF_ENTRY = 16
PLIES = 60


@dataclass(frozen=True, slots=True)
class PreparedTask:
    """What a search over steps needs.

    `wanders`: values move between slots, so few lines lead to the same state. `alike`: interchangeable values whose
    names best-first search ignores.
    """

    task: Task
    known: Task
    bounds: Bounds
    net: Net
    watch: Watch
    wanders: bool
    alike: tuple[MemberKind, ...] = ()

    @property
    def least(self) -> int:
        """A lower bound on the moves from the start to a goal; 255: no goal can be reached."""
        return self.bounds.bound_distance(self.task.start) if self.task.goals else UNREACHED

    def play(self, numbers: Sequence[int]) -> tuple[Move, ...]:
        """The moves of steps with these numbers."""
        return tuple([self.task.steps[number].move for number in numbers])

    def describe_bounds(self, shares: Sequence[int], word: str) -> str:
        """The bounds, and which of them did how much."""
        total = sum(shares)
        parts = [f"{100 * share // total} %" for share in shares] if total else []
        return f"{self.bounds.words}" + (f" ({' and '.join(parts)} {word})" if len(parts) > 1 else "")


def kernels_are_built() -> bool:
    """Are the kernels there that search over steps?"""
    return all(find_spec(f"cython_ext.kernels.{name}") is not None for name in ("_kernel", "_distances", "_steps"))


def prepare_in_time(context: SearchContext, method: str) -> PreparedTask | Answer:
    """The prepared question, or that it is undecided because the time was over before it was prepared."""
    clock = context.clock
    try:
        return prepare_question(context)
    except UnsupportedQuestion:
        if not clock.is_over():
            raise
        return Answer(Status.UNDECIDED, None, 0, (), method, 0, clock.seconds, clock.stopped)


def prepare_question(context: SearchContext) -> PreparedTask:
    """The prepared question; raises UnsupportedQuestion for games that cannot be factored."""
    clock = context.clock
    _insist_on_kernels()
    from solver.factored.bounds import bounds_of
    from solver.factored.flat import net_of

    whole = _task(context)
    task, known = possible(whole, with_pointers(whole))
    places = wandering(known)
    deadline = clock.deadline
    building, watch = _watch(clock, None if deadline is None else SHARE * deadline), _watch(clock, deadline)
    bounds = bounds_of(known, places, building, _entries(clock))
    if building.stop and not bounds.sums:
        bounds = bounds_of(known, places, watch, SMALLER)
    return PreparedTask(
        task,
        known,
        bounds,
        net_of(task, known, bounds),
        watch,
        any(place.values for place in places),
        kinds_of(context.machine, context.start, task),
    )


def bare(context: SearchContext) -> PreparedTask:
    """The same without bounds."""
    clock = context.clock
    _insist_on_kernels()
    from solver.factored.bounds import Bounds
    from solver.factored.flat import net_of

    task, bounds = _task(context), Bounds(())
    _insist_on_positions(task)
    return PreparedTask(
        task, task, bounds, net_of(task, task, bounds, in_order=False), _watch(clock, clock.deadline), wanders=False
    )


def _insist_on_positions(task: Task) -> None:
    """Raise UnsupportedQuestion where the task has more states than the game has positions."""
    if any(slot.name == BEGUN for slot in task.slots):
        raise UnsupportedQuestion(f"the goal holds at the start, {BUT}; states beyond goals are not counted there")


def _insist_on_kernels() -> None:
    if not kernels_are_built():
        raise UnsupportedQuestion(
            "the kernels of this installation are not built (a C compiler, Python's headers and Cython are needed: make build)"
        )


def _watch(clock: Clock, seconds: float | None) -> Watch:
    from cython_ext.kernels._kernel import Watch

    watch = Watch(seconds)
    clock.when_interrupted(partial(setattr, watch, "stop", True))
    return watch


def _entries(clock: Clock) -> int:
    """How many entries a table may have: while it is built each may take some bytes."""
    from solver.factored.bounds import MOST_ENTRIES

    return MOST_ENTRIES if clock.room is None else max(SMALLER, min(MOST_ENTRIES, clock.room // BYTES_OF_ENTRY))


def _task(context: SearchContext) -> Task:
    clock = context.clock
    machine = context.machine
    if machine.kind(context.start) == "over":
        raise UnsupportedQuestion(OVER)
    try:
        task = task_of(machine, clock.is_over, context.question.counted, context.start)
    except NotApart as reason:
        raise UnsupportedQuestion(f"the game cannot be factored: {reason}") from None
    _try(machine, context.start, task)
    return begin_once(task) if any(holds(box, task.start) for box in task.goals) else task


def _try(machine: Machine, start: State, task: Task) -> None:
    """Compare game and task by random plays; raises Disagreement if their moves differ.

    Endings are evaluated after moves, so the first position is never over.
    """
    dice, state, values, begun = random.Random(0), start, task.start, False
    for _ in range(PLIES):
        steps = [] if begun and is_over(task, values) else steps_from(task, values)
        _insist_same(machine, state, steps)
        begun = bool(steps)
        if not steps:
            state, values = start, task.start
            continue
        step = dice.choice(steps)
        state, values = machine.apply(state, step.move), step.after(values)


def _insist_same(machine: Machine, state: State, steps: Sequence[TaskStep]) -> None:
    """Raises PlayError where a move is missing because the rules fail, else Disagreement where the moves differ."""
    own, theirs = Counter([step.move for step in steps]), Counter(machine.moves(state))
    for move in theirs - own:
        machine.apply(state, move)
    if own != theirs:
        raise Disagreement("the factored game has other moves than the game")
