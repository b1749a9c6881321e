"""`regelwerk prove`: proves or refutes the claims of the rules."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands.check import Format, report_so_far, write
from regelwerk.cli.commands.common import CommandSettings, Exit, GameArgument
from regelwerk.supervision.reporting import REPORTER

if TYPE_CHECKING:
    from regelwerk.api.game import State
    from regelwerk.report.findings import FindingReport
    from rules_dsl.machine.api import Move

ClaimArgument = Annotated[
    str | None, typer.Argument(metavar="CLAIM", help="The text of a claim, or a part of it.", show_default=False)
]
Form = Annotated[Format, typer.Option("--format", help="Output format of findings.")]
Trace = Annotated[
    Path | None,
    typer.Option("--trace", metavar="FILE", help="Write the first counterexample (.play, .jsonl or .itf.json)."),
]
Save = Annotated[
    Path | None, typer.Option("--save", metavar="DIR", help="Save the proofs in this folder, for `verify`.")
]


def prove(
    game: GameArgument,
    settings: CommandSettings,
    claim: ClaimArgument = None,
    form: Form = Format.text,
    trace: Trace = None,
    save: Save = None,
) -> Exit:
    """Prove the claims of the rules, or find plays against them."""
    first = settings.state(game)
    entries: list[FindingReport] = []
    report_so_far(settings, entries, schema="prove")
    for finding in _follow_findings(first, claim, settings, save is not None):
        entries.append(finding)
        report_so_far(settings, entries, schema="prove")
    if save is not None:
        _keep(save, game, first, entries, settings)
    REPORTER.answering()
    write((), entries, Format.json if settings.json else form, True, "prove")
    shown = next((finding for finding in entries if finding.verdict == "refuted" and finding.moves), None)
    if trace is not None and shown is not None:
        _record(first, shown.moves, trace)
    if any(finding.verdict == "refuted" for finding in entries):
        return Exit.FALSE
    return Exit.LIMIT if any(finding.verdict == "undecided" for finding in entries) else Exit.FINE


def _follow_findings(first: State, claim: str | None, settings: CommandSettings, kept: bool) -> Iterator[FindingReport]:
    """The findings; for large games each is also printed to stderr at once."""
    from regelwerk.report.proofs import claim_answers
    from solver.smt.stretches import is_large

    begun, quiet = time.perf_counter(), settings.quiet or not is_large(first.game.rules)

    def tell(text: str) -> None:
        output.note(f"{time.perf_counter() - begun:8.1f} s  {text}", quiet)

    for finding in claim_answers(first.game.machine, first.raw, claim, settings.seconds(), settings.seed, kept, tell):
        tell(f"{finding.verdict}: {finding.text}")
        yield finding


def _keep(folder: Path, game: str, first: State, entries: Sequence[FindingReport], settings: CommandSettings) -> None:
    from regelwerk.report import kept_proofs
    from regelwerk.report.results import Invocation

    asked = Invocation(
        game,
        tuple(settings.option or ()),
        tuple(settings.given or ()),
        tuple(map(str, settings.data or ())),
        seed=settings.seed,
    )
    kept_proofs.save(folder, asked, first.game.machine, first.raw, entries, settings.seconds())


def _record(state: State, moves: Sequence[Move], trace: Path) -> None:
    """Writes a play; a last move at which the rules fail is left out."""
    from regelwerk.api.recorded import record
    from rules_dsl.ir.failures import PlayError

    with suppress(PlayError):
        for move in moves:
            state = state.play_raw(move)
    record(state, trace)
