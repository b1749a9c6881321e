"""Requirements on puzzles, and whether a landscape meets them."""

from __future__ import annotations

from dataclasses import dataclass

from solver.driver.weighing import Landscape
from solver.protocol.questions import Aim


@dataclass(frozen=True, slots=True)
class PuzzleRequirements:
    """`unique`: first (every other first move is worse) or line (at each decision of the solver).

    `gap`: by how much at least. `most`: positions of a landscape.
    """

    unique: str = "first"
    gap: int = 1
    shortest: int = 2  # decisions of the solver with a choice
    most: int = 40_000


def fits(land: Landscape, wish: PuzzleRequirements) -> bool:
    """Is this a puzzle: solvable, with one best first move (or line), a gap behind it, and something to decide?"""
    value = land.worths[0]
    if value is None or len(land.graph.after[0]) < 2 or (land.aim is Aim.VALUE and value <= 0):
        return False
    line = land.line()
    deciding = [at for at in line[:-1] if land.mine[at] and len(land.graph.after[at]) > 1]
    if len(deciding) < wish.shortest or land.ties(0) != 1:
        return False
    second = land.second()
    if second is not None and value - second < wish.gap:
        return False
    return wish.unique == "first" or all(land.ties(at) == 1 for at in deciding)
