"""Asks the solver all questions about a game, or its claims only."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from regelwerk.report.findings import FindingReport, describe_finding
from regelwerk.report.reasons import place, reason
from regelwerk.settings import problem
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.diagnostics.suggest import hint
from rules_dsl.examples.claims import check_unique
from rules_dsl.examples.loaded import Reload
from rules_dsl.examples.run import run_all
from rules_dsl.examples.steps import StepFailure, position_of
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.failures import PlayError
from rules_dsl.ir.texts import say_value
from rules_dsl.ir.types import values
from rules_dsl.machine.api import Machine, State
from rules_dsl.machine.explore import ExploreLimits as Few
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.relaxing import Relaxable
from solver.check import checking
from solver.check.comparing import Comparison, ComparisonLimits, Different, EquivalentGames, Sides, compare
from solver.check.excluding import Exclusion, ExclusionSearch
from solver.check.findings import Finding, ProvedFinding, RefutedFinding, RuleQuestion, Topic, UndecidedFinding
from solver.check.proofs import Effort, ignore_progress
from solver.check.shortening import find_distinction, shorten_play
from solver.processes.apart import apart
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits
from solver.smt.equivalence import equivalent
from solver.smt.stretches import is_large

SHORTENING = 60.0
"""Seconds in which a play that was found at random is made shorter."""
QUICK = 10.0
"""Seconds for a proof that two games are the same."""
SOON = 3.0
"""Seconds breadth first where games are large."""
FIRST_LOOK = 30.0
"""Seconds in which two readings are compared from the beginning of the game before examples are asked for a place where
they differ.
"""
NEAR = 10.0
"""Seconds breadth first from where an example begins."""
PLAYING_ON = 60.0
"""Seconds in which plays go on at random from there."""


EXPLAINING = 5.0
"""Seconds to find out why something never comes about."""
MOST_EXPLAINED = 6
FEW_POSITIONS = 5_000


def all_answers(
    machine: Machine, start: State, reload: Reload, rules: Relaxable, seconds: float | None, seed: int = 0
) -> Iterator[FindingReport]:
    """Everything that is asked of the rules; `reload` gives the game with the options and givens that an example sets,
    `rules` the game without some conditions.
    """
    if machine.game.finds:
        yield describe_finding(machine, start, _one_solution(machine.game))
        return
    explained = 0
    for answer in checking.check(machine, checking.CheckLimits(seed=seed), Clock(Limits(seconds=seconds)), start):
        finding = _of_this_instance(rules, answer)
        asks_why = (
            isinstance(finding, RefutedFinding)
            and not finding.play
            and finding.question.topic in (Topic.RULE, Topic.NEED)
            and explained < MOST_EXPLAINED
        )
        explained += asks_why
        yield replace(
            describe_finding(machine, start, finding),
            excluded_by=_find_excluding(rules, finding.question) if asks_why else (),
        )
    for finding in find_uncovered(machine.game, reload):
        yield describe_finding(machine, start, finding)


def _of_this_instance(rules: Relaxable, finding: Finding) -> Finding:
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
        f"not in this instance ({finding.method}); it depends on the givens {', '.join(givens)}, and others may be given",
    )


def _find_excluding(rules: Relaxable, question: RuleQuestion) -> tuple[str, ...]:
    """The conditions that together exclude something, where that is quickly found out."""
    match ExclusionSearch(rules, question, Clock(Limits(seconds=EXPLAINING)), FEW_POSITIONS).why(plays=False):
        case Exclusion(_, needed, _, _):
            return tuple([f"{item.text} ({place(item.span)})" for item in map(reason, needed)])
        case _:
            return ()


def find_uncovered(rules: ir.Game, reload: Reload) -> Iterator[Finding]:
    """Rules that no example and no play of the file uses; asked only of files that have some."""
    if not rules.examples and not rules.replays:
        return
    spoken = {claim.rule for claim in rules.claims} | {bound.rule for bound in rules.bounds}
    shortened = replace(rules, counts=(), bests=(), claims=(), bounds=(), unique=False)
    coverage = run_all(shortened, reload, PythonMachine, Few(states=0)).coverage
    method = f"{len(rules.examples)} examples and {len(rules.replays)} plays"
    for rule in coverage.rules:
        if rule not in spoken:
            question = RuleQuestion(Topic.COVER, f"an example or a play uses {rule.name}", rule)
            yield (
                ProvedFinding(question, method)
                if rule.name in coverage.used
                else RefutedFinding(question, method, "none does")
            )


def _one_solution(game: ir.Game) -> Finding:
    """All that is asked of a puzzle to be filled in."""
    rule = game.find_rules[0].rule if game.find_rules else ir.Rule(game.name)
    outcome = check_unique(game)
    question = RuleQuestion(Topic.CLAIM, "the puzzle has one solution", rule)
    return (
        ProvedFinding(question, "all ways to fill it in")
        if outcome.ok
        else RefutedFinding(question, "all ways to fill it in", outcome.detail)
    )


def claim_answers(
    machine: Machine, start: State, wanted: str | None, seconds: float | None, seed: int = 0, kept: bool = False, tell: Callable[[str], None] = ignore_progress
) -> Iterator[FindingReport]:  # fmt: skip
    """Findings for all claims or the named one.

    `kept` adds the grounds of each proof; `tell` receives the prover's progress.
    """
    claims = select_claims(machine.game, wanted)
    limits = checking.CheckLimits(proving=Effort(kept=kept, tell=tell), seed=seed)
    for result in checking.prove(machine, claims, limits, Clock(Limits(seconds=seconds)), start):
        yield describe_finding(machine, start, result)


def compare_sides(sides: Sides, seconds: float | None, seed: int = 0, moves: Collection[str] = ()) -> Comparison:
    """Compare two games; a quick proof of equivalence is tried first. Random plays prefer the moves in `moves`."""
    clock = Clock(Limits(seconds=seconds))
    large = is_large(sides.one.game) or is_large(sides.other.game)
    quick = QUICK if seconds is None else min(QUICK, seconds / 3)
    if not large and list(
        apart(
            lambda: iter([equivalent(sides.one, sides.other, Clock(Limits(seconds=quick)), sides.starts)]), quick, None
        )
    ) == [True]:
        return EquivalentGames("every move, ending and score is the same in every state (Z3)")
    result = compare(
        sides, replace(ComparisonLimits(), seconds=SOON) if large else ComparisonLimits(), clock, seed, moves
    )
    left = SHORTENING if clock.deadline is None else min(SHORTENING, clock.deadline)
    return shorten_play(sides, result, clock.part(left)) if isinstance(result, Different) else result


@dataclass(frozen=True, slots=True)
class ReadingComparison:
    """The comparison of two values of a reading with the other options fixed.

    `example`: it starts from the position where this example begins.
    """

    name: str
    first: str
    second: str
    options: tuple[tuple[str, str], ...]
    comparison: Comparison
    example: str = ""


def compare_readings(
    load: Callable[[Mapping[str, str]], Machine], seconds: float | None, seed: int = 0
) -> Iterator[ReadingComparison]:
    """Compare the values of each reading in pairs, with all other options at their values or as the examples of the
    reading set them. All comparisons share the time.
    """
    game, clock = load({}).game, Clock(Limits(seconds=seconds))
    readings = [option for option in game.options if option.reading]
    pairs = [
        (option.name, pair)
        for option in readings
        for pair in combinations([say_value(option.type, value) for value in values(option.type)], 2)
    ]
    for number, (name, texts) in enumerate(pairs):
        share = None if clock.deadline is None else clock.deadline / (len(pairs) - number)
        yield _reading(load, game, name, texts, share, seed)


def _reading(
    load: Callable[[Mapping[str, str]], Machine],
    game: ir.Game,
    name: str,
    texts: tuple[str, str],
    seconds: float | None,
    seed: int,
) -> ReadingComparison:
    """The examples of a reading say with which options it comes into play. From the beginning of the game it is looked
    for a while, then from where the examples begin, and only then for as long as there is time.
    """
    set_ups = list(
        dict.fromkeys([_but(name, example.options) for example in game.examples if name in dict(example.options)])
    ) or [()]
    patience = None if seconds is None else seconds / len(set_ups)
    for limit, near in ((FIRST_LOOK if patience is None else min(FIRST_LOOK, patience), True), (patience, False)):
        comparisons = []
        for options in set_ups:
            first, second = (load({**dict(options), name: text}) for text in texts)
            comparisons.append(
                ReadingComparison(name, *texts, options, *_find_distinction(first, second, name, limit, seed, near))
            )
            if isinstance(comparisons[-1].comparison, Different):
                return comparisons[-1]
        if limit == patience or all(isinstance(comparison.comparison, EquivalentGames) for comparison in comparisons):
            break
    return comparisons[-1]


def _find_distinction(
    first: Machine, second: Machine, name: str, seconds: float | None, seed: int, near: bool
) -> tuple[Comparison, str]:
    """From the beginning, with the moves of the examples of a reading rather than others, or, if it is to be `near`,
    from where one of these begins: which one.
    """
    examples = [
        example for machine in (first, second) for example in machine.game.examples if name in dict(example.options)
    ]
    moves = {step.text for example in examples for step in example.steps if isinstance(step, ir.MoveStep)}
    sides = compare_sides(Sides(first, second), seconds, seed, moves)
    if near and not isinstance(sides, Different):
        for example in examples:
            nearer = _from_example(first, second, example)
            if isinstance(nearer, Different):
                return nearer, example.label
    return sides, ""


def _from_example(first: Machine, second: Machine, example: ir.Example) -> Comparison | None:
    """Compare two games from the start of an example: breadth first, then along its moves, then by random plays, for
    differences that show only at the end. None if no difference is found.
    """
    try:
        here = [position_of(ReferenceMachine(machine.game), example) for machine in (first, second)]
    except (RulesError, StepFailure, PlayError):
        return None
    sides = Sides(first, second, (here[0], here[1]))
    result = compare(sides, replace(ComparisonLimits(), seconds=NEAR, plays=0), Clock(Limits()))
    if isinstance(result, Different):
        return result
    by_moves = find_distinction(sides, [step.text for step in example.steps if isinstance(step, ir.MoveStep)])
    return by_moves or compare(sides, replace(ComparisonLimits(), seconds=0.0), Clock(Limits(seconds=PLAYING_ON)))


def _but(name: str, options: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple([option for option in options if option[0] != name])


def select_claims(game: ir.Game, wanted: str | None) -> tuple[ir.Claim, ...]:
    """The claims that are meant: all, the one with this text, or the only one in whose text it stands; raises
    RulesError otherwise.
    """
    if wanted is None:
        return game.claims
    labels = [claim.label for claim in game.claims]
    result = [claim for claim in game.claims if claim.label == wanted] or [
        claim for claim in game.claims if wanted.lower() in claim.label.lower()
    ]
    if len(result) == 1:
        return tuple(result)
    reason = "several claims have this text" if result else "no claim has this text"
    repair = hint(wanted, labels) or f"the claims are: {'; '.join(labels) or 'none'}"
    raise RulesError(
        replace(
            problem("E0820", f"{wanted!r:.80} is not a claim of {game.name}", "CLAIM", repair=repair), reason=reason
        )
    )
