"""The wrenches on the industry: gaps in their way, factories that work when a wrench comes to them, an idea and a key."""

from __future__ import annotations

from functools import partial

from cython_ext.kernels.pricing import Number
from solver.models.ultimate_railroads.locos import gaps, kinds, stands
from solver.relaxed.growing import RoundModel, Term

WRENCHES = (0, 1)


def lane(plan: RoundModel) -> range:
    """The fields after the start."""
    return range(1, len(plan.facts.names("lane")))


def add_industry(plan: RoundModel) -> None:
    """Where each wrench has been, and what works on its way."""
    seen = [
        *[Number("wrenches", (0,), wrench) for wrench in WRENCHES],
        *[Number("wrench_at", (0, wrench)) for wrench in WRENCHES],
    ]
    for wrench in WRENCHES:
        for field in lane(plan):
            plan.read_fact(partial(_stands, wrench, field), 1, seen, "wrench", plan.before, wrench, field)
    for number in plan.rounds:
        for wrench in WRENCHES:
            _add_way(plan, number, wrench)
            _add_factories(plan, number, wrench)
        _add_gains(plan, number)


def _stands(place: int, field: int, first: int, second: int, first_at: int, second_at: int) -> int:
    """Has the wrench ahead, or the other one, come to a field?"""
    return int(sorted([first * first_at, second * second_at], reverse=True)[place] >= field)


def order_wrenches(plan: RoundModel, kind: str, number: int) -> None:
    """Wrenches only move on, field by field."""
    for wrench in WRENCHES:
        for field in lane(plan):
            flag = plan.named[kind, number, wrench, field]
            plan.implies(plan.named["wrench", number - 1, wrench, field], flag)
            if field > 1:
                plan.implies(flag, plan.named[kind, number, wrench, field - 1])


def _add_way(plan: RoundModel, number: int, wrench: int) -> None:
    gap_of = plan.facts.column("lane.gap")
    for field in lane(plan):
        flag = plan.flag("wrench", number, wrench, field)
        plan.implies(plan.named["wrench", number - 1, wrench, field], flag)
        if field > 1:
            plan.implies(flag, plan.named["wrench", number, wrench, field - 1])
        if gap_of[field]:
            plan.implies(flag, plan.named["filled", number, gap_of[field]])
        if wrench:
            plan.implies(flag, plan.named["wrench", number, wrench - 1, field])


def comes(plan: RoundModel, number: int, wrench: int, field: int, kind: str = "wrench") -> Term:
    """Does a wrench come to a field in a round?"""
    return plan.named[kind, number, wrench, field] - plan.named["wrench", number - 1, wrench, field]


def _add_factories(plan: RoundModel, number: int, wrench: int) -> None:
    gap_of, gains = plan.facts.column("lane.gap"), plan.facts.gains("locos")
    for gap in gaps(plan.facts):
        works = []
        for loco in kinds(plan.facts):
            works.append(plan.flag("works", number, wrench, gap, loco))
            plan.give(number, works[-1], gains[loco], source=(wrench, gap_of.index(gap)))
            until_now = sum(plan.named["works", number, wrench, gap, loco] for number in plan.up_to(number))
            plan.at_most(until_now, stands(plan, number, gap, loco))
        plan.model.add(sum(works) == comes(plan, number, wrench, gap_of.index(gap)))


def gainful(plan: RoundModel) -> list[tuple[int, int]]:
    """The fields that bring something, with the wrenches that get it: the idea is for the first that comes, the key
    too, unless the rules are read otherwise.
    """
    facts = plan.facts
    both = facts.word("second_key", facts.value("second_key")) == "two_keys_there"
    pairs = []
    for field, gain in enumerate(facts.gains("lane")):
        if "ideas" in gain and (plan.is_open or not facts.value("lane_idea")):
            pairs.append((field, 0))
        elif "keys" in gain:
            pairs += [(field, wrench) for wrench in WRENCHES[: 2 if both else 1]]
    return pairs


def _add_gains(plan: RoundModel, number: int) -> None:
    gains = plan.facts.gains("lane")
    for field, wrench in gainful(plan):
        times = comes(plan, number, wrench, field)
        if plan.is_open and "ideas" in gains[field]:
            times = plan.flag("idea of the lane", number)
            plan.at_most(times, comes(plan, number, wrench, field))
            plan.at_most(times + plan.has("lane_idea", 0), 1)
        plan.give(number, times, gains[field], later=True, source=(wrench, field))


def industry_steps(plan: RoundModel, number: int, kind: str = "wrench") -> Term:
    """How far the wrenches go in a round."""
    return sum(comes(plan, number, wrench, field, kind) for wrench in WRENCHES for field in lane(plan))


def industry_worth(plan: RoundModel, number: int, wrench: int) -> Term:
    """The points of a wrench: of its field or the last one before it that has any."""
    points = plan.facts.column("lane.points")
    best = points[0]
    worth: Term = best if wrench == 0 else 0
    for field in lane(plan):
        if points[field] > best:
            worth += (points[field] - best) * plan.named["wrench", number, wrench, field]
            best = points[field]
    return worth
