"""`regelwerk fmt`: formats rules files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands.common import Exit

Files = Annotated[
    list[str], typer.Argument(metavar="FILE...", help="Rules files, folders or library games.", show_default=False)
]


def fmt(
    files: Files, check: Annotated[bool, typer.Option("--check", help="Do not write; list what would change.")] = False
) -> Exit:
    """Lay out rules files the standard way, in place."""
    from regelwerk.report.files import write_file
    from rules_dsl.loading import find_rules

    paths = [find_rules(file) for file in files]
    formatted = [(path, _format_file(path)) for path in paths]
    changed = [(path, text) for path, text in formatted if text != path.read_text("utf-8")]
    for path, text in changed:
        if not check:
            write_file(path, text, str(path))
        output.answer(f"{path} would change" if check else f"{path} laid out")
    return Exit.FALSE if check and changed else Exit.FINE


def _format_file(path: Path) -> str:
    from rules_dsl.source import SourceFile
    from rules_dsl.syntax.format import format_text

    return format_text(SourceFile(str(path), path.read_text("utf-8")))
