"""The passes in their fixed order: a game as the rules say it → a game as engines take it."""

from __future__ import annotations

from collections.abc import Callable

from rules_dsl.ir.nodes import Game
from rules_dsl.ir.passes import automaton, domains, fold, inline, lift, membership, plain, prune, tabulate
from rules_dsl.ir.verify import verify

Pass = Callable[[Game], Game]

PASSES: tuple[Pass, ...] = (
    fold.run,
    tabulate.run,
    inline.run,
    plain.run,
    membership.run,
    fold.run,  # what look-ups and bodies with their arguments have made constant
    lift.run,  # after inlining: bodies meet arguments
    inline.run,  # tables have made bodies small
    automaton.run,  # after folding: constant bounds of loops need no variable
    domains.run,  # after automaton: decisions made of chooses are actions too
    prune.run,
)


def run(game: Game) -> Game:
    """The game after all passes."""
    for one_pass in PASSES:
        game = one_pass(game)
    return game


def run_checked(game: Game) -> Game:
    """The game after all passes; raises ValueError if it is not well formed before or after one of them.

    For tests: it is slow.
    """
    _check(game, "the passes")
    for one_pass in PASSES:
        game = one_pass(game)
        _check(game, one_pass.__module__)
    return game


def _check(game: Game, where: str) -> None:
    problems = verify(game)
    if problems:
        raise ValueError(f"the game is not well formed at {where}: {'; '.join(problems)}")
