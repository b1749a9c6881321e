"""`--memory` is kept to, within a tenth, by every engine that searches by itself: each in a process of its own, on a question that needs more, or more time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.native.compiling import kernels_run

RAIL = ("minirail", "--given", f"@{Path(__file__).parents[1] / 'truth' / 'minirail' / 'l1.json'}")
TILES = ("fifteen",)
CHANCE = ("g2048", "--option", "size=3")
ASKED = {
    "nearest": TILES,
    "breadth": TILES,
    "astar": TILES,
    "ida": TILES,
    "guided": ("freecell", "--given", "msdeal:12"),
    "both": RAIL,
    "depth": RAIL,
    "climb": RAIL,
    "alphabeta": ("connect_four",),
    "fair": CHANCE,
    "expectimax": CHANCE,
    "sample": CHANCE,
    "mixed": ("kuhn_poker",),
    "uct": ("reversi",),
    "backward": RAIL,
}
MEGABYTES, SECONDS = 130, 8
ONE = 1 << 20


def peak(engine: str) -> float:
    """The most memory its process had, in megabytes; it must end well."""
    words = [sys.executable, "-m", "regelwerk", "solve", *ASKED[engine], "--engine", engine]
    process = subprocess.Popen([*words, "--memory", f"{MEGABYTES}M", "--time", f"{SECONDS}s", "--quiet", "--json"], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode in (0, 3)
    return usage.ru_maxrss * 1024 / ONE


@pytest.mark.long
@pytest.mark.skipif(not kernels_run(), reason="there is no compiler here, or the kernels are not built")
@pytest.mark.skipif(sys.platform != "linux", reason="memory is told in other units")
@pytest.mark.parametrize("engine", ASKED)
def test_engines_keep_to_the_memory_they_are_given(engine: str) -> None:
    assert peak(engine) <= 1.1 * MEGABYTES
