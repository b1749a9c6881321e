"""What a person needs for a puzzle, measured over its landscape, as one number and a word.

The number grows with the logarithm of the decisions to be made and of the positions a search meets, with how few moves
are good at each decision, and with the decisions at which the move that looks best is not. Its weights are calibrated
on the published Rush Hour and Sokoban levels of `tests/truth`.
"""

from __future__ import annotations

from math import log2

from puzzles.storing.puzzle import GRADES, PuzzleGrade
from solver.driver.weighing import Landscape
from solver.protocol.questions import Aim

WORDS = tuple(zip((20, 38, 55, 75, 101), GRADES, strict=True))
BY_STEPS, BY_EFFORT, BY_NARROWNESS, BY_TRAPS = 9.0, 1.6, 8.0, 10.0


def grade_landscape(land: Landscape) -> PuzzleGrade:
    """The grade of the puzzle that a landscape begins with."""
    line = land.line()
    deciding = [at for at in line[:-1] if land.mine[at] and len(land.graph.after[at]) > 1]
    width = sum(land.ties(at) / len(land.graph.after[at]) for at in deciding) / len(deciding) if deciding else 1.0
    traps, loss = _traps(land, deciding)
    effort = _effort(land)
    number = number_of(len(deciding), effort, width, traps)
    return PuzzleGrade(number, word_of(number), len(deciding), round(width, 3), effort, traps, loss)


def number_of(steps: int, effort: int, width: float, traps: int) -> int:
    """0 to 100."""
    part = traps / steps if steps else 0.0
    number = BY_STEPS * log2(1 + steps) + BY_EFFORT * log2(1 + effort) + BY_NARROWNESS * (1 - width) + BY_TRAPS * part
    return max(0, min(100, round(number)))


def word_of(number: int) -> str:
    """The number in words."""
    return next(word for limit, word in WORDS if number < limit)


def _effort(land: Landscape) -> int:
    """The positions nearer to the first than its goal is, for shortest solutions; else all of them."""
    if land.aim is not Aim.FEWEST:
        return len(land.graph.after)
    return land.graph.within(-(land.worths[0] or 0))


def _traps(land: Landscape, deciding: list[int]) -> tuple[int, int]:
    """At how many decisions the greedy move is wrong, and what always taking it loses."""
    if land.aim is Aim.FEWEST:
        return sum(_looks_wrong(land, at) for at in deciding), 0
    traps = sum(land.worths[land.graph.after[at][_obvious(land, at)]] != land.worths[at] for at in deciding)
    at = 0
    while land.graph.after[at]:
        place = _obvious(land, at) if land.mine[at] else land.best(at)
        at = land.graph.after[at][place or 0]
    return traps, (land.worths[0] or 0) - (land.worths[at] or 0)


def _obvious(land: Landscape, at: int) -> int:
    """The move after which the solver has the most at once."""
    sign = 1 if land.solver == 0 else -1
    gains = [sign * land.score(target) for target in land.graph.after[at]]
    return gains.index(max(gains))


def _looks_wrong(land: Landscape, at: int) -> bool:
    """Do most moves lead away from the goal, or to where it is out of reach?"""
    here = land.worths[at]
    closer = sum(
        worth is not None and here is not None and worth > here
        for worth in (land.worths[target] for target in land.graph.after[at])
    )
    return closer * 4 <= len(land.graph.after[at])
