"""What gains and workers are used for."""

from __future__ import annotations

from cython_ext.kernels.pricing import Number
from solver.models.ultimate_railroads import ideas, locos
from solver.models.ultimate_railroads.industry import WRENCHES, comes, industry_steps, lane
from solver.models.ultimate_railroads.rails import fields, limit_steps
from solver.models.ultimate_railroads.spaces import MOST_BASIC
from solver.relaxed.growing import RoundModel, Term

MOST_COINS, ALL_COINS = 40, 99
MOST_KEYS = 12
MOST_WORKERS = 8


def add_uses(plan: RoundModel) -> None:
    """Workers and coins, keys, steps, locomotives and factories, doublers."""
    plan.read_fact(int, ALL_COINS, [Number("coins", (0,))], "coins", plan.before)
    plan.read_fact(int, sum(plan.facts.column("routes.doublers")), [Number("doubled", (0,))], "doublers", plan.before)
    for number in plan.rounds:
        _pay(plan, number)
        _use_keys(plan, number)
        limit_steps(plan, number, "rail", "gained")
        plan.at_most(industry_steps(plan, number), plan.sum_gains(number, "industry"))
        _build(plan, number)
        _double(plan, number)


def _pay(plan: RoundModel, number: int) -> None:
    """Coins stand in for workers, never workers for coins."""
    come = sum(plan.sum_gains(number, "workers") for number in plan.up_to(number))
    has = (
        plan.amount("ready", MOST_WORKERS, 0) + plan.sum_gains(number, "workers")
        if number == plan.first
        else plan.amount("crew", MOST_WORKERS, 0) + come
    )
    turquoise = plan.amount("hands", 2, 0) if number == plan.first else 0
    stand_in = plan.number(0, MOST_COINS, "coins for workers", number)
    plan.at_most(
        sum(plan.workers[number]),
        has + turquoise + plan.sum_gains(number, "hands") + ideas.wooden_workers(plan, number) + stand_in,
    )
    if number == plan.first:
        _begin(plan, turquoise)
    left = plan.number(0, MOST_COINS, "coins", number)
    plan.model.add(
        left
        == plan.named["coins", number - 1]
        + plan.take_gains(number, "coins", MOST_COINS)
        - stand_in
        - sum(plan.coins[number])
    )


def _begin(plan: RoundModel, turquoise: Term) -> None:
    """Whoever has nothing to pay with begins with a turn that costs nothing, if there is one, whatever others would
    bring; and without a turn nothing moves that would bring it.
    """
    has = (
        plan.amount("ready", MOST_WORKERS, 0)
        + turquoise
        + plan.amount("wooden_ready", 1)
        + plan.named["coins", plan.before]
    )
    if not isinstance(has, int) or not has:
        for times in plan.paid[plan.first]:
            plan.at_most(times, MOST_BASIC * (has + sum(plan.free[plan.first])))
    for kind in ("tile", "dropped", "card", "laid", "first", "over"):
        for _, item in plan.some(kind, plan.first):
            plan.at_most(item, sum(plan.turns[plan.first]))
    for wrench in WRENCHES:
        for field in lane(plan):
            plan.at_most(comes(plan, plan.first, wrench, field), sum(plan.turns[plan.first]))
    for item in fields(plan):
        plan.at_most(
            plan.named["rail", plan.first, *item] - plan.named["rail", plan.before, *item], sum(plan.turns[plan.first])
        )


def _use_keys(plan: RoundModel, number: int) -> None:
    """A key is ten points, or a wood step and a step of choice; keys that no field brings may be used before any field
    is met.
    """
    points, steps, early = [
        plan.number(0, MOST_KEYS, kind, number)
        for kind in ("keys for points", "keys for steps", "early keys for steps")
    ]
    plan.at_most(points + steps, plan.sum_gains(number, "keys"))
    plan.at_most(early, plan.at_once(number, "keys"))
    plan.at_most(early, steps)
    plan.give(number, early, {"wood": 1, "free": 1})
    plan.give(number, steps - early, {"wood": 1, "free": 1}, later=True)


def _build(plan: RoundModel, number: int) -> None:
    """A locomotive or a factory where either may be had."""
    either, loco, factory = (
        plan.sum_gains(number, "build"),
        plan.sum_gains(number, "loco"),
        plan.sum_gains(number, "factory"),
    )
    laid, built = locos.locos_laid(plan, number), locos.factories(plan, number)
    plan.at_most(laid, either + loco)
    plan.at_most(built, either + factory)
    plan.at_most(laid + built, either + loco + factory)


def _double(plan: RoundModel, number: int) -> None:
    doublers = plan.number(0, sum(plan.facts.column("routes.doublers")), "doublers", number)
    before = plan.named["doublers", number - 1]
    plan.model.add(doublers >= before)
    plan.at_most(doublers, before + plan.sum_gains(number, "doublers"))
