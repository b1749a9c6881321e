"""Spaces, engineers, and using a space again: what a turn costs and gives."""

from __future__ import annotations

from typing import Any

from solver.models.ultimate_railroads.fitting import last_round
from solver.relaxed.facts import Facts, Gains, MemberNames
from solver.relaxed.growing import AGAIN, RoundModel, Term

MOST_AGAIN = 3
MOST_BASIC = 12


def engineer_at(plan: RoundModel, number: int, place: int = 0) -> str | None:
    """The engineer who lies so many places behind the one for hire in a round."""
    row = plan.facts.value("row")
    at = number - plan.first + place
    return plan.facts.names("engineers")[row[at]] if at < len(row) else None


def own_engineers(facts: Facts) -> frozenset[str]:
    """Those one has at the beginning."""
    return MemberNames(facts.names("engineers")).of(facts.value("staff")[0])


def people(plan: RoundModel) -> list[str]:
    """The engineers one can ever have: one's own, those in the row, and those on idea cards."""
    facts = plan.widest
    row = [facts.names("engineers")[item] for item in facts.value("row")]
    apart = [
        name
        for name, group in zip(facts.names("engineers"), facts.column("engineers.group"), strict=True)
        if facts.word("engineers.group", group) == "apart"
    ]
    return list(dict.fromkeys([*sorted(own_engineers(facts)), *row, *apart]))


def add_spaces(plan: RoundModel) -> None:
    """Turns on the board, turns of one's own engineers, and uses of either once more."""
    for number in plan.rounds:
        _add_board(plan, number)
        _add_engineers(plan, number)
        _add_again(plan, number)


def _add_board(plan: RoundModel, number: int) -> None:
    facts = plan.facts
    engineers = _uses_of_engineers(facts)
    rows = zip(
        facts.names("spaces"),
        facts.column("spaces.kind"),
        facts.column("spaces.workers"),
        facts.column("spaces.coins"),
        facts.gains("spaces"),
        facts.column("spaces.again"),
        facts.column("spaces.solo"),
        strict=True,
    )
    for name, kind_number, workers, coins, gain, again, solo in rows:
        kind = facts.word("spaces.kind", kind_number)
        shown = engineer_at(plan, number, 1 if name == "public_1" else 2)
        free = 1 if again or number > plan.first else 1 - plan.has("occupied", facts.names("spaces").index(name))
        if not solo or (isinstance(free, int) and not free) or not _in_play(plan, number, kind, shown):
            continue
        price = engineers[shown] if kind == "engineer_space" and shown is not None else (workers, coins, gain)
        times = plan.number(0, MOST_BASIC, "space", number, name) if again else plan.flag("space", number, name)
        if plan.is_open and number == plan.first and not again:
            plan.at_most(times, free)
        _add_turn(plan, number, name, times, price)


def _in_play(plan: RoundModel, number: int, kind: str, shown: str | None) -> bool:
    match kind:
        case "hiring":
            return engineer_at(plan, number) is not None and not (
                number == plan.first and plan.facts.value("hired_out") and not plan.is_open
            )
        case "engineer_space":
            return shown is not None
        case "last_space":
            return number == last_round(plan.facts)
        case "order_space":
            return number < last_round(plan.facts)
        case _:
            return True


def _add_turn(plan: RoundModel, number: int, name: str, times: Any, price: tuple[int, int, Gains]) -> None:
    """A turn that needs one worker only may be what is used again."""
    workers, coins, gain = price
    plan.turn_gains[number, name] = gain
    plan.charge(number, times, workers, coins)
    plan.give(number, times, gain)
    if workers == 1 and coins == 0:
        _hold(plan, number, name, times, gain)
    if "wood" in gain or "low" in gain:
        plan.named["wooden", number, name] = times


def _hold(plan: RoundModel, number: int, name: str, times: Term, gain: Gains) -> None:
    """What is held with a single worker can be used again, as often as something says so."""
    if "hands" in gain or "use_again" in gain or (isinstance(times, int) and not times):
        return
    again = plan.number(0, MOST_AGAIN, "again", number, name)
    plan.at_most(again, MOST_AGAIN * times)
    plan.give(number, again, gain, source=AGAIN)


def _uses_of_engineers(facts: Facts) -> dict[str, tuple[int, int, Gains]]:
    """Workers, coins and gains of a turn with each engineer."""
    uses = zip(
        facts.column("engineers.workers"), facts.column("engineers.coins"), facts.gains("engineers"), strict=True
    )
    return dict(zip(facts.names("engineers"), uses, strict=True))


def _add_engineers(plan: RoundModel, number: int) -> None:
    facts, engineers = plan.facts, plan.facts.names("engineers")
    prices = _uses_of_engineers(facts)
    for name in people(plan):
        has = plan.flag("staff", number, name)
        if name == engineer_at(plan, number) and ("space", number, "hire") in plan.named:
            already = plan.has("staff", engineers.index(name), 0) if plan.is_open and number == plan.first else 0
            plan.model.add(has == already + plan.named["space", number, "hire"])
        worked = plan.has("worked", engineers.index(name)) if number == plan.first else 0
        if not isinstance(worked, int) or not worked:
            employed = plan.flag("employ", number, name)
            plan.implies(employed, has)
            if plan.is_open:
                plan.at_most(employed + worked, 1)
            _add_turn(plan, number, name, employed, prices[name])


def settle_staff(plan: RoundModel) -> None:
    """Who is hired stays; nobody comes but by hiring and by an idea card."""
    engineers = plan.facts.names("engineers")
    for number in plan.rounds:
        for name in people(plan):
            has = plan.named["staff", number, name]
            before = (
                plan.named["staff", number - 1, name]
                if number > plan.first
                else plan.has("staff", engineers.index(name), 0)
            )
            if name != engineer_at(plan, number) or ("space", number, "hire") not in plan.named:
                plan.model.add(has == before + engineer_cards(plan, number, name))


def engineer_cards(plan: RoundModel, number: int, name: str) -> Term:
    """Does the idea card bring this engineer in this round?"""
    facts = plan.facts
    group = facts.word("engineers.group", facts.column("engineers.group")[facts.names("engineers").index(name)])
    if group != "apart":
        return 0
    return sum(
        plan.named["card", number, card] for card, brings in enumerate(facts.column("idea_cards.engineer")) if brings
    )


def _add_again(plan: RoundModel, number: int) -> None:
    """What is held already in the round that has begun, then the limit for all."""
    if number == plan.first:
        facts = plan.facts
        spaces, engineers = (
            dict(zip(facts.names("spaces"), facts.gains("spaces"), strict=True)),
            dict(zip(facts.names("engineers"), facts.gains("engineers"), strict=True)),
        )
        shown = engineer_at(plan, number, 1)
        for at, name in enumerate(facts.names("spaces")):
            _hold(
                plan,
                number,
                f"{name} held",
                plan.has("singles", at, 0),
                engineers[shown] if name == "public_1" and shown else spaces[name],
            )
        for at, name in enumerate(facts.names("engineers")):
            _hold(plan, number, f"{name} held", plan.has("single_engineers", at, 0), engineers[name])


def limit_again(plan: RoundModel) -> None:
    """Something is used again only where something says so."""
    for number in plan.rounds:
        plan.at_most(sum(item for _, item in plan.some("again", number)), plan.sum_gains(number, "use_again"))
