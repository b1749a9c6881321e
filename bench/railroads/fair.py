"""Fair play: what a policy reaches on average on decks drawn at random, or what is best on average, beside those who
know the deck and those who see it after their first turn.
"""

from __future__ import annotations

from bench.railroads.lines import solved
from bench.railroads.records import GAME, PLACE, write

PLAYS = f"games/{GAME}/plays"
POSITIONS = {
    "whole": ("the whole game", ()),
    "last_round": ("the last round, before Emil's first card", ("--at", f"{PLAYS}/last_round_unknown.play")),
    "last_round_fair": ("another last round, after it", ("--at", f"{PLAYS}/last_round_fair.play")),
    "three_turns": ("three turns before the end", ("--at", f"{PLAYS}/three_turns_fair.play")),
}
"""A name for the file, the same in words, and where it is."""
SAMPLE = ("--engine", "sample")


def look(name: str, seconds: int) -> None:
    """Play from a position; where the best mean is known exactly, decks are played, too."""
    words = POSITIONS[name][1]
    found = solved(words, seconds, "end_pile")
    if "sampled" not in found:
        found["sampled"] = solved((*words, *SAMPLE), seconds, "end_pile")["sampled"]
    write(PLACE / f"fair_{name}.json", {**found, "limit": seconds})
    print(f"{POSITIONS[name][0]}: {found['status']} {found['value']}, {found['sampled']}", flush=True)
