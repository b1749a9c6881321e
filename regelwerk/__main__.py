"""The command line: `regelwerk VERB …`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from regelwerk import output
from regelwerk.commands import puzzle
from regelwerk.commands.cache import cache
from regelwerk.commands.check import check
from regelwerk.commands.common import Exit, command
from regelwerk.commands.data import data
from regelwerk.commands.diff import diff
from regelwerk.commands.doctor import doctor
from regelwerk.commands.explain import explain, help_
from regelwerk.commands.explore import explore
from regelwerk.commands.fmt import fmt
from regelwerk.commands.hint import hint
from regelwerk.commands.moves import moves
from regelwerk.commands.new import new
from regelwerk.commands.perft import perft
from regelwerk.commands.play import play
from regelwerk.commands.playouts import playouts
from regelwerk.commands.prove import prove
from regelwerk.commands.report import report
from regelwerk.commands.serve import serve
from regelwerk.commands.show import show
from regelwerk.commands.solve import solve
from regelwerk.commands.test import test
from regelwerk.commands.verify import verify
from regelwerk.commands.view import view
from regelwerk.commands.why import why
from regelwerk.version import VERSION

COMMANDS: dict[str, Callable[..., Exit]] = {
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
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")] = False,
) -> None:
    """One rules file: play it, check it, count it."""


for _name, _function in COMMANDS.items():
    app.command(_name)(command(_function))


_puzzles = typer.Typer(name="puzzle", no_args_is_help=True, rich_markup_mode=None, help="Make, solve, check, grade, export and play puzzles.")
for _verb, _command in puzzle.COMMANDS.items():
    _puzzles.command(_verb)(command(_command))
app.add_typer(_puzzles)


def main() -> None:
    """Runs a command and leaves with its exit code."""
    from regelwerk.limits import bound_memory, ring
    from regelwerk.ours import check_packages
    from regelwerk.supervision.supervisor import supervise

    output.prepare_streams()
    bound_memory()
    check_packages()
    supervise(ring)
    app(prog_name="regelwerk")


if __name__ == "__main__":
    main()
