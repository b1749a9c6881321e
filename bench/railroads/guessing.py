"""What a play suggests for the variables of the model that it does not settle.

A wrong guess costs time and nothing else: the rows decide.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable

from bench.railroads.courses import Early
from solver.models.ultimate_railroads.emil import cards_of
from solver.models.ultimate_railroads.industry import WRENCHES, lane
from solver.models.ultimate_railroads.locos import HIGHEST, tiles
from solver.models.ultimate_railroads.rails import COLOURS, fields
from solver.models.ultimate_railroads.telling import ModelStep, RecordedPlay, lying, wrenches_of
from solver.relaxed.facts import Facts, MemberNames
from solver.relaxed.growing import Name, RoundModel

LITTLE = (
    "works over",
    "round over",
    "in time",
    "coins for workers",
    "more workers",
    "over",
    "first",
    "built",
    "emil took",
    "again",
    "early keys for steps",
)
"""Kinds of variables of which a play needs little; of all others it may have as much as the rows allow."""
FIRST = (
    "card", "early card", "end card", "tile", "dropped", "ten", "keys for steps", "keys for points", "nine", "wooden step", "again", "space", "employ",
    "first", "over", "works", "works over", "built over", "blocks", "in time", "round over", "emil took", "laid", "built", "gone", "back",
    "early laid", "early nine", "early wrench", "early berth", "early rail", "met", "met first",
)  # fmt: skip
"""What is guessed first, in this order; then everything else."""
LAST = ("taken",)
SPLIT = (
    ("free", "bronze"),
    ("free", "silver"),
    ("free", "gold"),
    ("low", "wood"),
    ("low", "green"),
    ("free", "wood"),
    ("free", "green"),
)
"""Steps of choice, those that may be wood or green only, in an order in which one guess follows from the others."""
ONCE = {"use_tile": "tile", "drop_tiles": "dropped", "take_card": "card", "take_end_card": "end card"}
COUNTED = {"take_ten": "ten", "key_for_points": "keys for points", "key_for_steps": "keys for steps"}
AGAIN = {"use_again_space": "spaces", "use_again_engineer": "engineers"}


class Guesser:
    """Guesses for the variables of one model, and the order in which to make them."""

    def __init__(self, plan: RoundModel) -> None:
        self.plan = plan
        self._index: dict[Name, int] = {name: each.index for name, each in plan.named.items() if hasattr(each, "index")}
        ranges = [tuple(each.domain) for each in plan.model.proto.variables]
        self._usual = array("q", [high for _, high in ranges])
        self._ranks = [(len(FIRST), 0)] * len(ranges)
        for name, at in self._index.items():
            self._ranks[at] = _rank(name)
            if name[0] in LITTLE or _is_of_choice(name):
                self._usual[at] = ranges[at][0]
        self._exact = [
            at for name, at in self._index.items() if name[0] in (*ONCE.values(), *COUNTED.values(), "works", "blocks")
        ]
        self._has_rounds = {number: cards_of(plan, number) for number in plan.rounds}

    @property
    def order(self) -> array[int]:
        """The variables in the order in which they are to be guessed."""
        return array("q", sorted(range(len(self._ranks)), key=lambda at: (self._ranks[at], at)))

    def guesses(self, play: RecordedPlay, early: Early) -> array[int]:
        """A value for each variable."""
        found = array("q", self._usual)
        for at in self._exact:
            found[at] = 0
        for name, value in self._likely(play, early).items():
            at = self._index.get(name)
            if at is not None:
                found[at] = value
        return found

    def _likely(self, play: RecordedPlay, early: Early) -> dict[Name, int]:
        found: Counter[Name] = Counter()
        self._use(found, play.steps)
        Following(self.plan, found).follow(play)
        for number, before, _ in play.rounds:
            self._block(found, number, before, play.steps)
        for number, facts in early.items():
            self._stand(found, number, facts)
        return found

    def _use(self, found: Counter[Name], steps: Iterable[ModelStep]) -> None:
        """Tiles, cards, keys, and what is used again."""
        held: set[tuple[int, str]] = set()
        for step in steps:
            names = self.plan.facts.names
            if step.action in ONCE:
                found[ONCE[step.action], step.number, step.ordinals[0]] = 1
            elif step.action in COUNTED:
                found[COUNTED[step.action], step.number] += 1
            elif step.action in ("occupy", "employ"):
                held.add((step.number, names("spaces" if step.action == "occupy" else "engineers")[step.ordinals[0]]))
            elif step.action in AGAIN:
                name = names(AGAIN[step.action])[step.ordinals[0]]
                found["again", step.number, name if (step.number, name) in held else f"{name} held"] += 1

    def _block(self, found: Counter[Name], number: int, before: Facts, steps: Iterable[ModelStep]) -> None:
        """What is occupied and was not used by the player was blocked."""
        names, spaces = before.names("spaces"), before.column("emil_cards.space")
        taken = MemberNames(names).of(before.value("occupied")) - {
            names[step.ordinals[0]] for step in steps if step.action == "occupy" and step.number == number
        }
        if number == self.plan.first:
            taken -= MemberNames(names).of(self.plan.facts.value("occupied"))
        for card in self._has_rounds[number]:
            found["blocks", number, card] = int(names[spaces[card]] in taken)

    def _stand(self, found: Counter[Name], number: int, facts: Facts) -> None:
        """Where everything stands as soon as a field is met."""
        rail = facts.value("rail")[0]
        for route, colour, at in fields(self.plan):
            found["early rail", number, route, colour, at] = int(rail[route][colour] >= at)
        for wrench, at in enumerate(wrenches_of(facts)):
            for place in lane(self.plan):
                found["early wrench", number, wrench, place] = int(at >= place)
        for berth, has in enumerate(lying(facts)):
            for value in range(1, HIGHEST + 1):
                found["early berth", number, berth, value] = int(has >= value)


class Following:
    """Tiles, gaps and wrenches along a play: which tile goes where, what is built over, what works for which wrench."""

    def __init__(self, plan: RoundModel, found: Counter[Name]) -> None:
        self.plan, self.found = plan, found
        facts = plan.facts
        self.order, self.numbers = tiles(plan.widest), facts.column("locos.number")
        self.gap_of = facts.column("lane.gap")
        self.standing: list[int | None] = list(facts.value("factory_at")[0])
        self.wrenches: list[int] = list(facts.value("wrench_at")[0])
        self.over: Counter[tuple[int, int]] = Counter()
        self.gone = 0

    def follow(self, play: RecordedPlay) -> None:
        """Round by round."""
        for number, before, _ in play.rounds:
            for step in play.steps:
                if step.number == number:
                    self._follow(step)
            self._emil_takes(number, len(self.order) - sum(before.value("stack")))
            for (gap, loco), times in self.over.items():
                self.found["built over", number, gap, loco] = times

    def _follow(self, step: ModelStep) -> None:
        match step.action:
            case "lay_loco":
                self.found["laid", step.number, self._taken(step)] = 1
            case "build_factory":
                self.found["built", step.number, self._taken(step), step.ordinals[0]] = 1
                self._build(step)
            case "build_returned":
                self._build(step)
            case "advance":
                self._advance(step)
            case _:
                pass

    def _taken(self, step: ModelStep) -> int:
        """The tile that a step takes; Emil took those before it."""
        at = next(at for at in range(self.gone, len(self.order)) if self.order[at] == self.numbers[step.ordinals[0]])
        self._emil_takes(step.number, at)
        self.gone = at + 1
        return at

    def _emil_takes(self, number: int, up_to: int) -> None:
        for at in range(self.gone, up_to):
            self.found["emil took", number, at] = 1
        self.gone = max(self.gone, up_to)

    def _build(self, step: ModelStep) -> None:
        loco, at = step.ordinals[:2]
        was, self.standing[at] = self.standing[at], loco
        if was is None:
            self.found["first", step.number, at + 1, loco] = 1
        else:
            self.found["over", step.number, at + 1, loco] = 1
            self.over[at + 1, was] += 1

    def _advance(self, step: ModelStep) -> None:
        self.wrenches[step.ordinals[0]] += 1
        field = self.wrenches[step.ordinals[0]]
        if self.gap_of[field]:
            ahead = sum(1 for wrench in WRENCHES if wrench != step.ordinals[0] and self.wrenches[wrench] >= field)
            loco = self.standing[self.gap_of[field] - 1]
            assert loco is not None
            self.found["works", step.number, ahead, self.gap_of[field], loco] = 1


def _rank(name: Name) -> tuple[int, int]:
    if name[0] in FIRST and not _is_of_choice(name):
        return FIRST.index(str(name[0])), 0
    if name[-1] in COLOURS:
        return len(FIRST) + 1, int(name[2]) * 100 + 10 * (name[0] == "rail") + SPLIT.index(
            (str(name[1]), str(name[-1]))
        )
    return (len(FIRST) + 2 if name[0] in LAST else len(FIRST)), 0


def _is_of_choice(name: Name) -> bool:
    return len(name) > 1 and name[1] == "free" and name[-1] in COLOURS
