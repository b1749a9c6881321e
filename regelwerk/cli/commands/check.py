"""`regelwerk check`: is a rules file right?"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands.common import CommandSettings, Exit
from regelwerk.supervision.reporting import REPORTER

if TYPE_CHECKING:
    from regelwerk.report.findings import FindingReport
    from regelwerk.settings import GameInstance
    from rules_dsl.diagnostics.diagnostic import Diagnostic

NO_CLAIMS = "nothing to prove: the rules have no claims"
Files = Annotated[
    list[str], typer.Argument(metavar="FILE...", help="Rules files, folders or library games.", show_default=False)
]


class Format(StrEnum):
    """How findings are written."""

    text = "text"
    json = "json"
    github = "github"
    sarif = "sarif"
    html = "html"


def check(
    files: Files,
    form: Annotated[Format, typer.Option("--format", help="Output format of findings.")] = Format.text,
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="Set an option or a reading; repeatable.")
    ] = None,
    given: Annotated[
        list[str] | None, typer.Option("--given", metavar="NAME=VALUE", help="Instance data; repeatable.")
    ] = None,
    data: Annotated[
        list[Path] | None,
        typer.Option("--data", metavar="OVERLAY.toml", help="Data file that corrects facts in tables."),
    ] = None,
    every_option: Annotated[
        bool,
        typer.Option("--every-option", help="Also check the other values of each option, or the ends of its range."),
    ] = False,
    deep: Annotated[
        bool,
        typer.Option(
            "--deep", help="Also search and prove: claims, dead rules, stuck positions, ranges, ties, and more."
        ),
    ] = False,
    time: Annotated[str | None, typer.Option("--time", metavar="30s|10m", help="Time limit.")] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="With --deep: seed of the random plays.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
) -> Exit:
    """Read rules files and tell everything that is wrong or doubtful."""
    from regelwerk.settings import instance
    from rules_dsl import loading

    wanted = instance(option or (), given or ())
    findings = [diagnostic for file in files for diagnostic in _examine(file, wanted, data or ())]
    if every_option and not any(diagnostic.severity == "error" for diagnostic in findings):
        findings += [
            diagnostic
            for file in files
            for diagnostic in loading.check_variants(file, wanted.options, wanted.givens, data or ())
        ]
    wrong = any(diagnostic.severity == "error" for diagnostic in findings)
    written = Format.json if json else form
    settings = CommandSettings(option=option, given=given, data=data, time=time, seed=seed, json=written is Format.json)
    entries = _deep(files, settings, findings) if deep and not wrong else []
    REPORTER.answering()
    write(findings, entries, written, deep and not wrong)
    if wrong:
        return Exit.WRONG_INPUT
    return Exit.FALSE if findings or any(finding.verdict == "refuted" for finding in entries) else Exit.FINE


def _examine(file: str, wanted: GameInstance, data: Sequence[Path]) -> tuple[Diagnostic, ...]:
    """What reading a file shows, and what its first position shows."""
    from rules_dsl import loading
    from rules_dsl.machine.pending import report_pending_ending

    game, findings = loading.examine(file, wanted.options, wanted.givens, data)
    return findings if game is None else (*findings, *report_pending_ending(game))


def _deep(files: list[str], settings: CommandSettings, findings: Sequence[Diagnostic]) -> list[FindingReport]:
    """Findings by playing and proving for each file; later files share the remaining time."""
    from regelwerk.report.proofs import all_answers

    reports: list[FindingReport] = []
    report_so_far(settings, reports, findings)
    for file in files:
        state = settings.state(file)
        reload = partial(settings.alone, file, state.game.rules)
        for answer in all_answers(
            state.game.machine, state.raw, reload, settings.relaxable(file), settings.seconds(), settings.seed
        ):
            reports.append(answer)
            report_so_far(settings, reports, findings)
    return reports


def report_so_far(
    settings: CommandSettings,
    entries: Sequence[FindingReport],
    findings: Sequence[Diagnostic] = (),
    schema: str = "check",
) -> None:
    """What to say of the questions that are answered should the others have to be left open."""
    from regelwerk.report.findings import as_dict
    from regelwerk.report.formats import text

    refuted = any(finding.verdict == "refuted" for finding in entries)
    listed = [*[_finding(diagnostic) for diagnostic in findings], *[as_dict(finding) for finding in entries]]
    warned = [f"{finding.code}  {finding.message}" for finding in findings]
    settings.so_far(
        schema,
        "\n".join([*warned, text.render(entries), "the remaining questions were not answered"]),
        {"findings": listed},
        Exit.FALSE if refuted else Exit.LIMIT,
    )


def write(
    findings: Sequence[Diagnostic], entries: Sequence[FindingReport], form: Format, deep: bool, schema: str = "check"
) -> None:
    """What was found, in the format that was asked for."""
    match form:
        case Format.text:
            _write_text(findings, entries, deep)
        case Format.json:
            from regelwerk.report.findings import as_dict

            output.last_line(
                schema,
                findings=[
                    *[_finding(diagnostic) for diagnostic in findings],
                    *[as_dict(finding) for finding in entries],
                ],
                stopped=next((finding.stopped for finding in entries if finding.stopped), ""),
            )
        case Format.github:
            from rules_dsl.diagnostics.render_github import render

            print(
                render([*findings, *[finding.diagnostic for finding in entries if finding.verdict == "refuted"]]),
                end="",
            )
        case Format.sarif:
            from regelwerk.report.formats import sarif

            output.answer(sarif.render(entries, findings))
        case Format.html:
            from regelwerk.report.formats import html

            output.answer(html.render("What the rules say of themselves", entries, findings).rstrip("\n"))


def _write_text(findings: Sequence[Diagnostic], entries: Sequence[FindingReport], deep: bool) -> None:
    import sys

    from rules_dsl.diagnostics.render_text import render
    from rules_dsl.diagnostics.sources import read_sources

    text = render(findings, read_sources(findings), colour=output.colourful(sys.stdout), most=100)
    if findings or not deep:
        output.answer(text.rstrip("\n") if findings else "no findings")
    if deep:
        from regelwerk.report.formats import text as report

        output.answer(report.render(entries) if entries else NO_CLAIMS)


def _finding(diagnostic: Diagnostic) -> dict[str, object]:
    from rules_dsl.diagnostics.render_json import as_dict

    contract = {"rule": "", "cites": [], "verdict": diagnostic.severity, "method": "analysis", "play": []}
    return {**as_dict(diagnostic), **contract}
