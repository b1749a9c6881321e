"""Claims of the rules.

`always`, `never` and `sometimes` become goals; `leads` and `terminates` need the graph of all positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.failures import PlayError
from rules_dsl.ir.types import BOOL
from rules_dsl.machine.explore.claims import avoid, lasso
from solver.check.findings import (
    Finding,
    ProvedFinding,
    RefutedFinding,
    RuleQuestion,
    Topic,
    UndecidedFinding,
    report_unevaluated,
)
from solver.check.goals import CheckGoal, GoalPart
from solver.check.survey import Survey

LASTING = ("leads", "terminates")


def question(claim: ir.Claim) -> RuleQuestion:
    """A claim as a question."""
    return RuleQuestion(Topic.CLAIM, f"{claim.mode} {claim.label}", claim.rule)


def goals(claims: Sequence[ir.Claim]) -> list[CheckGoal]:
    """The goals of claims about positions."""
    return [_goal(claim) for claim in claims if claim.mode not in LASTING]


def _goal(claim: ir.Claim) -> CheckGoal:
    condition = claim.condition
    if claim.mode == "always":
        condition = ir.Unary("not", condition, BOOL, span=condition.span)
    return CheckGoal(question(claim), (GoalPart(condition),), claim.mode == "sometimes")


def lasting(claims: Sequence[ir.Claim], survey: Survey) -> Iterator[Finding]:
    """Judge the claims about whole plays, if all positions are known."""
    for claim in claims:
        if claim.mode in LASTING:
            yield (
                _judge_evaluated(claim, survey)
                if survey.complete and not survey.failed
                else UndecidedFinding(question(claim), f"visited {survey.extent}", stopped=survey.stopped)
            )


class _NoValue(Exception):
    """A condition has no value in the position with this number."""

    def __init__(self, number: int, error: PlayError) -> None:
        super().__init__(number, error)
        self.number = number
        self.error = error


def _judge_evaluated(claim: ir.Claim, survey: Survey) -> Finding:
    """The verdict; a claim that cannot be evaluated in some position does not hold."""
    try:
        return _judge_claim(claim, survey)
    except _NoValue as failed:
        return report_unevaluated(question(claim), survey.extent, failed.error, survey.play(failed.number))


def _holding(expr: ir.Expr, survey: Survey) -> list[int]:
    """The positions in which a condition holds."""
    holding = []
    for number in range(len(survey.states)):
        try:
            if survey.value(expr, number):
                holding.append(number)
        except PlayError as error:
            raise _NoValue(number, error) from None
    return holding


def _judge_claim(claim: ir.Claim, survey: Survey) -> Finding:
    numbers = range(len(survey.states))
    if claim.mode == "terminates":
        begun, reached = list(numbers), {number for number in numbers if not survey.after(number)}
    else:
        assert claim.then is not None
        begun, reached = _holding(claim.condition, survey), set(_holding(claim.then, survey))
    avoiding = avoid(survey, reached)
    first = next((number for number in begun if number in avoiding), None)
    if first is None:
        return ProvedFinding(question(claim), survey.extent, grounds=survey.grounds)
    way, loop = lasso(survey, first, avoiding)
    play = [*survey.play(first), *survey.moves_along(first, way)]
    start = len(survey.play(first))
    why = "play can go on for ever" if loop is not None else "play can end before that"
    return RefutedFinding(question(claim), survey.extent, why, tuple(play), None if loop is None else start + loop)
