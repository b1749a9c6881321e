"""From a number to a program that is small and lively enough to be asked about."""

from __future__ import annotations

from tests.whole.author import KINDS, Program, program
from tests.whole.model import Endless
from tests.whole.truth import Facts, TooLarge, facts_of

MOST_POSITIONS = 400
LEAST_POSITIONS = 8
TRIES = 200
DULL = 12
"""Of so many programs one may have few positions."""


def drawn(seed: int, number: int) -> tuple[Program, Facts]:
    """The program with a number, and all that is true of it."""
    least = 0 if number // len(KINDS) % DULL == 0 else LEAST_POSITIONS
    for attempt in range(TRIES):
        made = program(KINDS[number % len(KINDS)], f"{seed}:{number}:{attempt}")
        try:
            facts = facts_of(made.model, MOST_POSITIONS)
        except (TooLarge, Endless):
            continue
        if facts.fails or len(facts.moves) >= least:
            return made, facts
    raise AssertionError(f"no program in {TRIES} tries for {seed}:{number}")
