"""A second opinion: the same question to another engine."""

from __future__ import annotations

from dataclasses import dataclass

from rules_dsl.machine.api import Machine
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.machine.starting import starting_at
from solver.answers import Number, Status, last_answer
from solver.clock import Clock
from solver.explicit.graph import graph_of, value_of_graph
from solver.questions import Aim, Limits, Question, Unsupported
from solver.solving import ENGINES

MOST_POSITIONS = 50_000
"""Graphs up to this size are built on the reference machine."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """A value and who says so."""

    value: Number | None
    how: str


def second_value(machine: Machine, aim: Aim, method: str, limits: Limits) -> Opinion | None:
    """What another engine than that of the method says; None if none comes to an end within the limits."""
    plain = starting_at(ReferenceMachine(machine.game), machine.initial())
    clock = Clock(limits)
    graph = graph_of(plain, MOST_POSITIONS, clock)
    if graph is not None:
        return Opinion(value_of_graph(graph, aim), f"the graph of all {len(graph.positions):,} positions on the reference machine")
    for name, engine in ENGINES.items():
        if aim in engine.aims and engine.method != method and not clock.is_over():
            try:
                answer = last_answer(list(engine.search(Question(machine, aim, limits), clock)))
            except Unsupported:
                continue
            if answer.status in (Status.OPTIMAL, Status.INFEASIBLE):
                return Opinion(answer.value, f"the engine {name}")
    return None
