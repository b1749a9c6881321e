"""The end of the game: end cards and the majority of engineers."""

from __future__ import annotations

from collections.abc import Callable

from solver.models.ultimate_railroads import locos
from solver.models.ultimate_railroads.emil import emil_hires
from solver.models.ultimate_railroads.ideas import has_end_card, wooden_came
from solver.models.ultimate_railroads.industry import industry_worth
from solver.models.ultimate_railroads.rails import COLOURS, WOOD, last_field, routes, steps_of
from solver.models.ultimate_railroads.scoring import best_locos, tiers
from solver.models.ultimate_railroads.spaces import engineer_at, people
from solver.relaxed.growing import RoundModel, Term

DOUBLER_STEPS = (4, 7)
KEY_STEPS = (2, 4, 6)
MOST, SECOND = 40, 20
MOST_OF_A_CARD = 120


def score(plan: RoundModel) -> Term:
    """All points of a play."""
    cards = range(len(plan.facts.names("end_cards")))
    return plan.named["points", plan.last] + sum(_card(plan, card) for card in cards) + _majority(plan)


def _card(plan: RoundModel, card: int) -> Term:
    """Nothing unless one has it, and at most what it counts."""
    has = has_end_card(plan, card)
    if isinstance(has, int) and not has:
        return 0
    counted, most = _worth(plan, card)
    most = plan.limit(counted, most, "card", card)
    points = plan.number(0, most, "card points", card)
    plan.at_most(points, most * has)
    plan.at_most(points, counted)
    return points


def _worth(plan: RoundModel, card: int) -> tuple[Term, int]:
    """What a card counts, and the most that can come of it."""
    column: Callable[[str], int] = lambda name: plan.facts.column(f"end_cards.{name}")[card]  # noqa: E731
    last, facts = plan.last, plan.facts
    filled = sum(plan.named["filled", last, gap] for gap in locos.gaps(facts))
    stations = sum(plan.named["rail", last, route, WOOD, last_field(plan, route, WOOD)] for route in routes(plan))
    parts: list[tuple[int, Term, int]] = [
        (column("factories"), filled, len(locos.gaps(facts))),
        (column("engineers"), _engineers(plan), len(people(plan)) + 1),
        (column("stations"), stations, len(routes(plan))),
        (column("ideas"), _ideas(plan), len(facts.names("idea_tiles"))),
        (column("workers"), _workers(plan), 3),
        (column("industry"), industry_worth(plan, last, 0), max(facts.column("lane.points"))),
        (
            int(column("top_locos") > 0),
            best_locos(plan, last, max(column("top_locos"), 1)),
            column("top_locos") * locos.HIGHEST,
        ),
    ]
    steps = facts.column("end_cards.steps")[card]
    parts += [
        (steps[colour], steps_of(plan, last, colour), sum(last_field(plan, route, colour) for route in routes(plan)))
        for colour in range(len(COLOURS))
    ]
    doublers, keys = facts.column("end_cards.doublers")[card], facts.column("end_cards.keys")[card]
    stepped = tiers(plan, card, "doublers", plan.named["doublers", last], DOUBLER_STEPS, doublers) + tiers(
        plan, card, "keys", _keys(plan), KEY_STEPS, keys
    )
    counted = sum(worth * amount for worth, amount, _ in parts if worth) + stepped
    return counted, min(
        sum(worth * most for worth, _, most in parts) + max(doublers, default=0) + max(keys, default=0), MOST_OF_A_CARD
    )


def _ideas(plan: RoundModel) -> Term:
    return sum(plan.has("tiles_used", tile, 0) for tile in range(len(plan.facts.names("idea_tiles")))) + sum(
        item for _, item in plan.some("tile")
    )


def _workers(plan: RoundModel) -> Term:
    return (
        plan.amount("gained", 3, 0)
        + sum(plan.sum_gains(number, "workers") for number in plan.rounds)
        + wooden_came(plan)
    )


def _keys(plan: RoundModel) -> Term:
    return plan.amount("keys", 20, 0) + sum(plan.sum_gains(number, "keys") for number in plan.rounds)


# -- engineers
# ----------------------------------------------------------------------------------------------------------


def _engineers(plan: RoundModel) -> Term:
    """One's own, and cards that count as one."""
    cards = sum(
        has_end_card(plan, card) for card, counts in enumerate(plan.facts.column("end_cards.majority")) if counts
    )
    return sum(plan.named["staff", plan.last, name] for name in people(plan)) + cards


def _majority(plan: RoundModel) -> Term:
    """Forty points for more engineers than Emil, or as many with the higher number; twenty for any."""
    begun = sum(plan.has("emil_staff", number) for number in range(len(plan.facts.names("engineers"))))
    mine, his = _engineers(plan), begun + sum(blocks for _, blocks in emil_hires(plan))
    most, second, higher = plan.flag("most engineers"), plan.flag("some engineers"), plan.flag("higher number")
    plan.model.add(mine - his + higher >= 1).only_enforce_if(most)
    for flag in (most, second):
        plan.model.add(mine >= 1).only_enforce_if(flag)
    plan.at_most(most + second, 1)
    _compare(plan, higher)
    return MOST * most + SECOND * second


def _compare(plan: RoundModel, higher: Term) -> None:
    """The highest number of mine is above all of his."""
    facts = plan.facts
    if facts.word("emil_tie", facts.value("emil_tie")) == "yours":
        return
    numbers = dict(zip(facts.names("engineers"), facts.column("engineers.number"), strict=True))
    later = [
        (numbers[hired], blocks)
        for number, blocks in emil_hires(plan)
        if (hired := engineer_at(plan, number)) is not None
    ]
    best = []
    for name in people(plan):
        above = plan.flag("above his", name)
        best.append(above)
        plan.implies(above, plan.named["staff", plan.last, name])
        for other, engineer in enumerate(facts.names("engineers")):
            his = plan.has("emil_staff", other)
            if numbers[engineer] > numbers[name] and not (isinstance(his, int) and his == 0):
                plan.at_most(above + his, 1)
        for other, blocks in later:
            if other > numbers[name]:
                plan.at_most(above + blocks, 1)
    plan.at_most(higher, sum(best))
