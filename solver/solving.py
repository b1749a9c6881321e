"""From a question to its answer: the engine that fits, lines replayed as they are found, a second opinion on what is called proved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from rules_dsl.machine.api import Machine
from solver.answers import Answer, Event, Incumbent, Status
from solver.clock import Clock
from solver.explicit import alphabeta, backward, both, breadth, climbing, depth
from solver.explicit.graph import graph_of, value_of_graph
from solver.questions import Aim, Question, Unsupported
from solver.replaying import Disagreement, confirm_play

Search = Callable[[Question, Clock], Iterator[Event]]


@dataclass(frozen=True, slots=True)
class Engine:
    """A search, what it calls itself in answers, and what it can seek."""

    search: Search
    method: str
    aims: frozenset[Aim]


ENGINES: dict[str, Engine] = {
    "breadth": Engine(breadth.search, breadth.METHOD, frozenset({Aim.FEWEST})),
    "both": Engine(both.search, f"{depth.METHOD}, then {climbing.METHOD}", frozenset({Aim.HIGHEST})),
    "depth": Engine(depth.search, depth.METHOD, frozenset({Aim.HIGHEST})),
    "climb": Engine(climbing.search, climbing.METHOD, frozenset({Aim.HIGHEST})),
    "alphabeta": Engine(alphabeta.search, alphabeta.METHOD, frozenset({Aim.VALUE})),
    "backward": Engine(backward.search, backward.METHOD, frozenset({Aim.HIGHEST, Aim.EXPECTED, Aim.VALUE})),
}
"""Each engine with what it can seek; for each aim the first one is taken."""
SECOND_OPINION = 50_000
"""A second engine goes through graphs up to so many positions."""


def engine_for(aim: Aim, name: str = "auto") -> Search:
    """The engine of a name, or the one that fits the aim; raises Unsupported."""
    fitting = [each for each, engine in ENGINES.items() if aim in engine.aims]
    if name == "auto":
        return ENGINES[fitting[0]].search
    if name not in ENGINES:
        raise Unsupported(f"there is no engine called {name}; there are auto, {', '.join(ENGINES)}")
    if name not in fitting:
        raise Unsupported(f"{name} does not seek the {aim}; {' and '.join(fitting)} do{'es' if len(fitting) == 1 else ''}")
    return ENGINES[name].search


def solve(question: Question, engine: str = "auto", second: Machine | None = None) -> Iterator[Event]:
    """Events, the answer last. Lines are replayed; a proof is looked at once more over the whole graph on the `second` machine, if that is small."""
    search, clock = engine_for(question.aim, engine), Clock(question.limits)
    with clock.listening():
        for event in search(question, clock):
            if isinstance(event, Incumbent | Answer) and event.value is not None:
                confirm_play(question.machine, question.aim, event.value, event.play)
            yield _confirmed(question, event, second, clock) if isinstance(event, Answer) else event


def _confirmed(question: Question, answer: Answer, second: Machine | None, clock: Clock) -> Answer:
    if second is None or answer.status not in (Status.OPTIMAL, Status.INFEASIBLE) or answer.nodes > SECOND_OPINION:
        return answer
    graph = graph_of(second, SECOND_OPINION, clock)
    if graph is None:
        return answer
    value = value_of_graph(graph, question.aim)
    if value != answer.value:
        raise Disagreement(f"{answer.method} says {answer.value}, the graph of all positions says {value}")
    return replace(answer, confirmed=f"the graph of all {len(graph.positions):,} positions")
