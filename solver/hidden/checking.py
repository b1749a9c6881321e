"""Evaluates a recorded strategy again, against best replies."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rules_dsl.machine.api import Machine, State
from solver.explicit.exact import plain
from solver.hidden.refuting import insist_not_refuted
from solver.hidden.strategies import Strategy, best_reply
from solver.hidden.tree import GameTreeBuilder, Knowledge, Tree, TreeTooLarge
from solver.protocol.answers import LocalStrategy, Number
from solver.protocol.clock import Clock
from solver.protocol.disagreement import Disagreement


def replies(
    machine: Machine, start: State, habits: Sequence[LocalStrategy], clock: Clock
) -> tuple[Number, Number] | None:
    """What the first player's habits get at least and the second one's concede at most; None if the game is too large.

    Raises Disagreement for habits that fit no decision, and where plays or replies at random refute it.
    """
    try:
        tree = GameTreeBuilder(machine, start, clock).tree()
    except (TreeTooLarge, RecursionError):
        return None
    first, second = _strategy(tree, 0, habits), _strategy(tree, 1, habits)
    low, high = plain(best_reply(tree, 1, first)), plain(best_reply(tree, 0, second))
    insist_not_refuted(machine.game, tree, first, second, low, high)
    return low, high


def _strategy(tree: Tree, player: int, habits: Sequence[LocalStrategy]) -> Strategy:
    """The habits of a player by information set; any move will do where they are silent."""
    by_state = {(habit.player, habit.when): habit for habit in habits}
    strategy: dict[int, list[Fraction]] = {}
    for at, knowledge in enumerate(tree.sets):
        if knowledge.player == player:
            habit = by_state.get((tree.names[player], knowledge.words))
            strategy[at] = (
                [Fraction(1, len(knowledge.moves))] * len(knowledge.moves) if habit is None else _odds(knowledge, habit)
            )
    return strategy


def _odds(knowledge: Knowledge, habit: LocalStrategy) -> list[Fraction]:
    chances = dict(habit.chances)
    if (
        sum(chances.values(), Fraction(0)) != 1
        or min(chances.values()) < 0
        or not chances.keys() <= set(knowledge.moves)
    ):
        raise Disagreement(f"{habit.player}, {habit.when}: these are no odds of {', '.join(knowledge.moves)}")
    return [chances.get(words, Fraction(0)) for words in knowledge.moves]
