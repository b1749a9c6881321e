"""`regelwerk data`: the figures of a game with what is known of their source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from regelwerk import output
from regelwerk.commands.common import Exit, GameArgument, Settings

if TYPE_CHECKING:
    from rules_dsl.ir.nodes import Fact

SURE = "high"

All = Annotated[bool, typer.Option("--all", help="The sure ones too.")]


def data(game: GameArgument, settings: Settings, everything: All = False) -> Exit:
    """List the facts a game rests on; those that are not sure make a checklist."""
    facts = settings.rules(game).facts
    if settings.json:
        output.last_line("data", facts=[_plain(fact) for fact in facts])
        return Exit.FINE
    shown = [fact for fact in facts if everything or fact.confidence not in ("", SURE)]
    for fact in shown:
        source = f" ({fact.provenance})" if fact.provenance else ""
        output.answer(f"[ ] {fact.table}[{fact.row}].{fact.field} = {fact.value}   {fact.confidence}{source}   {fact.where}")
    output.note(f"{len(facts)} facts, {len(shown)} shown", settings.quiet)
    return Exit.FINE


def _plain(fact: Fact) -> dict[str, str]:
    names = ("table", "row", "field", "value", "confidence", "provenance", "where")
    return {name: getattr(fact, name) for name in names}
