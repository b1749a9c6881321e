"""Fast Downward (pip install up-fast-downward):

A* without a bound, or with tables of its own (iPDB). The puzzle is handed over in its own format, already taken apart.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from bench.peers.running import BUILT
from bench.peers.sliding import slides, start_of
from bench.tasks import Figure, Task

WAYS = {"blind": "astar(blind())", "astar": "astar(ipdb())", "ida": "astar(ipdb())"}
"""It has no IDA*."""
PROGRAM = Path("downward/builds/release/bin/downward")


def _program() -> Path | None:
    """The search program inside the package."""
    found = find_spec("up_fast_downward")
    return None if found is None or found.origin is None else Path(found.origin).parent / PROGRAM


def missing() -> str:
    """Why it cannot be measured."""
    program = _program()
    return (
        "" if program is not None and program.exists() else "Fast Downward is not there (pip install up-fast-downward)"
    )


def _written(width: int, tiles: list[int]) -> str:
    """The puzzle in the format SAS 3."""
    cells = len(tiles)
    lines = ["begin_version", "3", "end_version", "begin_metric", "0", "end_metric", str(cells)]
    for tile in range(cells):
        lines += [
            "begin_variable",
            f"var{tile}",
            "-1",
            str(cells),
            *[f"Atom at({tile}, {cell})" for cell in range(cells)],
            "end_variable",
        ]
    lines += ["0", "begin_state", *[str(tiles.index(tile)) for tile in range(cells)], "end_state"]
    lines += ["begin_goal", str(cells - 1), *[f"{tile} {tile}" for tile in range(1, cells)], "end_goal"]
    steps = list(_steps(width, cells))
    return "\n".join([*lines, str(len(steps)), *[line for step in steps for line in step], "0", ""])


def _steps(width: int, cells: int) -> Iterator[list[str]]:
    for tile, here, there in slides(width, cells):
        name = f"slide {tile} {here} {there}"
        yield ["begin_operator", name, "0", "2", f"0 0 {there} {here}", f"0 {tile} {here} {there}", "1", "end_operator"]


def measure(task: Task) -> Figure | None:
    """Positions looked at, and the seconds of the search alone."""
    if task.what not in WAYS or task.game != "fifteen":
        return None
    program = _program()
    assert program is not None
    program.chmod(0o755)
    BUILT.mkdir(parents=True, exist_ok=True)
    words = [str(program), "--search", WAYS[task.what], "--internal-plan-file", str(BUILT / "plan")]
    ran = subprocess.run(words, input=_written(*start_of(task)), capture_output=True, text=True, check=True)
    expanded, seconds = re.search(r"Expanded (\d+) state", ran.stdout), re.search(r"Search time: ([\d.]+)s", ran.stdout)
    assert expanded is not None and seconds is not None, ran.stdout
    return Figure(int(expanded[1]), float(seconds[1]))
