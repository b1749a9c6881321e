"""`regelwerk play`: play a game in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from regelwerk import output
from regelwerk.commands.common import At, Exit, GameArgument, Settings
from rules_dsl.diagnostics.diagnostic import RulesError

if TYPE_CHECKING:
    from regelwerk.game import State
    from regelwerk.terminal import Table

LONGEST_LINE = 10_000

Save = Annotated[
    Path | None, typer.Option("--save", metavar="FILE", help="Where to record the play; default NAME.play, never overwritten.")
]


def play(game: GameArgument, settings: Settings, at: At = None, save: Save = None) -> Exit:
    """Play a game here: moves by number or in words, undo, why, save."""
    from regelwerk.files import must_be_free
    from regelwerk.recorded import free_name, record
    from regelwerk.terminal import Table

    written: set[Path] = set()

    def keep(state: State, path: Path | None) -> Path:
        chosen = path or save or free_name(Path(f"{state.game.name}.play"))
        if chosen not in written:
            must_be_free(chosen, "--save")
        record(state, chosen, settings.seed)
        written.add(chosen)
        return chosen

    if save is not None:
        must_be_free(save, "--save")
    say = output.note if settings.json else output.answer
    table = Table(settings.state(game, at), say, keep, Random(settings.seed))
    if not settings.quiet:
        say(f"{table.state.game.name}: {table.state.game.title}  (help lists what you may type)")
    code = seated(table)
    unwritten = save is not None and save not in written
    recorded = _kept_or_told(table.state, keep, say) if unwritten or not table.saved else None
    if recorded is not None:
        say(f"the play is in {recorded}")
    if settings.json:
        moves = [move.text for move in table.state.history]
        output.last_line("play", play=moves, over=table.state.over, scores=table.state.scores, file=str(recorded or ""))
    return code


def seated(table: Table) -> Exit:
    """Lets the game be played; whatever ends it, the play so far can still be kept."""
    try:
        table.sit(_words())
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except RulesError as error:
        output.show_findings(error.diagnostics)
        return Exit.WRONG_INPUT
    return Exit.FINE


def _kept_or_told(state: State, keep: Callable[[State, Path | None], Path], say: Callable[[str], None]) -> Path:
    """Where the play was recorded; its moves are told if it cannot be."""
    try:
        return keep(state, None)
    except RulesError:
        say(f"the play is not saved: {'; '.join(move.text for move in state.history)}")
        raise


def _words() -> Iterator[str]:
    """The lines that are typed; a prompt is shown to people only."""
    from regelwerk.settings import problem

    while sys.stdin is not None:  # it is None where the caller has closed it
        if sys.stdin.isatty():
            print("> ", end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline(LONGEST_LINE + 1)
        if not line:
            return
        if len(line) > LONGEST_LINE:
            raise RulesError(problem("E0759", f"a typed line has more than {LONGEST_LINE:,} characters", "<stdin>"))
        yield line
