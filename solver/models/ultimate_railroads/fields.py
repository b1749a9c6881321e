"""Special fields, and the order within a round: the first field that brings something is reached without what fields
bring.
"""

from __future__ import annotations

from typing import Any

from cython_ext.kernels.pricing import Number
from solver.models.ultimate_railroads import locos
from solver.models.ultimate_railroads.industry import WRENCHES, comes, gainful, industry_steps, lane, order_wrenches
from solver.models.ultimate_railroads.rails import fields, limit_reach, limit_steps, order_rails, reach
from solver.relaxed.growing import RoundModel, Term


def lasting(plan: RoundModel) -> list[int]:
    """The special fields that count at each scoring."""
    return [at for at, lasts in enumerate(plan.facts.column("specials.lasting")) if lasts]


def _single(plan: RoundModel) -> list[int]:
    return [at for at, lasts in enumerate(plan.facts.column("specials.lasting")) if not lasts]


def _spot(plan: RoundModel, special: int) -> tuple[int, int, int]:
    facts = plan.facts
    return (
        facts.column("specials.route")[special],
        facts.column("specials.colour")[special],
        facts.column("specials.field")[special],
    )


def add_fields(plan: RoundModel) -> None:
    """A field is met by its marker and, where it says so, by the locomotives; most give once."""
    facts = plan.facts
    gains = facts.gains("specials")
    for special in _single(plan):
        plan.read_fact(int, 1, [Number("claimed", (0,), special)], "met", plan.before, special)
    for number in plan.rounds:
        for special in _single(plan):
            flag = _meet(plan, number, special)
            before = plan.named["met", number - 1, special]
            plan.implies(before, flag)
            plan.give(number, flag - before, gains[special], later=True)
        for special in lasting(plan):
            _meet(plan, number, special)


def _meet(plan: RoundModel, number: int, special: int) -> Any:
    flag = plan.flag("met", number, special)
    route, colour, field = _spot(plan, special)
    if _was_met(plan, special):
        plan.model.add(flag == 1)
        return flag
    plan.implies(flag, plan.named["rail", number, route, colour, field])
    if plan.facts.column("specials.by_loco")[special]:
        plan.implies(flag, reach(plan, number, route, field))
    return flag


def _was_met(plan: RoundModel, special: int) -> bool:
    """Is a field known to be met at the beginning?"""
    before = plan.named.get(("met", plan.before, special), 0)
    return isinstance(before, int) and before == 1


# -- what comes first in a round
# ----------------------------------------------------------------------------------------


def add_first_fields(plan: RoundModel) -> None:
    """A second, earlier moment of each round: markers, wrenches and berths as they can be before any field has brought
    anything.
    """
    for number in plan.rounds:
        _add_earlier_rails(plan, number)
        _add_earlier_wrenches(plan, number)
        _add_earlier_berths(plan, number)
        _add_firsts(plan, number)


def _add_earlier_rails(plan: RoundModel, number: int) -> None:
    for field in fields(plan):
        flag = plan.flag("early rail", number, *field)
        plan.implies(plan.named["rail", number - 1, *field], flag)
        plan.implies(flag, plan.named["rail", number, *field])
    order_rails(plan, "early rail", number)
    limit_steps(plan, number, "early rail", "at_once")


def _add_earlier_wrenches(plan: RoundModel, number: int) -> None:
    for wrench in WRENCHES:
        for field in lane(plan):
            flag = plan.flag("early wrench", number, wrench, field)
            plan.implies(flag, plan.named["wrench", number, wrench, field])
    order_wrenches(plan, "early wrench", number)
    plan.at_most(industry_steps(plan, number, "early wrench"), plan.at_once(number, "industry"))


def _add_earlier_berths(plan: RoundModel, number: int) -> None:
    flags = []
    for at in range(len(locos.tiles(plan.widest))):
        flags.append(plan.flag("early laid", number, at))
        plan.implies(flags[-1], plan.named["laid", number, at])
    plan.at_most(sum(flags), plan.at_once(number, "loco") + plan.at_once(number, "build"))
    for value in range(1, locos.HIGHEST + 1):
        for berth in range(len(plan.facts.names("berths"))):
            flag = plan.flag("early berth", number, berth, value)
            plan.implies(plan.named["berth", number - 1, berth, value], flag)
            plan.implies(flag, plan.named["berth", number, berth, value])
            if value > 1:
                plan.implies(flag, plan.named["early berth", number, berth, value - 1])
        above = range(value, locos.HIGHEST + 1)
        had = (
            locos.at_berths(plan, plan.before, value)
            + locos.locos_arrived(plan, number, above, "early laid")
            + locos.bare_nines(plan, number, above, "early nine")
        )
        plan.at_most(locos.at_berths(plan, number, value, "early berth"), had)


def _add_firsts(plan: RoundModel, number: int) -> None:
    """Where any field brings something new, one of those that do was met at the earlier moment."""
    first: list[Term] = []
    new: list[Term] = []
    for special in _single(plan):
        if not plan.facts.gains("specials")[special] or _was_met(plan, special):
            continue
        before = plan.named["met", number - 1, special]
        first.append(_first(plan, number, special) - before)
        new.append(plan.named["met", number, special] - before)
    for field, wrench in gainful(plan):
        first.append(comes(plan, number, wrench, field, "early wrench"))
        new.append(comes(plan, number, wrench, field))
    for item in new:
        plan.at_most(item, sum(first))


def _first(plan: RoundModel, number: int, special: int) -> Any:
    route, colour, field = _spot(plan, special)
    flag = plan.flag("met first", number, special)
    plan.implies(plan.named["met", number - 1, special], flag)
    plan.implies(flag, plan.named["met", number, special])
    plan.implies(flag, plan.named["early rail", number, route, colour, field])
    if plan.facts.column("specials.by_loco")[special]:
        limit_reach(plan, number, flag, route, field, "early berth")
    return flag
