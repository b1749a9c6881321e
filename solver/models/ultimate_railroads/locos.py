"""Locomotives in the order of their stacks, what Emil takes of them, and factories in their gaps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import le
from typing import Any

from cython_ext.kernels.pricing import Number
from solver.relaxed.facts import Facts
from solver.relaxed.growing import RoundModel, Term

HIGHEST = 10
MOST_TILES, MOST_RETURNED = 4, 9
MOST_BUILT = 6
"""A factory that is built over can be built again, but not more often than this."""


def tiles(facts: Facts) -> tuple[int, ...]:
    """The numbers of the tiles still in the stacks, in the order in which they are taken."""
    numbers = facts.column("locos.number")
    return tuple(sorted([numbers[loco] for loco, count in enumerate(facts.value("stack")) for _ in range(count)]))


def _is_tile_gone(plan: RoundModel, at: int) -> Any:
    """Is a tile gone already? Never, unless the model is for later positions, too."""
    order, numbers = tiles(plan.widest), plan.facts.column("locos.number")
    value, left = order[at], len(order) - order[::-1].index(order[at]) - at
    stacks = [Number("stack", (loco,)) for loco, number in enumerate(numbers) if number == value]
    return plan.read_fact(lambda *counts: int(sum(counts) < left), 1, stacks, "gone", plan.before, at)


def kinds(facts: Facts) -> list[int]:
    """The locomotives that have a factory on their back, by their row."""
    return [loco for loco, has in enumerate(facts.column("locos.factory")) if has]


def gaps(facts: Facts) -> range:
    """The gaps of the industry."""
    return range(1, max(facts.column("lane.gap")) + 1)


def add_locos(plan: RoundModel) -> None:
    """Tiles that are taken, berths, gaps."""
    _add_berths(plan)
    for number in plan.rounds:
        _add_tiles(plan, number)
    for number in plan.rounds:
        _limit_berths(plan, number)
        _add_gaps(plan, number)
    for loco in kinds(plan.facts):
        plan.at_most(
            sum(item for name, item in plan.some("built") if name[3] == loco), plan.amount("stack", MOST_TILES, loco)
        )
    for number in plan.rounds:
        _limit_factories(plan, number)


# -- berths
# -------------------------------------------------------------------------------------------------------------


def _add_berths(plan: RoundModel) -> None:
    routes = plan.facts.column("berths.route")
    for berth, route in enumerate(routes):
        beside = [number for number, at in enumerate(routes) if at == route]
        seen = [Number("loco_at", (0, number)) for number in beside]
        for value in range(1, HIGHEST + 1):
            plan.read_fact(
                partial(_lies, plan.facts.column("locos.number"), beside.index(berth), value),
                1,
                seen,
                "berth",
                plan.before,
                berth,
                value,
            )
            for number in plan.rounds:
                flag = plan.flag("berth", number, berth, value)
                plan.implies(plan.named["berth", number - 1, berth, value], flag)
                if value > 1:
                    plan.implies(flag, plan.named["berth", number, berth, value - 1])
                if berth > 0 and routes[berth - 1] == routes[berth]:
                    plan.implies(flag, plan.named["berth", number, berth - 1, value])


def _lies(numbers: Sequence[int], place: int, value: int, *berths: int) -> int:
    """Has the best of some berths, or the next best, at least a number?"""
    return int(sorted([numbers[loco] if loco >= 0 else 0 for loco in berths], reverse=True)[place] >= value)


def at_berths(plan: RoundModel, number: int, value: int, kind: str = "berth") -> Term:
    """How many berths have at least this number."""
    if value > HIGHEST:
        return 0
    return sum(plan.named[kind, number, berth, value] for berth in range(len(plan.facts.names("berths"))))


def locos_arrived(plan: RoundModel, number: int, values: Sequence[int], kind: str = "laid") -> Term:
    """How many locomotives with these numbers came up to a round; `kind` is which of this round count."""
    order = tiles(plan.widest)
    earlier = [item for name, item in plan.some("laid") if int(name[1]) < number and order[int(name[2])] in values]
    now = [item for name, item in plan.some(kind, number) if order[int(name[2])] in values]
    return sum(earlier) + sum(now)


def bare_nines(plan: RoundModel, number: int, values: Sequence[int], kind: str = "nine") -> Term:
    """How many locomotives of the idea card came in the rounds up to this one; `kind` is which of this round count."""
    facts = plan.facts
    nine = facts.column("locos.number")[facts.names("locos").index("bare_nine")]
    return (
        sum(plan.named["nine", number] for number in plan.up_to(number - 1)) + plan.named[kind, number]
        if nine in values
        else 0
    )


def _limit_berths(plan: RoundModel, number: int) -> None:
    """The n best berths have no better numbers than the n best locomotives that came."""
    for value in range(1, HIGHEST + 1):
        above = range(value, HIGHEST + 1)
        plan.at_most(
            at_berths(plan, number, value),
            at_berths(plan, plan.before, value) + locos_arrived(plan, number, above) + bare_nines(plan, number, above),
        )


# -- tiles
# --------------------------------------------------------------------------------------------------------------


def _add_tiles(plan: RoundModel, number: int) -> None:
    """Tiles go in their order: to a berth, into a gap, or to Emil."""
    facts = plan.facts
    numbers, stack = facts.column("locos.number"), plan.widest.value("stack")
    plan.flag("nine", number)
    for at, value in enumerate(tiles(plan.widest)):
        gone = plan.flag("gone", number, at)
        before = plan.named["gone", number - 1, at] if number > plan.first else _is_tile_gone(plan, at)
        ways = [plan.flag("laid", number, at), plan.flag("emil took", number, at)]
        ways += [
            plan.flag("built", number, at, loco) for loco in kinds(facts) if numbers[loco] == value and stack[loco]
        ]
        plan.model.add(sum(ways) == gone - before)
        if at:
            plan.implies(gone, plan.named["gone", number, at - 1])


def locos_laid(plan: RoundModel, number: int) -> Term:
    """Locomotives that one takes from the stacks in a round."""
    return sum(item for _, item in plan.some("laid", number))


# -- factories
# ----------------------------------------------------------------------------------------------------------


def factories(plan: RoundModel, number: int) -> Term:
    """Factories that one builds in a round, into gaps and over others."""
    return sum(item for kind in ("first", "over") for _, item in plan.some(kind, number))


def _add_gaps(plan: RoundModel, number: int) -> None:
    """A gap gets its first factory once, from the left; over it others may be built when all are full."""
    facts = plan.facts
    last = gaps(facts)[-1]
    for gap in gaps(facts):
        filled = plan.flag("filled", number, gap)
        for loco in kinds(facts):
            plan.flag("first", number, gap, loco)
            plan.flag("over", number, gap, loco)
        begun = plan.read_fact(partial(le, 0), 1, [Number("factory_at", (0, gap - 1))], "filled", plan.before, gap)
        plan.model.add(
            begun
            + sum(plan.named["first", number, gap, loco] for number in plan.up_to(number) for loco in kinds(facts))
            == filled
        )
        if gap > 1:
            plan.implies(filled, plan.named["filled", number, gap - 1])
    for _, item in plan.some("over", number):
        plan.implies(item, plan.named["filled", number, last])


def has_factory_at_start(plan: RoundModel, gap: int, loco: int) -> Any:
    """Does a factory of this kind stand in a gap at the beginning?"""
    return plan.read_fact(partial(_is, loco), 1, [Number("factory_at", (0, gap - 1))], "stood", gap, loco)


def _is(one: int, other: int) -> int:
    return int(one == other)


def begins(plan: RoundModel, number: int, gap: int, loco: int) -> Term:
    """Is a factory of this kind the first of all in a gap, up to a round?"""
    return has_factory_at_start(plan, gap, loco) + sum(
        plan.named["first", number, gap, loco] for number in plan.up_to(number)
    )


def stands(plan: RoundModel, number: int, gap: int, loco: int) -> Term:
    """How often a factory of this kind has stood in a gap up to a round."""
    return begins(plan, number, gap, loco) + sum(plan.named["over", number, gap, loco] for number in plan.up_to(number))


def _limit_factories(plan: RoundModel, number: int) -> None:
    """A tile built from the stacks stands in a gap.

    Factories are built from the stacks, from locomotives that were put back, and from what was built over. Nothing is
    built over before all gaps are full, so each tile is first in one gap only; and the first of a gap is the first that
    is built over.
    """
    facts = plan.facts
    for loco in kinds(facts):
        built = sum(plan.named[kind, number, gap, loco] for kind in ("first", "over") for gap in gaps(facts))
        plan.at_most(sum(item for name, item in plan.some("built", number) if name[3] == loco), built)
    for gap in gaps(facts):
        built_over = [plan.number(0, MOST_BUILT, "built over", number, gap, loco) for loco in kinds(facts)]
        all_over = sum(plan.named["over", number, gap, loco] for number in plan.up_to(number) for loco in kinds(facts))
        plan.at_most(sum(built_over), all_over)
        for loco, times in zip(kinds(facts), built_over, strict=True):
            plan.at_most(times, stands(plan, number, gap, loco))
            first = begins(plan, number, gap, loco)
            for item in plan.up_to(number):
                plan.at_most(times, first + all_over - plan.named["over", item, gap, loco])
    for loco in kinds(facts):
        source = _sources(plan, number, loco)
        firsts = sum(plan.named["first", number, gap, loco] for number in plan.up_to(number) for gap in gaps(facts))
        overs = sum(plan.named["over", number, gap, loco] for number in plan.up_to(number) for gap in gaps(facts))
        plan.at_most(firsts, source)
        plan.at_most(firsts + overs, source + sum(plan.named["built over", number, gap, loco] for gap in gaps(facts)))


def _sources(plan: RoundModel, number: int, loco: int) -> Term:
    """Tiles that were built or put back: from the stacks, and as many as came and do not lie at a berth; never more
    than there are.
    """
    facts = plan.facts
    value = facts.column("locos.number")[loco]
    returned = plan.amount("returned", MOST_RETURNED, loco)
    berths = [Number("loco_at", (0, berth)) for berth in range(len(facts.names("berths")))]
    there = (
        plan.amount("stack", MOST_TILES, loco)
        + returned
        + sum(plan.read_fact(partial(_is, loco), 1, [berth], "lies", *berth.ordinals, loco) for berth in berths)
    )
    back = plan.number(0, MOST_RETURNED if plan.is_open else there, "back", number, loco)
    held = at_berths(plan, number, value) - at_berths(plan, number, value + 1)
    begun = at_berths(plan, plan.before, value) - at_berths(plan, plan.before, value + 1) + returned
    plan.at_most(back, begun + locos_arrived(plan, number, [value]) + bare_nines(plan, number, [value]) - held)
    source = back + sum(item for name, item in plan.some("built") if int(name[1]) <= number and name[3] == loco)
    plan.at_most(source, there)
    return source
