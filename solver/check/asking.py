"""Asks everything there is to ask about the rules of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules_dsl.examples.claims import check_unique
from rules_dsl.examples.loaded import Reload
from rules_dsl.examples.run import run_all
from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import Machine, State
from rules_dsl.machine.explore import ExploreLimits
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.quantities import quantity
from rules_dsl.relaxing import Condition, Relaxable
from solver.check import checking
from solver.check.excluding import Exclusion, ExclusionSearch
from solver.check.findings import Finding, ProvedFinding, RefutedFinding, RuleQuestion, Topic, UndecidedFinding
from solver.filling.search import list_solutions
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits

EXPLAINING = 5.0
"""Seconds to find out why something is unreachable."""
MOST_EXPLAINED = 6
FEW_POSITIONS = 5_000


@dataclass(frozen=True, slots=True)
class ExplainedFinding:
    """A finding; if something is unreachable, the conditions that together exclude it, where they are quickly known."""

    finding: Finding
    excluded_by: tuple[Condition, ...] = ()


def ask_everything(
    machine: Machine, start: State, reload: Reload, rules: Relaxable, seconds: float | None, seed: int = 0
) -> Iterator[ExplainedFinding]:
    """Answer every question about the rules. `reload` gives the game with the options and givens that an example sets,
    `rules` the game without some conditions.
    """
    if machine.game.finds:
        yield ExplainedFinding(_judge_uniqueness(machine.game))
        return
    explained = 0
    for answer in checking.check(machine, checking.CheckLimits(seed=seed), Clock(Limits(seconds=seconds)), start):
        finding = _restrict_to_instance(rules, answer)
        asks_why = explained < MOST_EXPLAINED and _is_unreachable(finding)
        explained += asks_why
        yield ExplainedFinding(finding, _find_excluding(rules, finding.question) if asks_why else ())
    yield from map(ExplainedFinding, find_uncovered(machine.game, reload))


def _is_unreachable(finding: Finding) -> bool:
    return (
        isinstance(finding, RefutedFinding)
        and not finding.play
        and finding.question.topic in (Topic.RULE, Topic.NEED)
    )


def _restrict_to_instance(rules: Relaxable, finding: Finding) -> Finding:
    """Restrict a finding to this instance if the condition depends on givens."""
    if (
        not isinstance(finding, RefutedFinding)
        or finding.play
        or finding.question.topic not in (Topic.NEED, Topic.BRANCH)
    ):
        return finding
    givens = rules.givens_read(finding.question.rule.span)
    if not givens:
        return finding
    return UndecidedFinding(
        finding.question,
        f"not in this instance ({finding.method}); it depends on the givens {', '.join(givens)}, "
        "and others may be given",
    )


def _find_excluding(rules: Relaxable, question: RuleQuestion) -> tuple[Condition, ...]:
    match ExclusionSearch(rules, question, Clock(Limits(seconds=EXPLAINING)), FEW_POSITIONS).why(plays=False):
        case Exclusion(_, needed, _, _):
            return needed
        case _:
            return ()


def find_uncovered(rules: ir.Game, reload: Reload) -> Iterator[Finding]:
    """Rules that no example and no play of the file uses; asked only of files that have some."""
    if not rules.examples and not rules.replays:
        return
    spoken = {claim.rule for claim in rules.claims} | {bound.rule for bound in rules.bounds}
    shortened = replace(rules, counts=(), bests=(), claims=(), bounds=(), unique=False)
    coverage = run_all(shortened, reload, PythonMachine, list_solutions, ExploreLimits(states=0)).coverage
    method = f"{quantity(len(rules.examples), 'example')} and {quantity(len(rules.replays), 'play')}"
    for rule in coverage.rules:
        if rule not in spoken:
            question = RuleQuestion(Topic.COVER, f"an example or a play uses {rule.name}", rule)
            yield (
                ProvedFinding(question, method)
                if rule.name in coverage.used
                else RefutedFinding(question, method, "none does")
            )


def _judge_uniqueness(game: ir.Game) -> Finding:
    """All that is asked of a fill-in puzzle."""
    rule = game.find_rules[0].rule if game.find_rules else ir.Rule(game.name)
    outcome = check_unique(game, list_solutions)
    question = RuleQuestion(Topic.CLAIM, "the puzzle has one solution", rule)
    return (
        ProvedFinding(question, "all ways to fill it in")
        if outcome.ok
        else RefutedFinding(question, "all ways to fill it in", outcome.detail)
    )
