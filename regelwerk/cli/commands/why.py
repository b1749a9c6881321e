"""`regelwerk why`: which rules together exclude that something comes about?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands.common import CommandSettings, Exit, GameArgument

if TYPE_CHECKING:
    from regelwerk.report.reasons import ExclusionReport, Reason

What = Annotated[
    str | None, typer.Argument(metavar="WHAT", help="The text of a claim or a part of it, the name of a rule, goal, win, …", show_default=False)
]
SECONDS = 60.0
EXITS = {"excluded": Exit.FINE, "possible": Exit.FALSE, "undecided": Exit.LIMIT}
MOST_MOVES = 12


def why(game: GameArgument, settings: CommandSettings, what: What = None) -> Exit:
    """Say which conditions of the rules together keep something from ever coming about, or how it comes about."""
    from regelwerk.report.reasons import explain_unreachable

    found = explain_unreachable(settings.relaxable(game), what, settings.seconds() or SECONDS)
    if settings.json:
        _write_json(found)
    else:
        for line in _lines(found):
            output.answer(line)
    return EXITS[found.verdict]


def _lines(found: ExclusionReport) -> Iterator[str]:
    yield f"{found.verdict}: {found.question}: {found.how}"
    if found.verdict == "possible" and found.play:
        yield f"  after {_moves(found.play)}"
    if found.verdict != "excluded":
        return
    if not found.reasons:
        yield "no condition excludes it: no rule ever leads there"
        return
    several = len(found.reasons) > 1
    less = f"without {'any one of them' if several else 'it,'} it can happen" if found.fewest else "perhaps fewer are enough"
    yield f"these {len(found.reasons)} cannot hold together with it; {less}" if several else f"this alone excludes it; {less}"
    for each in found.reasons:
        yield from _reason(each)


def _reason(each: Reason) -> Iterator[str]:
    from regelwerk.report.reasons import place

    cites = f"   § {', '.join(each.cites)}" if each.cites else ""
    yield f"  {each.text}   {place(each.span)}{cites}"
    if each.without is not None:
        yield f"    without it: {_moves(each.without)}"


def _moves(play: tuple[str, ...]) -> str:
    more = f"; and {len(play) - MOST_MOVES} more moves" if len(play) > MOST_MOVES else ""
    return f"{'; '.join(play[:MOST_MOVES])}{more}" if play else "no move at all"


def _write_json(found: ExclusionReport) -> None:
    rows = [
        {
            "text": each.text, "rule": each.rule, "cites": list(each.cites), "file": each.span.file, "line": each.span.line,
            "without": None if each.without is None else list(each.without),
        }
        for each in found.reasons
    ]  # fmt: skip
    output.last_line("why", question=found.question, verdict=found.verdict, method=found.how, reasons=rows, fewest=found.fewest, play=list(found.play))
