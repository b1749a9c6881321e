"""`regelwerk perft`: how many plays of each length there are."""

from __future__ import annotations

from typing import Annotated

import typer

from regelwerk import output
from regelwerk.commands.common import At, Exit, GameArgument, Settings

Depth = Annotated[int, typer.Option("--depth", "-d", metavar="N", min=0, help="How many moves deep.")]
Divide = Annotated[bool, typer.Option("--divide", help="Also count behind each first move.")]
Hash = Annotated[bool, typer.Option("--hash", help="Remember positions that are met again.")]


def perft(game: GameArgument, settings: Settings, depth: Depth = 3, divide: Divide = False, hashing: Hash = False, at: At = None) -> Exit:
    """Count the plays of each length, every move and every outcome of chance."""
    from rules_dsl.machine import perft as counting
    from rules_dsl.play.notation import show_move

    state = settings.state(game, at)
    found = counting.perft(state.machine, depth, divide, hashing=hashing)
    divided = [(show_move(state.machine, state.raw, move), count) for move, count in found.divided]
    if settings.json:
        lines = dict(divided)
        output.last_line(
            "perft",
            counts=list(found.counts),
            nodes_per_second=round(found.nodes_per_second),
            divide=lines,
            seconds=round(found.seconds, 3),
        )
        return Exit.FINE
    for text, count in divided:
        output.answer(f"{text}: {count:,}")
    for level, count in enumerate(found.counts):
        output.answer(f"{level:>3}  {count:,}")
    output.note(f"{found.nodes:,} positions in {found.seconds:.2f} s, {found.nodes_per_second:,.0f} per second", settings.quiet)
    return Exit.FINE
