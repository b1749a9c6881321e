"""The programs of bench/limit, written by hand for one game each: what a compiler of rules could reach at best."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

from bench.peers.sliding import SEARCHES
from bench.tasks import SECONDS, Figure, Task

SOURCES = Path(__file__).parents[1] / "limit"
BUILT = Path(__file__).parents[2] / "build" / "bench"
FLAGS = ("-std=gnu11", "-O3", "-march=native", "-Wall", "-Wextra")
COMPILER = os.environ.get("CC", "cc")
PROGRAMS = {"fifteen": "sliding"}


def missing() -> str:
    """Why it cannot be measured."""
    return "" if shutil.which(COMPILER) else f"there is no C compiler called {COMPILER}"


@cache
def _program(name: str, options: tuple[tuple[str, str], ...]) -> Path | None:
    source, made = SOURCES / f"{name}.c", BUILT / "_".join([name, *[value for _, value in options]])
    if not source.exists():
        return None
    BUILT.mkdir(parents=True, exist_ok=True)
    given = [f"-D{option.upper()}={value}" for option, value in options]
    subprocess.run([COMPILER, *FLAGS, *given, "-o", str(made), str(source)], check=True)
    return made


def measure(task: Task) -> Figure | None:
    """The figure of a task."""
    program = _program(PROGRAMS.get(task.game, task.game), tuple(task.options.items()))
    if program is None or task.what in ("loop", "decide", "refute", *SEARCHES):
        return None
    wish = {"playouts": ["playouts", str(SECONDS)], "explore": []}.get(task.what, [task.what, str(task.depth)])
    words = subprocess.run([str(program), *wish], check=True, capture_output=True, text=True).stdout.split()
    return Figure(int(words[0]), float(words[-1]), int(words[1]) if task.what == "playouts" else 0)
