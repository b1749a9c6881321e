"""The order within a round on the way of a wrench: what it gets at a field, or farther on, did not bring it there."""

from __future__ import annotations

from collections.abc import Sequence

from solver.models.ultimate_railroads.industry import WRENCHES, comes, lane
from solver.models.ultimate_railroads.locos import gaps, has_factory_at_start, kinds, stands
from solver.relaxed.growing import RoundModel, Term

STEPS = ("industry",)
BUILDING = ("build", "factory")


def add_way_of_wrenches(plan: RoundModel) -> None:
    """Steps up to each field, factories in the gaps on the way, and factories that work although they were built over
    others in the same round.
    """
    gap_of = plan.facts.column("lane.gap")
    for number in plan.rounds:
        for wrench in WRENCHES:
            for field in lane(plan):
                steps = sum(comes(plan, number, wrench, item) for item in lane(plan) if item <= field)
                _limit(plan, number, wrench, field, steps, STEPS)
            for gap in gaps(plan.facts):
                field = gap_of.index(gap)
                _limit(plan, number, wrench, field, _gaps_filled(plan, number, gap), BUILDING)
                _limit_over(plan, number, wrench, gap, field)


def _gaps_filled(plan: RoundModel, number: int, gap: int) -> Term:
    """How many gaps up to this one are filled in a round."""
    return sum(
        plan.named["first", number, item, loco]
        for item in gaps(plan.facts)
        if item <= gap
        for loco in kinds(plan.facts)
    )


def _limit_over(plan: RoundModel, number: int, wrench: int, gap: int, field: int) -> None:
    """Nothing is built over before all gaps are filled."""
    last = gaps(plan.facts)[-1]
    for loco in kinds(plan.facts):
        over = plan.flag("works over", number, wrench, gap, loco)
        before = has_factory_at_start(plan, gap, loco) if number == plan.first else stands(plan, number - 1, gap, loco)
        plan.at_most(
            plan.named["works", number, wrench, gap, loco] - before - plan.named["first", number, gap, loco], over
        )
        for most in _before(plan, number, wrench, field, BUILDING):
            plan.model.add(_gaps_filled(plan, number, last) + 1 <= most).only_enforce_if(over)


def _limit(plan: RoundModel, number: int, wrench: int, field: int, used: Term, kinds_: Sequence[str]) -> None:
    for most in _before(plan, number, wrench, field, kinds_):
        plan.at_most(used, most)


def _before(plan: RoundModel, number: int, wrench: int, field: int, kinds_: Sequence[str]) -> list[Term]:
    """Limits of what may have come of something before a wrench comes to a field; the second counts what is used once
    more only as often as it may have been by then.
    """
    without = sum(plan.sum_gains(number, kind) - plan.beyond(number, kind, wrench, field) for kind in kinds_)
    again = plan.sum_gains(number, "use_again") - plan.beyond(number, "use_again", wrench, field)
    return [without, without - sum(plan.once_more(number, kind) for kind in kinds_) + _most_once(plan, kinds_) * again]


def _most_once(plan: RoundModel, kinds_: Sequence[str]) -> int:
    """The most of something that one space or engineer brings."""
    tables = [*plan.facts.gains("spaces"), *plan.facts.gains("engineers")]
    return int(max(sum(gain.get(kind, 0) for kind in kinds_) for gain in tables))
