"""Answers all questions about a game, one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.failures import PlayError
from rules_dsl.machine.api import Machine, State
from rules_dsl.machine.stopping import StopReason
from solver.check import bounds, claims, endings, failing, free, leaks, order, refusals
from solver.check.compiled import CompiledFindings, is_built, visit_compiled
from solver.check.findings import (
    Finding,
    ProvedFinding,
    RefutedFinding,
    RuleQuestion,
    UndecidedFinding,
    report_unevaluated,
)
from solver.check.goals import CheckGoal
from solver.check.marking import MarkedGame, add_marks
from solver.check.proofs import Effort, Proofs, prove_in_process, proving_apart
from solver.check.replayed import Replayer
from solver.check.survey import Survey, SurveyLimits, survey
from solver.processes.apart import out_of_memory
from solver.protocol.clock import Clock
from solver.protocol.disagreement import Disagreement
from solver.smt.stretches import is_large

SOON = 20_000
"""So many positions are looked at in Python where the compiled game can look at more."""
SECONDS_SOON = 4.0


@dataclass(frozen=True, slots=True)
class CheckPlan:
    """A game with marks, and all goals in it."""

    game: ir.Game
    marked: MarkedGame
    goals: tuple[CheckGoal, ...]


@dataclass(frozen=True, slots=True)
class CheckLimits:
    """How far to go; `compiled`: whether a game may be compiled to go further."""

    extent: SurveyLimits = field(default_factory=SurveyLimits)
    proving: Effort = field(default_factory=Effort)
    compiled: bool = True
    seed: int = 0


def collect_questions(game: ir.Game) -> CheckPlan:
    """All that is asked of the positions of a game."""
    needs = refusals.refusals(game)
    with_marks = add_marks(refusals.with_refusals(game, needs), refusals.passing(game, needs))
    questions = [
        *claims.goals(game.claims),
        *endings.goals(with_marks.game),
        *with_marks.goals(),
        *refusals.goals(with_marks, needs),
    ]
    return CheckPlan(game, with_marks, tuple(questions))


def check(machine: Machine, limits: CheckLimits, clock: Clock, start: State | None = None) -> Iterator[Finding]:
    """Everything that is asked of the rules, from the start (None: where the game begins), and what came of it."""
    game = machine.game
    try:
        begun = machine.initial() if start is None else start
    except PlayError as error:
        yield failing.at_start(game, error)
        return
    wanted = collect_questions(game)
    looked = _visit_positions(wanted, game.claims, begun, limits, clock)
    yield from _answers(wanted, looked, begun)
    replayer = Replayer(wanted.marked, begun)
    for finding in _of_plays(game, looked.survey, clock):
        yield replayer.confirm_play(looked.compiled.instead(looked.proofs.instead(finding)))


def prove(
    machine: Machine, wanted: Sequence[ir.Claim], limits: CheckLimits, clock: Clock, start: State | None = None
) -> Iterator[Finding]:
    """What came of some claims alone, from the start (None: where the game begins)."""
    begun = machine.initial() if start is None else start
    with_marks = add_marks(machine.game)
    questions = CheckPlan(machine.game, with_marks, tuple(claims.goals(wanted)))
    if is_large(machine.game):
        yield from _prove_then_visit(questions, wanted, begun, limits, clock)
        return
    looked = _visit_positions(questions, wanted, begun, _first_compiled(limits), clock, claims_alone=True)
    yield from _answers(questions, looked, begun)
    replayer = Replayer(with_marks, begun)
    for finding in claims.lasting(wanted, looked.survey):
        yield replayer.confirm_play(looked.compiled.instead(looked.proofs.instead(finding)))


def _prove_then_visit(
    wanted: CheckPlan, asked_of: Sequence[ir.Claim], start: State, limits: CheckLimits, clock: Clock
) -> Iterator[Finding]:
    """For large games: report what is found early or proved at once, then visit positions with the compiled game for
    what is still open.
    """
    result = survey(wanted.marked, wanted.goals, start, _first_compiled(limits).extent, clock, limits.seed)
    replayer, proofs, decided = Replayer(wanted.marked, start), Proofs(), set[int]()
    soon = {number for number in result.reached if number < len(wanted.goals)}
    undecided = {number: goal for number, goal in enumerate(wanted.goals) if result.complete or number not in soon}
    for number in chain(
        sorted(soon - set(undecided)),
        proving_apart(proofs, wanted.game, start, undecided, result, limits.proving, clock),
    ):
        finding = decide_goal(wanted.goals[number], number, result, proofs)
        if not isinstance(finding, UndecidedFinding):
            decided.add(number)
            yield replayer.confirm_goal(wanted.goals[number], finding)
    lasting = [proofs.instead(finding) for finding in claims.lasting(asked_of, result)]
    open_ones = len(decided) < len(wanted.goals) or any(isinstance(item, UndecidedFinding) for item in lasting)
    millions = (
        visit_compiled(wanted.game, start, asked_of, clock.deadline)
        if limits.compiled and open_ones
        else CompiledFindings()
    )
    for number, goal in enumerate(wanted.goals):
        if number not in decided:
            yield replayer.confirm_goal(goal, millions.instead(decide_goal(goal, number, result, proofs)))
    yield from [replayer.confirm_play(millions.instead(item)) for item in lasting]


@dataclass(frozen=True, slots=True)
class CheckResults:
    """The findings of each method: visits, the compiled game, proofs."""

    survey: Survey
    compiled: CompiledFindings
    proofs: Proofs


def _first_compiled(limits: CheckLimits) -> CheckLimits:
    """Shorten visits in Python for what the compiled game judges as well."""
    extent = limits.extent
    few = replace(
        extent,
        positions=min(extent.positions, SOON),
        seconds=min(extent.seconds, SECONDS_SOON),
        playing=min(extent.playing, SECONDS_SOON),
    )
    return replace(limits, extent=few) if limits.compiled and is_built() else limits


def _visit_positions(
    wanted: CheckPlan,
    asked_of: Sequence[ir.Claim],
    start: State,
    limits: CheckLimits,
    clock: Clock,
    claims_alone: bool = False,
) -> CheckResults:
    """Visit positions while there is time, with the compiled game where there are many, and try proofs for the rest.

    If all positions were visited, proofs are a second opinion. With `claims_alone`, skip proofs when nothing is left
    open.
    """
    positions = survey(wanted.marked, wanted.goals, start, limits.extent, clock, limits.seed)
    millions = (
        CompiledFindings()
        if positions.complete or not limits.compiled
        else visit_compiled(wanted.game, start, asked_of, clock.deadline)
    )
    known = [number for number, goal in enumerate(wanted.goals) if goal.question in millions.findings]
    undecided = {
        number: goal
        for number, goal in enumerate(wanted.goals)
        if positions.complete or number not in {*positions.reached, *known}
    }
    if (
        claims_alone
        and not undecided
        and all(claims.question(claim) in millions.findings or claim.mode not in claims.LASTING for claim in asked_of)
    ):
        return CheckResults(positions, millions, Proofs())
    return CheckResults(
        positions, millions, prove_in_process(wanted.marked.game, start, undecided, positions, limits.proving, clock)
    )


def _answers(wanted: CheckPlan, looked: CheckResults, start: State) -> Iterator[Finding]:
    """The answers about goals, each play replayed."""
    replayer = Replayer(wanted.marked, start)
    for number, goal in enumerate(wanted.goals):
        yield replayer.confirm_goal(
            goal, looked.compiled.instead(decide_goal(goal, number, looked.survey, looked.proofs))
        )


def decide_goal(goal: CheckGoal, number: int, result: Survey, proofs: Proofs) -> Finding:
    """The finding for a goal from whichever method decided it; two findings must agree."""
    looked, proved = by_survey(goal, number, result), proofs.findings.get(number)
    if goal.wanted and result.failed and isinstance(proved, RefutedFinding):
        return looked
    if number in result.unevaluated and isinstance(looked, RefutedFinding):
        return looked
    if isinstance(looked, UndecidedFinding):
        return looked if proved is None else _combine_attempts(looked, proved)
    if proved is None or isinstance(proved, UndecidedFinding):
        return looked
    if type(proved) is not type(looked):
        raise Disagreement(f"{goal.question.text}: {looked.method} contradicts {proved.method}")
    return replace(
        looked, method=f"{looked.method}; {proved.method}", used=proved.used, grounds=(*looked.grounds, *proved.grounds)
    )


def _combine_attempts(looked: UndecidedFinding, proved: Finding) -> Finding:
    return replace(looked, tried=f"{looked.tried}; {proved.tried}") if isinstance(proved, UndecidedFinding) else proved


def by_survey(goal: CheckGoal, number: int, result: Survey) -> Finding:
    """The finding for a goal from the positions that were visited."""
    play = result.reached.get(number)
    if play is not None:
        return (
            ProvedFinding(goal.question, result.extent, (), play)
            if goal.wanted
            else RefutedFinding(goal.question, result.extent, "it can happen", play)
        )
    if number in result.unevaluated:
        failed = result.unevaluated[number]
        return report_unevaluated(goal.question, result.extent, failed.error, failed.play)
    if not result.complete or (goal.wanted and result.failed):
        return UndecidedFinding(
            goal.question,
            f"{'not met' if goal.wanted else 'nothing against it'} in {result.extent}",
            stopped=result.stopped,
        )
    if goal.wanted:
        return RefutedFinding(goal.question, result.extent, "it never happens", grounds=result.grounds)
    return ProvedFinding(goal.question, result.extent, grounds=result.grounds)


def _of_plays(game: ir.Game, plays: Survey, clock: Clock) -> Sequence[Finding]:
    """Questions about whole plays, which are not conditions on a position."""
    rule = endings.course_of_play(game)
    results = [
        *failing.judge_failures(game, plays),
        *claims.lasting(game.claims, plays),
        *[_in_memory(bounds.question(bound), partial(bounds.judge_bound, bound, plays)) for bound in game.bounds],
    ]
    if free.is_asked(game):
        results.append(_in_memory(free.question(rule), lambda: free.judge_freedom(game, rule, plays)))
    if game.reactions:
        results.append(_in_memory(order.question(game), lambda: order.judge_reaction_order(game, plays, clock)))
    if leaks.is_asked(game):
        results.append(_in_memory(leaks.question(rule), lambda: leaks.judge_leaks(game, rule, plays)))
    return results


def _in_memory(question: RuleQuestion, judge: Callable[[], Finding]) -> Finding:
    """The finding, or undecided if memory runs out."""
    try:
        return judge()
    except MemoryError:
        return UndecidedFinding(question, out_of_memory(), stopped=StopReason.MEMORY)
