"""Emil: his cards in their order, each a space that must be used before it turns up, or never is.

Between two of one's turns he turns up cards until he can block a space. So a space on a card that he would block can
only be used in as many turns as he blocks spaces before it; of all such spaces those that are due first are used first,
and it is enough to count them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from operator import le
from typing import Any

from cython_ext.kernels.pricing import Number
from solver.models.ultimate_railroads.locos import factories, tiles
from solver.models.ultimate_railroads.rails import is_open
from solver.relaxed.facts import Gains
from solver.relaxed.growing import RoundModel, Term

MARKS = (50, 150)
"""At so many points he gets another worker (page 45 of the rulebook)."""
FIRST_CREW = 6
MOST_TURNS = 60
MOST_POINTS = 3000
HIRES = "hire"
TILED = ("loco", "factory", "build")
"""What tiles are taken for."""


@dataclass(slots=True)
class Round:
    """A round of his as it is told: the turns one has before his next, his workers, those who may come meanwhile; the
    blocks so far, workers they took, spaces in time.
    """

    number: int
    head: int
    crew: Term
    more: Any
    blocks: list[Any] = field(default_factory=list)
    spent: list[Term] = field(default_factory=list)
    hurried: list[Any] = field(default_factory=list)


def add_emil(plan: RoundModel) -> None:
    """His rounds, and what he takes from the stacks."""
    _add_marks(plan)
    for number in plan.rounds:
        cards = cards_of(plan, number)
        round_ = _round(plan, number)
        _count_turns(plan, number)
        for card in cards:
            _turn_up(plan, round_, card)
        _take_tiles(plan, number, cards)
        _take_after(plan, number, cards)


def _add_marks(plan: RoundModel) -> None:
    points_of = [Number("points", (0,))]
    plan.read_fact(int, MOST_POINTS, points_of, "points", plan.before)
    for mark in MARKS:
        plan.read_fact(partial(le, mark), 1, points_of, "past", plan.before, mark)
    for number in plan.rounds:
        points = plan.number(0, MOST_POINTS, "points", number)
        for mark in MARKS:
            past = plan.flag("past", number, mark)
            plan.model.add(points >= mark).only_enforce_if(past)
            plan.model.add(points < mark).only_enforce_if(~past)


def cards_of(plan: RoundModel, number: int) -> tuple[int, ...]:
    """His cards in a round, in order; `fitting.py` refuses positions where nobody can say."""
    facts = plan.facts
    if number > plan.first:
        cards: tuple[int, ...] = facts.value("emil_plan")[number - 1]
        return cards
    if plan.is_open:
        return ()  # which of them are still to come differs from position to position
    known, _ = facts.value("emil")
    return () if facts.value("emil_gone") else tuple(known)


def _round(plan: RoundModel, number: int) -> Round:
    """In the first round it is one's own turn; later he begins."""
    facts = plan.facts
    more = plan.number(0, len(MARKS), "more workers", number)
    plan.at_most(more, sum(plan.named["past", number, mark] - plan.named["past", number - 1, mark] for mark in MARKS))
    if number == plan.first:
        return Round(number, 1, facts.value("emil_ready"), more)
    return Round(number, 0, FIRST_CREW + sum(plan.named["past", number - 1, mark] for mark in MARKS), more)


def _count_turns(plan: RoundModel, number: int) -> None:
    """How many turns one has in a round."""
    total = sum(plan.turns[number])
    turns = plan.number(0, plan.limit(total, MOST_TURNS, "turns", number), "turns", number)
    plan.model.add(turns == total)


def _turn_up(plan: RoundModel, round_: Round, card: int) -> None:
    """A card turns up: he blocks its space unless it was used, he cannot, or the round is over before."""
    facts, model = plan.facts, plan.model
    space = _space(plan, card)
    if ("space", round_.number, space) not in plan.named:
        return
    used, blocks = plan.named["space", round_.number, space], plan.flag("blocks", round_.number, card)
    workers, before = facts.column("emil_cards.workers")[card], sum(round_.blocks) + round_.head
    sure, over = plan.flag("has workers", round_.number, card), plan.flag("round over", round_.number, card)
    left, turns, needed = round_.crew - sum(round_.spent), plan.named["turns", round_.number], max(workers, 1)
    model.add(left >= needed).only_enforce_if(sure)
    model.add(left < needed).only_enforce_if(~sure)
    model.add(left + round_.more >= needed).only_enforce_if(blocks)
    model.add(turns >= before).only_enforce_if(blocks)
    model.add(turns < before).only_enforce_if(over)
    plan.at_most(blocks + used, 1)
    _hurry(plan, round_, card, used, before, sure, over, blocks)
    round_.blocks.append(blocks)
    round_.spent.append(workers * blocks)


def _hurry(
    plan: RoundModel, round_: Round, card: int, used: Any, before: Term, sure: Any, over: Any, blocks: Any
) -> None:
    """What he would block is used in time, or blocked, or the round is over."""
    colour = plan.facts.column("emil_cards.needs_colour")[card]
    in_time = plan.flag("in time", round_.number, card)
    lacking: list[Any] = [~sure]
    if colour is not None:
        plan.implies(blocks, is_open(plan, round_.number, colour))
        begun = is_open(plan, round_.number - 1, colour)
        lacking += ([] if begun else [1]) if isinstance(begun, int) else [~begun]
    plan.model.add_bool_or([*lacking, used, over, blocks])
    plan.model.add_bool_or([*lacking, ~used, in_time])
    plan.implies(in_time, used)
    round_.hurried.append(in_time)
    plan.model.add(sum(round_.hurried) <= before).only_enforce_if(in_time)


def _take_tiles(plan: RoundModel, number: int, cards: tuple[int, ...]) -> None:
    """He takes the lowest tile for what has a locomotive on it, as long as there are tiles."""
    wanted: Term = 0
    for card in cards:
        wanted += _takes(plan, card) * plan.named.get(("blocks", number, card), 0)
    took = sum(item for _, item in plan.some("emil took", number))
    if plan.is_open and number == plan.first:
        return
    plan.at_most(took, wanted)
    gone = [item for _, item in plan.some("gone", number)]
    if gone:
        plan.model.add(took - wanted >= 0).only_enforce_if(~gone[-1])


def _takes(plan: RoundModel, card: int) -> int:
    """How many tiles he takes when he blocks the space of a card."""
    facts = plan.facts
    gain = facts.gains("spaces")[facts.column("emil_cards.space")[card]]
    twice = facts.word("emil_three", facts.value("emil_three")) == "takes_two"
    return int("loco" in gain or "build" in gain) + int(twice and "factory" in gain)


def _take_after(plan: RoundModel, number: int, cards: Sequence[int]) -> None:
    """What he takes comes after the tiles of spaces that were used in time, as long as nothing he takes tiles for
    turned up before those spaces. Such a space brings so many from the stacks, but for factories that were put back.
    """
    laid = [plan.named["laid", number, at] for at in range(len(tiles(plan.widest)))]
    built = [sum(flag for _, flag in plan.some("built", number, at)) for at in range(len(laid))]
    elsewhere = factories(plan, number) - sum(built)
    earlier: list[Any] = []
    used: list[tuple[Gains, Any]] = []
    for card in cards:
        if _takes(plan, card) and ("blocks", number, card) in plan.named:
            earlier.append(plan.named["blocks", number, card])
        gain = plan.turn_gains.get((number, _space(plan, card)), {})
        if ("in time", number, card) in plan.named and any(kind in gain for kind in TILED):
            used.append((gain, plan.named["in time", number, card]))
            for at in range(len(laid)):
                _take_later(
                    plan,
                    used,
                    sum(laid[:at]),
                    elsewhere + sum(built[:at]),
                    1 - plan.named["emil took", number, at] + sum(earlier),
                )


def _take_later(plan: RoundModel, used: Sequence[tuple[Gains, Any]], laid: Term, built: Term, otherwise: Term) -> None:
    """If he takes a tile, all that some spaces bring are before it: locomotives, factories, both together with what may
    be either.
    """
    for kinds, before in (("loco",), laid), (("factory",), built), (TILED, laid + built):
        most = sum(gain.get(kind, 0) for gain, _ in used for kind in kinds)
        if most:
            plan.at_most(
                sum(gain.get(kind, 0) * in_time for gain, in_time in used for kind in kinds) - before, most * otherwise
            )


def _space(plan: RoundModel, card: int) -> str:
    return plan.facts.names("spaces")[plan.facts.column("emil_cards.space")[card]]


def emil_hires(plan: RoundModel) -> list[tuple[int, Any]]:
    """In which rounds he may hire."""
    facts = plan.facts
    hiring = [
        card for card, space in enumerate(facts.column("emil_cards.space")) if facts.names("spaces")[space] == HIRES
    ]
    return [
        (number, plan.named["blocks", number, card])
        for number in plan.rounds
        for card in hiring
        if ("blocks", number, card) in plan.named
    ]
