"""Proves two games equivalent, or finds a short play that tells them apart."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from solver.check.comparing import Comparison, ComparisonLimits, Different, EquivalentGames, Sides, compare
from solver.check.shortening import shorten_play
from solver.processes.apart import apart
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits
from solver.smt.equivalence import equivalent
from solver.smt.stretches import is_large

SHORTENING = 60.0
"""Seconds in which a play that was found at random is made shorter."""
QUICK = 10.0
"""Seconds for a proof that two games are the same."""
SOON = 3.0
"""Seconds breadth first where games are large."""


def compare_sides(sides: Sides, seconds: float | None, seed: int = 0, moves: Collection[str] = ()) -> Comparison:
    """Compare two games; a quick proof of equivalence is tried first. Random plays prefer the moves in `moves`."""
    clock = Clock(Limits(seconds=seconds))
    large = is_large(sides.one.game) or is_large(sides.other.game)
    quick = QUICK if seconds is None else min(QUICK, seconds / 3)
    if not large and list(
        apart(
            lambda: iter([equivalent(sides.one, sides.other, Clock(Limits(seconds=quick)), sides.starts)]), quick, None
        )
    ) == [True]:
        return EquivalentGames("every move, ending and score is the same in every state (Z3)")
    result = compare(
        sides, replace(ComparisonLimits(), seconds=SOON) if large else ComparisonLimits(), clock, seed, moves
    )
    left = SHORTENING if clock.deadline is None else min(SHORTENING, clock.deadline)
    return shorten_play(sides, result, clock.part(left)) if isinstance(result, Different) else result
