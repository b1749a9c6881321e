"""The engines by name, with what each can seek."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from rules_dsl.machine.api import Machine
from solver import cpsat, phases, prices, relaxed
from solver.answers import Answer, Event, resting
from solver.clock import Clock
from solver.explicit import alphabeta, astar, backward, beam, both, breadth, climbing, depth, expectimax, guided, ida, layers, nearest
from solver.hidden import mixed
from solver.questions import Aim, Question, Unsupported
from solver.sampling import fair, trying

ANY = range(1, 257)
NONE = range(0)
"""The engine sets the number of its threads and processes by itself."""
Search = Callable[[Question, Clock], Iterator[Event]]


@dataclass(frozen=True, slots=True)
class Engine:
    """A search, what it calls itself in answers, what it can seek, and whether it has a kernel over compiled games."""

    search: Search
    method: str
    aims: frozenset[Aim]
    kernel: bool = False
    threads: range = range(1, 2)
    """With how many threads it can be asked to search."""


def _by_cpsat(question: Question, clock: Clock) -> Iterator[Event]:
    """Only those who ask for it wait until the solver's library is there. Moves that commute are made in one order."""
    from solver.cpsat.search import search
    from solver.ordering import in_one_order

    yield from search(in_one_order(question, clock), clock)


def _by_layers(question: Question, clock: Clock) -> Iterator[Event]:
    """Only those who ask for it wait until it is proved what `dominates`, or else which moves commute."""
    from solver.dominance import with_order
    from solver.ordering import in_one_order

    compared, refused = with_order(question, clock)
    asked = in_one_order(compared, clock) if compared.order is None and compared.compiled is not None else compared
    links = () if asked.order is None else asked.order.links
    for event in _remarking(layers.search(asked, clock), refused):
        yield resting(event, links)


def _by_one_order(question: Question, clock: Clock) -> Iterator[Event]:
    """Depth first; moves that commute are made in one order."""
    from solver.ordering import where_nothing_recurs

    if question.compiled is None:
        raise Unsupported("ordered works over compiled games")
    asked, remarks = where_nothing_recurs(question, clock)
    yield from _remarking(depth.search(asked, clock), remarks)


def _remarking(events: Iterator[Event], remarks: tuple[str, ...]) -> Iterator[Event]:
    """The events, with something to add to the answer."""
    for event in events:
        yield replace(event, remarks=(*event.remarks, *remarks)) if isinstance(event, Answer) else event


def _by_prices(question: Question, clock: Clock) -> Iterator[Event]:
    """The same for arrays of numbers."""
    from solver.prices.search import search

    yield from search(question, clock)


def _by_phases(question: Question, clock: Clock) -> Iterator[Event]:
    """Only those who ask for it wait until the solver's library is there."""
    from solver.phases.search import search

    yield from search(question, clock)


def _by_all(question: Question, clock: Clock) -> Iterator[Event]:
    """The engines that work side by side are those of this room."""
    from solver.together import search

    yield from search(question, clock)


def _by_rounds(question: Question, clock: Clock) -> Iterator[Event]:
    from solver.relaxed.search import search

    yield from search(question, clock)


ENGINES: dict[str, Engine] = {
    "nearest": Engine(nearest.search, nearest.METHOD, frozenset({Aim.FEWEST}), kernel=True),
    "breadth": Engine(breadth.search, breadth.METHOD, frozenset({Aim.FEWEST}), kernel=True, threads=ANY),
    "astar": Engine(astar.search, astar.METHOD, frozenset({Aim.FEWEST})),
    "ida": Engine(ida.search, ida.METHOD, frozenset({Aim.FEWEST}), threads=ANY),
    "guided": Engine(guided.search, guided.METHOD, frozenset({Aim.FEWEST}), kernel=True),
    "both": Engine(both.search, f"{depth.METHOD}, then {climbing.METHOD}", frozenset({Aim.HIGHEST}), kernel=True),
    "depth": Engine(depth.search, depth.METHOD, frozenset({Aim.HIGHEST}), kernel=True),
    "ordered": Engine(_by_one_order, depth.METHOD, frozenset({Aim.HIGHEST}), kernel=True),
    "layers": Engine(_by_layers, layers.METHOD, frozenset({Aim.FEWEST, Aim.HIGHEST}), kernel=True),
    "climb": Engine(climbing.search, climbing.METHOD, frozenset({Aim.HIGHEST}), kernel=True, threads=ANY),
    "beam": Engine(beam.search, beam.METHOD, frozenset({Aim.FEWEST, Aim.HIGHEST}), kernel=True),
    "alphabeta": Engine(alphabeta.search, alphabeta.METHOD, frozenset({Aim.VALUE}), kernel=True),
    "fair": Engine(fair.search, f"{expectimax.METHOD}, then {fair.METHOD}", frozenset({Aim.EXPECTED}), kernel=True),
    "expectimax": Engine(expectimax.search, expectimax.METHOD, frozenset({Aim.EXPECTED, Aim.MEAN}), kernel=True),
    "sample": Engine(fair.sample, fair.METHOD, frozenset({Aim.EXPECTED}), kernel=True),
    "mixed": Engine(mixed.search, mixed.METHOD, frozenset({Aim.MIXED})),
    "uct": Engine(trying.search, trying.METHOD, frozenset({Aim.VALUE, Aim.MEAN, Aim.MIXED, Aim.EXPECTED, Aim.MOVE}), kernel=True),
    "prices": Engine(_by_prices, prices.METHOD, frozenset({Aim.HIGHEST})),
    "together": Engine(_by_all, "side by side", frozenset({Aim.HIGHEST}), kernel=True, threads=NONE),
    "cpsat": Engine(_by_cpsat, cpsat.METHOD, frozenset({Aim.HIGHEST, Aim.FEWEST})),
    "phases": Engine(_by_phases, phases.METHOD, frozenset({Aim.HIGHEST})),
    "rounds": Engine(_by_rounds, relaxed.METHOD, frozenset({Aim.HIGHEST}), kernel=True, threads=NONE),
    "backward": Engine(backward.search, backward.METHOD, frozenset({Aim.HIGHEST, Aim.EXPECTED, Aim.VALUE, Aim.MEAN})),
}
"""For each aim the first one is taken."""
SEARCH = "search"
"""This name stands for the first of the searches, which use no solver."""


def with_threads(engine: Engine, aim: Aim, threads: int | None, chosen: bool) -> Engine:
    """The engine if it can be asked for so many threads; where it was not chosen by name one thread means the first engine that needs no more. Raises Unsupported."""
    if threads is None or threads in engine.threads:
        return engine
    others = {name: each for name, each in ENGINES.items() if aim in each.aims and threads in each.threads}
    if threads == 1 and not chosen and others:
        return next(iter(others.values()))
    name = next(name for name, each in ENGINES.items() if each is engine)
    can = "sets the number of its threads itself" if not engine.threads else f"searches in {_counted(engine.threads[0])}"
    instead = f"; --engine {' or '.join(others)} can" if others else ""
    raise Unsupported(f"{name} {can}, not in {threads}{instead}")


def _counted(threads: int) -> str:
    return "one thread" if threads == 1 else f"{threads} threads"


def engine_for(aim: Aim, name: str = "auto", machine: Machine | None = None) -> Engine:
    """The engine of a name, or the one that fits the aim and where the machine begins; raises Unsupported."""
    fitting = [each for each, engine in ENGINES.items() if aim in engine.aims]
    if name == "auto" and aim is Aim.HIGHEST and machine is not None and relaxed.has_model(machine):
        return ENGINES["rounds"]
    if name == "auto" and aim is Aim.HIGHEST:
        return ENGINES["together"]
    if name in ("auto", SEARCH):
        return ENGINES[fitting[0]]
    if name not in ENGINES:
        raise Unsupported(f"there is no engine called {name}; there are auto, {SEARCH}, {', '.join(ENGINES)}")
    if name not in fitting:
        raise Unsupported(f"{name} does not search for the {aim}; {' and '.join(fitting)} do{'es' if len(fitting) == 1 else ''}")
    return ENGINES[name]
