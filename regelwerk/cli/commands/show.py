"""`regelwerk show`: the picture of a position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands.common import At, CommandSettings, Exit, GameArgument

PICTURES = (".svg", ".txt")  # files that a new picture may replace

Svg = Annotated[bool, typer.Option("--svg", help="Write an SVG picture instead of text.")]
OutputFile = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Output file.")]


Seat = Annotated[
    str | None, typer.Option("--seat", metavar="NAME", help="Show what this player sees (default: everything).")
]


def show(
    game: GameArgument,
    settings: CommandSettings,
    at: At = None,
    svg: Svg = False,
    target: OutputFile = None,
    seat: Seat = None,
) -> Exit:
    """Show a position as text or SVG."""
    from regelwerk.settings import insist_on_players
    from rules_dsl.view.svg import draw_svg

    with settings.clock():
        state = settings.state(game, at)
        insist_on_players(state.game.players, () if seat is None else (seat,))
        seen = state if seat is None else state.for_player(seat)
        drawn = draw_svg(seen.picture) if svg else str(seen)
    if seat is None and state.game.hides_something:
        output.note("shown with everything that is hidden; --seat NAME shows what one player sees", settings.quiet)
    if target is not None:
        _write(target, drawn)
    if settings.json:
        picture = str(target) if target is not None else drawn
        output.last_line(
            "show",
            kind=state.kind,
            actor=state.player,
            picture=picture,
            values=state.values if seat is None else seen.observation,
        )
    elif target is None:
        output.answer(drawn)
    else:
        output.note(f"written to {target}", settings.quiet)
    return Exit.FINE


def _write(path: Path, drawn: str) -> None:
    """Writes a picture to a file; an old picture is replaced, nothing else."""
    from regelwerk.report.files import write_file
    from regelwerk.settings import problem
    from rules_dsl.diagnostics.diagnostic import RulesError

    if path.is_file() and path.suffix not in PICTURES:
        raise RulesError(
            problem("E0758", f"{path} already exists and is not a picture", "--output", repair="choose another name")
        )
    write_file(path, drawn + "\n", "--output")
