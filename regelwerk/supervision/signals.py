"""Signals received by a waiting supervisor."""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

ECHO = 0.3
"""`timeout` sends a signal to a process and then to its whole group: within so many seconds that is one wish."""
HEARD = tuple([getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)])
Handler = Callable[[int, FrameType | None], object] | int | None


class Signals:
    """The signals received; each wakes whoever polls `woken`."""

    def __init__(self) -> None:
        self.woken, self._wakes = os.pipe()
        self.wishes: list[int] = []
        self._last: dict[int, float] = {}
        self._before: dict[int, Handler] = {}
        for number in (self.woken, self._wakes):
            os.set_blocking(number, False)

    def listen(self) -> None:
        """Hear signals from now on; what was ignored stays ignored."""
        signal.set_wakeup_fd(self._wakes, warn_on_full_buffer=False)
        for item in HEARD:
            if signal.getsignal(item) is not signal.SIG_IGN:
                self._before[item] = signal.signal(item, self._hear)
        self._before[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, lambda *_: None)

    def leave(self) -> None:
        """As it was before."""
        signal.set_wakeup_fd(-1)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        os.close(self.woken)
        os.close(self._wakes)

    def drain(self) -> None:
        """Forget what woke us."""
        while select.select([self.woken], [], [], 0)[0]:
            os.read(self.woken, 512)

    def _hear(self, number: int, _frame: FrameType | None) -> None:
        now = time.monotonic()
        if now - self._last.get(number, -ECHO) >= ECHO:
            self.wishes.append(number)
        self._last[number] = now


@contextmanager
def ignoring_interrupts() -> Iterator[None]:
    """A block that a second Ctrl-C does not break off: what a user has played is written first."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
