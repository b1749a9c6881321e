"""Second opinions: the graph of all positions on the reference machine, or another engine that took no part in the
first answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rules_dsl.machine.explore.search import ExploreLimits as Bounds
from solver import cpsat, phases, prices
from solver.driver import together
from solver.driver.engines import ENGINES
from solver.explicit.graph import graph_of, value_of_graph
from solver.protocol.answers import PROVED, Number, last_answer
from solver.protocol.context import SearchContext
from solver.protocol.engine import Engine
from solver.protocol.questions import Aim, UnsupportedQuestion

MOST_POSITIONS = 50_000
"""Graphs up to this size are built on the reference machine."""
PROCESSOR_SECONDS = 5.0
"""So long the user of a search waits for a second opinion, whatever else the computer does; `verify` takes the time it
is given.
"""
FIRST = ("depth", "layers", "breadth", "backward")
"""Searches over the positions of the rules themselves are asked first."""
OVER_TERMS = frozenset({cpsat.METHOD, phases.METHOD, prices.METHOD})
"""These begin with the terms that `solver/symbolic` makes of the rules, and share its mistakes; they are asked last."""
ONE_SOLVER = frozenset({cpsat.METHOD, phases.METHOD})
"""Phases hand over to CP-SAT move by move, so that neither is a second opinion on the other."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """A value and its source.

    `same_terms`: the source shares the translation of rules to terms with the answer it confirms.
    """

    value: Number | None
    how: str
    same_terms: bool = False


def opinion_of_graph(context: SearchContext, seconds: float | None = None) -> Opinion | None:
    """The value by the graph of all positions.

    None if the graph is too large, takes more CPU time than allowed, or has no value because positions recur.
    """
    clock = context.clock
    if context.aim in (Aim.MIXED, Aim.MOVE) or _is_large(context):
        return None
    graph = graph_of(context.reference, MOST_POSITIONS, clock, seconds, context.start)
    if graph is None:
        return None
    value = value_of_graph(graph, context.aim, context.question.random, context.question.counted)
    if value is None and context.aim not in (Aim.FEWEST, Aim.HIGHEST):
        return None  # positions recur
    return Opinion(value, _describe_graph(len(graph.positions)))


def _describe_graph(positions: int) -> str:
    return f"the graph of all {positions:,} positions" if positions > 1 else "the graph of the only position"


def _is_large(context: SearchContext) -> bool:
    """A compiled game counts in no time what the reference machine would count for half a minute, only to give up."""
    clock = context.clock
    if context.compiled is None:
        return False
    from cython_ext.kernels.exploring import explore

    return not explore(
        context.compiled,
        Bounds(states=MOST_POSITIONS, seconds=clock.deadline, memory=clock.room),
        claims=False,
        start=context.start,
    ).complete


def second_value(context: SearchContext, method: str) -> Opinion | None:
    """The value by the graph or by an engine that took no part in the answer.

    None if none finishes within the limits.
    """
    opinion = opinion_of_graph(context)
    if opinion is not None:
        return opinion
    others = [engine for engine in others_than(method, context.aim) if engine.accepts(context.question) is None]
    for number, engine in enumerate(others):
        left = context.clock.deadline
        part = context.clock if left is None else context.clock.part(left / (len(others) - number))
        try:
            answer = last_answer(list(engine.search(context.with_clock(part))))
        except UnsupportedQuestion:
            continue
        if answer.status in PROVED:
            return Opinion(answer.value, answer.method, is_over_terms(answer.method) and is_over_terms(method))
    return None


def others_than(method: str, aim: Aim) -> Sequence[Engine]:
    """The engines for an aim that took no part in an answer, in the order in which they are tried.

    Engines that only combine others are left out.
    """
    names, others = set(_parts(method)), dict[str, Engine]()
    if names & ONE_SOLVER:
        names |= ONE_SOLVER
    for name in (*FIRST, *ENGINES):
        engine = ENGINES[name]
        parts = _parts(engine.method)
        if aim in engine.aims and len(parts) == 1 and parts[0] != together.METHOD and parts[0] not in names:
            others[name] = engine
    return sorted(others.values(), key=lambda engine: is_over_terms(engine.method))


def is_over_terms(method: str) -> bool:
    """Does what the method found rest, at least in part, on the terms of the rules?"""
    return not OVER_TERMS.isdisjoint(_parts(method))


def _parts(method: str) -> list[str]:
    """The engines that a method names: "side by side: A and B", "A, then B", "A, two tables"."""
    return [
        part.partition(",")[0] for part in re.split(", then | and | or ", method.removeprefix(f"{together.METHOD}: "))
    ]
