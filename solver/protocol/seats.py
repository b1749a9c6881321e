"""The role of each player in a search: whose result counts, who opposes it, and who moves at random."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import cardinality
from rules_dsl.machine.api import Machine
from rules_dsl.machine.walker import Position, Walker
from solver.protocol.lines import worth


class BackupRule(IntEnum):
    """How the values after the moves of a position become its own; the numbers are those of the kernel."""

    HIGHEST = 0
    LOWEST = 1
    MEAN = 2


@dataclass(frozen=True, slots=True)
class Seats:
    """The player whose result is maximised, and the rule by which each player chooses."""

    game: ir.Game
    me: int
    ways: tuple[BackupRule, ...]

    @property
    def opponent(self) -> int:
        """Whose result is taken off: that of the other one of two, -1 otherwise."""
        return 1 - self.me if len(self.ways) == 2 else -1

    def worth(self, scores: Sequence[int]) -> int:
        """What an end of the game is worth."""
        return worth(self.game, scores, self.me)

    def way(self, machine: Machine, walker: Walker, position: Position) -> BackupRule:
        """How the value of a position that is not an end comes from those after it."""
        if walker.weights(position) is not None:
            return BackupRule.MEAN
        return self.ways[machine.actor(walker.state(position))]

    def score_of(self, machine: Machine, walker: Walker, position: Position) -> int:
        """What the end of the game at a position is worth."""
        return self.worth(machine.scores(walker.state(position)))


def seats_of(game: ir.Game, random: frozenset[int] = frozenset()) -> Seats:
    """Two play against each other; a seat at random leaves the question to the one that is left."""
    players = cardinality(game.players)
    me = next((number for number in range(players) if number not in random), 0)
    ways = [
        BackupRule.MEAN if number in random else BackupRule.HIGHEST if number == me else BackupRule.LOWEST
        for number in range(players)
    ]
    return Seats(game, me, tuple(ways))
