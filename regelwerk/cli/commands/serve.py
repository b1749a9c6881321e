"""`regelwerk serve`: serves games, runs, plays and puzzles as pages on this computer."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands.common import CommandSettings, Exit
from regelwerk.supervision.reporting import REPORTER

Folder = Annotated[
    Path, typer.Argument(metavar="FOLDER", help="Folder with rules, runs, plays and puzzles, or one rules file to edit.")
]
Port = Annotated[int, typer.Option("--port", metavar="N", help="Port; 0 picks a free one.")]


Opens = Annotated[bool, typer.Option("--open", help="Open the address in a browser.")]


def serve(settings: CommandSettings, folder: Folder = Path(), port: Port = 8080, opens: Opens = False) -> Exit:
    """Show games, runs, plays and puzzles in a browser on this computer, until Ctrl-C."""
    from regelwerk.serving.editing import find_opened
    from regelwerk.serving.server import Server
    from regelwerk.settings import problem
    from rules_dsl.diagnostics.diagnostic import RulesError

    opened = find_opened(folder)
    if opened is None:
        raise RulesError(problem("E0112", f"{str(folder)!r:.200} is neither a folder nor a rules file", "FOLDER"))
    if not 0 <= port <= 65535:
        raise RulesError(
            problem("E0765", f"--port {port} is out of range", "--port", repair="write a number from 0 to 65,535")
        )
    try:
        server = Server(opened.folder, port)
    except OSError as error:
        raise RulesError(
            problem(
                "E0765",
                f"port {port} cannot be used: {error.strerror}",
                "--port",
                repair="choose another one, or --port 0",
            )
        ) from None
    with server:
        address = server.address + opened.page
        if settings.json:
            output.last_line("serve", address=address)
        else:
            output.answer(f"{address}  (Ctrl-C ends)")
        REPORTER.answering()
        if opens:
            webbrowser.open(address)
        try:
            with settings.clock():
                server.serve_forever()
        except KeyboardInterrupt:
            return Exit.FINE
    return Exit.FINE
