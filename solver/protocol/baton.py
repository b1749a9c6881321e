"""Turn-taking for engines that share one interpreter.

The engine that holds the baton runs Python; it passes the baton on at the end of its slice or while a solver works for
it.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SLICE, LONGEST_SLICE = 2.0, 16.0
"""Seconds of the first slice; each is twice as long as the one before."""
BETWEEN_LOOKS = 0.05


class Baton:
    """Goes round among those who wait for it, first come first served; who comes back from a solver goes before the
    others, as there is little to do for him.
    """

    def __init__(self) -> None:
        self._waiting: deque[EngineTurn] = deque()
        self.is_urgent = False
        self._changed = threading.Condition()

    def join(self, turn: EngineTurn, first: bool = False) -> None:
        """Queue for the baton, or directly behind its holder."""
        with self._changed:
            self._waiting.insert(1 if first else len(self._waiting), turn)
            self.is_urgent = self.is_urgent or (first and len(self._waiting) > 1)

    def take(self, turn: EngineTurn, gives_up: Callable[[], bool]) -> None:
        """Wait for the baton, or until it is not wanted any more."""
        with self._changed:
            while self._waiting[0] is not turn and not gives_up():
                self._changed.wait(BETWEEN_LOOKS)
            self.is_urgent = False

    def leave(self, turn: EngineTurn) -> None:
        """Pass the baton on, or leave the queue."""
        with self._changed:
            if turn in self._waiting:
                self._waiting.remove(turn)
            self._changed.notify_all()

    @property
    def is_wanted(self) -> bool:
        """Does another engine wait for the baton?"""
        return len(self._waiting) > 1


class EngineTurn:
    """One engine's part in the round."""

    def __init__(self, baton: Baton, gives_up: Callable[[], bool]) -> None:
        self._baton, self._gives_up = baton, gives_up
        self._slice, self._since = SLICE, 0.0
        self._away = 0
        baton.join(self)

    def begin(self) -> None:
        """Wait for the first slice."""
        self._baton.take(self, self._gives_up)
        self._since = time.perf_counter()

    def look(self) -> None:
        """Pass the baton on if the slice is over and another engine waits."""
        if (
            self._away
            or not self._baton.is_wanted
            or (time.perf_counter() - self._since < self._slice and not self._baton.is_urgent)
        ):
            return
        if not self._baton.is_urgent:
            self._slice = min(2 * self._slice, LONGEST_SLICE)
        self._baton.leave(self)
        self._baton.join(self)
        self.begin()

    def end(self) -> None:
        """The work is done."""
        self._baton.leave(self)

    @contextmanager
    def away(self) -> Iterator[None]:
        """Release the interpreter while foreign code runs without it."""
        self._away += 1
        if self._away == 1:
            self._baton.leave(self)
        try:
            yield
        finally:
            self._away -= 1
            if not self._away:
                self._baton.join(self, first=True)
                self.begin()
