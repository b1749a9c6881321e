"""Checks the author's bounds over all positions: the final score never exceeds the current score plus the bound."""

from __future__ import annotations

from collections import deque

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.failures import PlayError
from solver.check.findings import (
    Finding,
    ProvedFinding,
    RefutedFinding,
    RuleQuestion,
    Topic,
    UndecidedFinding,
    report_unevaluated,
)
from solver.check.survey import Survey


def question(bound: ir.Bound) -> RuleQuestion:
    """A bound as a question."""
    return RuleQuestion(Topic.BOUND, f'the final score never exceeds score so far plus "{bound.label}"', bound.rule)


def judge_bound(bound: ir.Bound, survey: Survey) -> Finding:
    """Compares each position with the best end behind it."""
    if not survey.complete or survey.failed:
        return UndecidedFinding(question(bound), f"visited {survey.extent}", stopped=survey.stopped)
    try:
        return _compare_with_best_ends(bound, survey)
    except PlayError as error:
        return report_unevaluated(question(bound), survey.extent, error, ())


def _compare_with_best_ends(bound: ir.Bound, survey: Survey) -> Finding:
    for number, most in enumerate(best_ends(survey)):
        hoped = sum_of_scores(survey, number) + int(survey.value(bound.value, number))
        if most is not None and most > hoped:
            why = f"score plus bound is {hoped} here, but {most} can still be scored"
            return RefutedFinding(question(bound), survey.extent, why, survey.play(number))
    return ProvedFinding(question(bound), survey.extent)


def best_ends(survey: Survey) -> list[int | None]:
    """For each position the highest score of an end that play can still reach."""
    before: list[list[int]] = [[] for _ in survey.states]
    for number in range(survey.visited_count):
        for target in survey.after(number):
            before[target].append(number)
    best: list[int | None] = [None] * len(survey.states)
    ends = sorted(
        [number for number in range(survey.visited_count) if not survey.after(number)],
        key=lambda position: -sum_of_scores(survey, position),
    )
    for end in ends:
        worth = sum_of_scores(survey, end)
        waiting = deque([end])
        while waiting:
            number = waiting.popleft()
            if best[number] is None:
                best[number] = worth
                waiting.extend(before[number])
    return best


def sum_of_scores(survey: Survey, number: int) -> int:
    """The score at a position of the only player."""
    return survey.machine.scores(survey.states[number])[0]
