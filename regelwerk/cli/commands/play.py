"""`regelwerk play`: play a game in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands.common import At, CommandSettings, Exit, GameArgument, explain_interrupt
from regelwerk.supervision.reporting import REPORTER
from regelwerk.supervision.signals import ignoring_interrupts
from rules_dsl.diagnostics.diagnostic import RulesError

if TYPE_CHECKING:
    from regelwerk.api.game import Game, State
    from regelwerk.cli.terminal import TerminalRoom, TerminalTable

LONGEST_LINE = 10_000
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Empties the screen and what can be scrolled back to."""

Save = Annotated[
    Path | None, typer.Option("--save", metavar="FILE", help="File for the recorded play (default NAME.play); never overwritten.")
]


Seat = Annotated[
    list[str] | None,
    typer.Option("--seat", metavar="NAME", help="A player at this terminal; repeatable. All others move at random. Default: all players."),
]


def play(game: GameArgument, settings: CommandSettings, at: At = None, save: Save = None, seat: Seat = None) -> Exit:
    """Play a game here: moves by number or in words, undo, why, save. Where something is hidden, each player sees his own part only."""
    from regelwerk.api.recorded import free_name, record
    from regelwerk.cli.terminal import TerminalTable
    from regelwerk.report.files import must_be_free
    from rules_dsl.speech.phrases import Phrase

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
    state = settings.state(game, at)
    room = room_here(say)
    narrator = state.game.narrator(settings.language)
    if not settings.quiet:
        say(f"{state.game.name}: {narrator.game.title}  ({narrator.say(Phrase.TYPE_HELP)})")
    words = _words()
    table = TerminalTable(state, room, keep, Random(settings.seed), narrator, _seats(state.game, seat or (), room, words))
    code = play_at_table(table, words)
    REPORTER.answering()
    unwritten = save is not None and save not in written
    with ignoring_interrupts():
        recorded = _keep_or_print(table.state, keep, say) if unwritten or not table.saved else None
    if recorded is not None:
        say(f"the play is in {recorded}{' with everything that was hidden' if state.game.hides_something else ''}")
    if settings.json:
        moves = [move.text for move in table.state.history]
        output.last_line("play", play=moves, over=table.state.over, scores=table.state.scores, file=str(recorded or ""))
    return code


def room_here(say: Callable[[str], None]) -> TerminalRoom:
    """This terminal, or a pipe."""
    from regelwerk.cli.terminal import TerminalRoom

    live = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    return TerminalRoom(say, lambda: say(CLEAR) if live else None, live)


def _seats(game: Game, asked: Sequence[str], room: TerminalRoom, words: Iterator[str]) -> tuple[str, ...]:
    """The players at this terminal. Asks if it matters and was not said; with a pipe, all of them."""
    from regelwerk.settings import insist_on_players

    insist_on_players(game.players, asked)
    if asked or not (room.live and game.hides_something and len(game.players) > 1):
        return tuple(dict.fromkeys(asked))
    room.say(f"Players hide things from one another here. Who sits at this terminal? {', '.join(game.players)} (names, or Enter for all)")
    for word in words:
        names = tuple(dict.fromkeys(word.replace(",", " ").split()))
        if set(names) <= set(game.players):
            return names
        room.say(f"The players are {', '.join(game.players)}.")
    return ()


def play_at_table(table: TerminalTable, words: Iterator[str] | None = None) -> Exit:
    """Run the play; however it ends, the record can still be saved."""
    try:
        table.sit(_words() if words is None else words)
    except KeyboardInterrupt as stopped:
        return explain_interrupt(stopped)
    except RulesError as error:
        output.show_findings(error.diagnostics)
        return Exit.WRONG_INPUT
    return Exit.FINE


def _keep_or_print(state: State, keep: Callable[[State, Path | None], Path], say: Callable[[str], None]) -> Path:
    """Save the play and return its path; print the moves if it cannot be saved."""
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
