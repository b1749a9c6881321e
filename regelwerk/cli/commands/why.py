"""`regelwerk why`: explains which rules together make something unreachable."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands.common import CommandSettings, Exit, GameArgument
from rules_dsl.quantities import quantity

if TYPE_CHECKING:
    from regelwerk.report.reasons import ExclusionReport, Reason

What = Annotated[
    str | None,
    typer.Argument(
        metavar="WHAT", help="The text of a claim or a part of it, the name of a rule, goal, win, …", show_default=False
    ),
]
SECONDS = 60.0
EXITS = {"excluded": Exit.FINE, "possible": Exit.FALSE, "undecided": Exit.LIMIT}
MOST_MOVES = 12


def why(game: GameArgument, settings: CommandSettings, what: What = None) -> Exit:
    """Say which conditions of the rules together keep something from ever coming about, or how it comes about."""
    from regelwerk.report.reasons import explain_unreachable

    report = explain_unreachable(settings.relaxable(game), what, settings.seconds() or SECONDS)
    if settings.json:
        _write_json(report)
    else:
        for line in _lines(report):
            output.answer(line)
    return EXITS[report.verdict]


def _lines(report: ExclusionReport) -> Iterator[str]:
    yield f"{report.verdict}: {_describe_asked(report.question)}: {report.how}"
    if report.verdict == "possible" and report.play:
        yield f"  after {_moves(report.play)}"
    if report.verdict != "excluded":
        return
    if not report.reasons:
        yield "no condition excludes it: no rule ever leads there"
        return
    several = len(report.reasons) > 1
    less = (
        f"without {'any one of them' if several else 'it,'} it can happen"
        if report.fewest
        else "perhaps fewer are enough"
    )
    yield (
        f"these {len(report.reasons)} cannot hold together with it; {less}"
        if several
        else f"this alone excludes it; {less}"
    )
    for reason in report.reasons:
        yield from _reason(reason)


def _describe_asked(question: str) -> str:
    """What is excluded or possible: of a claim that something holds always or never, that it does not."""
    return f'a violation of "{question}"' if question.startswith(("always ", "never ")) else question


def _reason(reason: Reason) -> Iterator[str]:
    from regelwerk.report.reasons import place

    cites = f"   § {', '.join(reason.cites)}" if reason.cites else ""
    yield f"  {reason.text}   {place(reason.span)}{cites}"
    if reason.without is not None:
        yield f"    without it: {_moves(reason.without)}"


def _moves(play: tuple[str, ...]) -> str:
    more = f"; and {quantity(len(play) - MOST_MOVES, 'more move')}" if len(play) > MOST_MOVES else ""
    return f"{'; '.join(play[:MOST_MOVES])}{more}" if play else "no move at all"


def _write_json(report: ExclusionReport) -> None:
    rows = [
        {
            "text": reason.text, "rule": reason.rule, "cites": list(reason.cites), "file": reason.span.file, "line": reason.span.line,
            "without": None if reason.without is None else list(reason.without),
        }
        for reason in report.reasons
    ]  # fmt: skip
    output.last_line(
        "why",
        question=report.question,
        verdict=report.verdict,
        method=report.how,
        reasons=rows,
        fewest=report.fewest,
        play=list(report.play),
    )
