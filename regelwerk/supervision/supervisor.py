"""The parent process that enforces a command's limits.

Searches check their own clocks. A command that does not (in a solver, or in one long condition) gets a signal first and
is then ended from here; its interim answer is printed.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import FrameType

from regelwerk.supervision.exits import Exit
from regelwerk.supervision.processes import kill_all, memory_of
from regelwerk.supervision.reporting import REPORTER, Interim, time_is_over
from regelwerk.supervision.signals import Signals

LATENESS, LEAST_LATENESS = 0.05, 0.5
"""A command may be late by this part of its time, by so many seconds at least: for half of that it may end by itself,
for the other half when asked.
"""
EXCESS = 1.05
"""It may hold so many times its memory."""
PATIENCE = 3.0
"""Seconds to tell what was found after Ctrl-C or SIGTERM, or to leave after the last word."""
TO_WRITE = 20.0
"""Seconds to write it once the command has said that it does: on a busy computer a play is to be saved all the same."""
BETWEEN_LOOKS = 0.02
LEAVING = "leaving"
"""Its answer was complete."""
STOP_WORDS = {LEAVING: "interrupted"}
REASONS = {"memory": "the limit of memory is reached", "interrupted": "interrupted", LEAVING: "interrupted"}


@dataclass(frozen=True, slots=True)
class CommandLimits:
    """What a command is allowed, and whether it answers in JSON."""

    seconds: float | None = None
    memory: int | None = None
    json: bool = False

    @property
    def lateness(self) -> float:
        """Seconds by which it may be late."""
        return max(LATENESS * (self.seconds or 0.0), LEAST_LATENESS)


def supervise(ring: Callable[[int, FrameType | None], None]) -> None:
    """Goes on in a child process, which does `ring` when its time is over; this process watches it and leaves with its
    exit code.
    """
    if not hasattr(os, "fork"):
        return
    (receiving, sending), (alive, lifeline) = os.pipe(), os.pipe()
    terminal, begun, signals = any(os.isatty(literal) for literal in (0, 1, 2)), time.monotonic(), Signals()
    signals.listen()
    child = os.fork()
    if child:
        os.close(sending)
        os.close(alive)
        os._exit(CommandWatch(child, receiving, signals, begun, terminal).run())
    for number in (receiving, lifeline):
        os.close(number)
    signals.leave()
    REPORTER.begun = begun
    _begin_work(sending, alive, ring, terminal)


def _begin_work(sending: int, alive: int, ring: Callable[[int, FrameType | None], None], terminal: bool) -> None:
    """In the child: it hears what its supervisor passes on, Ctrl-C at a terminal by itself, and ends with the
    supervisor.
    """
    import fcntl

    REPORTER.pipe = sending
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, ring)
    if not terminal:
        os.setpgid(0, 0)
    if hasattr(os, "O_ASYNC") and hasattr(
        fcntl, "F_SETOWN"
    ):  # SIGIO, which ends it, comes when the other end of the pipe is closed
        fcntl.fcntl(alive, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(alive, fcntl.F_SETFL, fcntl.fcntl(alive, fcntl.F_GETFL) | os.O_ASYNC)


@dataclass(slots=True)
class CommandWatch:
    """A running command: its messages, and why and when it will be ended."""

    child: int
    pipe: int | None
    signals: Signals
    begun: float
    terminal: bool
    limits: CommandLimits = CommandLimits()
    interim: Interim | None = None
    stage: str = ""
    answering: bool = False
    code: int | None = None
    reason: str = ""
    until: float | None = None
    _read: bytes = b""
    _wishes: int = 0

    def run(self) -> int:
        """Until the command has ended; its exit code."""
        while True:
            self._wait()
            ended, status = os.waitpid(self.child, os.WNOHANG)
            self._listen()
            if ended:
                return self._handle_exit(status)
            self._keep_limits(time.monotonic())
            if self.until is not None and time.monotonic() >= self.until:
                return self._end()

    def _wait(self) -> None:
        """Until something happens, or for as long as limits need no look."""
        unlimited = self.limits.seconds is None and self.limits.memory is None and self.until is None
        select.select(
            [self.signals.woken, *([] if self.pipe is None else [self.pipe])],
            [],
            [],
            None if unlimited else BETWEEN_LOOKS,
        )
        self.signals.drain()

    def _listen(self) -> None:
        """Read the command's messages."""
        while self.pipe is not None and select.select([self.pipe], [], [], 0)[0]:
            got = os.read(self.pipe, 1 << 16)
            self._read += got
            if not got:
                os.close(self.pipe)
                self.pipe = None
        *lines, self._read = self._read.split(b"\n")
        for line in filter(None, lines):
            self._take(line)

    def _take(self, line: bytes) -> None:
        try:
            said = json.loads(line)
        except ValueError:  # a signal came while it was written
            return
        match said:
            case {"seconds": seconds, "memory": memory, "json": json_wanted}:
                self.limits = CommandLimits(seconds, memory, json_wanted)
            case {"interim": text, "code": code}:
                self.interim = Interim(text, code)
            case {"stage": stage}:
                self.stage = stage
            case {"answering": True}:
                self.answering, self.interim, self.limits = True, None, replace(self.limits, seconds=None, memory=None)
                self.until = (
                    None
                    if self.until is None
                    else max(self.until, time.monotonic() + TO_WRITE)
                    if self._wishes < 2
                    else self.until
                )
            case {"done": code}:
                self.code = code

    def _keep_limits(self, now: float) -> None:
        limits = self.limits
        if len(self.signals.wishes) > self._wishes:
            self._interrupt(now)
        elif self.reason:
            return
        elif self.code is not None:
            self.reason, self.until = LEAVING, now + PATIENCE
        elif limits.seconds is not None and now >= self.begun + limits.seconds + limits.lateness / 2:
            self.reason, self.until = "time", now + limits.lateness / 2
            os.kill(self.child, signal.SIGALRM)
        elif limits.memory is not None and memory_of(self.child, int(limits.memory * EXCESS)) > limits.memory * EXCESS:
            self.reason, self.until = "memory", now

    def _interrupt(self, now: float) -> None:
        """Forward the first interrupt unless the terminal has done so; the second ends the command at once."""
        first, self._wishes = self._wishes == 0, len(self.signals.wishes)
        self.reason, self.until = (
            LEAVING if self.answering or self.code is not None else "interrupted",
            now + PATIENCE if first else now,
        )
        if first and not (self.terminal and self.signals.wishes[0] == signal.SIGINT):
            os.kill(self.child, signal.SIGINT)

    def _handle_exit(self, status: int) -> int:
        """The command has ended by itself."""
        if os.WIFEXITED(status):
            if (
                self.reason == "interrupted" and self.code is None and not self.answering
            ):  # it had not begun, or not got to its words
                return self._say(self.reason, REASONS[self.reason], Exit.INTERRUPTED)
            return Exit.INTERRUPTED if self.reason == "interrupted" and status == 0 else os.WEXITSTATUS(status)
        if self.code is not None:
            return self.code
        if self.reason:
            words = time_is_over(self.stage) if self.reason == "time" else REASONS[self.reason]
            return self._say(
                self.reason, words, Exit.INTERRUPTED if self.reason in ("interrupted", LEAVING) else Exit.LIMIT
            )
        return self._say(
            "crashed", f"the process was ended by {signal.Signals(os.WTERMSIG(status)).name}", Exit.INTERNAL
        )

    def _end(self) -> int:
        """End the command and print its interim answer."""
        kill_all(self.child)
        _, status = os.waitpid(self.child, 0)
        self._listen()
        return self._handle_exit(status)

    def _say(self, reason: str, words: str, code: Exit) -> int:
        """The last words, in place of the command; nothing where it was about to say them."""
        if self.answering:
            return code
        from regelwerk import output

        try:
            output.note(words)
            if self.interim is not None:
                output.answer(self.interim.because(reason))
                return self.interim.code if code == Exit.LIMIT else code
            if self.limits.json:
                output.last_line("error", status="stopped", message=words, stopped=STOP_WORDS.get(reason, reason))
        except OSError:  # nobody reads any more
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return code
