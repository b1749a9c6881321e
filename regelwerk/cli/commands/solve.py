"""`regelwerk solve`: searches for the best line and reports how sure it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands.common import At, CommandSettings, Exit, GameArgument, takes_threads
from regelwerk.supervision.reporting import REPORTER

if TYPE_CHECKING:
    from regelwerk.api.asking import Inquiry, SearchOptions
    from regelwerk.report.results import Invocation
    from regelwerk.report.runs import RunFolder
    from solver.protocol.answers import Answer
    from solver.protocol.questions import Question
    from solver.sensitivity.trials import Trials

SHARE = 0.5
"""This part of the time goes into the search where other values are tried after it."""
EngineName = Annotated[str, typer.Option("--engine", metavar="E", help="Engine; auto chooses one that fits.")]
Count = Annotated[
    list[str] | None, typer.Option("--count", metavar="ACTION", help="Count only moves of this action; repeatable.")
]
Gap = Annotated[
    float | None,
    typer.Option(
        "--gap",
        metavar="X",
        min=0,
        help="Stop when the distance of best and bound is at most this part of the bound, such as 0.05.",
    ),
]
Know = Annotated[
    list[str] | None,
    typer.Option(
        "--know",
        metavar="deck|NAME",
        help="What the player is assumed to know: `deck` (deck order and everything hidden) or one hidden variable; repeatable.",
    ),
]
Resume = Annotated[Path | None, typer.Option("--resume", metavar="DIR", help="Continue a saved run.")]
Save = Annotated[
    Path | None,
    typer.Option("--save", metavar="DIR", help="Save the run in a folder, for `regelwerk verify` and --resume."),
]
Seat = Annotated[
    list[str] | None, typer.Option("--seat", metavar="NAME=random", help="A player who moves at random; repeatable.")
]
Trust = Annotated[bool, typer.Option("--trust", help="Use the bounds in the rules even if they are not proved.")]
Unsure = Annotated[
    bool, typer.Option("--unsure", help="Show how line and bound change if uncertain figures have other values.")
]
Other = Annotated[
    list[Path] | None,
    typer.Option("--other", metavar="FILE", help="Data file with possible values to try with --unsure; repeatable."),
]
Stall = Annotated[
    str | None, typer.Option("--stall", metavar="T", help="Stop when the incumbent has not improved for this time.")
]


@takes_threads
def solve(
    game: GameArgument,
    settings: CommandSettings,
    engine: EngineName = "auto",
    gap: Gap = None,
    stall: Stall = None,
    know: Know = None,
    seat: Seat = None,
    count: Count = None,
    trust: Trust = False,
    unsure: Unsure = False,
    other: Other = None,
    save: Save = None,
    resume: Resume = None,
    at: At = None,
) -> Exit:
    """Look for the best line of play and tell how sure it is."""
    from regelwerk.api.asking import SearchOptions, history_of, make_inquiry
    from regelwerk.report.results import Invocation
    from regelwerk.settings import seconds
    from solver.protocol.questions import Limits

    state, seats, counted = settings.state(game, at), tuple(seat or ()), tuple(count or ())
    limits = Limits(settings.seconds(), settings.bytes(), gap, seconds(stall))
    wish = SearchOptions(
        limits,
        engine,
        tuple(know or ()),
        settings.machine,
        settings.seed,
        settings.quiet,
        seats,
        history_of(state),
        trust,
        counted,
        settings.threads,
        settings.rest(state, at),
    )
    inquiry = make_inquiry(state, wish)
    words = Invocation(
        game, tuple(settings.option or ()), tuple(settings.given or ()), tuple(map(str, settings.data or ())), at, settings.seed, seats, counted
    )  # fmt: skip
    inquiry, run = _open_run(save, resume, words, inquiry)
    if unsure:
        _insist_on_score(inquiry.question)
    answer = _follow_search(inquiry, run, settings, SHARE if unsure else 1.0)
    if run is not None:
        output.note(f"the result is in {run.result}", settings.quiet)
    trials = _try_doubtful_figures(words, wish, inquiry, answer, other or (), settings) if unsure else None
    REPORTER.answering()
    _write_answer(inquiry, answer, trials, settings)
    return _exit(answer)


def _try_doubtful_figures(
    words: Invocation,
    wish: SearchOptions,
    inquiry: Inquiry,
    answer: Answer,
    files: Sequence[Path],
    settings: CommandSettings,
) -> Trials:
    """What a best line rests on: other values of doubtful figures are tried in the time that is left."""
    from regelwerk.report.unsure import reopening
    from rules_dsl.examples.claims import write_play
    from rules_dsl.loading import find_rules
    from solver.protocol.clock import Clock
    from solver.protocol.questions import Limits
    from solver.sensitivity.trials import BestLine, list_trials, try_values

    machine, start = inquiry.machine, inquiry.question.start
    play = write_play(machine, answer.play, start)
    trials = list_trials(machine, start, play, find_rules(words.game).parent, files)
    if answer.value is not None:
        line, clock = BestLine(play, answer.value), Clock(Limits(settings.seconds()))
        for _ in try_values(trials, reopening(words, wish), line, clock):
            _report(inquiry, answer, trials, settings)
    return trials


def _write_answer(inquiry: Inquiry, answer: Answer, trials: Trials | None, settings: CommandSettings) -> None:
    from regelwerk.api.wording import describe_answer
    from regelwerk.report.results import answer_keys
    from regelwerk.report.unsure import describe_trials, trial_keys

    question = inquiry.question
    if settings.json:
        keys = {} if trials is None else trial_keys(trials)
        output.last_line("solve", **answer_keys(inquiry.machine, question.start, question.aim, answer), **keys)
        return
    for line in describe_answer(inquiry.machine, question, answer):
        output.answer(line)
    for line in () if trials is None else describe_trials(trials):
        output.answer(line)


def _report(inquiry: Inquiry, answer: Answer, trials: Trials, settings: CommandSettings) -> None:
    """What to say should the next value take too long."""
    from regelwerk.api.wording import describe_answer
    from regelwerk.report.results import answer_keys
    from regelwerk.report.unsure import describe_trials, trial_keys

    question = inquiry.question
    keys = {**answer_keys(inquiry.machine, question.start, question.aim, answer), **trial_keys(trials)}
    REPORTER.so_far(
        output.last_text("solve", **keys)
        if settings.json
        else "\n".join([*describe_answer(inquiry.machine, inquiry.question, answer), *describe_trials(trials)]),
        _exit(answer),
    )


def _insist_on_score(question: Question) -> None:
    """Raises RulesError where no line is compared with others by its score."""
    from regelwerk.settings import problem
    from rules_dsl.diagnostics.diagnostic import RulesError
    from solver.protocol.questions import Aim

    if question.aim is not Aim.HIGHEST:
        raise RulesError(
            problem(
                "E0750",
                f"--unsure compares lines by their score; here the aim is the {question.aim}",
                "--unsure",
                repair="leave --unsure out",
            )
        )


def _open_run(
    save: Path | None, resume: Path | None, words: Invocation, inquiry: Inquiry
) -> tuple[Inquiry, RunFolder | None]:
    """The inquiry with what an earlier run had found, and the folder in which this run is kept."""
    from regelwerk.report import runs
    from regelwerk.settings import problem
    from rules_dsl.diagnostics.diagnostic import RulesError

    if resume is None:
        return inquiry, None if save is None else runs.begin(save, words, inquiry)
    if save is not None and save != resume:
        raise RulesError(
            problem(
                "E0750",
                "a run continues in its own folder",
                "--save",
                repair="leave --save out; --resume writes to its folder",
            )
        )
    return runs.go_on(resume, words, inquiry)


def _follow_search(inquiry: Inquiry, run: RunFolder | None, settings: CommandSettings, share: float) -> Answer:
    """The answer; events are saved to the run folder and printed."""
    from dataclasses import replace

    from regelwerk.api.asking import convert_errors
    from regelwerk.cli.drafts import Draft
    from regelwerk.cli.progress import following
    from solver.protocol.answers import Answer

    seconds = settings.seconds()  # what loading and compiling have left
    limits = replace(inquiry.question.limits, seconds=None if seconds is None else share * seconds)
    left = inquiry.within(limits)
    draft = Draft(left, settings.json)
    with (
        convert_errors(),
        _explain_contradiction(inquiry, run),
        following(settings.quiet, settings.json, limits.seconds) as follower,
    ):
        for event in left.events():
            if run is not None:
                run.note(event)
            draft.hear(event)
            if isinstance(event, Answer):
                return event
            follower.tell(event)
    raise AssertionError("a search ends with an answer")


@contextmanager
def _explain_contradiction(inquiry: Inquiry, run: RunFolder | None) -> Iterator[None]:
    """A contradiction is first of all the fault of the bound that an earlier run has kept, where there is one."""
    from regelwerk.settings import problem
    from rules_dsl.diagnostics.diagnostic import RulesError
    from solver.protocol.disagreement import Disagreement

    try:
        yield
    except Disagreement as reason:
        bound = inquiry.question.earlier.bound
        if run is None or bound is None:
            raise
        says = f"the search contradicts the bound {bound} that the run in {run.folder!s:.200} has kept: {reason}"
        raise RulesError(problem("E0761", says, "--resume", repair="start a new run with --save")) from None


def _exit(answer: Answer) -> Exit:
    if answer.stopped == "interrupted":
        return Exit.INTERRUPTED
    if answer.refuted:
        return Exit.FALSE
    return Exit.LIMIT if answer.status == "undecided" else Exit.FINE
