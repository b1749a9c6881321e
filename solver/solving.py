"""From a question to its answer: the engine that fits, lines replayed as they are found, a second opinion on what is called proved."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from solver.answers import PROVED, Answer, Event, resting
from solver.bounds import with_ceilings
from solver.clock import Clock
from solver.confirming import PROCESSOR_SECONDS, opinion_of_graph
from solver.engines import Engine, engine_for
from solver.opinions import claims_proof, confirmed_by
from solver.questions import Question, Unsupported
from solver.refuting import insist_not_refuted
from solver.replaying import Disagreement
from solver.standing import Standing

NO_PROOF = "the engine ended without a proof"


def solve(question: Question, engine: Engine | None = None, confirm: bool = True) -> Iterator[Event]:
    """Events, the answer last. Lines are replayed; with `confirm` a proof over few positions is looked at once more over the whole graph, if that takes only seconds."""
    chosen, clock, standing = engine or engine_for(question.aim), Clock(question.limits), Standing(question)
    yield from standing.opening()
    with clock.listening():
        bounded, refused = with_ceilings(question, clock)
        with _doubting(bounded):
            yield from _searched(bounded, chosen, clock, standing, refused, confirm)


@contextmanager
def _doubting(question: Question) -> Iterator[None]:
    """A contradiction is the fault of a bound that was only trusted, where there is one."""
    try:
        yield
    except Disagreement as reason:
        trusted = [f'"{ceiling.label}"' for ceiling in question.ceilings if not ceiling.proved]
        if trusted:
            raise Unsupported(f"a bound that was trusted is wrong ({', '.join(trusted)}): {reason}") from None
        raise


def _searched(
    question: Question, engine: Engine, clock: Clock, standing: Standing, refused: tuple[str, ...], confirm: bool
) -> Iterator[Event]:
    links = tuple([link for ceiling in question.ceilings for link in ceiling.links])
    for event in engine.search(question, clock):
        told = standing.taken(resting(event, links))
        if isinstance(told, Answer):
            told = replace(told, remarks=(*told.remarks, *refused))
            yield _with_reason(_confirmed(question, told, clock) if confirm else told)
        elif told is not None:
            yield told
        if question.limits.gap is not None and standing.gap is not None and standing.gap <= question.limits.gap:
            clock.end("gap")


def _with_reason(answer: Answer) -> Answer:
    """An answer that leaves something open says why."""
    return answer if answer.status in PROVED or answer.stopped else replace(answer, stopped=NO_PROOF)


def _confirmed(question: Question, answer: Answer, clock: Clock) -> Answer:
    insist_not_refuted(question, answer)
    if answer.confirmed or (answer.status not in PROVED and not claims_proof(answer)):
        return answer
    opinion = opinion_of_graph(question, clock, PROCESSOR_SECONDS)
    if opinion is None:
        return answer
    if opinion.value != answer.value:
        raise Disagreement(f"{answer.method} says {answer.value}, {opinion.how} says {opinion.value}")
    return confirmed_by(answer, opinion.how, clock)
