"""The registry of engines, by name and aim."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from solver import cpsat, phases, prices, relaxed
from solver.explicit import (
    alphabeta,
    astar,
    backward,
    beam,
    both,
    breadth,
    climbing,
    depth,
    expectimax,
    guided,
    ida,
    layers,
    nearest,
)
from solver.hidden import mixed
from solver.protocol.answers import Answer, Event, resting
from solver.protocol.context import SearchContext
from solver.protocol.engine import ANY, NONE, Engine, FunctionEngine, counts_all
from solver.protocol.questions import Aim, Question, UnsupportedQuestion
from solver.relaxed.relaxation import why_no_model
from solver.sampling import fair, trying


def _by_cpsat(context: SearchContext) -> Iterator[Event]:
    """Only those who ask for it wait until the solver's library is there. Moves that commute are made in one order."""
    from solver.cpsat.search import search
    from solver.independence.ordering import in_one_order

    yield from search(in_one_order(context))


def _by_layers(context: SearchContext) -> Iterator[Event]:
    """Only those who ask for it wait until it is proved what `dominates`, or else which moves commute."""
    from solver.independence.ordering import in_one_order
    from solver.trust.dominance import with_order

    compared, refused = with_order(context)
    asked = in_one_order(compared) if compared.order is None and compared.compiled is not None else compared
    links = () if asked.order is None else asked.order.links
    for event in _remarking(layers.search(asked), refused):
        yield resting(event, links)


def _by_one_order(context: SearchContext) -> Iterator[Event]:
    """Depth first; moves that commute are made in one order."""
    from solver.independence.ordering import where_nothing_recurs

    if context.compiled is None:
        raise UnsupportedQuestion("ordered works over compiled games")
    asked, remarks = where_nothing_recurs(context)
    yield from _remarking(depth.search(asked), remarks)


def _remarking(events: Iterator[Event], remarks: tuple[str, ...]) -> Iterator[Event]:
    """The events, with something to add to the answer."""
    for event in events:
        yield replace(event, remarks=(*event.remarks, *remarks)) if isinstance(event, Answer) else event


def _by_prices(context: SearchContext) -> Iterator[Event]:
    """The same for arrays of numbers."""
    from solver.prices.search import search

    yield from search(context)


def _by_phases(context: SearchContext) -> Iterator[Event]:
    """Only those who ask for it wait until the solver's library is there."""
    from solver.phases.search import search

    yield from search(context)


def _by_all(context: SearchContext) -> Iterator[Event]:
    """The engines that work side by side are those of this room."""
    from solver.driver.together import search

    yield from search(context, ENGINES)


def _by_rounds(context: SearchContext) -> Iterator[Event]:
    from solver.relaxed.search import search

    yield from search(context)


def _why_no_rounds(question: Question) -> str | None:
    return why_no_model(question.rules, question.start)


def _object_to_guided(question: Question) -> str | None:
    return counts_all("guided")(question) or guided.object_to(question)


FEWEST, HIGHEST = frozenset({Aim.FEWEST}), frozenset({Aim.HIGHEST})
LINES = FEWEST | HIGHEST
TRIED = frozenset({Aim.VALUE, Aim.MEAN, Aim.MIXED, Aim.EXPECTED, Aim.MOVE})
EXACT = frozenset({Aim.HIGHEST, Aim.EXPECTED, Aim.VALUE, Aim.MEAN})
CHANCE = frozenset({Aim.EXPECTED, Aim.MEAN})
TRYING = frozenset({Aim.EXPECTED})

ALL: tuple[Engine, ...] = (
    FunctionEngine("nearest", nearest.METHOD, FEWEST, nearest.search, kernel=True),
    FunctionEngine(
        "breadth", breadth.METHOD, FEWEST, breadth.search, kernel=True, threads=ANY, objection=counts_all("breadth")
    ),
    FunctionEngine("astar", astar.METHOD, FEWEST, astar.search),
    FunctionEngine("ida", ida.METHOD, FEWEST, ida.search, threads=ANY, objection=counts_all("ida")),
    FunctionEngine("guided", guided.METHOD, FEWEST, guided.search, kernel=True, objection=_object_to_guided),
    FunctionEngine("both", f"{depth.METHOD}, then {climbing.METHOD}", HIGHEST, both.search, kernel=True),
    FunctionEngine("depth", depth.METHOD, HIGHEST, depth.search, kernel=True),
    FunctionEngine("ordered", depth.METHOD, HIGHEST, _by_one_order, kernel=True),
    FunctionEngine("layers", layers.METHOD, LINES, _by_layers, kernel=True, objection=counts_all("layers")),
    FunctionEngine("climb", climbing.METHOD, HIGHEST, climbing.search, kernel=True, threads=ANY),
    FunctionEngine("beam", beam.METHOD, LINES, beam.search, kernel=True, objection=counts_all("beam")),
    FunctionEngine("alphabeta", alphabeta.METHOD, frozenset({Aim.VALUE}), alphabeta.search, kernel=True),
    FunctionEngine("fair", f"{expectimax.METHOD}, then {fair.METHOD}", TRYING, fair.search, kernel=True),
    FunctionEngine("expectimax", expectimax.METHOD, CHANCE, expectimax.search, kernel=True),
    FunctionEngine("sample", fair.METHOD, TRYING, fair.sample, kernel=True),
    FunctionEngine("mixed", mixed.METHOD, frozenset({Aim.MIXED}), mixed.search),
    FunctionEngine("uct", trying.METHOD, TRIED, trying.search, kernel=True),
    FunctionEngine("prices", prices.METHOD, HIGHEST, _by_prices),
    FunctionEngine("together", "side by side", HIGHEST, _by_all, kernel=True, threads=NONE),
    FunctionEngine("cpsat", cpsat.METHOD, LINES, _by_cpsat, objection=counts_all("cpsat")),
    FunctionEngine("phases", phases.METHOD, HIGHEST, _by_phases),
    FunctionEngine("rounds", relaxed.METHOD, HIGHEST, _by_rounds, kernel=True, threads=NONE, objection=_why_no_rounds),
    FunctionEngine("backward", backward.METHOD, EXACT, backward.search),
)
ENGINES: dict[str, Engine] = {engine.name: engine for engine in ALL}
"""For each aim the first one is taken, unless one of these accepts the question."""
FIRST_ASKED = ("rounds", "together")
SEARCH = "search"
"""This name stands for the first of the searches, which use no solver."""


def with_threads(engine: Engine, aim: Aim, threads: int | None, chosen: bool) -> Engine:
    """The engine, if it supports this number of threads.

    Unless it was chosen by name, one thread selects the first engine that needs only one. Raises
    UnsupportedQuestionQuestion.
    """
    if threads is None or threads in engine.threads:
        return engine
    others = {name: engine for name, engine in ENGINES.items() if aim in engine.aims and threads in engine.threads}
    if threads == 1 and not chosen and others:
        return next(iter(others.values()))
    can = (
        "sets the number of its threads itself"
        if not engine.threads
        else f"searches in {_count_threads(engine.threads[0])}"
    )
    instead = f"; --engine {' or '.join(others)} can" if others else ""
    raise UnsupportedQuestion(f"{engine.name} {can}, not in {threads}{instead}")


def _count_threads(threads: int) -> str:
    return "one thread" if threads == 1 else f"{threads} threads"


def engine_for(question: Question, name: str = "auto") -> Engine:
    """The engine of this name, or the first that accepts the question. Raises UnsupportedQuestionQuestion."""
    fitting = [text for text, engine in ENGINES.items() if question.aim in engine.aims]
    if name == "auto":
        return next(engine for engine in _in_order(question.aim) if engine.accepts(question) is None)
    if name == SEARCH:
        return ENGINES[fitting[0]]
    if name not in ENGINES:
        raise UnsupportedQuestion(f"there is no engine called {name}; there are auto, {SEARCH}, {', '.join(ENGINES)}")
    if name not in fitting:
        raise UnsupportedQuestion(
            f"{name} does not search for the {question.aim}; {' and '.join(fitting)} do{'es' if len(fitting) == 1 else ''}"
        )
    insist_accepted(ENGINES[name], question)
    return ENGINES[name]


def insist_accepted(engine: Engine, question: Question) -> None:
    """Raises UnsupportedQuestion where the engine refuses the question."""
    reason = engine.accepts(question)
    if reason is not None:
        raise UnsupportedQuestion(reason)


def _in_order(aim: Aim) -> Iterator[Engine]:
    """The engines for an aim as they are asked whether they take a question that names none."""
    for name in dict.fromkeys((*FIRST_ASKED, *ENGINES)):
        if aim in ENGINES[name].aims:
            yield ENGINES[name]
