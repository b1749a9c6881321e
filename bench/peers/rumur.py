"""rumur (Debian) on the models in bench/models: one thread, no search for deadlocks."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

from bench.peers.running import BUILT, FLAGS, claims, constants, model, run
from bench.tasks import Figure, Task


def missing() -> str:
    """Why it cannot be measured."""
    return "" if shutil.which("rumur") else "rumur is not there (apt install rumur)"


@cache
def _program(source: Path, options: tuple[tuple[str, str], ...]) -> Path:
    """The verifier of a model, whose constants have the values of the options."""
    text = source.read_text("utf-8")
    for name, value in options:
        text, found = re.subn(rf"(?m)^(\s*{name.upper()}: )\d+;", rf"\g<1>{value};", text)
        assert found == 1, f"{source} has no constant {name}"
    BUILT.mkdir(parents=True, exist_ok=True)
    made = BUILT / "_".join(["rumur", source.parent.name, source.stem, *[value for _, value in options]])
    made.with_suffix(".m").write_text(text, "utf-8")
    words = ["rumur", "--quiet", "--threads", "1", "--deadlock-detection", "off", "--output", f"{made}.c", f"{made}.m"]
    subprocess.run(words, check=True, capture_output=True)
    subprocess.run(
        ["cc", *FLAGS, f"{made}.c", "-o", str(made), "-mcx16", "-lpthread", "-latomic"], check=True, capture_output=True
    )
    return made


def measure(task: Task) -> Figure | None:
    """The figure of a task."""
    source = model(task.game, ".m") if task.what == "explore" else claims(task, ".m")
    if source is None:
        return None
    program = _program(source, constants(task))
    if task.what == "refute":
        ran = run([program], ending=1)
        assert "invariant" in ran.printed, ran.printed
        return Figure(1, ran.seconds, memory=ran.peak)
    ran = run([program])
    found = re.search(r"(\d+) states,", ran.printed)
    assert found is not None and "No error found" in ran.printed, ran.printed
    return Figure(1 if task.what == "decide" else int(found[1]), ran.seconds, memory=ran.peak)
