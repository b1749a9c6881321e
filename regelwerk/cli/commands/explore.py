"""`regelwerk explore`: visits every position."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands.common import At, CommandSettings, Exit, GameArgument, takes_threads
from regelwerk.supervision.reporting import REPORTER
from rules_dsl.quantities import quantity

if TYPE_CHECKING:
    from regelwerk.api.game import State
    from rules_dsl.machine.explore import ExplorationResult
    from rules_dsl.machine.explore.claims import ClaimFinding
    from rules_dsl.machine.stopping import StopReason
    from solver.explicit.beyond import Beyond

MaxStates = Annotated[
    int | None, typer.Option("--max-states", metavar="N", min=1, max=10**15, help="Limit on the number of positions.")
]
Symmetry = Annotated[
    bool, typer.Option("--symmetry", help="Count positions once that differ only in the names of `alike` values.")
]
Deep = Annotated[bool, typer.Option("--depth-first", help="Depth-first search; the plays shown are not the shortest.")]
BeyondGoals = Annotated[
    bool, typer.Option("--beyond", help="Do not stop at goals: also count positions beyond them, and find the nearest.")
]


@takes_threads
def explore(
    game: GameArgument, settings: CommandSettings, max_states: MaxStates = None, symmetry: Symmetry = False, deep: Deep = False, beyond: BeyondGoals = False,
    at: At = None,
) -> Exit:  # fmt: skip
    """Visit every position: how many are there, do the claims hold?"""
    from regelwerk.api.counting import counter_for
    from rules_dsl.machine.explore import ExploreLimits

    state = settings.state(game, at)
    output.note("exploring …", settings.quiet)
    if beyond:
        _refuse_together(max_states, symmetry, deep, settings.threads)
        return _beyond(state, settings)
    counter, threads = (
        counter_for(state.game.machine, settings.machine, settings.quiet).at(state.raw),
        settings.threads or 1,
    )
    room = settings.room()
    counter.insist_on_threads(threads, room, alike=symmetry, deep=deep)
    explored = counter.explore(
        ExploreLimits(max_states, settings.seconds(), room), alike=symmetry, deep=deep, threads=threads
    )
    result = replace(explored, stopped=settings.find_stop(explored.stopped))
    REPORTER.answering()
    if settings.json:
        _write_json(state, result)
    else:
        _write_text(state, result, settings, symmetry)
    if result.stopped == "interrupted":
        return Exit.INTERRUPTED
    if result.failure is not None or any(finding.verdict == "refuted" for finding in result.findings):
        return Exit.FALSE
    return Exit.FINE if result.complete else Exit.LIMIT


def _refuse_together(max_states: int | None, symmetry: bool, deep: bool, threads: int | None) -> None:
    from regelwerk.settings import problem
    from rules_dsl.diagnostics.diagnostic import RulesError

    named = [
        name
        for name, given in (
            ("--max-states", max_states is not None),
            ("--symmetry", symmetry),
            ("--depth-first", deep),
            ("--threads", threads not in (None, 1)),
        )
        if given
    ]
    if named:
        raise RulesError(
            problem(
                "E0750",
                f"{named[0]} has no meaning with --beyond",
                named[0],
                repair=f"leave out {named[0]} or --beyond",
            )
        )


def _beyond(state: State, settings: CommandSettings) -> Exit:
    """All positions, where goals do not end the play."""
    from regelwerk.api.asking import SearchOptions, convert_errors, make_inquiry
    from solver.explicit.beyond import beyond_goals
    from solver.protocol.clock import Clock
    from solver.protocol.context import SearchContext
    from solver.protocol.questions import Limits

    inquiry = make_inquiry(state, SearchOptions(Limits(settings.seconds(), settings.bytes()), engine="astar"))
    with convert_errors():
        result = beyond_goals(SearchContext(inquiry.question, inquiry.machines, Clock(inquiry.question.limits)))
    REPORTER.answering()
    _write_beyond(state, result, settings)
    return Exit.FINE if result.complete else Exit.LIMIT


def _write_beyond(state: State, result: Beyond, settings: CommandSettings) -> None:
    from rules_dsl.examples.claims import write_play

    play = [] if result.play is None else list(write_play(state.game.machine, result.play, state.raw))
    fewest = None if result.play is None else len(play)
    if settings.json:
        output.last_line(
            "explore",
            states=result.positions,
            fewest=fewest,
            play=play,
            seconds=round(result.seconds, 3),
            complete=result.complete,
            stopped=result.stopped,
        )
        return
    output.answer(f"{_so_far(result.stopped)}{quantity(result.positions, 'state')}, including states beyond goals")
    output.answer(
        f"no goal {'is reachable' if result.complete else 'was met before the limit'}"
        if fewest is None
        else f"fewest moves to a goal: {fewest}: {'; '.join(play)}"
    )
    output.note(f"{result.seconds:.2f} s", settings.quiet)


def _write_text(state: State, text: ExplorationResult, settings: CommandSettings, alike: bool) -> None:
    from rules_dsl.examples.claims import write_play

    output.answer(
        f"{_so_far(text.stopped)}{quantity(text.states, 'state')}, {quantity(text.transitions, 'transition')}, "
        f"{quantity(text.terminals, 'terminal')}, depth {text.deepest}"
    )
    if text.solutions is not None:
        output.answer(
            f"the terminals: {quantity(text.solutions, 'solution')}, {quantity(text.terminals - text.solutions, 'dead end')}"
        )
    for remark in _remarks(state, text):
        output.answer(remark)
    where = "" if state.raw == state.game.machine.initial() else " from this position"
    for finding in text.findings:
        way = f" after {'; '.join(write_play(state.game.machine, finding.play, state.raw))}" if finding.play else ""
        loop = _describe_loop(finding, alike)
        output.answer(f"{finding.verdict}{where}: {finding.claim.mode} {finding.claim.label}{way}{loop}")
    if text.failure is not None:
        error = text.failure.error.diagnostics[0]
        way = (
            f"after {'; '.join(write_play(state.game.machine, text.failure.play, state.raw))}"
            if text.failure.play
            else "at the first position"
        )
        output.answer(f"the rules fail {way}: {error.code} {error.message}   {error.span}")
    output.note(f"{text.seconds:.2f} s, {text.states_per_second:,.0f} states per second", settings.quiet)


def _describe_loop(finding: ClaimFinding, alike: bool) -> str:
    """How a play goes on for ever; up to symmetry the position at its end may have other names."""
    from rules_dsl.machine.explore.claims import describe_loop

    if finding.loop is None:
        return ""
    return f", {describe_loop(finding.loop)}{', perhaps with other names' if alike else ''}"


def _so_far(stopped: StopReason) -> str:
    """Counts of a walk that a limit ended hold for what was visited only."""
    from rules_dsl.machine.stopping import describe_stop

    return f"{describe_stop(stopped, '--max-states')}; so far " if stopped else ""


def _remarks(state: State, exploration: ExplorationResult) -> list[str]:
    """That an ending holds at the start and does not count there, or that play is over; nothing where rules fail."""
    from rules_dsl.machine.pending import describe_start
    from rules_dsl.machine.reference import ReferenceMachine

    rules = state.game.rules
    words = "" if rules.finds or exploration.failure is not None else describe_start(ReferenceMachine(rules), state.raw)
    return [words] if words else []


def _write_json(state: State, exploration: ExplorationResult) -> None:
    from rules_dsl.examples.claims import write_play

    claims = [
        {
            "label": finding.claim.label,
            "verdict": finding.verdict,
            "play": list(write_play(state.game.machine, finding.play, state.raw)),
            "loop": finding.loop,
        }
        for finding in exploration.findings
    ]
    output.last_line(
        "explore",
        states=exploration.states,
        transitions=exploration.transitions,
        deepest=exploration.deepest,
        by_depth=list(exploration.by_depth),
        terminals=exploration.terminals,
        **({} if exploration.solutions is None else {"solutions": exploration.solutions}),
        seconds=round(exploration.seconds, 3),
        states_per_second=round(exploration.states_per_second),
        complete=exploration.complete,
        stopped=exploration.stopped,
        remarks=_remarks(state, exploration),
        claims=claims,
        failure=_failure(state, exploration),
    )


def _failure(state: State, result: ExplorationResult) -> dict[str, object] | None:
    """The report of a failure of the rules, with the play to it."""
    from rules_dsl.diagnostics.render_json import as_dict
    from rules_dsl.examples.claims import write_play

    if result.failure is None:
        return None
    return {
        "finding": as_dict(result.failure.error.diagnostics[0]),
        "play": list(write_play(state.game.machine, result.failure.play, state.raw)),
    }
