"""`regelwerk data`: the figures of a game and their sources."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands.common import CommandSettings, Exit, GameArgument

if TYPE_CHECKING:
    from rules_dsl.ir.nodes import Fact

SURE = "high"

All = Annotated[bool, typer.Option("--all", help="Also list facts that are certain.")]


def data(game: GameArgument, settings: CommandSettings, everything: All = False) -> Exit:
    """List the facts a game rests on, the doubtful ones to be ticked."""
    facts = settings.rules(game).facts
    if settings.json:
        output.last_line("data", facts=[_plain(fact) for fact in facts])
        return Exit.FINE
    shown = [fact for fact in facts if everything or fact.confidence not in ("", SURE)]
    rows = [list(row) for _, row in groupby(shown, key=_find_known)]
    for row in rows:
        output.answer(_line(row))
        if row[0].look:
            output.answer(f"      look: {row[0].look}")
    output.note(f"{len(facts)} facts, {len(shown)} shown in {len(rows)} lines", settings.quiet)
    return Exit.FINE


def _find_known(fact: Fact) -> tuple[str, ...]:
    """Figures of one row with the same source share a line."""
    return fact.table, fact.row, fact.confidence, fact.provenance, fact.look


def _line(row: list[Fact]) -> str:
    figures = ", ".join(f"{fact.field} {fact.value}" for fact in row)
    known = ", ".join(word for word in (row[0].confidence, row[0].provenance) if word)
    return f"[ ] {row[0].table}[{row[0].row}]: {figures}" + (f"   {known}" if known else "") + f"   {row[0].where}"


def _plain(fact: Fact) -> dict[str, str]:
    names = ("table", "row", "field", "value", "confidence", "provenance", "where", "look")
    return {name: getattr(fact, name) for name in names}
