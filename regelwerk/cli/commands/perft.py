"""`regelwerk perft`: the number of plays of each length."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands.common import At, CommandSettings, Exit, GameArgument, explain_interrupt
from regelwerk.supervision.reporting import REPORTER
from rules_dsl.machine.stopping import StopReason, describe_stop
from rules_dsl.quantities import quantity

if TYPE_CHECKING:
    from regelwerk.api.counting import PlayCounter
    from rules_dsl.machine.perft import Perft

EXITS = {StopReason.NONE: Exit.FINE, StopReason.TIME: Exit.LIMIT, StopReason.INTERRUPTED: Exit.INTERRUPTED}
QUICK = 1.0  # seconds after which depths are told as they are finished
DEEPEST = 400  # a count goes down one call for each move

Depth = Annotated[int, typer.Option("--depth", "-d", metavar="N", min=0, max=DEEPEST, help="Depth in moves.")]
Divide = Annotated[bool, typer.Option("--divide", help="Also count after each first move.")]
Hash = Annotated[bool, typer.Option("--hash", help="Use a transposition table.")]


def perft(
    game: GameArgument,
    settings: CommandSettings,
    depth: Depth = 3,
    divide: Divide = False,
    hashing: Hash = False,
    at: At = None,
) -> Exit:
    """Count the plays of each length; outcomes of chance count, too."""
    from regelwerk.api.counting import counter_for

    with settings.clock():
        state = settings.state(game, at)
        output.note("counting …", settings.quiet)
        result, stopped = _deepening(
            counter_for(state.game.machine, settings.machine, settings.quiet).at(state.raw),
            depth,
            divide,
            hashing,
            settings,
        )
    REPORTER.answering()
    divided = [(str(state.name_move(move)), count) for move, count in result.divided]
    if settings.json:
        output.last_line("perft", **_figures(result), divide=dict(divided), stopped=stopped)
        return EXITS[stopped]
    for text, count in divided:
        output.answer(f"{text}: {count:,}")
    for row in _rows(result):
        output.answer(row)
    if stopped:
        last = quantity(len(result.counts) - 1, "move")
        output.answer(f"{describe_stop(stopped, '--depth')}; plays of up to {last} were counted, not of {depth}")
    output.note(
        (f"{quantity(result.nodes, 'node')} in {result.seconds:.2f} s, {result.nodes_per_second:,.0f} per second"),
        settings.quiet,
    )
    return EXITS[stopped]


def _figures(figures: Perft) -> dict[str, object]:
    return {
        "counts": list(figures.counts),
        "nodes_per_second": round(figures.nodes_per_second),
        "seconds": round(figures.seconds, 3),
    }


def _rows(rows: Perft) -> list[str]:
    """How many plays of each length."""
    return [f"{level:>3}  {count:,}" for level, count in enumerate(rows.counts)]


def _deepening(
    counter: PlayCounter, depth: int, divide: bool, hashing: bool, settings: CommandSettings
) -> tuple[Perft, StopReason]:
    """Count one depth at a time, so that interim results exist; and what ended that."""
    memory = settings.room()
    deepening = counter.perft(0)
    try:
        for level in range(1, depth):
            deepening = counter.perft(level, hashing=hashing, memory=memory)
            settings.so_far("perft", "\n".join(_rows(deepening)), _figures(deepening))
            if deepening.seconds > QUICK:
                output.note(f"{level:>3}  {deepening.counts[-1]:,}", settings.quiet)
        deepening = counter.perft(depth, divide, hashing=hashing, memory=memory)
    except KeyboardInterrupt as stopped:
        late = explain_interrupt(stopped) is Exit.LIMIT
        return deepening, StopReason.TIME if late else StopReason.INTERRUPTED
    return deepening, StopReason.NONE
