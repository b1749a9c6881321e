"""Idea tiles, idea cards, end cards and what they bring."""

from __future__ import annotations

from functools import partial
from operator import le
from typing import Any

from cython_ext.kernels.pricing import Number
from solver.models.ultimate_railroads.industry import lane
from solver.relaxed.growing import RoundModel, Term

MOST_TENS = 6
SECOND_WRENCH = 1


def add_ideas(plan: RoundModel) -> None:
    """Each tile and each card once; two tiles may go for the action of one."""
    facts = plan.facts
    has = [
        1 - plan.has("tiles_used", tile, 0) - plan.has("tiles_gone", tile, 0)
        for tile in range(len(facts.names("idea_tiles")))
    ]
    left = [tile for tile, still in enumerate(has) if not isinstance(still, int) or still]
    for number in plan.rounds:
        _add_tiles(plan, number, left)
        _add_cards(plan, number)
    for tile in left:
        plan.at_most(
            sum(plan.named[kind, number, tile] for kind in ("tile", "dropped") for number in plan.rounds), has[tile]
        )
    used = sum((1 if kind == "tile" else 2) * item for kind in ("tile", "dropped") for _, item in plan.some(kind))
    plan.at_most(used, sum(has))
    for card in range(len(facts.names("idea_cards"))):
        plan.at_most(sum(plan.named["card", number, card] for number in plan.rounds), plan.has("cards_left", card))


def _add_tiles(plan: RoundModel, number: int, left: list[int]) -> None:
    gains = plan.facts.gains("idea_tiles")
    for tile in left:
        plan.give(number, plan.flag("tile", number, tile), gains[tile], later=True)
        plan.give(number, plan.flag("dropped", number, tile), gains[tile])
    plan.at_most(sum(item for _, item in plan.some("tile", number)), plan.sum_gains(number, "ideas"))
    plan.at_most(sum(item for _, item in plan.some("dropped", number)), plan.sum_gains(number, "two_tiles"))
    for kind, begun in (("flips", "flipped"), ("medal", "medals"), ("wrench", None)):
        flag = plan.flag(kind, number)
        plan.at_most(flag, _tile_used(plan, number, kind) + _had(plan, begun))
    for field in lane(plan):
        plan.implies(plan.named["wrench", number, SECOND_WRENCH, field], plan.named["wrench", number])


def _had(plan: RoundModel, variable: str | None) -> Any:
    return plan.has("wrenches", SECOND_WRENCH, 0) if variable is None else plan.has(variable, 0)


def _tile_used(plan: RoundModel, number: int, kind: str) -> Term:
    """Was a tile used that does this, up to a round?"""
    does = plan.facts.column(f"idea_tiles.{kind}")
    return sum(
        item
        for name in ("tile", "dropped")
        for key, item in plan.some(name)
        if does[int(key[2])] and int(key[1]) <= number
    )


def _add_cards(plan: RoundModel, number: int) -> None:
    """A card that two dropped tiles bring is there before any field is met; its gains are not later then."""
    for card, gain in enumerate(plan.facts.gains("idea_cards")):
        taken, early = plan.flag("card", number, card), plan.flag("early card", number, card)
        plan.implies(early, taken)
        plan.give(number, early, gain)
        plan.give(number, taken - early, gain, later=True)
    plan.at_most(sum(item for _, item in plan.some("card", number)), plan.sum_gains(number, "idea_cards"))
    plan.at_most(sum(item for _, item in plan.some("early card", number)), plan.at_once(number, "idea_cards"))
    _add_nine(plan, number)


def _add_nine(plan: RoundModel, number: int) -> None:
    """The locomotive of the idea card, and whether it is there before any field is met."""
    early = plan.flag("early nine", number)
    plan.implies(early, plan.named["nine", number])
    for kind, flag in (("card", plan.named["nine", number]), ("early card", early)):
        plan.at_most(
            flag,
            sum(
                plan.named[kind, number, card]
                for card, brings in enumerate(plan.facts.column("idea_cards.nine"))
                if brings
            ),
        )


def wooden_workers(plan: RoundModel, number: int) -> Term:
    """Is the wood-coloured worker to be placed in a round?"""
    facts = plan.facts
    brings = facts.column("idea_cards.wooden")
    came = sum(
        plan.named["card", number, card] for number in plan.up_to(number) for card in range(len(brings)) if brings[card]
    )
    if number == plan.first:
        return came + plan.amount("wooden_ready", 1)
    return came + plan.read_fact(partial(le, 0), 1, [Number("has_wooden")], "has wooden")


def wooden_came(plan: RoundModel) -> Term:
    """Does the wood-coloured worker come in one of the rounds?"""
    brings = plan.facts.column("idea_cards.wooden")
    return sum(
        plan.named["card", number, card] for number in plan.rounds for card in range(len(brings)) if brings[card]
    )


def add_wooden_steps(plan: RoundModel) -> None:
    """The wood-coloured worker steps once more where a wood step is shown."""
    for number in plan.rounds:
        step = plan.flag("wooden step", number)
        plan.at_most(step, wooden_workers(plan, number))
        plan.at_most(step, sum(item for _, item in plan.some("wooden", number)))
        plan.give(number, step, {"wood": 1})


def add_end_cards(plan: RoundModel) -> None:
    """End cards that are taken, or ten points instead."""
    facts = plan.facts
    for number in plan.rounds:
        ten = plan.number(0, MOST_TENS, "ten", number)
        cards = [plan.flag("end card", number, card) for card in range(len(facts.names("end_cards")))]
        plan.at_most(ten, plan.sum_gains(number, "card_or_ten"))
        plan.at_most(sum(cards) + ten, plan.sum_gains(number, "end_cards") + plan.sum_gains(number, "card_or_ten"))
    for card in range(len(facts.names("end_cards"))):
        plan.at_most(sum(plan.named["end card", number, card] for number in plan.rounds), plan.has("end_pile", card))


def has_end_card(plan: RoundModel, card: int) -> Term:
    """Has one an end card in the end?"""
    return plan.has("hand_cards", card, 0) + sum(plan.named["end card", number, card] for number in plan.rounds)
