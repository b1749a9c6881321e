"""The command line: `regelwerk VERB …`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands import puzzle
from regelwerk.cli.commands.cache import cache
from regelwerk.cli.commands.check import check
from regelwerk.cli.commands.common import Exit, command
from regelwerk.cli.commands.data import data
from regelwerk.cli.commands.diff import diff
from regelwerk.cli.commands.doctor import doctor
from regelwerk.cli.commands.explain import explain, help_
from regelwerk.cli.commands.explore import explore
from regelwerk.cli.commands.fmt import fmt
from regelwerk.cli.commands.games import games
from regelwerk.cli.commands.hint import hint
from regelwerk.cli.commands.moves import moves
from regelwerk.cli.commands.new import new
from regelwerk.cli.commands.perft import perft
from regelwerk.cli.commands.play import play
from regelwerk.cli.commands.playouts import playouts
from regelwerk.cli.commands.prove import prove
from regelwerk.cli.commands.report import report
from regelwerk.cli.commands.serve import serve
from regelwerk.cli.commands.show import show
from regelwerk.cli.commands.solve import solve
from regelwerk.cli.commands.test import test
from regelwerk.cli.commands.verify import verify
from regelwerk.cli.commands.view import view
from regelwerk.cli.commands.why import why
from regelwerk.version import VERSION

COMMANDS: dict[str, Callable[..., Exit]] = {
    "games": games,
    "check": check,
    "fmt": fmt,
    "test": test,
    "play": play,
    "show": show,
    "moves": moves,
    "perft": perft,
    "explore": explore,
    "playouts": playouts,
    "solve": solve,
    "hint": hint,
    "verify": verify,
    "prove": prove,
    "why": why,
    "diff": diff,
    "view": view,
    "report": report,
    "serve": serve,
    "data": data,
    "new": new,
    "explain": explain,
    "help": help_,
    "cache": cache,
    "doctor": doctor,
}

app = typer.Typer(name="regelwerk", no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)


def _version(wanted: bool) -> None:
    if wanted:
        output.answer(f"regelwerk {VERSION}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """One rules file: play it, check it, count it."""


for _name, _function in COMMANDS.items():
    app.command(_name)(command(_function))


_puzzles = typer.Typer(
    name="puzzle",
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Make, solve, check, grade, export and play puzzles.",
)
for _verb, _command in puzzle.COMMANDS.items():
    _puzzles.command(_verb)(command(_command))
app.add_typer(_puzzles)


def main() -> None:
    """Runs a command and leaves with its exit code."""
    from regelwerk.cli.limits import limit_memory, ring
    from regelwerk.cli.ours import check_packages
    from regelwerk.supervision.supervisor import supervise

    output.prepare_streams()
    limit_memory()
    check_packages()
    supervise(ring)
    app(prog_name="regelwerk")


if __name__ == "__main__":
    main()
