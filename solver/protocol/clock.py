"""The limits of one search: time, memory, nodes, stalls, and interruption by the user."""

from __future__ import annotations

import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import TypeVar

from solver.protocol.answers import Progress
from solver.protocol.baton import EngineTurn
from solver.protocol.questions import Limits

Key = TypeVar("Key")
Item = TypeVar("Item")

LOOK = 4
"""Limits are looked at once in so many positions; one may have thousands of moves."""
SECONDS_BETWEEN = 1.0
INTERRUPTED = "interrupted"
KILOBYTE = 1 if sys.platform == "darwin" else 1024


class OutOfTime(Exception):
    """A limit is reached in the middle of work that cannot be left otherwise."""


class Clock:
    """Counts nodes, checks limits, and decides when a heartbeat is due."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.turn: EngineTurn | None = None
        self.nodes = 0
        self.stopped = ""
        self._ended = ""
        self._interrupted = False
        self._told: list[Callable[[], None]] = []
        self._parts: list[Clock] = []
        self._started = time.perf_counter()
        self._last_sign = self._started
        self._last_better = self._started

    @property
    def seconds(self) -> float:
        """Since the search began."""
        return time.perf_counter() - self._started

    @property
    def deadline(self) -> float | None:
        """Seconds that are left, None for no limit."""
        return None if self.limits.seconds is None else max(0.0, self.limits.seconds - self.seconds)

    @property
    def room(self) -> int | None:
        """Bytes that a search may still take: what the limit leaves, without a limit half of the memory of this
        computer if that can be found out.
        """
        return _half_of_memory() if self.limits.memory is None else max(0, self.limits.memory - memory_in_use())

    def better(self) -> None:
        """Something better was found."""
        self._last_better = time.perf_counter()

    def tick(self) -> bool:
        """Count a position; true if it is time to look around."""
        self.nodes += 1
        return self.nodes % LOOK == 0

    def is_over(self, more: int = 0) -> bool:
        """Is a limit reached, or would it be with this many more bytes? Sets `stopped` to the limit."""
        if self.turn is not None:
            self.turn.look()
        now, limits = time.perf_counter(), self.limits
        if self._interrupted:
            self.stopped = INTERRUPTED
        elif self._ended:
            self.stopped = self._ended
        elif limits.seconds is not None and now - self._started >= limits.seconds:
            self.stopped = "time"
        elif limits.stall is not None and now - self._last_better >= limits.stall:
            self.stopped = "stall"
        elif (
            limits.memory is not None
            and _read_peak() + more >= limits.memory
            and memory_in_use() + more >= limits.memory
        ):
            self.stopped = "memory"
        elif limits.nodes is not None and self.nodes >= limits.nodes:
            self.stopped = "nodes"
        return bool(self.stopped)

    def insist(self) -> None:
        """Raises OutOfTime where a limit is reached."""
        if self.is_over():
            raise OutOfTime(self.stopped)

    def end(self, why: str) -> None:
        """The search has found enough."""
        self._ended = why
        for part in self._parts:
            part.end(why)
        for tell in self._told:
            tell()

    def part(self, seconds: float) -> Clock:
        """A clock for a part of the search; what ends the whole ends both."""
        clock = Clock(replace(self.limits, seconds=seconds))
        clock.turn = self.turn
        self._parts.append(clock)
        return clock

    @property
    def is_ended(self) -> bool:
        """Was the search ended from outside?"""
        return self._interrupted or bool(self._ended)

    @contextmanager
    def away(self) -> Iterator[None]:
        """A solver works meanwhile, and nothing is done in Python: others may."""
        if self.turn is None:
            yield
            return
        with self.turn.away():
            yield

    def patient(self, seconds: float) -> bool:
        """Was there progress within this many seconds?"""
        return time.perf_counter() - self._last_better < seconds

    @contextmanager
    def listening(self) -> Iterator[None]:
        """The first Ctrl-C ends the search in good order, the second one at once."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, self._interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _interrupt(self, _signal: int, _frame: FrameType | None) -> None:
        if self._interrupted:
            raise KeyboardInterrupt
        self._interrupted = True
        for part in self._parts:
            part._interrupt(_signal, _frame)
        for tell in self._told:
            tell()

    def when_interrupted(self, tell: Callable[[], None]) -> None:
        """Register a callback for interruption, for work that does not poll this clock."""
        self._told.append(tell)

    def heartbeat(self, nodes: int | None = None) -> Iterator[Progress]:
        """A sign of life, if one is due.

        Every loop of a search calls it after a step; `nodes` are those of a search that counts by itself.
        """
        if nodes is not None:
            self.nodes = nodes
        now = time.perf_counter()
        if now - self._last_sign >= SECONDS_BETWEEN:
            self._last_sign = now
            yield Progress(self.nodes, now - self._started)


def growth_of(table: dict[Key, Item]) -> int:
    """Bytes that a dictionary takes at once with the next few entries:

    Python makes a new one of twice the size where two thirds of it are full.
    """
    size = 1 << (3 * len(table) // 2).bit_length()
    return 2 * sys.getsizeof(table) if 2 * size // 3 - len(table) <= LOOK else 0


def memory_in_use() -> int:
    """Bytes this process has held at most."""
    try:
        status = Path("/proc/self/status").read_bytes()
    except OSError:
        return _read_peak()
    held = next((line for line in status.splitlines() if line.startswith(b"VmHWM:")), None)
    return _read_peak() if held is None else int(held.split()[1]) * 1024


def _read_peak() -> int:
    """The same, asked more quickly; what the process held that started this one may be counted, too."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KILOBYTE


def _half_of_memory() -> int | None:
    if not hasattr(os, "sysconf") or "SC_PHYS_PAGES" not in os.sysconf_names:
        return None
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
