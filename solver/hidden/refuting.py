"""Tests results of a game tree against random plays on the reference machine and random replies, which need neither the
tree nor best replies. They are cheap and refute a tree that is not the game's, or a value that some reply does not
allow.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.play.notation import show_move
from solver.hidden.strategies import Strategy
from solver.hidden.tree import Node, Tree, TreeChance, TreeChoice, TreeEnd
from solver.protocol.answers import Number
from solver.protocol.disagreement import Disagreement
from solver.protocol.lines import worth

PLAYS, REPLIES, MOST_NODES = 50, 20, 200_000
"""So many plays; and so many replies, or fewer where they would visit more nodes of the tree together, but always one.
"""

History = tuple[Hashable, ...]
"""What a player saw and did, in its order; what he sees again without a change is left out."""


def insist_not_refuted(
    game: ir.Game, tree: Tree, first: Strategy, second: Strategy, low: Number, high: Number, seed: int = 0
) -> None:
    """Raises Disagreement where a random play is not in the tree, or a reply leaves the first player less than `low` or
    the second one concedes more than `high`.
    """
    dice, witness = Random(seed), _Witness(ReferenceMachine(game), tree)
    for _ in range(PLAYS):
        witness.follow(dice)
    for _ in range(max(1, min(REPLIES, MOST_NODES // tree.nodes))):
        reply = _pick_strategy(tree, dice)
        least, most = _mean(tree, tree.root, {**reply, **first}), _mean(tree, tree.root, {**reply, **second})
        if least < low:
            raise Disagreement(
                f"the first player is said to get {low} at least, but there is a reply that leaves him {least}"
            )
        if most > high:
            raise Disagreement(
                f"the second player is said to concede {high} at most, but there is a reply that gains {most}"
            )


def _pick_strategy(tree: Tree, dice: Random) -> Strategy:
    """One move for each information set of either player."""
    strategy: dict[int, Sequence[Fraction]] = {}
    for at, knowledge in enumerate(tree.sets):
        chosen = dice.randrange(len(knowledge.moves))
        strategy[at] = [Fraction(int(number == chosen)) for number in range(len(knowledge.moves))]
    return strategy


def _mean(tree: Tree, node: Node, strategy: Strategy) -> Fraction:
    """The expectation of two strategies."""
    match node:
        case TreeEnd():
            return Fraction(tree.result(node))
        case TreeChance(shares=odds, after=after):
            pass
        case TreeChoice(knows=at, after=after):
            odds = tuple(strategy[at])
    return sum(
        [share * _mean(tree, item, strategy) for share, item in zip(odds, after, strict=True) if share], Fraction(0)
    )


@dataclass(slots=True)
class _Witness:
    """Plays on the machine and follows the play in the tree.

    Each information set must belong to exactly one history of observations and moves.
    """

    machine: Machine
    tree: Tree
    histories: dict[int, tuple[int, History]] = field(default_factory=dict)
    sets: dict[tuple[int, History], int] = field(default_factory=dict)

    def follow(self, dice: Random) -> None:
        """One random play; raises Disagreement."""
        state, node = self.machine.initial(), self.tree.root
        seen = [self.machine.observation(state, player) for player in (0, 1)]
        known: list[History] = [(item,) for item in seen]
        while (kind := self.machine.kind(state)) != "over":
            moves = self._moves(state, kind)
            if len(node.after if isinstance(node, TreeChance | TreeChoice) else ()) != len(moves):
                raise Disagreement(f"the tree of plays has other moves than the reference machine at {kind}")
            number = dice.randrange(len(moves))
            if kind == "decide":
                self._look(state, node, known)
                actor = self.machine.actor(state)
                known[actor] = (*known[actor], moves[number])
            elif not isinstance(node, TreeChance) or node.shares != tuple(
                [outcome.probability for outcome in self.machine.outcomes(state)]
            ):
                raise Disagreement("the tree of plays has other odds than the reference machine")
            assert isinstance(node, TreeChance | TreeChoice)
            state, node = self.machine.apply(state, moves[number]), node.after[number]
            for player in (0, 1):
                now = self.machine.observation(state, player)
                known[player] = known[player] if now == seen[player] else (*known[player], now)
                seen[player] = now
        self._judge(state, node)

    def _moves(self, state: State, kind: str) -> Sequence[Move]:
        return (
            self.machine.moves(state)
            if kind == "decide"
            else [outcome.move for outcome in self.machine.outcomes(state)]
        )

    def _look(self, state: State, node: Node, known: Sequence[History]) -> None:
        """Is the player in the information set where he would be by what he saw and did?"""
        player = self.machine.actor(state)
        key = player, known[player]
        words = tuple([show_move(self.machine, state, move) for move in self.machine.moves(state)])
        if not isinstance(node, TreeChoice) or (
            self.tree.sets[node.knows].player,
            self.tree.sets[node.knows].moves,
        ) != (player, words):
            raise Disagreement("the tree of plays has another decision than the reference machine")
        if self.histories.setdefault(node.knows, key) != key or self.sets.setdefault(key, node.knows) != node.knows:
            raise Disagreement("an information set of the tree is not what its player saw and did")

    def _judge(self, state: State, node: Node) -> None:
        scores = self.machine.scores(state)
        if node != TreeEnd(scores[0], worth(self.machine.game, scores)):
            raise Disagreement(f"the tree of plays ends with {node}, the reference machine with {scores}")
