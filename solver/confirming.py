"""Second opinions: the graph of all positions on the reference machine, or the same question to another engine."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules_dsl.machine.explore_search import Limits as Bounds
from solver.answers import Number, Status, last_answer
from solver.clock import Clock
from solver.engines import ENGINES
from solver.explicit.graph import graph_of, value_of_graph
from solver.questions import Aim, Question, Unsupported
from solver.replaying import reference_of

MOST_POSITIONS = 50_000
"""Graphs up to this size are built on the reference machine."""
PROCESSOR_SECONDS = 5.0
"""So long the user of a search waits for a second opinion, whatever else the computer does; `verify` takes the time it is given."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """A value and who says so."""

    value: Number | None
    how: str


def opinion_of_graph(question: Question, clock: Clock, seconds: float | None = None) -> Opinion | None:
    """What the graph of all positions says; None if it is too large, or takes more than so many seconds of the processor."""
    if question.aim in (Aim.MIXED, Aim.MOVE) or _is_large(question, clock):
        return None
    graph = graph_of(reference_of(question.machine), MOST_POSITIONS, clock, seconds)
    if graph is None:
        return None
    return Opinion(value_of_graph(graph, question.aim, question.random, question.counted), f"the graph of all {len(graph.positions):,} positions")


def _is_large(question: Question, clock: Clock) -> bool:
    """A compiled game counts in no time what the reference machine would count for half a minute, only to give up."""
    if question.compiled is None:
        return False
    from cython_ext.exploring import explore

    return not explore(question.compiled, Bounds(states=MOST_POSITIONS, seconds=clock.deadline, memory=clock.room), claims=False).complete


def second_value(question: Question, method: str) -> Opinion | None:
    """What the graph or another engine than that of the method says; None if none comes to an end within the limits."""
    clock = Clock(question.limits)
    opinion = opinion_of_graph(question, clock)
    if opinion is not None:
        return opinion
    others = [name for name, engine in ENGINES.items() if question.aim in engine.aims and not _is_part(engine.method, method)]
    for number, name in enumerate(others):
        left = clock.deadline
        part = clock if left is None else clock.part(left / (len(others) - number))
        try:
            answer = last_answer(list(ENGINES[name].search(question, part)))
        except Unsupported:
            continue
        if answer.status in (Status.OPTIMAL, Status.INFEASIBLE):
            return Opinion(answer.value, f"the engine {name}")
    return None


def _is_part(method: str, found: str) -> bool:
    """Did an engine with this method find the answer, or one of several that it goes through?"""
    return any(part == found or found.startswith(f"{part},") for part in re.split(", then |, | or ", method))
