"""What a plan does, and the moves of the game that do something else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from solver.relaxed.growing import Deed, Growing


def done(plan: Growing, values: Mapping[int, int]) -> frozenset[Deed]:
    """What a solution does in any round."""
    return frozenset([deed for deed, flag in plan.deeds if values[flag.index]])


def others(plan: Growing, deeds: frozenset[Deed]) -> Any:
    """How much else is done."""
    return sum(flag for deed, flag in plan.deeds if deed not in deeds)


def barred(plan: Growing, deeds: frozenset[Deed]) -> dict[str, set[tuple[int, ...]]]:
    """By action the arguments of everything else."""
    found: dict[str, set[tuple[int, ...]]] = defaultdict(set)
    for deed in {deed for deed, _ in plan.deeds} - deeds:
        action, ordinals = deed
        found[action].add(ordinals)
    return found
