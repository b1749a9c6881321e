"""Fair play: what a policy reaches on average on decks drawn at random, beside those who know the deck and those who see it after their first turn."""

from __future__ import annotations

from bench.railroads.lines import solved
from bench.railroads.records import GAME, PLACE, write

POSITIONS = {
    "whole": ("the whole game", ()),
    "last_round": ("the last round, before Emil's first card", ("--at", f"games/{GAME}/plays/last_round_unknown.play")),
    "first_turn": ("the last round, after Emil's first card", ("--at", f"games/{GAME}/plays/first_turn_unknown.play")),
}
"""A name for the file, the same in words, and where it is."""


def look(name: str, seconds: int) -> None:
    """Play from a position."""
    found = solved(POSITIONS[name][1], seconds, "end_pile")
    write(PLACE / f"fair_{name}.json", {**found, "limit": seconds})
    print(f"{POSITIONS[name][0]}: {found['sampled']}", flush=True)
