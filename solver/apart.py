"""Work that may crash, eat memory or never end is done in a process of its own; what it has told by then is kept."""

from __future__ import annotations

import multiprocessing
import resource
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Generic, TypeVar

Told = TypeVar("Told")

GRACE = 5.0
"""Seconds after its time in which the work may still end by itself."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The work ended before it was done, and why."""

    why: str


@dataclass(frozen=True, slots=True)
class _Item(Generic[Told]):
    """Something the work has told."""

    value: Told


@dataclass(frozen=True, slots=True)
class _Raised:
    """The work failed with an exception that the caller has to see."""

    error: Exception


_END = "end"


def apart(work: Callable[[], Iterator[Told]], seconds: float | None, memory: int | None) -> Iterator[Told | Lost]:
    """What the work tells, one after another; at the end a `Lost` if it did not come to its end."""
    context = multiprocessing.get_context("fork")
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=_run, args=(work, sending, memory), daemon=True)
    process.start()
    sending.close()
    try:
        yield from _heard(receiving, process.join, None if seconds is None else time.perf_counter() + seconds + GRACE, lambda: process.exitcode)
    finally:
        if process.is_alive():
            process.kill()
        process.join()
        receiving.close()


def _heard(
    receiving: Connection, join: Callable[[], None], until: float | None, code: Callable[[], int | None]
) -> Iterator[Told | Lost]:
    while True:
        if not receiving.poll(None if until is None else max(0.0, until - time.perf_counter())):
            yield Lost("the time was over")
            return
        try:
            message = receiving.recv()
        except EOFError:
            join()
            yield Lost(_ended(code()))
            return
        match message:
            case _Item(value):
                yield value
            case _Raised(error):
                raise error
            case Lost():
                yield message
                return
            case _:
                return


def _ended(code: int | None) -> str:
    if code is not None and code < 0:
        return f"the prover crashed ({signal.Signals(-code).name})"
    return f"the prover ended with code {code}"


def _run(work: Callable[[], Iterator[Told]], sending: Connection, memory: int | None) -> None:
    """The process of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if memory is not None:
        resource.setrlimit(resource.RLIMIT_AS, (_in_use() + memory, resource.RLIM_INFINITY))
    try:
        for each in work():
            sending.send(_Item(each))
        sending.send(_END)
    except MemoryError:
        sending.send(Lost("the memory was used up"))
    except Exception as error:
        sending.send(_Raised(error))


def _in_use() -> int:
    """The address space of this process; where that cannot be read, what it has held at most."""
    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
