"""From a number to a program that is small and lively enough to be asked about."""

from __future__ import annotations

from tests.whole.author import KINDS, Program, program
from tests.whole.mixing import Forgetful, value_of
from tests.whole.parts import Endless
from tests.whole.truth import Facts, TooLarge, facts_of

MOST_POSITIONS = 400
LEAST_POSITIONS = 8
TRIES = 100
DULL = 12
"""Of so many programs one may have few positions."""


def drawn(seed: int, number: int) -> tuple[Program, Facts]:
    """The program with a number, and all that is true of it."""
    dull = number // len(KINDS) % DULL == 0
    last: tuple[Program, Facts] | None = None
    for attempt in range(TRIES):
        made = program(KINDS[number % len(KINDS)], f"{seed}:{number}:{attempt}")
        try:
            facts = facts_of(made.model, MOST_POSITIONS)
        except (TooLarge, Endless):
            continue
        last = made, facts
        if dull or facts.fails or (len(facts.moves) >= LEAST_POSITIONS and matters(made.kind, facts)):
            return made, facts
    assert last is not None, f"no program in {TRIES} tries for {seed}:{number}"
    return last


def matters(kind: str, facts: Facts) -> bool:
    """Does it matter what is played? Where two play neither gets all he might."""
    worths = {facts.worth(end) for end in facts.ends}
    if kind in ("goal", "three"):
        return True
    if "hidden" in kind:
        return len(worths) > 1 and not facts.recurs() and _is_secret(facts, worths)
    return len(worths) > 1 and (kind == "score" or facts.value() not in (min(worths), max(worths)))


def _is_secret(facts: Facts, worths: set[int]) -> bool:
    """Rules in which a move depends on what is hidden are as welcome as others, but rare."""
    try:
        return value_of(facts) not in (min(worths), max(worths))
    except TooLarge:
        return False
    except Forgetful:
        return True
