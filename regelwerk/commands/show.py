"""`regelwerk show`: what a position looks like."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from regelwerk import output
from regelwerk.commands.common import At, Exit, GameArgument, Settings

Svg = Annotated[bool, typer.Option("--svg", help="An SVG picture instead of text.")]
OutputFile = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to this file.")]


def show(game: GameArgument, settings: Settings, at: At = None, svg: Svg = False, target: OutputFile = None) -> Exit:
    """Show a position as text or SVG."""
    from rules_dsl.view.svg import draw_svg

    state = settings.state(game, at)
    drawn = draw_svg(state.picture) if svg else str(state)
    if target is not None:
        write_file(target, drawn + "\n")
    if settings.json:
        picture = str(target) if target is not None else drawn
        output.last_line("show", kind=state.kind, actor=state.player, picture=picture, values=state.values)
    elif target is None:
        output.answer(drawn)
    else:
        output.note(f"written to {target}", settings.quiet)
    return Exit.FINE


def write_file(path: Path, text: str) -> None:
    """Writes an answer to a file the user named."""
    from regelwerk.settings import problem
    from rules_dsl.atomic import write_text
    from rules_dsl.diagnostics.diagnostic import RulesError

    try:
        write_text(path, text)
    except OSError as error:
        raise RulesError(problem("E0758", f"{path} cannot be written: {error.strerror}", "--output")) from None
