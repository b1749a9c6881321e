"""The machines by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules_dsl.ir.nodes import Game
    from rules_dsl.machine.api import Machine

NO_NATIVE = "the native machine is not part of this build; use --machine python"


class Unsupported(Exception):
    """The machine or engine that was asked for cannot do this; the message says what to use."""


def machine_for(game: Game, name: str = "auto") -> Machine:
    """A machine that plays the game; `auto` takes the fastest one there is. Puzzles to be filled in have a machine of their own."""
    match name:
        case "auto" | "python" | "reference" if game.finds:
            from rules_dsl.machine.find_machine import FindMachine

            return FindMachine(game)
        case "auto" | "python":
            from rules_dsl.machine.pygen import PythonMachine

            return PythonMachine(game)
        case "reference":
            from rules_dsl.machine.reference import ReferenceMachine

            return ReferenceMachine(game)
        case "native":
            raise Unsupported(NO_NATIVE)
        case _:
            raise Unsupported(f"there is no machine called {name}; there are auto, native, python and reference")
