"""NuSMV on the models in bench/models/claims: invariants over binary decision diagrams, order of variables as it
chooses.
"""

from __future__ import annotations

import os
import re
import shutil

from bench.peers.running import BUILT, claims, run
from bench.tasks import Figure, Task

NAMES = ("NuSMV", "nusmv")


def _command() -> str | None:
    return os.environ.get("NUSMV") or next((found for name in NAMES if (found := shutil.which(name))), None)


def missing() -> str:
    """Why it cannot be measured."""
    return (
        ""
        if _command()
        else "NuSMV is not there (the source is in the package pynusmv of PyPI; NUSMV=FILE names the program)"
    )


def measure(task: Task) -> Figure | None:
    """The figure of a task."""
    source, command = claims(task, ".smv"), _command()
    if source is None or command is None or set(task.options) - {"broken"}:
        return None
    text = source.read_text("utf-8")
    if task.what == "refute":
        text = text.replace("BROKEN := FALSE", "BROKEN := TRUE")
    made = BUILT / f"{task.what}_{source.name}"
    BUILT.mkdir(parents=True, exist_ok=True)
    made.write_text(text, "utf-8")
    ran = run([command, made])
    assert re.search(f"is {'false' if task.what == 'refute' else 'true'}", ran.printed), ran.printed
    return Figure(1, ran.seconds, memory=ran.peak)
