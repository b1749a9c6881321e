"""A program as a child of its own: what it prints, the seconds of the processor it took and the most memory it had."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.tasks import Task

MODELS = Path(__file__).parents[1] / "models"
BUILT = Path(__file__).parents[2] / "build" / "bench"
FLAGS = ("-O3", "-march=native", "-w")
NAMES = {"fifteen": "sliding", "pocket_cube": "cube"}
"""Games whose model has another name than the rules."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of a program: `peak` in bytes."""

    printed: str
    seconds: float
    peak: int


def run(command: Sequence[str | Path], ending: int = 0) -> Ran:
    """Run a program to its end, which must be a good one, or have the code of one that is looked for."""
    with tempfile.TemporaryFile("w+") as printed:
        process = subprocess.Popen(command, stdout=printed, stderr=subprocess.STDOUT)
        peak, ended, status, usage = 0, 0, 0, None
        while not ended:
            time.sleep(0.001)
            peak = max(peak, _memory(process.pid))
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        process.returncode = os.waitstatus_to_exitcode(status)
        printed.seek(0)
        text = printed.read()
    if process.returncode != ending or usage is None:
        raise subprocess.CalledProcessError(process.returncode, list(command), text)
    return Ran(text, usage.ru_utime + usage.ru_stime, peak)


def _memory(process: int) -> int:
    """The most memory a process has had so far; what the system tells at its end counts what it had before it became
    this program, too.
    """
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return 0


def claims(task: Task, suffix: str) -> Path | None:
    """The model with claims for a task that asks for them."""
    path = MODELS / "claims" / f"{task.game}{suffix}"
    return path if task.what in ("decide", "refute") and path.exists() else None


def constants(task: Task) -> tuple[tuple[str, str], ...]:
    """The options of a task as constants of a model."""
    return tuple([(name, {"true": "1", "false": "0"}.get(value, value)) for name, value in task.options.items()])


def model(game: str, suffix: str) -> Path | None:
    """The model of a game for a peer, if there is one."""
    path = MODELS / f"{NAMES.get(game, game)}{suffix}"
    return path if path.exists() else None
