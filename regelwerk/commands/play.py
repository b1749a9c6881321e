"""`regelwerk play`: play a game in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from regelwerk import output
from regelwerk.commands.common import At, Exit, GameArgument, Settings

if TYPE_CHECKING:
    from regelwerk.game import State

Save = Annotated[
    Path | None, typer.Option("--save", metavar="FILE", help="Where to record the play; default NAME.play, never overwritten.")
]


def play(game: GameArgument, settings: Settings, at: At = None, save: Save = None) -> Exit:
    """Play a game here: moves by number or in words, undo, why, save."""
    from regelwerk.recorded import free_name, record
    from regelwerk.terminal import Table

    def keep(state: State, path: Path | None) -> Path:
        chosen = path or save or free_name(Path(f"{state.game.name}.play"))
        record(state, chosen, settings.seed)
        return chosen

    say = output.note if settings.json else output.answer
    table = Table(settings.state(game, at), say, keep, Random(settings.seed))
    if not settings.quiet:
        say(f"{table.state.game.name}: {table.state.game.title}  (help lists what you may type)")
    code = Exit.FINE
    try:
        table.sit(_words())
    except KeyboardInterrupt:
        code = Exit.INTERRUPTED
    recorded = None if table.saved else keep(table.state, None)
    if recorded is not None:
        say(f"the play is in {recorded}")
    if settings.json:
        moves = [move.text for move in table.state.history]
        output.last_line("play", play=moves, over=table.state.over, scores=table.state.scores, file=str(recorded or ""))
    return code


def _words() -> Iterator[str]:
    """The lines that are typed; a prompt is shown to people only."""
    while True:
        if sys.stdin.isatty():
            print("> ", end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            return
        yield line
