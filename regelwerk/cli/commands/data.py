"""`regelwerk data`: the figures of a game and their sources."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands.common import CommandSettings, Exit, GameArgument
from rules_dsl.quantities import quantity

if TYPE_CHECKING:
    from rules_dsl.ir.nodes import Fact

All = Annotated[bool, typer.Option("--all", help="Also list facts that are certain.")]


def data(game: GameArgument, settings: CommandSettings, everything: All = False) -> Exit:
    """List the facts a game rests on, the doubtful ones to be ticked."""
    from rules_dsl.confidence import count_confidence, is_doubtful

    facts = settings.rules(game).facts
    count = count_confidence(facts)
    if settings.json:
        counted = {"sure": count.sure, "doubtful": count.doubtful, "unrecorded": count.unrecorded}
        output.last_line("data", facts=[_plain(fact) for fact in facts], confidence=counted)
        return Exit.FINE
    shown = [fact for fact in facts if everything or is_doubtful(fact)]
    rows = [list(row) for _, row in groupby(shown, key=_find_known)]
    for row in rows:
        output.answer(_line(row))
        if row[0].look:
            output.answer(f"      look: {row[0].look}")
    if rows:
        output.note(f"{count.says}; {len(shown):,} shown in {quantity(len(rows), 'line')}", settings.quiet)
    else:
        output.answer(f"{count.says}; --all lists them" if facts else count.says)
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
