"""Regret matching: mixed strategies that improve with each round, later rounds weighing more."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from solver.hidden.strategies import Strategy
from solver.hidden.tree import Node, Tree, TreeChance, TreeChoice, TreeEnd

GRAINS = 1 << 20
"""Odds are told in so many parts."""


@dataclass(slots=True)
class Regrets:
    """For each information set the regret of each move, and the sum of all strategies so far."""

    tree: Tree
    regrets: list[list[float]] = field(default_factory=list)
    sums: list[list[float]] = field(default_factory=list)
    rounds: int = 0

    def __post_init__(self) -> None:
        self.regrets = [[0.0] * len(knowledge.moves) for knowledge in self.tree.sets]
        self.sums = [[0.0] * len(knowledge.moves) for knowledge in self.tree.sets]

    def play(self) -> None:
        """One round: first the one learns, then the other."""
        self.rounds += 1
        for player in (0, 1):
            gained = [[0.0] * len(knowledge.moves) for knowledge in self.tree.sets]
            self._value(self.tree.root, player, 1.0, 1.0, gained)
            for at, knowledge in enumerate(self.tree.sets):
                if knowledge.player == player:
                    self.regrets[at] = [
                        max(old + new, 0.0) for old, new in zip(self.regrets[at], gained[at], strict=True)
                    ]

    def _odds(self, at: int) -> list[float]:
        total = sum(self.regrets[at])
        count = len(self.regrets[at])
        return [regret / total for regret in self.regrets[at]] if total > 0 else [1.0 / count] * count

    def _value(self, node: Node, player: int, own: float, others: float, gained: list[list[float]]) -> float:
        """What a node is worth to the one who learns; `own` and `others` are the odds that he and all others lead
        there.
        """
        match node:
            case TreeEnd():
                return float(self.tree.result(node) if player == 0 else -self.tree.result(node))
            case TreeChance(shares=shares, after=after):
                parts = zip(shares, after, strict=True)
                return sum(
                    [
                        float(share) * self._value(item, player, own, others * float(share), gained)
                        for share, item in parts
                    ]
                )
            case TreeChoice(knows=at, after=after):
                odds = self._odds(at)
                if self.tree.sets[at].player != player:
                    return sum(
                        [
                            share * self._value(item, player, own, others * share, gained)
                            for share, item in zip(odds, after, strict=True)
                        ]
                    )
                values = [
                    self._value(item, player, own * share, others, gained)
                    for share, item in zip(odds, after, strict=True)
                ]
                mean = sum([share * value for share, value in zip(odds, values, strict=True)])
                for move, value in enumerate(values):
                    gained[at][move] += others * (value - mean)
                    self.sums[at][move] += self.rounds * own * odds[move]
                return mean

    def strategy(self, player: int) -> Strategy:
        """The average strategy in exact fractions."""
        strategy: dict[int, list[Fraction]] = {}
        for at, knowledge in enumerate(self.tree.sets):
            if knowledge.player == player:
                total = sum(self.sums[at])
                grains = (
                    [round(number / total * GRAINS) for number in self.sums[at]]
                    if total > 0
                    else [1] * len(knowledge.moves)
                )
                whole = sum(grains)
                strategy[at] = [Fraction(share, whole) for share in grains]
        return strategy
