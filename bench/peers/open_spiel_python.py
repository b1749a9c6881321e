"""open_spiel driven from Python: random plays one move at a time."""

from __future__ import annotations

from bench.peers.open_spiel import CHANCE, GAMES, driven, missing
from bench.tasks import Figure, Task

__all__ = ["measure", "missing"]


def measure(task: Task) -> Figure | None:
    """The figure of a task."""
    names = {**GAMES, **CHANCE}
    return driven("loop", names[task.game]) if task.what == "playouts" and task.game in names else None
