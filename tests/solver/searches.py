"""Questions and searches as tests put them: of a machine, from where its game begins unless they say otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from cython_ext.native import NativeMachine
from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.machine.reference import ReferenceMachine
from solver.driver import solving
from solver.protocol.answers import Event, Number
from solver.protocol.clock import Clock
from solver.protocol.context import Machines, SearchContext
from solver.protocol.engine import Engine
from solver.protocol.questions import Aim, Limits, Question
from solver.trust import replaying


def ask(
    machine: Machine,
    aim: Aim,
    limits: Limits | None = None,
    seed: int = 0,
    compiled: NativeMachine | None = None,
    *,
    start: State | None = None,
    **how: Any,
) -> SearchContext:
    """A question, the machines of its game, and a clock that begins now."""
    question = Question(
        machine.game, machine.initial() if start is None else start, aim, limits or Limits(), seed, **how
    )
    return SearchContext(question, Machines(machine.game, lambda: machine, lambda: compiled), Clock(question.limits))


def solve(context: SearchContext, engine: Engine | None = None, confirm: bool = True) -> Iterator[Event]:
    """What is said by the engine, or by the one that fits."""
    return solving.solve(context.question, engine, context.machines, confirm)


def confirm_play(
    machine: Machine,
    aim: Aim,
    value: Number | None,
    play: Sequence[Move],
    counted: frozenset[str] = frozenset(),
    start: State | None = None,
) -> None:
    """Raises Disagreement if the line is not what is said of it."""
    reference = ReferenceMachine(machine.game)
    replaying.confirm_play(
        reference, reference.initial() if start is None else start, aim, value, play, counted=counted
    )


def vary(context: SearchContext, **how: Any) -> SearchContext:
    """The same search with another question."""
    return replace(context, question=replace(context.question, **how))
