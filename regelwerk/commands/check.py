"""`regelwerk check`: is a rules file right?"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from regelwerk import output
from regelwerk.commands.common import Exit

if TYPE_CHECKING:
    from rules_dsl.diagnostics.diagnostic import Diagnostic

Files = Annotated[list[str], typer.Argument(metavar="FILE...", help="Rules files, folders or games of the library.", show_default=False)]


class Format(StrEnum):
    """How findings are written."""

    text = "text"
    json = "json"
    github = "github"


def check(
    files: Files,
    form: Annotated[Format, typer.Option("--format", help="How findings are written.")] = Format.text,
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="Set an option or a reading; repeatable.")
    ] = None,
    given: Annotated[list[str] | None, typer.Option("--given", metavar="NAME=VALUE", help="Instance data; repeatable.")] = None,
    data: Annotated[list[Path] | None, typer.Option("--data", metavar="OVERLAY.toml", help="Replace facts of tables.")] = None,
    every_option: Annotated[
        bool, typer.Option("--every-option", help="Look at each option's other values, too, or at the ends of its range.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
) -> Exit:
    """Read rules files and tell everything that is wrong or doubtful."""
    from regelwerk.settings import instance
    from rules_dsl import loading

    wanted = instance(option or (), given or ())
    findings = [found for file in files for found in loading.check(file, wanted.options, wanted.givens, data or ())]
    if every_option and not any(found.severity == "error" for found in findings):
        findings += [found for file in files for found in loading.check_variants(file, wanted.options, wanted.givens, data or ())]
    _write(findings, Format.json if json else form)
    if any(found.severity == "error" for found in findings):
        return Exit.WRONG_INPUT
    return Exit.FALSE if findings else Exit.FINE


def _write(findings: list[Diagnostic], form: Format) -> None:
    match form:
        case Format.text:
            _write_text(findings)
        case Format.json:
            output.last_line("check", findings=[_finding(found) for found in findings])
        case Format.github:
            from rules_dsl.diagnostics.render_github import render

            print(render(findings), end="")


def _write_text(findings: list[Diagnostic]) -> None:
    import sys

    from rules_dsl.diagnostics.render_text import render
    from rules_dsl.diagnostics.sources import read_sources

    text = render(findings, read_sources(findings), colour=output.colourful(sys.stdout), most=100)
    output.answer(text.rstrip("\n") if findings else "nothing is wrong")


def _finding(found: Diagnostic) -> dict[str, object]:
    from rules_dsl.diagnostics.render_json import as_dict

    contract = {"rule": "", "cites": [], "verdict": found.severity, "method": "analysis", "play": []}
    return {**as_dict(found), **contract}
