"""Limits of the whole process: time and memory."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType

SHORTEST, LONGEST = 0.001, 1e8  # what a timer of the system takes, in seconds
PART_OF_MEMORY = 0.75
Handler = Callable[[int, FrameType | None], None] | signal.Handlers


class TimeUp(KeyboardInterrupt):
    """The time is over: like an interruption, but by the limit."""


@contextmanager
def clock(seconds: float | None) -> Iterator[None]:
    """Raise TimeUp in the block after this many seconds; None is no limit."""
    if seconds is None or not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, min(max(seconds, SHORTEST), LONGEST))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def ring(_signal: int, _frame: FrameType | None) -> None:
    """What a timer does in the end."""
    raise TimeUp


@contextmanager
def shield_from_signals() -> Iterator[None]:
    """Neither Ctrl-C nor SIGTERM end the block, which is short: a file is written whole."""
    with _replace_handlers({signal.SIGTERM: signal.SIG_IGN, signal.SIGINT: signal.SIG_IGN}):
        yield


@contextmanager
def _replace_handlers(handlers: Mapping[signal.Signals, Handler]) -> Iterator[None]:
    """Signals have other handlers in the block; only the main thread may say so."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {signals: signal.signal(signals, handler) for signals, handler in handlers.items()}
    try:
        yield
    finally:
        for signals, handler in before.items():
            signal.signal(signals, handler)


def limit_memory() -> None:
    """Lets this process ask for no more than most of the memory there is: rules without measure shall stop it, not the
    computer.
    """
    if os.name != "posix" or "SC_PHYS_PAGES" not in os.sysconf_names:
        return
    import resource

    most = int(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * PART_OF_MEMORY)
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    given = [number for number in (soft, hard) if number != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min([most, *given]), hard))
