"""Process trees: their memory, and how to end them."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")
PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def family(pid: int) -> Iterator[int]:
    """A process and its descendants; the process alone where the system does not list them."""
    yield pid
    for children in (PROC / str(pid)).glob("task/*/children"):
        for child in _read(children).split():
            yield from family(int(child))


def memory_of(pid: int, limit: int) -> int:
    """Bytes a process holds with its descendants.

    Pages they share are counted once, which is slower and done only where it matters for the limit; 0 where it cannot
    be found out.
    """
    every = list(family(pid))
    held = sum([_resident(number) for number in every])
    return held if held <= limit or len(every) == 1 else sum([_proportional(number) for number in every])


def _resident(pid: int) -> int:
    fields = _read(PROC / str(pid) / "statm").split()
    return int(fields[1]) * PAGE if fields else 0


def _proportional(pid: int) -> int:
    lines = _read(PROC / str(pid) / "smaps_rollup").splitlines()
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)


def kill_all(pid: int) -> None:
    """Ends a process and its descendants at once. It is stopped first, so that it starts no others meanwhile."""
    _send(pid, signal.SIGSTOP)
    for number in list(family(pid)):
        _send(number, signal.SIGKILL)


def _send(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def _read(path: Path) -> str:
    """The text of a file of the system; nothing where the process has ended meanwhile."""
    try:
        return path.read_text("ascii")
    except OSError:
        return ""
