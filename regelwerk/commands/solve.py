"""`regelwerk solve`: the best line of play, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from regelwerk import output
from regelwerk.commands.common import At, Exit, GameArgument, Settings

if TYPE_CHECKING:
    from rules_dsl.machine.api import Machine
    from solver.answers import Answer, Event, Number


class Known(StrEnum):
    """What the player is taken to know."""

    deck = "deck"


EngineName = Annotated[str, typer.Option("--engine", metavar="E", help="The engine: auto, breadth, both, depth, climb, alphabeta or backward.")]
Gap = Annotated[float | None, typer.Option("--gap", metavar="X", min=0, help="Stop when found and possible differ by this part.")]
Know = Annotated[Known | None, typer.Option("--know", help="Look for the best line of somebody who knows the order of the decks.")]
Save = Annotated[Path | None, typer.Option("--save", metavar="DIR", help="Write the result into a folder, for `regelwerk verify`.")]
Stall = Annotated[str | None, typer.Option("--stall", metavar="T", help="Stop when nothing better was found for this time.")]


def solve(
    game: GameArgument,
    settings: Settings,
    engine: EngineName = "auto",
    gap: Gap = None,
    stall: Stall = None,
    know: Know = None,
    save: Save = None,
    at: At = None,
) -> Exit:
    """Look for the best line of play and tell how sure it is."""
    from regelwerk import results
    from regelwerk.asking import asked, told
    from regelwerk.settings import seconds
    from solver.questions import Limits
    from solver.solving import solve as search

    limits = Limits(settings.seconds(), settings.bytes(), gap, seconds(stall))
    machine = settings.state(game, at).machine
    question, chosen = asked(machine, settings, limits, know is Known.deck, engine)
    with told():
        found = _last(search(question, chosen), settings)
    if save is not None:
        words = results.Asked(
            game, tuple(settings.option or ()), tuple(settings.given or ()), tuple(map(str, settings.data or ())), at, settings.seed
        )
        output.note(f"the result is in {results.save(save, words, machine, question.aim, found)}", settings.quiet)
    if settings.json:
        output.last_line("solve", **results.answer_keys(machine, question.aim, found))
    else:
        _write_text(machine, question.aim, found)
    return _exit(found)


def _last(events: Iterator[Event], settings: Settings) -> Answer:
    """Tell what comes in between; the answer."""
    from solver.answers import Answer, Bound, Incumbent

    for event in events:
        match event:
            case Answer():
                return event
            case Incumbent():
                output.note(f"{event.seconds:8.1f} s  found {event.value}", settings.quiet)
            case Bound():
                output.note(f"{event.seconds:8.1f} s  bound {event.value}", settings.quiet)
            case _:
                output.note(f"{event.seconds:8.1f} s  {event.nodes:,} positions", settings.quiet)
    raise AssertionError("a search ends with an answer")


def _exit(found: Answer) -> Exit:
    if found.stopped == "interrupted":
        return Exit.INTERRUPTED
    return Exit.LIMIT if found.status == "undecided" else Exit.FINE


def _write_text(machine: Machine, aim: str, found: Answer) -> None:
    from rules_dsl.examples.claims import written

    for number, words in enumerate(written(machine, found.play), 1):
        output.answer(f"{number:>3}. {words}")
    output.answer(_sentence(aim, found))


def _sentence(aim: str, found: Answer) -> str:
    how = f"{found.method}, {found.nodes:,} positions, {found.seconds:.1f} s"
    how += f"; confirmed by {found.confirmed}" if found.confirmed else ""
    how += f"; stopped: {found.stopped}" if found.stopped else ""
    match found.status:
        case "optimal":
            return f"optimal: {aim} {_number(found.value)}   ({how})"
        case "bounded":
            return f"bounded: {aim} {_number(found.value)} found, {_number(found.bound)} not surpassed   ({how})"
        case "infeasible":
            return f"infeasible: no line reaches the goal   ({how})"
        case _:
            return f"undecided   ({how})"


def _number(value: Number | None) -> str:
    from fractions import Fraction

    return f"{value} = {float(value):.6g}" if isinstance(value, Fraction) else str(value)
