"""Random `play`s as lines of source text: every loop ends, because a clock runs in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from rules_dsl.ir.types import EnumType
from tests.agree.text_basis import IF, IMPLIES, Sight
from tests.agree.text_statements import Lines, Place, Statements, indented

Thing = TypeVar("Thing")

CLOCK = 6
"""How often the clock can run before loops end."""


@dataclass(frozen=True, slots=True)
class SubPlay:
    """A part of play with a name of its own."""

    name: str
    parameter: EnumType | None
    decides: bool


@dataclass(slots=True)
class Plays:
    """Writes play."""

    statements: Statements
    actions: tuple[str, ...]
    secrets: tuple[str, ...] = ()
    plays: list[SubPlay] = field(default_factory=list)

    @property
    def players(self) -> EnumType:
        """The type of the players."""
        return self.statements.world.players

    def main(self, sight: Sight, alone: bool) -> Lines:
        """The play itself; it begins with a decision in a loop, so that something happens."""
        place = Place(True, alone)
        before = self.steps(self.statements.write.dice.randint(0, 1), place, sight, 1, False)
        after = self.steps(self.statements.write.dice.randint(0, 2), place, sight, 2, False)
        return ["play", *indented([*before, *self._turns(sight, alone), *after])]

    def _turns(self, sight: Sight, alone: bool) -> Lines:
        """Rounds in which everybody decides."""
        if alone or self._chance(0.2):
            body = [self._decision(sight, alone), *self.steps(self._few(), Place(True, alone), sight, 1, True)]
        else:
            name = self.statements.write.fresh("seat")
            inner = sight.binding(name, self.players)
            body = [
                f"for {name} in players",
                *indented([self._decision(inner, True), *self.steps(self._few(), Place(True, True), inner, 1, False)]),
            ]
        return self._looped(body, sight)

    def _looped(self, body: Lines, sight: Sight) -> Lines:
        match self.statements.write.dice.randrange(4):
            case 0:
                return [f"repeat {self.statements.write.dice.randint(1, 3)}", *indented(body)]
            case 1:
                return ["loop", *indented([*body, "tick", f"when clock >= {CLOCK - 2}", "  leave"])]
            case _:
                until = self.statements.write.truth(1, sight, IMPLIES)
                return [f"loop until clock == {CLOCK} or ({until})", *indented([*body, "tick"])]

    def steps(self, count: int, place: Place, sight: Sight, depth: int, inside: bool) -> Lines:
        """Some statements of play; `inside` a loop that one may leave."""
        found: Lines = []
        for _ in range(count):
            lines, sight = self._step(place, sight, depth, inside)
            found += lines
        return found

    def _step(self, place: Place, sight: Sight, depth: int, inside: bool) -> tuple[Lines, Sight]:
        match self.statements.write.dice.randrange(12 if depth > 0 else 7):
            case 0 | 1:
                return self._decide(place, sight, depth, inside), sight.plain()
            case 2 if self.plays:
                return self._sub_play(place, sight), sight.plain()
            case 3 if self.secrets and not place.choice and self._chance(0.5):
                return self._at_once(sight), sight.plain()
            case 7 | 8:
                return self._when(place, sight, depth, inside), sight.plain()
            case 9:
                return self._for(place, sight, depth), sight.plain()
            case 10:
                return self._looped(
                    self.steps(self._few(), place, sight.plain(), depth - 1, True), sight
                ), sight.plain()
            case 11:
                name = self.statements.write.fresh("round")
                body = self.steps(self._few(), place, sight.plain(), depth - 1, True)
                return [f"repeat {self.statements.write.dice.randint(1, 2)} as {name}", *indented(body)], sight.plain()
            case _:
                return self.statements.statement(place, sight, 1)

    def _decision(self, sight: Sight, decided: bool) -> str:
        dice = self.statements.write.dice
        offered = dice.sample(self.actions, dice.randint(1, len(self.actions)))
        by = "" if decided and self._chance(0.85) else f" by {self.statements.write.text(self.players, 1, sight, IF)}"
        return f"choose {', '.join(offered)}{by}"

    def _decide(self, place: Place, sight: Sight, depth: int, inside: bool) -> Lines:
        line = [self._decision(sight, place.choice)]
        if self._chance(0.5):
            body = self.steps(1, place, sight, min(depth - 1, 0), inside)
            line += ["else", *indented(self._one([body, body, ["stop"], *([["leave"]] if inside else [])]))]
        return line

    def _when(self, place: Place, sight: Sight, depth: int, inside: bool) -> Lines:
        asking = replace(sight, actions=self.actions) if place.choice else sight
        condition, behind = self.statements.write.condition(2, asking)
        behind = replace(behind, actions=())
        last = self._one([[], [], ["stop"], *([["leave"]] if inside else [])])
        lines = [f"when {condition}", *indented([*self.steps(1, place, behind, depth - 1, inside), *last])]
        if self._chance(0.4):
            lines += ["else", *indented(self.steps(self._few(), place, sight, depth - 1, inside))]
        return lines

    def _for(self, place: Place, sight: Sight, depth: int) -> Lines:
        if self._chance(0.4):
            name, domain = self.statements.write.fresh("seat"), "players"
            inner, place = sight.plain().binding(name, self.players), replace(place, choice=True)
        else:
            domain, item = self.statements.write.domain(1, sight)
            name = self.statements.write.fresh("each")
            inner = sight.plain().binding(name, item)
        return [f"for {name} in {domain}", *indented(self.steps(self._few(), place, inner, depth - 1, True))]

    def _at_once(self, sight: Sight) -> Lines:
        name = self.statements.write.fresh("seat")
        return [f"at once for {name} in players", *indented([f"choose {self._one(list(self.secrets))}"])]

    def _sub_play(self, place: Place, sight: Sight) -> Lines:
        found = [each for each in self.plays if place.choice or each.parameter is not None or not each.decides]
        if not found:
            return self.statements.statement(place, sight, 1)[0]
        chosen = self._one(found)
        if chosen.parameter is None:
            return [chosen.name]
        return [f"{chosen.name}({self.statements.write.text(chosen.parameter, 1, sight)})"]

    def sub_play(self, sight: Sight) -> Lines:
        """One more part of play."""
        name, choosing = self.statements.write.fresh("part"), self._chance(0.6)
        if choosing:
            parameter = self.statements.write.fresh("who")
            head, inner = f"play {name}({parameter}: Player)", sight.binding(parameter, self.players)
        else:
            head, inner = f"play {name}", sight
        body = self.steps(self._few(), Place(True, choosing), inner, 1, False)
        self.plays.append(SubPlay(name, self.players if choosing else None, choosing))
        return [head, *indented(body)]

    def _few(self) -> int:
        return self.statements.write.dice.choice([1, 1, 2])

    def _one(self, found: Sequence[Thing]) -> Thing:
        return self.statements.write.dice.choice(found)

    def _chance(self, probability: float) -> bool:
        return self.statements.write.chance(probability)
