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
    """List the facts a game rests on, the doubtful ones to be ticked."""
    facts = settings.rules(game).facts
    if settings.json:
        output.last_line("data", facts=[_plain(fact) for fact in facts])
        return Exit.FINE
    shown = [fact for fact in facts if everything or fact.confidence not in ("", SURE)]
    for fact in shown:
        output.answer(_line(fact))
    output.note(f"{len(facts)} facts, {len(shown)} shown", settings.quiet)
    return Exit.FINE


def _line(fact: Fact) -> str:
    known = ", ".join(word for word in (fact.confidence, fact.provenance) if word)
    return f"[ ] {fact.table}[{fact.row}].{fact.field} = {fact.value}" + (f"   {known}" if known else "") + f"   {fact.where}"


def _plain(fact: Fact) -> dict[str, str]:
    names = ("table", "row", "field", "value", "confidence", "provenance", "where")
    return {name: getattr(fact, name) for name in names}
