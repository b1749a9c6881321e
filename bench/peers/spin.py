"""spin (Debian) on the models in bench/models: the quicker of breadth first and depth first, every state stored, no
reduction. Its memory is what it says the states take, without the table it reserves.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

from bench.peers.running import BUILT, FLAGS, Ran, claims, constants, model, run
from bench.tasks import Figure, Task

ORDERS = {"bfs": ("-DBFS",), "dfs": ()}
LIMITS = ("-m10000000", "-w24", "-E")
DEFINED = ("-DSAFETY", "-DNOREDUCE", "-DNOFAIR", "-DMEMLIM=8000")


def missing() -> str:
    """Why it cannot be measured."""
    return "" if shutil.which("spin") else "spin is not there (apt install spin)"


@cache
def _programs(source: Path, options: tuple[tuple[str, str], ...]) -> tuple[Path, ...]:
    """The verifiers of a model for each order of search."""
    folder = BUILT / "_".join(["spin", source.parent.name, source.stem, *[value for _, value in options]])
    folder.mkdir(parents=True, exist_ok=True)
    given = [f"-D{name.upper()}={value}" for name, value in options]
    subprocess.run(["spin", *given, "-a", str(source)], cwd=folder, check=True, capture_output=True)
    for order, flags in ORDERS.items():
        subprocess.run(
            ["cc", *FLAGS, *DEFINED, *flags, "pan.c", "-o", order], cwd=folder, check=True, capture_output=True
        )
    return tuple([folder / order for order in ORDERS])


def _figure(ran: Ran) -> Figure:
    states = re.search(r"(\d+) states, stored", ran.printed)
    taken = re.search(r"([\d.]+)\s+equivalent memory usage for states", ran.printed)
    assert states is not None and taken is not None and "errors: 0" in ran.printed, ran.printed
    return Figure(int(states[1]), ran.seconds, memory=round(float(taken[1]) * (1 << 20)))


def _decided(ran: Ran, what: str) -> Figure:
    assert ("errors: 0" in ran.printed) == (what == "decide") and "errors: " in ran.printed, ran.printed
    return Figure(1, ran.seconds, memory=ran.peak)


def measure(task: Task) -> Figure | None:
    """The figure of a task."""
    source = model(task.game, ".pml") if task.what == "explore" else claims(task, ".pml")
    if source is None:
        return None
    programs = _programs(source, constants(task))
    if task.what in ("decide", "refute"):
        return max(
            [_decided(run([program, *LIMITS]), task.what) for program in programs], key=lambda figure: figure.rate
        )
    return max([_figure(run([program, *LIMITS])) for program in programs], key=lambda figure: figure.rate)
