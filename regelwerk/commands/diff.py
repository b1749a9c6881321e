"""`regelwerk diff`: does a play tell two sets of rules apart?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from regelwerk import output
from regelwerk.commands.common import Exit, GameArgument, Settings

if TYPE_CHECKING:
    from solver.check.comparing import Comparison

Other = Annotated[str | None, typer.Argument(metavar="OTHER", help="The other game; without it the same one.", show_default=False)]
Against = Annotated[
    list[str] | None, typer.Option("--against", metavar="NAME=VALUE", help="Set an option or a reading of the second game only; repeatable.")
]


def diff(game: GameArgument, settings: Settings, other: Other = None, against: Against = None) -> Exit:
    """The shortest play that is legal, or scored, differently; or a proof that there is none."""
    from solver.check.comparing import Different, Same

    found = _compared(game, other or game, settings, against or [])
    if settings.json:
        _write_json(found)
    else:
        _write_text(found)
    match found:
        case Same():
            return Exit.FINE
        case Different():
            return Exit.FALSE
        case _:
            return Exit.LIMIT


def _compared(game: str, other: str, settings: Settings, against: list[str]) -> Comparison:
    """By proof if that is quick, else side by side."""
    from regelwerk.machines import machine_for
    from regelwerk.proofs import compared
    from rules_dsl.relating import in_words_of

    second = replace(settings, option=_over(settings.option or [], against))
    one, two = settings.state(game).machine, second.state(other).machine
    related = in_words_of(settings.source(game), second.source(other))
    return compared(one, two if related is None else machine_for(related), settings.seconds(), settings.seed)


def _over(options: list[str], against: list[str]) -> list[str]:
    """The options of the first game with those of the second in their place."""
    names = {word.partition("=")[0] for word in against}
    return [*[word for word in options if word.partition("=")[0] not in names], *against]


def _write_text(found: Comparison) -> None:
    from solver.check.comparing import Different, Same

    match found:
        case Same(method):
            output.answer(f"equivalent: {method}")
        case Different(play, what, shortest):
            output.answer(f"different after {len(play)} moves{'' if shortest else ' (perhaps after fewer)'}: {what}")
            for number, move in enumerate(play, 1):
                output.answer(f"  {number:3}. {move}")
        case _:
            output.answer(f"undecided: the same in all plays of up to {found.upto} moves; {found.tried}")


def _write_json(found: Comparison) -> None:
    from solver.check.comparing import Different, Same

    match found:
        case Same(method):
            output.last_line("diff", verdict="equivalent", upto=None, play=[], what="", method=method)
        case Different(play, what, shortest):
            output.last_line("diff", verdict="different", upto=len(play) - 1 if shortest else None, play=list(play), what=what, method="played side by side")
        case _:
            output.last_line("diff", verdict="undecided", upto=found.upto, play=[], what="", method=found.tried)
