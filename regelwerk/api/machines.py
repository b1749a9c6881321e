"""The machines by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regelwerk.supervision.reporting import REPORTER

if TYPE_CHECKING:
    from cython_ext.native import NativeMachine
    from rules_dsl.ir.nodes import Game
    from rules_dsl.machine.api import Machine

NO_NATIVE = "puzzles that are filled in have no native machine; use --machine auto"


class Unsupported(Exception):
    """The requested machine or engine cannot do this; the message says why.

    `defect`: because of an error in Regelwerk.
    """

    def __init__(self, message: str, defect: bool = False) -> None:
        super().__init__(message)
        self.defect = defect


def machine_for(game: Game, name: str = "auto") -> Machine:
    """A machine that plays the game; `auto` takes the fastest one there is.

    Puzzles to be filled in have a machine of their own.
    """
    match name:
        case "auto" | "python" | "reference" if game.finds:
            from rules_dsl.machine.filling.machine import FindMachine

            return FindMachine(game)
        case "auto" | "python":
            from rules_dsl.machine.generated.machine import PythonMachine

            return PythonMachine(game)
        case "reference":
            from rules_dsl.machine.reference import ReferenceMachine

            return ReferenceMachine(game)
        case "native":
            return native_machine(game)
        case _:
            raise Unsupported(f"there is no machine called {name}; there are auto, native, python and reference")


def native_machine(game: Game) -> NativeMachine:
    """The machine over the compiled game; raises Unsupported with the reason if there is none here."""
    from cython_ext.emit.unsupported import NotNative
    from cython_ext.native import NativeMachine

    if game.finds:
        raise Unsupported(NO_NATIVE)
    try:
        with REPORTER.during("compiling"):
            return NativeMachine(game)
    except NotNative as reason:
        raise Unsupported(str(reason), reason.defect) from None
