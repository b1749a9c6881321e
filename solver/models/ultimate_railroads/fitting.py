"""Whether the model fits a position: asked before the model is made, and without the library that solves it."""

from __future__ import annotations

from collections.abc import Sequence

from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import State
from solver.relaxed.facts import Facts

ROUNDS = 6


def last_round(facts: Facts) -> int:
    """The number of the last round."""
    rounds: int = facts.value("rounds")
    return rounds or ROUNDS


def worths(facts: Facts) -> tuple[list[int], list[int]]:
    """What a field is worth more by each colour, and still more when the points are flipped."""
    tiles = dict(zip(facts.names("points_tiles"), facts.column("points_tiles.worth"), strict=True))
    steps = {
        name: [worth - before for worth, before in zip(tile, (0, *tile), strict=False)] for name, tile in tiles.items()
    }
    more = [flipped - normal for flipped, normal in zip(steps["flipped"], steps["normal"], strict=True)]
    return steps["normal"], more


def why_unfit(game: ir.Game, state: State, widest: State | None = None) -> str | None:
    """Why there is no model from a position, None if there is one.

    With `widest` one for every position of the same round.
    """
    facts = Facts(game, state)
    if len(facts.value("points")) != 1:
        return "rounds are planned for one player only"
    if facts.value("loose") is not None or _has_any(facts.value("duty")) or _has_any(facts.value("pool")):
        return "rounds are planned from the beginning of a turn only"
    if not facts.value("row") and facts.value("round") == 1:
        return "the engineers are not known; --option deck=1 fixes them"
    if not _knows_emil(facts, widest is not None):
        return "Emil's cards are not known; --option deck=1 fixes them"
    if min([min(worth) for worth in worths(facts)]) < 0:
        return "the points of tracks fall from one colour to the next"
    return None


def _has_any(gain: object) -> bool:
    return any(map(_has_any, gain)) if isinstance(gain, tuple) else bool(gain)


def _knows_emil(facts: Facts, is_open: bool) -> bool:
    """Are his cards known in all rounds that are left?

    Those of this round do not matter where the model is for any position of it.
    """
    number: int = facts.value("round")
    plans: Sequence[Sequence[int]] = facts.value("emil_plan")
    later = range(number + 1, last_round(facts) + 1)
    return (is_open or not any(facts.value("emil")[1])) and all(plans[number - 1] for number in later)
