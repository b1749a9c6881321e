"""open_spiel from PyPI, in a virtual environment of its own:

`playouts` by its loop in C++, `loop` and the mean length of plays by a loop in Python.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from bench.tasks import SECONDS, Figure, Task

HOME = Path(__file__).parents[2] / "build" / "open_spiel"
PYTHON = HOME / "bin" / "python"
DRIVER = Path(__file__).with_name("open_spiel_driver.py")
GAMES = {
    "tictactoe": "tic_tac_toe", "connect_four": "connect_four", "breakthrough": "breakthrough", "reversi": "othello", "hex": "hex",
    "chess": "chess", "nim": "nim",
}  # fmt: skip
CHANCE = {"kuhn_poker": "kuhn_poker", "g2048": "2048", "pig": "pig"}
"""Games in which chance acts; its loop in C++ is measured for the others only."""


def missing() -> str:
    """Why it cannot be measured."""
    if PYTHON.exists():
        return ""
    return f"open_spiel is not there; to compare with it: python3 -m venv {HOME.name} in build/, then pip install open_spiel there"


def measure(task: Task) -> Figure | None:
    """The figure of a task."""
    if task.game not in GAMES or task.what not in ("playouts", "loop"):
        return None
    return driven(task.what, GAMES[task.game])


def driven(what: str, game: str) -> Figure:
    """What its Python measures."""
    command = [str(PYTHON), str(DRIVER), what, game, str(SECONDS)]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return Figure(found["count"], found["seconds"], found["moves"])
