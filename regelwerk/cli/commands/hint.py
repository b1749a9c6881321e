"""`regelwerk hint`: a good move from here, and why."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from regelwerk import output
from regelwerk.cli.commands.common import At, CommandSettings, Exit, GameArgument
from regelwerk.supervision.reporting import REPORTER
from rules_dsl.quantities import quantity

if TYPE_CHECKING:
    from regelwerk.api.asking import Inquiry
    from regelwerk.api.game import State
    from solver.protocol.answers import Answer, Event, Incumbent

SECONDS = 10.0


def hint(game: GameArgument, settings: CommandSettings, at: At = None) -> Exit:
    """Tell a good move from here and how sure that is; looks for ten seconds unless --time says otherwise."""
    from rules_dsl.examples.claims import write_play
    from solver.protocol.answers import NOBODY_TO_MOVE, PROVED

    state = settings.state(game, at)
    seconds = settings.seconds()
    inquiry, result = _find_hint(state, settings, SECONDS if seconds is None else seconds)
    words = write_play(state.game.machine, result.play[:1], state.raw)
    move, why = (words[0] if words else None), _explain(inquiry, result)
    REPORTER.answering()
    if settings.json:
        output.last_line("hint", move=move, why=why)
    else:
        output.answer(f"{move if settings.lang is None else state.say(move, settings.language)}: {why}" if move is not None else why)
    return Exit.FINE if move is not None or result.status in PROVED or result.stopped == NOBODY_TO_MOVE else Exit.LIMIT


def _find_hint(state: State, settings: CommandSettings, seconds: float) -> tuple[Inquiry, Answer]:
    """The answer of an exact engine within half of the time, or else of a sampling engine in the other half."""
    from regelwerk.api.asking import SearchOptions, convert_errors, history_of, make_inquiry
    from solver.driver.engines import ENGINES
    from solver.protocol import questions
    from solver.protocol.clock import Clock
    from solver.protocol.questions import Limits

    clock = Clock(Limits(seconds=seconds))

    wish = SearchOptions(machine=settings.machine, seed=settings.seed, quiet=settings.quiet, history=history_of(state))
    inquiry = make_inquiry(state, wish)
    if inquiry.question.aim not in ENGINES["uct"].aims:
        with convert_errors():
            return inquiry, _answer(inquiry, settings, clock.deadline or 0.0)
    exact: Answer | None
    try:
        exact = _answer(inquiry, settings, (clock.deadline or 0.0) / 2)
    except questions.UnsupportedQuestion:
        exact = None
    if exact is not None and (exact.play or exact.stopped == "interrupted"):
        return inquiry, exact
    trying = make_inquiry(state, replace(wish, engine="uct"))
    if exact is not None and trying.machines.compiled is None:
        return inquiry, exact
    with convert_errors():
        return trying, _answer(trying, settings, clock.deadline or 0.0)


def _answer(inquiry: Inquiry, settings: CommandSettings, seconds: float) -> Answer:
    from solver.protocol.answers import Incumbent, last_answer
    from solver.protocol.questions import Limits

    events: list[Event] = []
    for event in inquiry.within(Limits(seconds, settings.bytes())).events():
        events.append(event)
        if isinstance(event, Incumbent):
            _report(inquiry, event, settings)
    return last_answer(events)


def _report(inquiry: Inquiry, incumbent: Incumbent, settings: CommandSettings) -> None:
    """What to say should the search have to be ended."""
    from rules_dsl.examples.claims import write_play

    moves = write_play(inquiry.machine, incumbent.play[:1], inquiry.question.start)
    why = f"the best line that was found; {inquiry.question.aim} {incumbent.value}"
    if moves:
        settings.so_far("hint", f"{moves[0]}: {why}", {"move": moves[0], "why": why}, Exit.FINE)


def _around(answer: Answer) -> str:
    return f"{answer.value}, proved" if answer.status == "optimal" else f"between {float(answer.value or 0):.4g} and {float(answer.bound or 0):.4g}"


def _explain(inquiry: Inquiry, answer: Answer) -> str:
    """Why this move; where an ending holds already and does not count, that it does not."""
    from rules_dsl.machine.pending import describe_start, find_pending_ending

    question, machine = inquiry.question, inquiry.machines.reference
    pending = find_pending_ending(machine, question.start)
    if pending is None and machine.kind(question.start) == "over":
        return "play is over here"
    return _why(question.purpose, answer) + ("" if pending is None else f"; {describe_start(machine, question.start)}")


def _why(aim: str, answer: Answer) -> str:
    from regelwerk.api.wording import describe_bounds, describe_infeasible
    from solver.protocol.answers import NOBODY_TO_MOVE

    if answer.strategy:
        chances = ", ".join([f"{words} {odds}" for words, odds in answer.strategy[0].chances])
        return f"{answer.strategy[0].player}, {answer.strategy[0].when}: {chances}; {aim} {_around(answer)} ({answer.method})"
    match answer.status:
        case "optimal" if not answer.play and not answer.strategy and aim.startswith("fewest"):
            return "nothing is left to do: the goal is reached"
        case "optimal":
            return f"best play from here; {aim} {answer.value}, proved ({answer.method})"
        case "bounded" if answer.sampled is not None and answer.value is not None:
            return (
                f"first move of a policy; {aim}: mean {float(answer.value):.4g} over "
                f"{quantity(answer.sampled.decks, 'deck')} ({answer.method})"
            )
        case "bounded":
            return (
                f"first move of the best line found; {aim}: "
                f"{describe_bounds(aim, answer.value, answer.bound, answer.rests_on)} ({answer.method})"
            )
        case "infeasible":
            return f"{describe_infeasible(aim)} from here, proved ({answer.method})"
        case _ if answer.estimate is not None:
            return (
                f"the most visited move of {quantity(answer.nodes, 'trial')}, mean "
                f"{answer.estimate:.4g}; nothing is proved ({answer.method})"
            )
        case _ if answer.stopped == NOBODY_TO_MOVE:
            return f"{NOBODY_TO_MOVE} here"
        case _:
            return (
                f"nothing was found within the time limit; {aim}: "
                f"{describe_bounds(aim, None, answer.bound, answer.rests_on)}"
            )
