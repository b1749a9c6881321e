"""Tracks and how far the locomotives reach, as flags for each field: is the marker there or beyond it?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import le
from typing import Any

from cython_ext.kernels.pricing import Number
from solver.relaxed.growing import RoundModel, Term

COLOURS = ("wood", "green", "bronze", "silver", "gold")
WOOD, GREEN = 0, 1
MOST_STEPS = 40


def last_field(plan: RoundModel, route: int, colour: int) -> int:
    """How far a marker can come: each stays a field behind the one ahead of it."""
    length, best = plan.facts.column("routes.length")[route], plan.facts.column("routes.best")[route]
    return length - colour if colour <= best else 0


def routes(plan: RoundModel) -> range:
    """The routes by number."""
    return range(len(plan.facts.names("routes")))


def fields(plan: RoundModel) -> list[tuple[int, int, int]]:
    """Every field with route and colour."""
    return [
        (route, colour, field)
        for route in routes(plan)
        for colour in range(len(COLOURS))
        for field in range(1, last_field(plan, route, colour) + 1)
    ]


def opening(plan: RoundModel, colour: int) -> tuple[int, int, int]:
    """The field that brings tracks of a colour: route, colour of the marker, number."""
    facts = plan.facts
    at = facts.column("specials.opens").index(colour)
    return facts.column("specials.route")[at], facts.column("specials.colour")[at], facts.column("specials.field")[at]


def add_rails(plan: RoundModel) -> None:
    """Markers move on only, each behind the one ahead of it, and only with tracks that were brought."""
    for route, colour, field in fields(plan):
        plan.read_fact(
            partial(le, field), 1, [Number("rail", (0, route, colour))], "rail", plan.before, route, colour, field
        )
    for number in plan.rounds:
        for item in fields(plan):
            plan.flag("rail", number, *item)
        order_rails(plan, "rail", number)
        for item in fields(plan):
            plan.implies(plan.named["rail", number - 1, *item], plan.named["rail", number, *item])


def order_rails(plan: RoundModel, kind: str, number: int) -> None:
    """What holds between the markers of a moment."""
    at = {field: plan.named[kind, number, *field] for field in fields(plan)}
    for (route, colour, field), flag in at.items():
        if field > 1:
            plan.implies(flag, at[route, colour, field - 1])
        if colour > WOOD:
            plan.implies(flag, at[route, colour - 1, field + 1])
            if field == 1:
                plan.implies(flag, at[opening(plan, colour)])


def place(plan: RoundModel, number: int, route: int, colour: int, kind: str = "rail") -> Term:
    """Where a marker is after a round."""
    return sum(
        plan.named[kind, number, route, colour, field] for field in range(1, last_field(plan, route, colour) + 1)
    )


def steps_of(plan: RoundModel, number: int, colour: int, kind: str = "rail") -> Term:
    """All steps of a colour."""
    return sum(place(plan, number, route, colour, kind) for route in routes(plan))


def is_open(plan: RoundModel, number: int, colour: int) -> Any:
    """Has one tracks of a colour after a round?"""
    return plan.named["rail", number, *opening(plan, colour)]


def limit_steps(plan: RoundModel, number: int, kind: str, gain: str) -> None:
    """Steps of a round come from gains of their colour, of wood or green, and of choice; `gain` says which gains count."""
    amount = plan.sum_gains if gain == "gained" else plan.at_once
    low: list[Term] = []
    free: list[Term] = []
    for colour, name in enumerate(COLOURS):
        free.append(plan.number(0, MOST_STEPS, kind, "free", number, name))
        low.append(plan.number(0, MOST_STEPS, kind, "low", number, name) if colour <= GREEN else 0)
        made = steps_of(plan, number, colour, kind) - steps_of(plan, number - 1, colour)
        plan.at_most(made, amount(number, name) + free[-1] + low[-1])
    plan.at_most(sum(low), amount(number, "low"))
    plan.at_most(sum(free), amount(number, "free"))


# -- how far locomotives reach
# ------------------------------------------------------------------------------------------


def berths_of(plan: RoundModel, route: int) -> list[int]:
    """The berths at a route."""
    return [berth for berth, at in enumerate(plan.facts.column("berths.route")) if at == route]


def reach(plan: RoundModel, number: int, route: int, field: int) -> Any:
    """Do the locomotives of a route drive to a field, after a round? 0 where none ever does."""
    name = ("reach", number, route, field)
    if name not in plan.named:
        plan.named[name] = _reach(plan, number, route, field)
    return plan.named[name]


def _reach(plan: RoundModel, number: int, route: int, field: int) -> Any:
    berths = berths_of(plan, route)
    if len(berths) == 1:
        return plan.named.get(("berth", number, berths[0], field), 0)
    drives = plan.flag("drives", number, route, field)
    limit_reach(plan, number, drives, route, field)
    if field > 1:
        plan.implies(drives, reach(plan, number, route, field - 1))
    return drives


def limit_reach(plan: RoundModel, number: int, drives: Any, route: int, field: int, kind: str = "berth") -> None:
    """The locomotives of a route drive to a field together: for every number, the first has it, or the others make up
    for what the first lacks of it.

    For numbers that are settled this leaves nothing open, as a limit on their sum would: of 13 one would drive to field
    14 by thirteen parts of fourteen.
    """
    first, *others = berths_of(plan, route)
    most = max(int(name[3]) for name, _ in plan.some(kind, number, first))
    for value in range(1, most + 2):
        rest = field - value + 1
        if rest > 0:
            has = plan.named.get((kind, number, first, value), 0)
            plan.at_most(drives, has + _rest_drives(plan, number, others, rest, kind))


def _rest_drives(plan: RoundModel, number: int, berths: Sequence[int], field: int, kind: str) -> Term:
    """Does the other locomotive drive so far, or may several do so together?"""
    if len(berths) == 1:
        return plan.named.get((kind, number, berths[0], field), 0)
    return sum(item for berth in berths for _, item in plan.some(kind, number, berth))
