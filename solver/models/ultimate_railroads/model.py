"""The model of Ultimate Railroads against Emil from a position between two turns to the end of the game.

What it leaves out makes plays possible that the rules refuse, never the other way round: the order of turns within a
round but for Emil's deadlines, for the first special field of a round and for the way of the wrenches; that direct
actions must be done completely; which berth a locomotive is laid at first; that the gains of a turn are used in that
turn.
"""

from __future__ import annotations

from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import State
from solver.models.ultimate_railroads import ending, scoring
from solver.models.ultimate_railroads.emil import add_emil
from solver.models.ultimate_railroads.fields import add_fields, add_first_fields
from solver.models.ultimate_railroads.fitting import last_round, why_unfit
from solver.models.ultimate_railroads.ideas import add_end_cards, add_ideas, add_wooden_steps
from solver.models.ultimate_railroads.industry import WRENCHES, add_industry
from solver.models.ultimate_railroads.locos import add_locos, gaps, kinds, tiles
from solver.models.ultimate_railroads.rails import add_rails, fields
from solver.models.ultimate_railroads.spaces import add_spaces, limit_again, settle_staff
from solver.models.ultimate_railroads.using import add_uses
from solver.models.ultimate_railroads.way import add_way_of_wrenches
from solver.protocol.questions import UnsupportedQuestion
from solver.relaxed.facts import Facts
from solver.relaxed.growing import NO_LIMITS, Limits, OccurrenceSum, RoundModel

GAME = "UltimateRailroads"
USES = {"space": ("occupy", "spaces"), "employ": ("employ", "engineers")}
CHOICES = {"tile": "use_tile", "dropped": "drop_tiles", "card": "take_card", "end card": "take_end_card"}


def build_relaxation(
    game: ir.Game, state: State, *, widest: State | None = None, limits: Limits = NO_LIMITS
) -> RoundModel:
    """The model, its score to be made as high as can be; raises UnsupportedQuestion with the reason where a position
    does not
    fit. With `widest` for every position of the same round that may follow from that one; `limits` are what is known
    already.
    """
    unfit = why_unfit(game, state, widest)
    if unfit is not None:
        raise UnsupportedQuestion(unfit)
    facts = Facts(game, state)
    plan = RoundModel(
        facts, facts.value("round"), last_round(facts), None if widest is None else Facts(game, widest), limits
    )
    _add_parts(plan)
    plan.named["score",] = ending.score(plan)
    _add_deeds(plan)
    _add_ends(plan)
    return plan


def _add_parts(plan: RoundModel) -> None:
    """The parts in an order in which each finds what it builds on; gains are limited when all are given."""
    add_spaces(plan)
    add_rails(plan)
    add_locos(plan)
    add_industry(plan)
    add_fields(plan)
    add_ideas(plan)
    settle_staff(plan)
    add_emil(plan)
    add_wooden_steps(plan)
    add_uses(plan)
    add_first_fields(plan)
    limit_again(plan)
    add_way_of_wrenches(plan)
    add_end_cards(plan)
    scoring.add_points(plan)


def _add_deeds(plan: RoundModel) -> None:
    """Which moves of the game are there only with a flag."""
    for kind, (action, table) in USES.items():
        for name, flag in plan.some(kind):
            plan.needs(OccurrenceSum((flag,)), action, int(name[1]), plan.facts.names(table).index(str(name[2])))
    for kind, action in CHOICES.items():
        for name, flag in plan.some(kind):
            plan.needs(OccurrenceSum((flag,)), action, int(name[1]), int(name[2]))
    for number in plan.rounds:
        _add_tile_deeds(plan, number)
        for (route, colour), steps in _steps(plan, number).items():
            plan.needs(steps, "step", number, route, colour)


def _add_tile_deeds(plan: RoundModel, number: int) -> None:
    """Which locomotives are laid, and which factories are built where."""
    facts = plan.facts
    numbers, order = facts.column("locos.number"), tiles(plan.widest)
    for loco in range(len(numbers)):
        plan.needs(
            OccurrenceSum(
                tuple([item for name, item in plan.some("laid", number) if order[int(name[2])] == numbers[loco]])
            ),
            "lay_loco",
            number,
            loco,
        )
    for gap in gaps(facts):
        for loco in kinds(facts):
            built = OccurrenceSum((plan.named["first", number, gap, loco], plan.named["over", number, gap, loco]))
            for action in ("build_factory", "build_returned"):
                plan.needs(built, action, number, loco, gap - 1)


def _add_ends(plan: RoundModel) -> None:
    """Where markers and wrenches are after each round, and the points there are."""
    for number in plan.rounds:
        for (route, colour), steps in _steps(plan, number).items():
            plan.ends_at(OccurrenceSum(steps.more), number, "rail", 0, route, colour)
        ahead = OccurrenceSum(tuple([item for _, item in plan.some("wrench", number, 0)]))
        for wrench in WRENCHES:
            plan.ends_at(ahead, number, "wrench_at", 0, wrench, least=False)
        plan.ends_at(OccurrenceSum((plan.named["points", number],)), number, "points", 0, most=False)


def _steps(plan: RoundModel, number: int) -> dict[tuple[int, int], OccurrenceSum]:
    """How far each track goes in a round, by route and colour."""
    steps: dict[tuple[int, int], OccurrenceSum] = {}
    for route, colour, field in fields(plan):
        so_far = steps.get((route, colour), OccurrenceSum(()))
        more, less = [plan.named["rail", number, route, colour, field] for number in (number, number - 1)]
        steps[route, colour] = OccurrenceSum((*so_far.more, more), (*so_far.less, less))
    return steps
