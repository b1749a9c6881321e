"""Second opinions: the graph of all positions on the reference machine, or another engine that took no part in the
first answer.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from rules_dsl.machine.explore.search import ExploreLimits as Bounds
from solver import cpsat, phases, prices
from solver.driver import together
from solver.driver.engines import ENGINES
from solver.explicit.graph import graph_of, value_of_graph
from solver.protocol.answers import PROVED, Answer, BoundEvent, Incumbent, Number, last_answer
from solver.protocol.clock import Clock
from solver.protocol.context import SearchContext
from solver.protocol.engine import Engine
from solver.protocol.questions import Aim, PreviousResult, UnsupportedQuestion
from solver.trust.opinions import claims_proof, is_single

MOST_POSITIONS = 50_000
"""Graphs up to this size are built on the reference machine."""
SMALL_GRAPH = 5_000
"""The graph of so many positions is there before a solver is loaded."""
HEAD_START = 0.5
"""So many seconds a solver is waited for before the graph is begun beside it: both want the interpreter."""
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
    if context.aim in (Aim.MIXED, Aim.MOVE) or (_count_positions(context) or 0) > MOST_POSITIONS:
        return None
    return _evaluate_graph(context, context.clock, seconds)


def quickest_opinion(context: SearchContext, method: str, seconds: float) -> Opinion | None:
    """A second opinion within so many seconds of CPU time: the graph of all positions or, where that takes longer than
    to load a solver, whichever is first of the graph and an engine over terms that took no part in the answer.
    """
    positions = _count_positions(context)
    if context.aim in (Aim.MIXED, Aim.MOVE) or (positions or 0) > MOST_POSITIONS:
        return None
    over_terms = _first_over_terms(context, method) if (positions or 0) > SMALL_GRAPH else None
    if over_terms is None:
        return _evaluate_graph(context, context.clock, seconds)
    clock = Clock(replace(context.clock.limits, seconds=context.clock.deadline))
    context.clock.when_interrupted(lambda: clock.end("interrupted"))
    rival = RivalOpinion(context, over_terms, clock)
    rival.thread.start()
    rival.thread.join(HEAD_START)
    opinion = None if rival.opinion is not None else _evaluate_graph(context, clock, seconds)
    rival.end()
    return opinion or rival.opinion


class RivalOpinion:
    """An engine that is asked in a thread of its own; its opinion ends the clock of those it races against."""

    def __init__(self, context: SearchContext, engine: Engine, others: Clock) -> None:
        self.opinion: Opinion | None = None
        self._failure: BaseException | None = None
        self._clock = Clock(others.limits)
        self._context, self._engine, self._others = _without_help(context).with_clock(self._clock), engine, others
        self.thread = threading.Thread(target=self._ask, daemon=True)
        others.when_interrupted(lambda: self._clock.end("another opinion was quicker"))

    def end(self) -> None:
        """End the engine, and raise what went wrong in it."""
        self._clock.end("another opinion was quicker")
        self.thread.join()
        if self._failure is not None:
            raise self._failure

    def _ask(self) -> None:
        try:
            with suppress(UnsupportedQuestion, MemoryError):  # then there is one opinion less
                self.opinion = self._listen()
        except BaseException as failure:  # raised in the thread that asked
            self._failure = failure
        if self.opinion is not None or self._failure is not None:
            self._others.end("another opinion was quicker")

    def _listen(self) -> Opinion | None:
        """The value as soon as the bound of the engine meets its own line; whether another solver agrees is not needed
        beside an answer that did not come from terms.
        """
        best: Number | None = None
        for event in self._engine.search(self._context):
            match event:
                case Incumbent(value):
                    best = value
                case BoundEvent() if event.value == best and (not event.rests_on or is_single(event.rests_on)):
                    return Opinion(best, f"{self._engine.method} (terms of the rules)")
                case Answer() if event.status in PROVED or (claims_proof(event) and is_single(event.rests_on)):
                    return Opinion(event.value, f"{event.method} (terms of the rules)")
                case _:
                    continue
        return None


def _without_help(context: SearchContext) -> SearchContext:
    """The context without what the first answer may rest on: trusted bounds and orders, and results of earlier runs."""
    question = replace(context.question, earlier=PreviousResult())
    return replace(context, question=question, ceilings=(), order=None, swaps=frozenset(), pool=None)


def _first_over_terms(context: SearchContext, method: str) -> Engine | None:
    """The first engine over terms that accepts the question; None for an answer that came from terms itself."""
    if is_over_terms(method):
        return None
    engines = [engine for engine in others_than(method, context.aim) if is_over_terms(engine.method)]
    return next((engine for engine in engines if engine.accepts(context.question) is None), None)


def _evaluate_graph(context: SearchContext, clock: Clock, seconds: float | None) -> Opinion | None:
    graph = graph_of(context.reference, MOST_POSITIONS, clock, seconds, context.start)
    if graph is None:
        return None
    value = value_of_graph(graph, context.aim, context.question.random, context.question.counted)
    if value is None and context.aim not in (Aim.FEWEST, Aim.HIGHEST):
        return None  # positions recur
    return Opinion(value, _describe_graph(len(graph.positions)))


def _describe_graph(positions: int) -> str:
    return f"the graph of all {positions:,} positions" if positions > 1 else "the graph of the only position"


def _count_positions(context: SearchContext) -> int | None:
    """The number of positions, one more than the most if there are more; None without a compiled game, which counts in
    no time what the reference machine would count for half a minute, only to give up.
    """
    clock = context.clock
    if context.compiled is None:
        return None
    from cython_ext.kernels.exploring import explore

    result = explore(
        context.compiled,
        Bounds(states=MOST_POSITIONS, seconds=clock.deadline, memory=clock.room),
        claims=False,
        start=context.start,
    )
    return result.states if result.complete else MOST_POSITIONS + 1


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
