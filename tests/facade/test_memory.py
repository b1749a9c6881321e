"""`--memory` is kept to within a tenth and `--time` within a twentieth, by every engine: each in a process of its own,
on a question that needs more of one or the other.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.native.compiling import kernels_run

RAIL = ("minirail", "--given", f"@{Path(__file__).parents[1] / 'truth' / 'minirail' / 'l1.json'}")
TILES = ("fifteen",)
EMIL = ("ultimate_railroads", "--option", "deck=1", "--know", "deck")
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
LARGE = {"layers": EMIL, "ordered": EMIL, "beam": EMIL, "cpsat": EMIL, "prices": RAIL, "together": EMIL, "rounds": EMIL}
"""Engines that need a library, or a game, which takes more memory than that before they begin."""
MEGABYTES, SECONDS = 130, 8
LARGE_MEGABYTES, LARGE_SECONDS = 300, 15
ONE = 1 << 20


TELLING = """
import atexit, runpy, sys
from solver.protocol.clock import memory_in_use
atexit.register(lambda: print(memory_in_use(), file=sys.stderr))
runpy.run_module("regelwerk", run_name="__main__")
"""


def peak(engine: str, asked: tuple[str, ...], megabytes: int, seconds: int) -> tuple[float, float]:
    """The most memory its process had, in megabytes, and how many seconds the search took; it must end well."""
    words = [sys.executable, "-c", TELLING, "solve", *asked, "--engine", engine]
    limits = ["--memory", f"{megabytes}M", "--time", f"{seconds}s", "--quiet", "--json"]
    ended = subprocess.run([*words, *limits], capture_output=True, text=True, check=False)
    assert ended.returncode in (0, 3), ended.stderr
    return int(ended.stderr.splitlines()[-1]) / ONE, json.loads(ended.stdout.splitlines()[-1])["seconds"]


pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not kernels_run(), reason="there is no compiler here, or the kernels are not built"),
    pytest.mark.skipif(sys.platform != "linux", reason="memory is told in other units"),
]


@pytest.mark.parametrize("engine", ASKED)
def test_engines_keep_to_the_memory_they_are_given(engine: str) -> None:
    assert peak(engine, ASKED[engine], MEGABYTES, SECONDS)[0] <= 1.1 * MEGABYTES


@pytest.mark.parametrize("engine", LARGE)
def test_engines_keep_to_the_limits_of_a_large_game(engine: str) -> None:
    """A busy computer may interrupt a search for a second, so that much is allowed."""
    memory, seconds = peak(engine, LARGE[engine], LARGE_MEGABYTES, LARGE_SECONDS)
    assert memory <= 1.1 * LARGE_MEGABYTES
    assert seconds <= 1.05 * LARGE_SECONDS + 1
