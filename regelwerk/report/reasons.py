"""Explains in words why something is unreachable: the conditions that exclude it together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from regelwerk.api.machines import Unsupported
from regelwerk.settings import problem
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.diagnostics.sources import text_at
from rules_dsl.diagnostics.suggest import hint
from rules_dsl.ir import nodes as ir
from rules_dsl.relaxing import Condition, Relaxable
from rules_dsl.source import NOWHERE, Span
from solver.check.checking import collect_questions
from solver.check.claims import LASTING
from solver.check.excluding import (
    Contradiction,
    Exclusion,
    ExclusionSearch,
    OpenVerdict,
    PossibleVerdict,
    contradiction,
)
from solver.check.findings import Topic
from solver.check.goals import CheckGoal
from solver.processes.apart import apart
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits

NOT_NAMED = "nothing is named that could be explained"


@dataclass(frozen=True, slots=True)
class Reason:
    """A condition that is needed; `without`: a play to what it excludes, if it alone is left out."""

    text: str
    rule: str
    cites: tuple[str, ...]
    span: Span
    without: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class ExclusionReport:
    """The question, whether it is excluded, possible or undecided, how that is known, and why."""

    question: str
    verdict: str
    how: str
    reasons: tuple[Reason, ...] = ()
    fewest: bool = True
    play: tuple[str, ...] = ()


def explain_unreachable(rules: Relaxable, what: str | None, seconds: float) -> ExclusionReport:
    """Why something is unreachable. Raises RulesError for names that the game does not have."""
    if rules.game.finds:
        return _of_puzzle(rules.game, seconds)
    goal = _find_goal(rules.game, what)
    match ExclusionSearch(rules, goal.question, Clock(Limits(seconds=seconds))).why():
        case PossibleVerdict(play):
            return ExclusionReport(goal.question.text, "possible", "a play on the reference machine", play=play)
        case OpenVerdict(tried):
            return ExclusionReport(goal.question.text, "undecided", tried, fewest=False)
        case Exclusion(how, needed, fewest, without):
            reasons = tuple([reason(condition, without.get(condition)) for condition in needed])
            return ExclusionReport(goal.question.text, "excluded", how, reasons, fewest)


def reason(condition: Condition, without: tuple[str, ...] | None = None) -> Reason:
    """A condition in the words of the file."""
    rule = condition.rule
    name = f"{rule.name} {condition.kind}" if condition.kind in ("needs", "ensures") else condition.kind
    return Reason(f"{name} {text_at(condition.span)}", rule.name, rule.cites, condition.span, without)


def _of_puzzle(game: ir.Game, seconds: float) -> ExclusionReport:
    question = "the puzzle has a solution"

    def work() -> Iterator[Contradiction | None]:
        yield contradiction(game, Clock(Limits(seconds=seconds / 2)))

    match list(apart(work, seconds, None)):
        case [None]:
            return ExclusionReport(question, "possible", "there is a way to fill it in")
        case [Contradiction(rules, fewest)]:
            reasons = tuple(
                [
                    Reason(item.name or item.reason or "a rule", item.rule.name, item.rule.cites, item.rule.span, None)
                    for item in rules
                ]
            )
            return ExclusionReport(question, "excluded", "all ways to fill it in", reasons, fewest)
        case _:
            return ExclusionReport(question, "undecided", "ways to fill it in, as far as there was time", fewest=False)


def _find_goal(game: ir.Game, what: str | None) -> CheckGoal:
    """The goal with a name: a claim, a rule that can be done, an ending; `NAME:LINE` where several have it."""
    goals = [goal for goal in collect_questions(game).goals if goal.question.topic in (Topic.CLAIM, Topic.RULE)]
    names = {number: _name(goal) for number, goal in enumerate(goals)}
    wanted = what or ""
    goal = [
        goals[number]
        for number, name in names.items()
        if wanted in (name, f"{name}:{goals[number].question.rule.span.line}")
    ]
    goal = goal or [goal for goal in goals if wanted and wanted.lower() in goal.question.text.lower()]
    if len(goal) == 1:
        return goal[0]
    _refuse_lasting(game, wanted, bool(goal))
    several = [f"{_name(goal)}:{goal.question.rule.span.line}" for goal in goal]
    repair = (
        f"one of {', '.join(several)}"
        if goal
        else hint(wanted, list(names.values())) or f"there are: {'; '.join(dict.fromkeys(names.values()))}"
    )
    says = NOT_NAMED
    if wanted:
        says = f"{wanted!r:.80} is neither a claim nor a rule nor an ending of {game.name}"
    if goal:
        says = f"several claims, rules or endings of {game.name} are called {wanted!r:.80}"
    reason = "no claim, rule or ending has this name" if wanted and not goal else ""
    raise RulesError(
        replace(
            problem(
                "E0820",
                says,
                "WHAT",
                repair=repair,
            ),
            reason=reason,
        )
    )


def _refuse_lasting(game: ir.Game, wanted: str, is_other: bool) -> None:
    """Raise Unsupported for a claim about whole plays: no conditions exclude it."""
    lasting = [claim for claim in game.claims if claim.mode in LASTING]
    named = [claim for claim in lasting if wanted in (claim.label, f"{claim.mode} {claim.label}")]
    within = [claim for claim in lasting if wanted and wanted.lower() in f"{claim.mode} {claim.label}".lower()]
    claim = next(iter(named or ([] if is_other else within)), None)
    if claim is not None:
        raise Unsupported(
            f'`why` explains what can happen in a position; "{claim.mode} {claim.label}" is about whole plays: '
            f'`regelwerk prove GAME "{claim.label}"` proves it or shows a play against it'
        )


def _name(goal: CheckGoal) -> str:
    text, rule = goal.question.text, goal.question.rule
    if goal.question.topic is Topic.CLAIM:
        return text.partition(" ")[2]
    return text.rpartition(" ")[2] if text.startswith("the game can end by this ") else rule.name


def place(span: Span) -> str:
    """The file and line of something."""
    return "" if span == NOWHERE else f"{Path(span.file).name}:{span.line}"
