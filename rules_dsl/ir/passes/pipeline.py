"""The passes in their fixed order: a game as the rules say it → a game as engines take it."""

from __future__ import annotations

from collections.abc import Callable

from rules_dsl.ir.nodes import Game
from rules_dsl.ir.passes import automaton, domains, fold, inline, prune, tabulate

Pass = Callable[[Game], Game]

PASSES: tuple[Pass, ...] = (
    fold.run,
    tabulate.run,
    inline.run,
    fold.run,  # what look-ups and bodies with their arguments have made constant
    automaton.run,  # after folding: constant bounds of loops need no variable
    domains.run,  # after automaton: decisions made of chooses are actions too
    prune.run,
)


def run(game: Game) -> Game:
    """The game after all passes."""
    for one_pass in PASSES:
        game = one_pass(game)
    return game
