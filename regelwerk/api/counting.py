"""Counting, exploring and random play: by kernels over the compiled game where there is one, otherwise by a machine in
Python.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, NoReturn

from regelwerk import output
from regelwerk.api.machines import Unsupported, native_machine
from rules_dsl.quantities import quantity

if TYPE_CHECKING:
    from cython_ext.native import NativeMachine
    from rules_dsl.machine.api import Machine, State
    from rules_dsl.machine.explore import ExplorationResult, ExploreLimits
    from rules_dsl.machine.perft import Perft
    from rules_dsl.machine.playouts import Playouts

KERNELS = ("cython_ext.kernels._kernel", "cython_ext.kernels._explorer")
NOT_DEEP = "only compiled games, and not up to symmetry, are explored depth first; leave --depth-first out"
NO_KERNELS = (
    "the kernels of this installation are not built (a C compiler, Python's headers and Cython are needed: make build)"
)


@dataclass(frozen=True, slots=True)
class PlayCounter:
    """Counts with the machine it is given, from the start; None: from where the game begins."""

    machine: Machine
    start: State | None = None

    def at(self, start: State) -> PlayCounter:
        """The same from another position on."""
        return replace(self, start=start)

    def native(self) -> NativeMachine | None:
        """The compiled game, if that is what counts."""
        return None

    def perft(self, depth: int, divide: bool = False, *, hashing: bool = False, memory: int | None = None) -> Perft:
        """Plays of each length."""
        from rules_dsl.machine.perft import perft

        return perft(self.machine, depth, divide, hashing=hashing, start=self.start)

    def insist_on_threads(
        self, threads: int, memory: int | None = None, *, alike: bool = False, deep: bool = False
    ) -> None:
        """Raises RulesError where it cannot work in so many threads."""
        if threads > 1:
            _refuse(threads, "the game is not compiled", "leave --threads out")

    def explore(
        self, limits: ExploreLimits, *, alike: bool = False, deep: bool = False, threads: int = 1
    ) -> ExplorationResult:
        """Every position."""
        from rules_dsl.machine.explore import explore

        if deep:
            raise Unsupported(NOT_DEEP)
        return explore(self.machine, limits, alike=alike, start=self.start)

    def playouts(
        self, number: int | None, *, seed: int = 0, seconds: float | None = None, threads: int = 1
    ) -> Playouts:
        """Random plays."""
        from rules_dsl.machine.playouts import playouts

        return playouts(self.machine, number, seed=seed, seconds=seconds, start=self.start)


@dataclass(frozen=True, slots=True)
class NativePlayCounter(PlayCounter):
    """Counts with kernels; `machine` is there for what they cannot do."""

    compiled: NativeMachine = field(kw_only=True)

    def native(self) -> NativeMachine | None:
        """The compiled game."""
        return self.compiled

    def perft(self, depth: int, divide: bool = False, *, hashing: bool = False, memory: int | None = None) -> Perft:
        """Plays of each length."""
        from cython_ext.kernels.counting import TABLE_BYTES, perft

        return perft(
            self.compiled,
            depth,
            divide,
            hashing=hashing,
            memory=TABLE_BYTES if memory is None else memory,
            start=self.start,
        )

    def insist_on_threads(
        self, threads: int, memory: int | None = None, *, alike: bool = False, deep: bool = False
    ) -> None:
        """Raises RulesError where it cannot work in so many threads."""
        from cython_ext.kernels.alike import list_distinguished
        from cython_ext.kernels.exploring import least_memory
        from solver.protocol.clock import memory_in_use

        if threads == 1:
            return
        if deep:
            _refuse(threads, "depth first goes on from one position at a time", "leave --depth-first out")
        if alike and list_distinguished(self.compiled.game):
            _refuse(
                threads,
                "compiled games do not merge interchangeable values here, so generated Python counts",
                "leave --threads out",
            )
        if memory is not None and memory < least_memory(threads):
            _refuse(
                threads,
                "--memory leaves no room for the states",
                f"allow {least_memory(threads) + memory_in_use() >> 20} MB or more",
            )

    def explore(
        self, limits: ExploreLimits, *, alike: bool = False, deep: bool = False, threads: int = 1
    ) -> ExplorationResult:
        """Every position; those of a game with alike things that compiled games tell apart by the machine in Python if
        they are to count once.
        """
        from cython_ext.kernels.alike import list_distinguished
        from cython_ext.kernels.counting import explore

        if alike and (deep or list_distinguished(self.compiled.game)):
            return PlayCounter(self.machine, self.start).explore(limits, alike=True, deep=deep)
        bounded = limits if limits.memory is not None else replace(limits, memory=_half_of_memory())
        return explore(self.compiled, bounded, deep=deep, threads=threads, alike=alike, start=self.start)

    def playouts(
        self, number: int | None, *, seed: int = 0, seconds: float | None = None, threads: int = 1
    ) -> Playouts:
        """Random plays."""
        from cython_ext.kernels.counting import playouts

        return playouts(self.compiled, number, seed=seed, seconds=seconds, threads=threads, start=self.start)


def _refuse(threads: int, reason: str, repair: str) -> NoReturn:
    from regelwerk.settings import problem
    from rules_dsl.diagnostics.diagnostic import RulesError

    raise RulesError(
        replace(
            problem("E0766", (f"{quantity(threads, 'thread')} cannot share this work"), "--threads", repair=repair),
            reason=reason,
        )
    )


def counter_for(machine: Machine, name: str = "auto", quiet: bool = False) -> PlayCounter:
    """The counter for a game.

    Where there is no compiled game, `auto` uses the machine as it is and says why; `native` is refused.
    """
    if name not in ("auto", "native") or machine.game.finds:
        return PlayCounter(machine)
    try:
        if not kernels_are_built():
            raise Unsupported(NO_KERNELS)
        return NativePlayCounter(machine, compiled=native_machine(machine.game))
    except Unsupported as reason:
        if name == "native":
            raise
        output.note(f"{reason}; generated Python plays", quiet and not reason.defect)
        return PlayCounter(machine)


def compile_for(machine: Machine, name: str = "auto", quiet: bool = False) -> NativeMachine | None:
    """The compiled game for searches with a kernel; None where `auto` can do without."""
    return counter_for(machine, name, quiet).native()


def kernels_are_built() -> bool:
    """Are the extension modules there?"""
    return all(find_spec(name) is not None for name in KERNELS)


def _half_of_memory() -> int | None:
    """Half of the memory of this computer, if it can be found out."""
    if not hasattr(os, "sysconf") or "SC_PHYS_PAGES" not in os.sysconf_names:
        return None
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
