"""Answering one question: select the engine, replay each line, and confirm proofs independently."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import replace

from rules_dsl.machine.api import Move
from rules_dsl.machine.pending import describe_start
from solver.driver.confirming import PROCESSOR_SECONDS, quickest_opinion
from solver.driver.engines import engine_for, insist_accepted
from solver.driver.standing import SearchRecord
from solver.protocol.answers import PROVED, Answer, BoundEvent, Event, Incumbent, Status, resting
from solver.protocol.clock import Clock
from solver.protocol.context import Machines, SearchContext
from solver.protocol.disagreement import Disagreement
from solver.protocol.engine import Engine
from solver.protocol.lines import REACHED, highest_possible
from solver.protocol.questions import Aim, Question, UnsupportedQuestion
from solver.trust.bounds import with_ceilings
from solver.trust.broken_bounds import find_refutations, is_trusting, list_trusted, with_line, without_trust
from solver.trust.opinions import claims_proof, mark_confirmed
from solver.trust.refuting import insist_not_refuted

UNSEARCHED = "no search"
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
        yield from _pass_doubting(bounded, chosen, standing, refused, confirm)


def _context_of(question: Question, engine: Engine, machines: Machines) -> SearchContext:
    """The context of an engine; the time for compiling is no time of the search."""
    if engine.kernel:
        machines.compile()
    return SearchContext(question, machines, Clock(question.limits), kernel=engine.kernel)


def _pass_doubting(
    context: SearchContext, engine: Engine, standing: SearchRecord, refused: tuple[str, ...], confirm: bool
) -> Iterator[Event]:
    """The events of a search. Where a bound was only trusted and a line beats it, or the answer contradicts itself, the
    search begins again without it, and the answer says what refutes the bound.
    """
    if not is_trusting(context):
        yield from _pass_events(context, engine, standing, refused, confirm)
        return
    try:
        with closing(_pass_events(context, engine, standing, refused, confirm)) as events:
            for event in events:
                if isinstance(event, Answer) and find_refutations(context, event.play):
                    raise Disagreement("a line beats a bound that was trusted")
                yield event
    except Disagreement as reason:
        yield from _pass_without_trust(context, engine, standing, str(reason), confirm)


def _pass_without_trust(
    context: SearchContext, engine: Engine, standing: SearchRecord, reason: str, confirm: bool
) -> Iterator[Event]:
    """The events of the search that uses proved bounds only, after trust in others has led to a contradiction."""
    beaten = () if standing.line is None else standing.line.play
    standing.bound = None
    if context.aim is Aim.HIGHEST:
        yield BoundEvent(highest_possible(context.rules), context.clock.seconds, corrects=True)
    for event in _pass_events(without_trust(context), engine, standing, (), confirm):
        yield _refuting(context, event, beaten, reason) if isinstance(event, Answer) else event


def _refuting(context: SearchContext, answer: Answer, beaten: Sequence[Move], reason: str) -> Answer:
    """The answer with what refutes the trusted bounds: its own line, or else the line that beat them."""
    refuted = find_refutations(context, answer.play) or tuple(
        [with_line(context, text, beaten) for text in find_refutations(context, beaten)]
    )
    if not refuted:
        labels = ", ".join([f'"{bound.label}"' for bound in list_trusted(context)])
        raise UnsupportedQuestion(f"an answer that trusts {labels} contradicts itself: {reason}")
    return replace(answer, refuted=refuted, remarks=(*answer.remarks, *[f"{text}; not used" for text in refuted]))


def _pass_events(
    context: SearchContext, engine: Engine, standing: SearchRecord, refused: tuple[str, ...], confirm: bool
) -> Generator[Event]:
    links = tuple([link for ceiling in context.ceilings for link in ceiling.links])
    gap = context.question.limits.gap
    about_start = _describe_start(context)
    for event in _search(context, engine):
        kept_event = standing.take_event(resting(event, links))
        if isinstance(kept_event, Answer):
            kept_event = replace(kept_event, remarks=(*about_start, *kept_event.remarks, *refused))
            yield _with_reason(_confirm_answer(context, kept_event) if confirm else kept_event)
        elif kept_event is not None:
            yield kept_event
        if gap is not None and standing.gap is not None and standing.gap <= gap:
            context.clock.end("gap")


def _describe_start(context: SearchContext) -> tuple[str, ...]:
    """That an ending holds at the start already, or that no move is legal there."""
    words = describe_start(context.reference, context.start)
    return (words,) if words else ()


def _search(context: SearchContext, engine: Engine) -> Iterator[Event]:
    """The events of the engine; where fewest moves are sought and none is legal, all engines give the same answer."""
    if context.aim is Aim.FEWEST and context.machine.kind(context.start) == "over":
        yield from _answer_without_moves(context)
    else:
        yield from engine.search(context)


def _answer_without_moves(context: SearchContext) -> Iterator[Event]:
    seconds, ended = context.clock.seconds, context.machine.find_end(context.start)
    if ended is None or ended.kind not in REACHED:
        yield Answer(Status.INFEASIBLE, None, None, (), UNSEARCHED, 0, seconds)
        return
    yield Incumbent(0, (), seconds)
    yield Answer(Status.OPTIMAL, 0, 0, (), UNSEARCHED, 0, seconds)


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
