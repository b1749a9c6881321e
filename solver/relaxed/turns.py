"""What a plan does, and the moves of the game that do something else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from solver.relaxed.growing import Deed, Growing


def done(plan: Growing, values: Mapping[int, int]) -> frozenset[Deed]:
    """What a solution does, and when."""
    return frozenset([deed for deed, doing in plan.deeds if doing.within(values)])


def others(plan: Growing, deeds: frozenset[Deed]) -> Any:
    """How much else is done."""
    return sum(doing.term for deed, doing in plan.deeds if deed not in deeds)


def barred(plan: Growing, deeds: frozenset[Deed]) -> dict[tuple[str, int], set[tuple[int, ...]]]:
    """By action and round the arguments of everything else."""
    found: dict[tuple[str, int], set[tuple[int, ...]]] = defaultdict(set)
    for action, ordinals, number in {deed for deed, _ in plan.deeds} - deeds:
        found[action, number].add(ordinals)
    return found
