"""The course of play, drawn at random."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.whole.draft import Draft
from tests.whole.parts import Chance, Choose, Count, Do, Env, Jump, Step, Stop
from tests.whole.saying import THINGS, Name, Said, constant, indented, named
from tests.whole.stating import Scope, Statements


@dataclass(frozen=True, slots=True)
class Course:
    """Draws the sequence of play. `public` and `secret` are the actions that are chosen one after another, and those that may be chosen at once."""

    draft: Draft
    statements: Statements
    public: tuple[str, ...]
    secret: tuple[str, ...] = ()

    def play(self) -> None:
        """The block `play`."""
        draft = self.draft
        draft.text.append("play")
        for _ in range(draft.dice.choice([0, 0, 0, 1])):
            draft.text += indented(self._event())
        if "hidden" in draft.kind and draft.chance(0.5):
            draft.text += indented(self._dealt())
        shapes = ["repeat", "once", "once"] if "hidden" in draft.kind else ["loop", "loop", "repeat", "repeat", "once", "once" if draft.chance(0.3) else "repeat"]
        draft.text += indented({"loop": self._loop, "repeat": self._repeat, "once": self._round}[draft.dice.choice(shapes)]())
        for _ in range(draft.dice.choice([0, 0, 1])):
            draft.text += indented(self._event())
        if draft.chance(0.1):
            draft.text += indented(self._round())
        draft.model.steps.append(Stop())
        draft.model.fresh = ("#round", "p", "d", "c")

    # -- what happens by itself -------------------------------------------------------------------------------------------

    def _event(self) -> list[str]:
        statement = self.statements.assign(self._scope())
        begin = self._step(Stop()) if statement.test is not None else -1
        self._step(Do(statement.deed))
        if statement.test is not None:
            self._jump_here(begin, statement.test)
        return list(statement.lines)

    def _scope(self, *names: Name) -> Scope:
        """What happens by itself may use what nobody sees."""
        targets = (*self.draft.targets, *self.draft.secret_targets)
        return Scope(self.draft.all.with_names(*names), self.draft.all.with_names(*names), targets)

    def _dealt(self) -> list[str]:
        """Something by chance that goes into what not everybody sees."""
        target = self.draft.dice.choice(self.draft.secret_targets)
        assert target.kind is not None
        values = target.kind.values
        self._step(Chance("d", lambda _env: [(value, 1) for value in values]))
        self._step(Do(lambda env: target.put(env, env["d"])))
        self._step(Count("d", None))
        return [f"roll d: {target.kind.text}", f"{target.text} = d"]

    # -- loops ------------------------------------------------------------------------------------------------------------

    def _step(self, step: Step) -> int:
        self.draft.model.steps.append(step)
        return len(self.draft.model.steps) - 1

    def _jump_here(self, number: int, unless: Callable[[Env], Any] | None = None) -> None:
        self.draft.model.steps[number] = Jump(len(self.draft.model.steps), unless)

    def _loop(self) -> list[str]:
        test = self.draft.say.truth(self.draft.sight, 1) if self.draft.chance(0.6) else None
        begin = len(self.draft.model.steps)
        leaving = self._step(Stop()) if test else -1
        body = self._round()
        self._step(Jump(begin))
        if test is not None:
            self._jump_here(leaving, lambda env: not test.of(env))
        return [f"loop until {test.text}" if test else "loop", *indented(body)]

    def _repeat(self) -> list[str]:
        times = 2 if "hidden" in self.draft.kind else self.draft.dice.randint(2, 4)
        self._step(Count("#round", lambda _env: 1))
        begin = len(self.draft.model.steps)
        body = self._round()
        leaving = self._step(Stop())
        self._step(Count("#round", lambda env: env["#round"] + 1))
        self._step(Jump(begin))
        self._jump_here(leaving, lambda env: env["#round"] < times)
        self._step(Count("#round", None))
        return [f"repeat {times}", *indented(body)]

    def _round(self) -> list[str]:
        """What is done again and again: perhaps something by chance, then decisions."""
        draft = self.draft
        lines = self._by_chance() if "chance" in draft.kind or (draft.kind == "three" and draft.chance(0.3)) else []
        if self.secret and draft.chance(0.6):
            lines += self._each_player(at_once=True)
            if draft.chance(0.4):
                lines += self._decisions()
        else:
            lines += self._decisions()
        if draft.chance(0.7 if self.secret else 0.3):
            lines += self._event()
        return lines

    # -- decisions --------------------------------------------------------------------------------------------------------

    def _decisions(self) -> list[str]:
        draft = self.draft
        if not draft.several:
            return self._decision(None)
        if draft.chance(0.6):
            return self._each_player()
        names = draft.sight.of("player")
        lines = self._decision(names[0].said if names else constant(draft.model.players[0]))
        if not names:
            lines += self._decision(constant(draft.model.players[1]))
        return lines

    def _each_player(self, at_once: bool = False) -> list[str]:
        first, players = self.draft.model.players[0], self.draft.model.players
        self._step(Count("p", lambda _env: first))
        begin = len(self.draft.model.steps)
        by = named("p") if self.draft.chance(0.5) else None
        body = self._choice(by, self.secret) if at_once else self._decision(by)
        leaving = self._step(Stop())
        self._step(Count("p", lambda env: players[players.index(env["p"]) + 1]))
        self._step(Jump(begin))
        self._jump_here(leaving, lambda env: env["p"] != players[-1])
        self._step(Count("p", None))
        return [f"{'at once ' if at_once else ''}for p in players", *indented(body)]

    def _decision(self, by: Said | None) -> list[str]:
        place = len(self.draft.model.steps)
        known = (*self.public, *self.secret) if self.draft.chance(0.4) else self.public
        lines = self._choice(by, known)
        if self.draft.chance(0.2):
            over = self._step(Stop())
            step = self.draft.model.steps[place]
            assert isinstance(step, Choose)
            self.draft.model.steps[place] = Choose(step.actions, step.by, len(self.draft.model.steps))
            lines += ["else", *indented(self._event())]
            if self.draft.chance(0.5):
                self._step(Stop())
                lines.append("  stop")
            self._jump_here(over)
        return lines

    def _choice(self, by: Said | None, known: tuple[str, ...]) -> list[str]:
        actions = sorted(self.draft.dice.sample(known, self.draft.dice.randint(1, len(known))))
        first = self.draft.model.players[0]
        player = by.of if by is not None else (lambda env: env.get("p", first))
        self._step(Choose(tuple(actions), player, None))
        return [f"choose {', '.join(actions)}" + (f" by {by.text}" if by else "")]

    # -- chance -----------------------------------------------------------------------------------------------------------

    def _by_chance(self) -> list[str]:
        if self.draft.sight.of("pile") and self.draft.chance(0.7):
            return self._draw()
        low = self.draft.dice.choice([0, 1, -1])
        high = low + self.draft.dice.randint(1, 2)
        self._step(Chance("d", lambda _env: [(value, 1) for value in range(low, high + 1)]))
        return [f"roll d: {low}..{high}", *self._used(Name("d", "number"))]

    def _draw(self) -> list[str]:
        """A card out of the bag, if there is one."""
        skipped = self._step(Stop())
        self._step(Chance("c", lambda env: list(zip(THINGS, env["pile"], strict=True)), _taken))
        lines = ["when len(pile) > 0", "  draw c from pile", *indented(self._used(Name("c", "thing")))]
        self._jump_here(skipped, lambda env: sum(env["pile"]) > 0)
        return lines

    def _used(self, name: Name) -> list[str]:
        statement = self.statements.assign(self._scope(name))
        self._step(Do(statement.deed))
        self._step(Count(name.text, None))
        return list(statement.lines)


def _taken(env: Env) -> None:
    """The card that was drawn leaves the bag."""
    at = THINGS.index(env["c"])
    env["pile"] = tuple(count - (place == at) for place, count in enumerate(env["pile"]))
