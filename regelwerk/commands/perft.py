"""`regelwerk perft`: how many plays of each length there are."""

from __future__ import annotations

from typing import Annotated

import typer

from regelwerk.commands.common import Exit, GameArgument, Settings

Depth = Annotated[int, typer.Option("--depth", "-d", metavar="N", min=0, help="How many moves deep.")]
Divide = Annotated[bool, typer.Option("--divide", help="Also count behind each first move.")]


def perft(game: GameArgument, settings: Settings, depth: Depth = 3, divide: Divide = False) -> Exit:
    """Count the plays of each length, every move and every outcome of chance."""
    return Exit.FINE
