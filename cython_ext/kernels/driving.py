"""A compiled game as the kernels see it, and its failures in words."""

from __future__ import annotations

import ctypes
from typing import NoReturn

from cython_ext.kernels._kernel import Failed, Handle
from cython_ext.native import NativeMachine


def handle_of(machine: NativeMachine) -> Handle:
    """The table of a compiled game for the kernels."""
    return Handle(ctypes.addressof(machine.table), machine)


def explain(machine: NativeMachine, failed: Failed) -> NoReturn:
    """Raise the PlayError for a failure of the rules, in the words of the reference machine."""
    match failed.step:
        case "claims":
            machine.judge(failed.position)
        case "ended" | "scores":
            state = machine.state(failed.position)
            machine.find_end(state)
            machine.scores(state)
        case _:
            machine.successors(failed.position)
    raise RuntimeError(
        f"the compiled game fails with E{failed.code:04} where the reference machine does not"
    ) from failed
