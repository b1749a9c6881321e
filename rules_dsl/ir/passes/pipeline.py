"""The passes in their fixed order: a game as the rules say it → a game as engines take it."""

from __future__ import annotations

from collections.abc import Callable

from rules_dsl.ir.nodes import Game
from rules_dsl.ir.passes import automaton

Pass = Callable[[Game], Game]

PASSES: tuple[Pass, ...] = (automaton.run,)


def run(game: Game) -> Game:
    """The game after all passes."""
    for one_pass in PASSES:
        game = one_pass(game)
    return game
