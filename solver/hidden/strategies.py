"""Mixed strategies in a game tree, and their values against best replies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from solver.hidden.tree import Node, Tree, TreeChance, TreeChoice, TreeEnd

Strategy = Mapping[int, Sequence[Fraction]]
"""For each information set of one player the odds of its moves."""


def best_reply(tree: Tree, player: int, strategy: Strategy) -> Fraction:
    """The result for the first player if `player` does his best and the other follows the strategy: exact, by going
    through the whole tree.
    """
    reached: dict[int, list[tuple[TreeChoice, Fraction]]] = {}
    _reach(tree, tree.root, player, strategy, Fraction(1), reached)
    chosen: dict[int, int] = {}
    for at in sorted(reached, reverse=True):
        chosen[at] = _best_move(tree, player, strategy, reached[at], chosen)
    return _worth(tree, tree.root, player, strategy, chosen)


def _reach(
    tree: Tree,
    node: Node,
    player: int,
    strategy: Strategy,
    share: Fraction,
    reached: dict[int, list[tuple[TreeChoice, Fraction]]],
) -> None:
    """For each information set of the player its nodes with the odds that chance and the other lead there."""
    if isinstance(node, TreeChoice) and tree.sets[node.knows].player == player:
        reached.setdefault(node.knows, []).append((node, share))
    for part, after in parts(tree, node, player, strategy):
        _reach(tree, after, player, strategy, share * part, reached)


def parts(tree: Tree, node: Node, player: int, strategy: Strategy) -> Iterator[tuple[Fraction, Node]]:
    """What may come after a node, with its odds; the player himself may do anything."""
    match node:
        case TreeEnd():
            return
        case TreeChance(shares=shares, after=after):
            yield from zip(shares, after, strict=True)
        case TreeChoice(knows=at, after=after):
            odds = [Fraction(1)] * len(after) if tree.sets[at].player == player else strategy[at]
            yield from [(share, item) for share, item in zip(odds, after, strict=True) if share]


def _best_move(
    tree: Tree, player: int, strategy: Strategy, nodes: Sequence[tuple[TreeChoice, Fraction]], chosen: Mapping[int, int]
) -> int:
    """The move that is best over all nodes of an information set; those below it have been chosen."""
    count = len(nodes[0][0].after)
    totals = [
        sum([share * _worth(tree, node.after[move], player, strategy, chosen) for node, share in nodes], Fraction(0))
        for move in range(count)
    ]
    return totals.index(max(totals) if player == 0 else min(totals))


def _worth(tree: Tree, node: Node, player: int, strategy: Strategy, chosen: Mapping[int, int]) -> Fraction:
    """The result on average if the player makes his chosen moves."""
    match node:
        case TreeEnd():
            return Fraction(tree.result(node))
        case TreeChoice(knows=at, after=after) if tree.sets[at].player == player:
            return _worth(tree, after[chosen[at]], player, strategy, chosen)
        case _:
            return sum(
                [
                    share * _worth(tree, item, player, strategy, chosen)
                    for share, item in parts(tree, node, player, strategy)
                ],
                Fraction(0),
            )
