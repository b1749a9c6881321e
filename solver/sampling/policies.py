"""The available policies, by effort."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cython_ext.native import NativeMachine
from rules_dsl.machine.api import State
from solver.protocol.efforts import Effort, Plans
from solver.protocol.seats import Seats
from solver.sampling.planner import Planner
from solver.sampling.policy import Policy

if TYPE_CHECKING:
    from cython_ext.kernels._kernel import Watch


def policy_of(
    machine: NativeMachine, start: State, seats: Seats, seed: int, effort: Effort, watch: Watch, longest: int
) -> Policy | Planner:
    """Plays the seats that are not at random, on decks drawn by number."""
    if isinstance(effort, Plans):
        return Planner(machine, start, seats, seed, effort, watch)
    return Policy(machine, start, seats, seed, effort, watch, longest)
