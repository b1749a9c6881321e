"""From a question to its answer: the engine that fits, lines replayed as they are found, a second opinion on what is called proved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from solver.answers import Answer, Bound, Event, Incumbent, Number, Status, open_part
from solver.clock import Clock
from solver.confirming import opinion_of_graph
from solver.engines import Engine, engine_for
from solver.questions import Question
from solver.replaying import Disagreement, confirm_play


def solve(question: Question, engine: Engine | None = None, confirm: bool = True) -> Iterator[Event]:
    """Events, the answer last. Lines are replayed; with `confirm` a proof over few positions is looked at once more over the whole graph."""
    chosen, clock = engine or engine_for(question.aim), Clock(question.limits)
    found: Number | None = None
    bound: Number | None = None
    with clock.listening():
        for event in chosen.search(question, clock):
            match event:
                case Answer():
                    if event.value is not None:
                        confirm_play(question.machine, question.aim, event.value, event.play)
                    event = _confirmed(question, event, clock) if confirm else event
                case Incumbent():
                    confirm_play(question.machine, question.aim, event.value, event.play)
                    found = event.value
                case Bound():
                    bound = event.value
            part = open_part(found, bound)
            if question.limits.gap is not None and part is not None and part <= question.limits.gap:
                clock.end("gap")
            yield event


def _confirmed(question: Question, answer: Answer, clock: Clock) -> Answer:
    if answer.status not in (Status.OPTIMAL, Status.INFEASIBLE):
        return answer
    opinion = opinion_of_graph(question.machine, question.aim, clock, question.random)
    if opinion is None:
        return answer
    if opinion.value != answer.value:
        raise Disagreement(f"{answer.method} says {answer.value}, {opinion.how} says {opinion.value}")
    return replace(answer, confirmed=opinion.how)
