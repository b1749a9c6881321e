"""The clairvoyant bound: what a player who sees all of chance could reach, averaged over decks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from cython_ext.layout.masks import state_mask
from cython_ext.native import NativeMachine
from rules_dsl.ir.random_numbers import seed_of
from rules_dsl.machine.api import State
from solver.protocol.seats import Seats
from solver.sampling.policy import run_guarded


@dataclass(slots=True)
class Foreseen:
    """Solves a determinised game exactly if it is small enough; otherwise the ranges of the rules are the bound."""

    machine: NativeMachine
    start: State
    seats: Seats
    seed: int
    most: int
    positions: int  # so many are looked at on one deck
    memory: int

    def best(self, number: int) -> int:
        """The best result on the deck of this number, or an upper bound on it."""
        from cython_ext.kernels._expecting import Expecter
        from cython_ext.kernels.driving import handle_of

        machine, seats = self.machine, self.seats
        for mask in (state_mask(machine.game), None):
            kernel = Expecter(
                handle_of(machine), machine.position(self.start), bytes(seats.ways), seats.me, seats.opponent, mask, self.memory,
                seed_of(self.seed, number), float(self.most),
            )  # fmt: skip
            run_guarded(machine, partial(kernel.step, self.positions))
            if kernel.status_name != "unfit":
                break
        return self.most if kernel.first is None else int(kernel.first[1])
