"""`regelwerk report`: a run of `solve` as a page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands.common import CommandSettings, Exit
from rules_dsl.quantities import quantity

Run = Annotated[
    Path, typer.Argument(metavar="RUN", help="A folder written by solve --save, or a result file.", show_default=False)
]
OutputFile = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Output file (default: the name of the run with .html)."),
]


def report(run: Run, settings: CommandSettings, target: OutputFile = None) -> Exit:
    """Write a page with the result of a run, its line and its course."""
    from regelwerk.report.pages import load_solution, save_page

    with settings.clock():
        game, item = load_solution(run)
        written = target or Path(f"{run.resolve().stem}.html")
        size = save_page(game, [item], written)
    status = item.result.status if item.result is not None else ""
    if settings.json:
        output.last_line("report", file=str(written), bytes=size, status=status)
    else:
        output.answer(f"{written}: {status}, {quantity(len(item.line), 'move')}, {size // 1000} kB")
    return Exit.FINE
