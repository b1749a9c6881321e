"""A program while it is being drawn: what has been written so far, and what can be read and set."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.whole.model import Model
from tests.whole.parts import Deed, Env
from tests.whole.saying import Kind, Name, Sight
from tests.whole.wording import Wording


@dataclass(frozen=True, slots=True)
class Lines:
    """A statement: its lines, and what it does; `test` is the condition of a whole `when`, without which no step is taken."""

    lines: tuple[str, ...]
    deed: Deed
    test: Callable[[Env], bool] | None = None


@dataclass(frozen=True, slots=True)
class Target:
    """What can be set: a variable, a field, an entry."""

    text: str
    sort: str
    put: Callable[[Env, Any], None]
    get: Callable[[Env], Any]
    kind: Kind | None = None


@dataclass(slots=True)
class Draft:
    """`sight` is what everybody can read; `secret` what not everybody sees; `own` are maps from players whose entries only their owners see."""

    kind: str
    dice: random.Random
    say: Wording
    model: Model = field(default_factory=Model)
    text: list[str] = field(default_factory=list)
    sight: Sight = field(default_factory=Sight)
    secret: tuple[Name, ...] = ()
    own: tuple[Name, ...] = ()
    targets: list[Target] = field(default_factory=list)
    secret_targets: list[Target] = field(default_factory=list)
    careless: bool = False
    """Values may leave their ranges, and what is legal may depend on what is hidden."""

    def chance(self, odds: float) -> bool:
        """Something that is so in this part of all cases."""
        return self.dice.random() < odds

    @property
    def several(self) -> bool:
        """Are there several players?"""
        return len(self.model.players) > 1

    @property
    def all(self) -> Sight:
        """Everything that the rules can read."""
        return self.sight.with_names(*self.secret)

    def of_player(self, player: str) -> tuple[Name, ...]:
        """His own entries, where he has a name."""
        return tuple(entry(name, player) for name in self.own)


def entry(of: Name, player: str) -> Name:
    """The entry of a player: a name of him, or something that stands for one."""
    return Name(f"{of.text}[{player}]", "number", of.kind, value=lambda env: dict(env[of.text])[env.get(player, player)])


def entry_target(of: Name, player: str) -> Target:
    """The same as something that can be set."""

    def put(env: Env, value: Any) -> None:
        whose = env.get(player, player)
        env[of.text] = tuple((each, value if each == whose else old) for each, old in env[of.text])

    name = entry(of, player)
    return Target(name.text, "number", put, name.of, of.kind)
