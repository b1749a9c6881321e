"""`regelwerk view`: a recorded play as a page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands.common import CommandSettings, Exit
from rules_dsl.quantities import quantity

Play = Annotated[Path, typer.Argument(metavar="PLAY", help="A play file.", show_default=False)]
OutputFile = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Output file (default: the name of the play with .html)."),
]
Rules = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="The game, if the play file does not identify it.")
]


def view(play: Play, settings: CommandSettings, target: OutputFile = None, game: Rules = None) -> Exit:
    """Write a page on which a recorded play is stepped through."""
    from regelwerk.report.pages import load_play, save_page

    with settings.clock():
        result, item = load_play(play, game, settings.machine.value)
        written = target or Path(f"{play.stem}.html")
        size = save_page(result, [item], written)
    if settings.json:
        output.last_line("view", file=str(written), bytes=size, moves=len(item.line))
    else:
        output.answer(f"{written}: {quantity(len(item.line), 'move')}, {size // 1000} kB")
    return Exit.FINE
