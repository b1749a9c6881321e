"""What a plan does in terms of the game's moves and positions, and which moves and positions it excludes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cython_ext.kernels.barring import Limit
from solver.relaxed.growing import Deed, OccurrenceSum, Part, RoundModel

FOREVER = 1 << 31
"""A round after all others."""

Ends = Mapping[tuple[Part, int], int]
"""How far numbers are at the end of rounds."""


@dataclass(frozen=True, slots=True)
class PlayFamily:
    """The plays that make only these moves and whose counters stay between `least` and `most` at the end of each round."""

    deeds: frozenset[Deed] = frozenset()
    most: Ends = field(default_factory=dict)
    least: Ends = field(default_factory=dict)

    def wider(self, other: PlayFamily) -> PlayFamily:
        """Whatever either of them allows."""
        most = {key: max(self.most.get(key, 0), other.most.get(key, 0)) for key in {**self.most, **other.most}}
        least = {key: min(self.least[key], other.least[key]) for key in self.least if key in other.least}
        return PlayFamily(self.deeds | other.deeds, most, least)

    @property
    def loose(self) -> PlayFamily:
        """The same without how far they come at least."""
        return PlayFamily(self.deeds, self.most)


def read_plan(plan: RoundModel, values: Mapping[int, int]) -> PlayFamily:
    """Plays that do just what a solution does."""
    most, least = [
        {(part, number): ending.within(values) for part, number, ending in ends} for ends in (plan.most, plan.least)
    ]
    return PlayFamily(frozenset([deed for deed, doing in plan.deeds if doing.within(values)]), most, least)


def beginnings(plan: RoundModel, exact: PlayFamily, number: int, gap: int) -> list[PlayFamily]:
    """The prefixes of a plan up to a round, weakest first: places left open and demands lowered by up to `gap`; the
    plan itself comes last.
    """
    begun = frozenset([deed for deed in exact.deeds if deed[2] <= number])
    later = frozenset([deed for deed, _ in plan.deeds if deed[2] > number])
    going = frozenset([deed for deed, doing in plan.deeds if doing.less and deed[2] <= number])
    most, least = [{key: far for key, far in ends.items() if key[1] <= number} for ends in (exact.most, exact.least)]
    wanted = {key: far for key, far in least.items() if key not in most and key[1] == number}
    families = []
    for deeds in (begun | going | later, begun | later):
        families += [
            PlayFamily(deeds, {}, {key: max(far - less, 0) for key, far in wanted.items()})
            for less in sorted({gap, gap // 2, 0}, reverse=True)
        ]
    return [*families, PlayFamily(begun | later, most, least)]


def keep_to(allowed: PlayFamily, plan: RoundModel) -> None:
    """Only plays that do nothing else stay in the model."""
    for deed, doing in plan.deeds:
        if deed not in allowed.deeds:
            plan.at_most(doing.term, 0)
    for part, number, ending in plan.most:
        if (part, number) in allowed.most:
            plan.at_most(ending.term, allowed.most[part, number])
    for part, number, ending in plan.least:
        if (part, number) in allowed.least:
            plan.at_most(allowed.least[part, number], ending.term)


def others(plan: RoundModel, tried: PlayFamily) -> Any:
    """How a play may differ from the family: other moves, counters that go higher, counters that stay lower."""
    done = [doing.term for deed, doing in plan.deeds if deed not in tried.deeds]
    farther = [
        _flag(plan, "farther", part, number, -ending.term, -tried.most[part, number] - 1)
        for part, number, ending in plan.most
        if ending.variables and (part, number) in tried.most
    ]
    short = [_flag(plan, "short", *item, _ending(plan, *item).term, most - 1) for item, most in tried.least.items()]
    return sum(done) + sum(farther) + sum(short)


def _ending(plan: RoundModel, part: Part, number: int) -> OccurrenceSum:
    return next(ending for item, at, ending in plan.least if (item, at) == (part, number))


def _flag(plan: RoundModel, word: str, part: Part, number: int, term: Any, most: int) -> Any:
    """A flag that needs something to be at most so much."""
    name: tuple[str | int, ...] = (word, part[0], *part[1], number, most)
    if name not in plan.named:
        plan.model.add(term <= most).only_enforce_if(plan.flag(*name))
    return plan.named[name]


def list_barred(plan: RoundModel, tried: PlayFamily) -> dict[tuple[str, int], set[tuple[int, ...]]]:
    """By action and round the arguments of everything else."""
    arguments: dict[tuple[str, int], set[tuple[int, ...]]] = defaultdict(set)
    for action, ordinals, number in {deed for deed, _ in plan.deeds} - tried.deeds:
        arguments[action, number].add(ordinals)
    return arguments


def limits(tried: PlayFamily) -> list[Limit]:
    """The limits on counters: none exceeds its value before its round is over, and all reach it by then."""
    most = [Limit(*part, 0, number, 0, far) for (part, number), far in tried.most.items()]
    return most + [
        Limit(*part, number + 1, FOREVER, far, FOREVER) for (part, number), far in tried.least.items() if far
    ]
