"""Regelwerk: one rules file; play it, solve it, check it, make puzzles from it.

>>> import regelwerk
>>> game = regelwerk.load("tictactoe")
>>> state = game.initial()
>>> state.player
'X'
>>> len(state.moves)
9
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regelwerk.version import VERSION as __version__

if TYPE_CHECKING:
    from regelwerk.game import Game, Move, Result, State
    from regelwerk.loader import load
    from regelwerk.machines import Unsupported
    from regelwerk.running import Run
    from regelwerk.solving import Found, Solution, solve
    from rules_dsl.diagnostics.diagnostic import RulesError

__all__ = ["Found", "Game", "Move", "Result", "RulesError", "Run", "Solution", "State", "Unsupported", "__version__", "load", "solve"]

_HOMES = {
    "Found": "regelwerk.solving",
    "Game": "regelwerk.game",
    "Move": "regelwerk.game",
    "Result": "regelwerk.game",
    "RulesError": "rules_dsl.diagnostics.diagnostic",
    "Run": "regelwerk.running",
    "Solution": "regelwerk.solving",
    "State": "regelwerk.game",
    "Unsupported": "regelwerk.machines",
    "load": "regelwerk.loader",
    "solve": "regelwerk.solving",
}


def __getattr__(name: str) -> object:
    """Imports what is asked for: the command line shows its help before anything heavy is there."""
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module 'regelwerk' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
