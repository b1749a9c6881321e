"""Points: of tracks, stars and industry after each round, of what counts at once, and of the end."""

from __future__ import annotations

from typing import Any

from solver.models.ultimate_railroads import locos
from solver.models.ultimate_railroads.fields import lasting
from solver.models.ultimate_railroads.fitting import worths
from solver.models.ultimate_railroads.industry import WRENCHES, industry_worth
from solver.models.ultimate_railroads.rails import GREEN, fields, reach, steps_of
from solver.models.ultimate_railroads.spaces import engineer_at, own_engineers, people
from solver.relaxed.growing import RoundModel, Term

KEY_POINTS = 10
TEN = 10
BEST_TWO = 2
BRONZE = 2
MOST_AT_ONCE = 99


def add_points(plan: RoundModel) -> None:
    """The points after each round."""
    for number in plan.rounds:
        at_once = (
            KEY_POINTS * plan.named["keys for points", number]
            + TEN * plan.named["ten", number]
            + plan.take_gains(number, "points", MOST_AT_ONCE)
        )
        gained = (
            _tracks(plan, number)
            + _stars(plan, number)
            + sum(industry_worth(plan, number, wrench) for wrench in WRENCHES)
            + at_once
            + _things_counted(plan, number)
        )
        plan.model.add(plan.named["points", number] == plan.named["points", number - 1] + gained)


# -- tracks
# -------------------------------------------------------------------------------------------------------------


def _tracks(plan: RoundModel, number: int) -> Term:
    worth, more = worths(plan.facts)
    total: Term = 0
    for route, colour, field in fields(plan):
        drives = reach(plan, number, route, field)
        if (worth[colour] or more[colour]) and not (isinstance(drives, int) and not drives):
            for counted in _times(
                plan, number, route, field, plan.all_of(plan.named["rail", number, route, colour, field], drives)
            ):
                total += worth[colour] * counted + more[colour] * (
                    plan.all_of(counted, plan.named["flips", number]) if more[colour] else 0
                )
    return total


def _times(plan: RoundModel, number: int, route: int, field: int, counts: Any) -> list[Any]:
    """A field that counts, once more with a doubler, and all of it twice where the route is doubled."""
    facts = plan.facts
    counts_so_far = [counts]
    if field <= facts.column("routes.doublers")[route]:
        counts_so_far.append(plan.all_of(counts, _field_doubled(plan, number, field)))
    for special in lasting(plan):
        if facts.column("specials.doubles")[special] and facts.column("specials.route")[special] == route:
            counts_so_far += [plan.all_of(item, plan.named["met", number, special]) for item in counts_so_far]
    return counts_so_far


def _field_doubled(plan: RoundModel, number: int, field: int) -> Any:
    name = ("doubled", number, field)
    if name not in plan.named:
        flag = plan.flag(*name)
        if field > 1:
            plan.implies(flag, _field_doubled(plan, number, field - 1))
        up_to = [plan.named["doubled", number, item] for item in range(1, field + 1)]
        plan.at_most(sum(up_to), plan.named["doublers", number])
    return plan.named[name]


def _stars(plan: RoundModel, number: int) -> Term:
    facts = plan.facts
    total: Term = 0
    for special in lasting(plan):
        if stars := facts.column("specials.stars")[special]:
            met = plan.named["met", number, special]
            total += stars * (
                plan.all_of(met, plan.named["medal", number]) if facts.column("specials.medal")[special] else met
            )
    return total


# -- what counts at once
# ------------------------------------------------------------------------------------------------


def _things_counted(plan: RoundModel, number: int) -> Term:
    """Factories and engineers that count something: at most what there is after the round."""
    facts = plan.facts
    numbers = dict(zip(facts.names("engineers"), facts.column("engineers.number"), strict=True))
    can_have = [name for name in people(plan) if name in own_engineers(facts) or _comes_by(plan, number, name)]
    counts: dict[str, tuple[Term, int]] = {
        "engineer_sum": (
            sum(numbers[name] * plan.named["staff", number, name] for name in people(plan)),
            sum(numbers[name] for name in can_have),
        ),
        "two_locos": (best_locos(plan, number, BEST_TWO), BEST_TWO * locos.HIGHEST),
        "count_steps": (steps_of(plan, number, GREEN) + steps_of(plan, number, BRONZE), _most_steps(plan)),
    }
    return sum(_times_counted(plan, number, feat, *counts[feat]) for feat in counts)


def _comes_by(plan: RoundModel, number: int, name: str) -> bool:
    """Can an engineer have come up to a round?"""
    return (
        plan.is_open
        or any(engineer_at(plan, number) == name for number in plan.up_to(number))
        or all(engineer_at(plan, number) != name for number in range(plan.first, plan.first + 9))
    )


def _most_steps(plan: RoundModel) -> int:
    return sum(1 for _, colour, _ in fields(plan) if colour in (GREEN, BRONZE))


def _times_counted(plan: RoundModel, number: int, feat: str, value: Term, most: int) -> Term:
    """One variable of points for each time: nothing without it, never more than the count."""
    gains = plan.facts.gains("locos")
    most = plan.limit(value, most, "counted", number, feat)
    sources = [item for name, item in plan.some("works", number) if feat in gains[int(name[4])]]
    total: Term = 0
    for at, source in enumerate(sources):
        points = plan.number(0, most, "counted", number, feat, at)
        plan.at_most(points, most * source)
        plan.at_most(points, value)
        total += points
    return total + _count_repeatedly(plan, number, feat, value, most)


def _count_repeatedly(plan: RoundModel, number: int, feat: str, value: Term, most: int) -> Term:
    """Spaces and engineers that count, if the data know any: so often the most."""
    factories = sum(
        item for name, item in plan.some("works", number) if feat in plan.facts.gains("locos")[int(name[4])]
    )
    others = plan.sum_gains(number, feat) - factories
    return (
        most * others
        if any(
            feat in gain
            for gain in (*plan.facts.gains("engineers"), *plan.facts.gains("spaces"), *plan.facts.gains("idea_tiles"))
        )
        else 0
    )


def best_locos(plan: RoundModel, number: int, count: int) -> Term:
    """The numbers of the best locomotives together."""
    if count >= len(plan.facts.names("berths")):
        return sum(locos.at_berths(plan, number, value) for value in range(1, locos.HIGHEST + 1))
    total: Term = 0
    for value in range(1, locos.HIGHEST + 1):
        name = ("best", number, count, value)
        if name not in plan.named:
            plan.at_most(plan.number(0, count, *name), locos.at_berths(plan, number, value))
        total += plan.named[name]
    return total


# -- a choice of counts
# -------------------------------------------------------------------------------------------------


def tiers(
    plan: RoundModel, card: int, kind: str, amount: Term, needs: tuple[int, ...], worths: tuple[int, ...]
) -> Term:
    """What so many of a thing are worth, in steps."""
    total, needed, last = 0, 0, None
    for need, worth, fewer, before in zip(needs, worths, (0, *needs), (0, *worths), strict=False):
        flag = plan.flag("so many", card, kind, need)
        needed += (need - fewer) * flag
        total += (worth - before) * flag
        if last is not None:
            plan.implies(flag, last)
        last = flag
    plan.at_most(needed, amount)
    return total
