"""A game in plain Python: state as a dictionary, moves by trying, play step by step.

Shares nothing with the machines it is compared with.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from tests.whole.parts import (
    Action,
    Chance,
    Choose,
    Count,
    Deed,
    Do,
    Ending,
    Endless,
    Env,
    Fails,
    Fork,
    Jump,
    Move,
    Part,
    Position,
    Refused,
    Step,
    Stop,
    Value,
    Variable,
    said,
)

MOST_STEPS = 2_000


@dataclass(slots=True)
class Model:
    """The rules."""

    players: tuple[str, ...] = ("Solo",)
    constants: Env = field(default_factory=dict)
    variables: list[Variable] = field(default_factory=list)
    actions: dict[str, Action] = field(default_factory=dict)
    reactions: list[tuple[Value, Deed]] = field(default_factory=list)
    endings: list[Ending] = field(default_factory=list)
    scores: list[Value] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    claims: list[tuple[str, str, Value]] = field(default_factory=list)
    fresh: tuple[str, ...] = ()
    """Counters and drawn values: they are remembered while they are needed."""

    def initial(self) -> Position:
        """Where play rests first."""
        env = dict(self.constants)
        for variable in self.variables:
            env[variable.name] = variable.initial
        return self._run(env, 0)

    def env(self, position: Position) -> Env:
        """Everything that has a name in a position."""
        names = (variable.name for variable in self.variables)
        return {**self.constants, **dict(zip(names, position.values, strict=True)), **dict(position.kept)}

    def kind(self, position: Position) -> str:
        """`decide`, `chance` or `over`."""
        step = self.steps[position.at] if position.at >= 0 else None
        if isinstance(step, Chance):
            return "chance"
        return "decide" if isinstance(step, Choose) and self._is_open(step, self.env(position)) else "over"

    def actor(self, position: Position) -> str:
        """Who decides."""
        step = self.steps[position.at]
        assert isinstance(step, Choose)
        return str(step.by(self.env(position)))

    def moves(self, position: Position) -> list[Move]:
        """All legal moves, or all that chance may bring."""
        step = self.steps[position.at] if position.at >= 0 else None
        env = self.env(position)
        match step:
            case Chance():
                return list(self._outcomes(step, env, position.at))
            case Choose():
                return [Move(text, self._settled(after, position.at + 1)) for text, after in self._made(step, env)]
            case _:
                return []

    def _outcomes(self, step: Chance, env: Env, at: int) -> Iterator[Move]:
        weights = step.weights(env)
        total = sum(weight for _, weight in weights)
        for value, weight in weights:
            if weight:
                yield Move(f"{step.name} = {said(value)}", self._drawn(step, env, value, at), Fraction(weight, total))

    def _drawn(self, step: Chance, env: Env, value: Any, at: int) -> Position:
        """A value that was rolled changes nothing yet; a card that was drawn is gone."""
        after = {**env, step.name: value}
        if step.drawn is None:
            return self._run(after, at + 1)
        step.drawn(after)
        return self._settled(after, at + 1)

    def _is_open(self, step: Choose, env: Env) -> bool:
        """Has somebody a legal move?"""
        return any(True for _ in self._made(step, env))

    def _made(self, step: Choose, env: Env) -> Iterator[tuple[str, Env]]:
        """The legal moves, and what their actions make of the state."""
        asked = {**env, "player": step.by(env)}
        for action in [self.actions[name] for name in step.actions]:
            for arguments in self._arguments(action, asked, ()):
                for chosen, after in self._ways(
                    {**asked, **dict(zip(action.parameters, arguments, strict=True))}, action, ()
                ):
                    told = ", ".join(map(said, (*arguments, *chosen)))
                    yield f"{action.name}({told})" if told else action.name, after

    def _arguments(self, action: Action, env: Env, found: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        if len(found) == len(action.parameters):
            if action.allows(env):
                yield found
            return
        for value in action.domains[len(found)](env):
            yield from self._arguments(action, {**env, action.parameters[len(found)]: value}, (*found, value))

    def _ways(self, env: Env, action: Action, chosen: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Env]]:
        after = {**env, "#script": list(chosen)}
        try:
            action.do(after)
        except Refused:
            return
        except Fork as fork:
            for value in fork.values:
                yield from self._ways(env, action, (*chosen, value))
            return
        yield chosen, after

    # -- running on
    # -----------------------------------------------------------------------------------------------------

    def _settled(self, env: Env, at: int) -> Position:
        return self._rest(env, -1) if self._settles(env) else self._run(env, at)

    def _settles(self, env: Env) -> bool:
        """Reactions until none holds, then the endings: is the game over?"""
        for _ in range(MOST_STEPS):
            deed = next((deed for when, deed in self.reactions if when(env)), None)
            if deed is None:
                return self.ending(env, stuck=False) is not None
            deed(env)
        raise Endless

    def _run(self, env: Env, at: int) -> Position:
        for _ in range(MOST_STEPS):
            match self.steps[at]:
                case Do(deed):
                    deed(env)
                    if self._settles(env):
                        return self._rest(env, -1)
                    at += 1
                case Jump(to, unless):
                    at = to if unless is None or not unless(env) else at + 1
                case Count(name, value):
                    if value is None:
                        env.pop(name)
                    else:
                        env[name] = value(env)
                    at += 1
                case Choose() as step:
                    if step.otherwise is None or self._is_open(step, env):
                        return self._rest(env, at)
                    at = step.otherwise
                case Chance() as step:
                    possible = [value for value, weight in step.weights(env) if weight]
                    if not possible:
                        raise Fails
                    if len(possible) > 1:
                        return self._rest(env, at)
                    return self._drawn(step, env, possible[0], at)
                case Stop():
                    return self._rest(env, -1)
        raise Endless

    def _rest(self, env: Env, at: int) -> Position:
        kept = tuple((name, env[name]) for name in self.fresh if name in env and at >= 0)
        return Position(tuple(env[variable.name] for variable in self.variables), kept, at)

    # -- judging
    # --------------------------------------------------------------------------------------------------------

    def ending(self, env: Env, stuck: bool) -> tuple[str, str | None] | None:
        """The first ending that holds, and who it is about."""
        return next(((ending.kind, who) for _, ending, who in self._endings(env, stuck)), None)

    def which(self, env: Env, stuck: bool) -> int | None:
        """The number of the first ending that holds."""
        return next((number for number, _, _ in self._endings(env, stuck)), None)

    def _endings(self, env: Env, stuck: bool) -> Iterator[tuple[int, Ending, str | None]]:
        for number, ending in enumerate(self.endings):
            for player in self.players if ending.each else ("",):
                here = {**env, "stuck": stuck, ending.each: player}
                if ending.when(here):
                    yield number, ending, player or (None if ending.who is None else ending.who(here))

    def refuses(self, action: Action, number: int, position: Position) -> bool:
        """Does a need refuse here what those before it allow?"""
        step = self.steps[position.at]
        assert isinstance(step, Choose)
        free = replace(action, part=Part(action.part.needs[:number]))
        env = {**self.env(position), "player": step.by(self.env(position))}
        given = (dict(zip(action.parameters, each, strict=True)) for each in self._arguments(free, env, ()))
        return any(not action.part.needs[number]({**env, **each}) for each in given)

    def ended(self, position: Position) -> tuple[str, str | None]:
        """How it ended where it is over."""
        stuck = position.at >= 0
        return self.ending(self.env(position), stuck) or ("stuck" if stuck else "stop", None)

    def points(self, position: Position) -> tuple[int, ...]:
        """What each player has at a rest."""
        env = self.env(position)
        if self.scores:
            return tuple(sum(line({**env, "p": player}) for line in self.scores) for player in self.players)
        kind, who = self.ended(position) if self.kind(position) == "over" else ("", None)
        if kind in ("win", "lose") and who is not None:
            return tuple((1 if player == who else -1) * (1 if kind == "win" else -1) for player in self.players)
        return (1 if kind in ("goal", "win") else 0,) * len(self.players)

    def claim(self, number: int, position: Position) -> bool:
        """Does what a claim speaks of hold here?"""
        stuck = position.at >= 0 and self.kind(position) == "over"
        return bool(self.claims[number][2]({**self.env(position), "stuck": stuck}))

    def observed(self, position: Position, player: str) -> tuple[Any, ...]:
        """What a player sees of a position: the values that are shown to him, what play still needs, and where it
        rests.
        """
        env = self.env(position)
        return tuple(_shown(variable, env, player) for variable in self.variables), position.kept, position.at


def _shown(variable: Variable, env: Env, player: str) -> Any:
    value = env[variable.name]
    match variable.seen:
        case None:
            return value
        case "owner":
            return dict(value)[player]
        case seen:
            assert callable(seen)
            return (value,) if player in seen(env) else ()
