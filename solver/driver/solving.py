"""Answering one question: select the engine, replay each line, and confirm proofs independently."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from solver.driver.confirming import PROCESSOR_SECONDS, quickest_opinion
from solver.driver.engines import engine_for, insist_accepted
from solver.driver.standing import SearchRecord
from solver.protocol.answers import PROVED, Answer, Event, resting
from solver.protocol.clock import Clock
from solver.protocol.context import Machines, SearchContext
from solver.protocol.disagreement import Disagreement
from solver.protocol.engine import Engine
from solver.protocol.questions import Question, UnsupportedQuestion
from solver.trust.bounds import with_ceilings
from solver.trust.opinions import claims_proof, mark_confirmed
from solver.trust.refuting import insist_not_refuted

NO_PROOF = "the engine ended without a proof"


def solve(
    question: Question,
    engine: Engine | None = None,
    machines: Machines | None = None,
    confirm: bool = True,
    bounds: bool = True,
) -> Iterator[Event]:
    """The events of a search; the answer comes last.

    Lines are replayed. With `confirm`, a proof over few positions is checked against the whole graph if that takes only
    seconds. `machines` are the machines of the rules; without them no engine has a compiled game. `bounds` says whether
    the author's bounds are used only when proved or also when trusted.
    """
    chosen = engine or engine_for(question)
    insist_accepted(chosen, question)
    context = _context_of(question, chosen, machines or Machines(question.rules))
    standing = SearchRecord(context)
    yield from standing.opening()
    with context.clock.listening():
        bounded, refused = with_ceilings(context) if bounds else (context, ())
        with _doubting(bounded):
            yield from _pass_events(bounded, chosen, standing, refused, confirm)


def _context_of(question: Question, engine: Engine, machines: Machines) -> SearchContext:
    """The context of an engine; the time for compiling is no time of the search."""
    if engine.kernel:
        machines.compile()
    return SearchContext(question, machines, Clock(question.limits), kernel=engine.kernel)


@contextmanager
def _doubting(context: SearchContext) -> Iterator[None]:
    """A contradiction is the fault of a bound that was only trusted, where there is one."""
    try:
        yield
    except Disagreement as reason:
        trusted = [f'"{ceiling.label}"' for ceiling in context.ceilings if not ceiling.proved]
        if trusted:
            raise UnsupportedQuestion(f"a bound that was trusted is wrong ({', '.join(trusted)}): {reason}") from None
        raise


def _pass_events(
    context: SearchContext, engine: Engine, standing: SearchRecord, refused: tuple[str, ...], confirm: bool
) -> Iterator[Event]:
    links = tuple([link for ceiling in context.ceilings for link in ceiling.links])
    gap = context.question.limits.gap
    for event in engine.search(context):
        kept_event = standing.take_event(resting(event, links))
        if isinstance(kept_event, Answer):
            kept_event = replace(kept_event, remarks=(*kept_event.remarks, *refused))
            yield _with_reason(_confirm_answer(context, kept_event) if confirm else kept_event)
        elif kept_event is not None:
            yield kept_event
        if gap is not None and standing.gap is not None and standing.gap <= gap:
            context.clock.end("gap")


def _with_reason(answer: Answer) -> Answer:
    """An answer that leaves a gap, with the reason why the search stopped."""
    return answer if answer.status in PROVED or answer.stopped else replace(answer, stopped=NO_PROOF)


def _confirm_answer(context: SearchContext, answer: Answer) -> Answer:
    insist_not_refuted(context, answer)
    if answer.confirmed or (answer.status not in PROVED and not claims_proof(answer)):
        return answer
    opinion = quickest_opinion(context, answer.method, PROCESSOR_SECONDS)
    if opinion is None:
        return answer
    if opinion.value != answer.value:
        raise Disagreement(f"{answer.method} says {answer.value}, {opinion.how} says {opinion.value}")
    return mark_confirmed(answer, opinion.how, context.clock)
