"""Free actions: can one player move forever while nobody else gets to move and no chance acts?"""

from __future__ import annotations

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import cardinality
from rules_dsl.machine.explore.claims import avoid, lasso
from solver.check.endings import is_puzzle
from solver.check.findings import Finding, ProvedFinding, RefutedFinding, RuleQuestion, Topic, UndecidedFinding
from solver.check.survey import Survey


def is_asked(game: ir.Game) -> bool:
    """In a puzzle one may go round in circles as long as one likes."""
    return not is_puzzle(game) and (bool(game.scores) or cardinality(game.players) > 1)


def question(rule: ir.Rule) -> RuleQuestion:
    """The question about the course of play."""
    return RuleQuestion(Topic.FREE, "no player can go on for ever alone", rule)


def judge_freedom(game: ir.Game, rule: ir.Rule, survey: Survey) -> Finding:
    """Is there a play in which one player decides for ever?"""
    for player in range(cardinality(game.players)):
        others = {number for number in range(survey.visited_count) if survey.actors[number] != player}
        own = _Own(survey)
        alone = avoid(own, others | {number for number in range(survey.visited_count) if not own.after(number)})
        first = min(alone, default=None)
        if first is None:
            continue
        way, loop = lasso(survey, first, alone)
        if loop is not None:
            start = survey.play(first)
            why = f"{_name(game, player)}can make the same moves again and again"
            return RefutedFinding(
                question(rule), survey.extent, why, (*start, *survey.moves_along(first, way)), len(start) + loop
            )
    return (
        ProvedFinding(question(rule), survey.extent)
        if survey.complete
        else UndecidedFinding(question(rule), f"no circle in {survey.extent}", stopped=survey.stopped)
    )


class _Own:
    """The graph as far as it was visited."""

    def __init__(self, survey: Survey) -> None:
        self.found = survey

    @property
    def visited_count(self) -> int:
        """The number of positions."""
        return self.found.visited_count

    def after(self, number: int) -> list[int]:
        """Only positions that were visited."""
        return [target for target in self.found.after(number) if target < self.found.visited_count]


def _name(game: ir.Game, player: int) -> str:
    members = getattr(game.players, "members", ())
    return f"{members[player]} " if len(members) > 1 else "one "
