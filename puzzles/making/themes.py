"""Themes of puzzles, as words to search for."""

from __future__ import annotations

from puzzles.storing.puzzle import PuzzleGrade
from solver.driver.weighing import Landscape
from solver.protocol.questions import Aim

QUIET = 8
LAST_ROUND = "last round"


def themes_of(land: Landscape, words: list[str], grade: PuzzleGrade, last_round: bool = False) -> list[str]:
    """Themes in a fixed order: what kind of task, what makes it hard, with what it begins."""
    kind = {Aim.FEWEST: "shortest solution", Aim.HIGHEST: "most points", Aim.VALUE: "tactics"}[land.aim]
    themes = [kind, LAST_ROUND] if last_round else [kind]
    if grade.traps:
        themes.append("the first thought is wrong")
    if grade.loss:
        themes.append("greed loses")
    if grade.steps and grade.width < 0.2:
        themes.append("narrow path")
    if len(words) > QUIET:
        themes.append("long")
    return [*themes, f"begins with {words[0].partition('(')[0]}"]
