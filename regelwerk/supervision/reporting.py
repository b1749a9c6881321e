"""Messages from a command to its supervisor: limits, the interim answer, and that the final answer is complete."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

STOPPED = "@@stopped@@"
"""Stands in an interim answer for the reason why it is the last one."""


@dataclass(frozen=True, slots=True)
class Interim:
    """The interim answer, printed if the command is stopped."""

    text: str
    code: int

    def because(self, reason: str) -> str:
        """The text with the reason of the stop."""
        return self.text.replace(STOPPED, reason)


@dataclass(slots=True)
class Reporter:
    """The command's side of the pipe; without a supervisor (`pipe` is None) it only stores messages."""

    pipe: int | None = None
    begun: float | None = None
    """When the supervisor began to count, on the monotonic clock."""
    interim: Interim | None = None
    stage: str = ""
    """What comes before the search itself: loading, compiling."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def begin(self, seconds: float | None, memory: int | None, json: bool) -> None:
        """Announce the start with its limits."""
        self.interim, self.stage = None, ""
        self._send(seconds=seconds, memory=memory, json=json)

    @contextmanager
    def during(self, stage: str) -> Iterator[None]:
        """Announce a stage before the search.

        A stop leaves the stage set, so that the last message can name it; a handled error resets it.
        """
        before = self.stage
        self._enter(stage)
        try:
            yield
        except Exception:
            self._enter(before)
            raise
        self._enter(before)

    def _enter(self, stage: str) -> None:
        self.stage = stage
        self._send(stage=stage)

    @property
    def time_is_over(self) -> str:
        """That the time is over, and where that was."""
        return time_is_over(self.stage)

    def so_far(self, text: str, code: int) -> None:
        """What to print, and the exit code, if nothing more comes."""
        self.interim = Interim(text, code)
        self._send(interim=text, code=code)

    def answering(self) -> None:
        """The answer is complete and being written; the reader may take his time."""
        self.interim = None
        self._send(answering=True)

    def finish(self, code: int) -> None:
        """All is written."""
        self._send(done=code)

    def _send(self, **message: object) -> None:
        rest = (
            "\n" + json.dumps(message) + "\n"
        ).encode()  # a message that was broken off in the middle spoils no other
        with self._lock:
            while rest and self.pipe is not None:
                try:
                    rest = rest[os.write(self.pipe, rest) :]
                except OSError:  # nobody supervises any more
                    self.pipe = None


def time_is_over(stage: str) -> str:
    """That the time is over, and in which stage before the search."""
    return f"the time was over while {stage}" if stage else "the time is over"


REPORTER = Reporter()
"""Of this process: it has one command and one supervisor."""
