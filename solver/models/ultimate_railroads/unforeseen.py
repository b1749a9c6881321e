"""What somebody misses who sees Emil's cards only after his first turn."""

from __future__ import annotations

from typing import Any

from solver.models.ultimate_railroads.emil import cards_of
from solver.models.ultimate_railroads.rails import is_open
from solver.relaxed.facts import MemberNames
from solver.relaxed.growing import RoundModel

UNCERTAIN = ("hiring", "engineer_space")
"""Kinds of spaces of which it may depend on a turn whether they are in play."""


def find_missed_space(plan: RoundModel) -> tuple[str, Any] | None:
    """The space that Emil blocks after the first turn, whatever is done in it, unless it is used in that turn, and
    whether it is used in this round; None where that depends on the turn.
    """
    facts = plan.facts
    names, ready = facts.names("spaces"), facts.value("emil_ready")
    spaces, workers, colours = [
        facts.column(f"emil_cards.{literal}") for literal in ("space", "workers", "needs_colour")
    ]
    taken = MemberNames(names).of(facts.value("occupied"))
    for card in cards_of(plan, plan.first):
        name = names[spaces[card]]
        if name in taken or ("space", plan.first, name) not in plan.named:
            continue
        kind = facts.word("spaces.kind", facts.column("spaces.kind")[spaces[card]])
        opened = colours[card] is None or is_open(plan, plan.before, colours[card]) == 1
        if (
            max(1, workers[card]) > ready
            or not opened
            or kind in UNCERTAIN
            or facts.column("spaces.again")[spaces[card]]
        ):
            return None
        return name, plan.named["space", plan.first, name]
    return None
