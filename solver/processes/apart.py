"""Runs work that may crash, use too much memory or never end in a separate process, and keeps every message it sent."""

from __future__ import annotations

import errno
import multiprocessing
import os
import resource
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Generic, TypeVar

Message = TypeVar("Message")

GRACE = 5.0
"""Seconds after its time in which the work may still end by itself."""


@dataclass(frozen=True, slots=True)
class AbortedWork:
    """The work ended before it was done, and why."""

    why: str


@dataclass(frozen=True, slots=True)
class _Item(Generic[Message]):
    """A message of the work."""

    value: Message


@dataclass(frozen=True, slots=True)
class _RaisedError:
    """The work failed with an exception that the caller has to see."""

    error: Exception


_END = "end"
OUT_OF_MEMORY = 77
"""The exit code of work that had no memory left, not even to send a message."""
SHORT_OF_MEMORY = (
    "out of memory",
    "memout",
    "can't start new thread",
    "cannot allocate memory",
    "failed to map segment",
    "bad_alloc",
)
"""What libraries say when an allocation fails."""
OF_A_FAILED_ALLOCATION = (signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS, signal.SIGTRAP)
"""How libraries in C and C++ end that do not look whether memory was granted."""


def is_short_of_memory(error: BaseException) -> bool:
    """Was an allocation refused? Libraries have their own exceptions for that."""
    if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
        return True
    return says_short_of_memory(str(error))


def says_short_of_memory(text: str) -> bool:
    """Do these words of a library mean that an allocation was refused?"""
    return any(words in text.lower() for words in SHORT_OF_MEMORY)


def out_of_memory(limit: int | None = None) -> str:
    """The message for running out of memory, with the limit that applied: that of the work or that of the process."""
    known = [number for number in (limit, _limit_of_process()) if number is not None]
    if not known:
        return "out of memory"
    return f"out of memory (limit {min(known) / (1 << 30):.3g} GB)"


def _limit_of_process() -> int | None:
    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if soft == resource.RLIM_INFINITY else soft


def apart(
    work: Callable[[], Iterator[Message]], seconds: float | None, memory: int | None, grace: float = GRACE
) -> Iterator[Message | AbortedWork]:
    """The messages of the work in order; an `AbortedWork` comes last if it did not finish."""
    context = multiprocessing.get_context("fork")
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=_run, args=(work, sending, memory), daemon=True)
    try:
        process.start()
    except OSError as error:
        receiving.close()
        yield AbortedWork(
            out_of_memory(memory) if is_short_of_memory(error) else f"no process could be started: {error.strerror}"
        )
        return
    finally:
        sending.close()
    try:
        yield from _receive_messages(
            receiving,
            process.join,
            None if seconds is None else time.perf_counter() + seconds + grace,
            lambda: process.exitcode,
            memory,
        )
    finally:
        if process.is_alive():
            process.kill()
        process.join()
        receiving.close()


def _receive_messages(
    receiving: Connection, join: Callable[[], None], until: float | None, code: Callable[[], int | None], memory: int | None
) -> Iterator[Message | AbortedWork]:  # fmt: skip
    while True:
        if not receiving.poll(None if until is None else max(0.0, until - time.perf_counter())):
            yield AbortedWork("the time was over")
            return
        try:
            message = receiving.recv()
        except (EOFError, ConnectionResetError):
            join()
            yield AbortedWork(_explain_exit(code(), memory))
            return
        except MemoryError:
            yield AbortedWork(out_of_memory())
            return
        match message:
            case _Item(value):
                yield value
            case _RaisedError(error):
                raise error
            case AbortedWork():
                yield message
                return
            case _:
                return


def _explain_exit(code: int | None, memory: int | None) -> str:
    """Why the process is gone."""
    if code == OUT_OF_MEMORY:
        return out_of_memory(memory)
    if code is None or code >= 0:
        return f"the process ended with code {code}"
    by = signal.Signals(-code)
    if by is signal.SIGKILL:
        return "the process was killed (SIGKILL), probably because the computer was out of memory"
    limit = out_of_memory(memory)
    return f"the process crashed ({by.name}){f', perhaps {limit}' if by in OF_A_FAILED_ALLOCATION and limit != 'out of memory' else ''}"


def _run(work: Callable[[], Iterator[Message]], sending: Connection, memory: int | None) -> None:
    """The main function of the separate process.

    All output goes through the pipe; what libraries print when they crash is discarded.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _silence()
    try:
        _limit(memory)
        for message in work():
            sending.send(_Item(message))
        sending.send(_END)
    except Exception as error:
        if is_short_of_memory(error):
            os._exit(OUT_OF_MEMORY)
        sending.send(_RaisedError(error))


def _silence() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)


def _limit(memory: int | None) -> None:
    """So much more than is in use now, but no more than is allowed already."""
    if memory is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    allowed = [number for number in (soft, hard) if number != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min([_in_use() + memory, *allowed]), hard))


def _in_use() -> int:
    """The address space of this process; where that cannot be read, what it has held at most."""
    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
