"""Mutable plays of compiled games, by the kernel."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cython_ext.kernels import _kernel
from cython_ext.kernels.driving import explain, handle_of
from cython_ext.native import NativeMachine
from regelwerk.api.running import Run
from rules_dsl.machine import api
from rules_dsl.machine.walker import begin_at

if TYPE_CHECKING:
    from regelwerk.api.game import Game


class NativeRun(_kernel.Run, Run):
    """A play on the bytes of a compiled game; a move is its number there."""

    _native: NativeMachine

    @property
    def weights(self) -> list[int] | None:
        """The weights of chance."""
        return self._native.weights(self.position)

    def copy(self) -> Run:
        """Another play from here."""
        return _begin_run(self.game, self._native, self.position)

    def _raw(self) -> api.State:
        return self._native.state(self.position)

    def _move(self, move: int) -> api.Move:
        return self._native.move((self.position, move))


def native_run(game: Game, machine: NativeMachine, start: api.State | None = None) -> Run:
    """A play from the start; None: from where the game begins."""
    return _begin_run(game, machine, begin_at(machine, start))


def _begin_run(game: Game, machine: NativeMachine, start: bytes) -> Run:
    run = NativeRun(handle_of(machine), start, partial(explain, machine))
    run.game, run._native = game, machine
    return run
