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
    from regelwerk.api.game import Game, State
    from regelwerk.api.loader import load
    from regelwerk.api.machines import Unsupported
    from regelwerk.api.results import Move, Result
    from regelwerk.api.running import Run
    from regelwerk.api.solving import ImprovedLine, Solution, solve
    from rules_dsl.diagnostics.diagnostic import RulesError

__all__ = [
    "Game",
    "ImprovedLine",
    "Move",
    "Result",
    "RulesError",
    "Run",
    "Solution",
    "State",
    "Unsupported",
    "__version__",
    "load",
    "solve",
]

_HOMES = {
    "Game": "regelwerk.api.game",
    "ImprovedLine": "regelwerk.api.solving",
    "Move": "regelwerk.api.results",
    "Result": "regelwerk.api.results",
    "RulesError": "rules_dsl.diagnostics.diagnostic",
    "Run": "regelwerk.api.running",
    "Solution": "regelwerk.api.solving",
    "State": "regelwerk.api.game",
    "Unsupported": "regelwerk.api.machines",
    "load": "regelwerk.api.loader",
    "solve": "regelwerk.api.solving",
}


def __getattr__(name: str) -> object:
    """Imports what is asked for: the command line shows its help before anything heavy is there."""
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module 'regelwerk' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
