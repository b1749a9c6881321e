"""Explains why something is unreachable: a minimal set of rule conditions that exclude it together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rules_dsl.examples.claims import write_play
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.failures import PlayError
from rules_dsl.machine.api import Move
from rules_dsl.machine.filling.puzzle import FindPuzzle
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.relaxing import Condition, Relaxable
from rules_dsl.source import Span
from solver.check.checking import collect_questions
from solver.check.findings import ProvedFinding, RefutedFinding, RuleQuestion, UndecidedFinding
from solver.check.goals import CheckGoal
from solver.check.proofs import Effort, prove_in_process
from solver.check.replayed import Replayer
from solver.check.survey import SurveyLimits, survey
from solver.filling.search import count_solutions
from solver.protocol.clock import Clock

SECOND = 1.0
"""The least time for one game."""


@dataclass(frozen=True, slots=True)
class PossibleVerdict:
    """It is reachable; `play` shows how."""

    play: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Exclusion:
    """It is unreachable.

    The conditions in `needed` suffice to exclude it, as long as moves that take a number out of its range stay illegal.
    `fewest`: without any one of them it is reachable. `without` has a play for each condition whose removal alone makes
    it reachable.
    """

    how: str
    needed: tuple[Condition, ...]
    fewest: bool
    without: Mapping[Condition, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OpenVerdict:
    """Undecided; `tried` says what was done."""

    tried: str


Why = PossibleVerdict | Exclusion | OpenVerdict
Asked = PossibleVerdict | OpenVerdict | str
"""Of one game: a play, nobody knows, or how it is known that there is none."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Rules of a puzzle that no solution satisfies together. `fewest`: without any one of them there is a solution."""

    rules: tuple[ir.FindRule, ...]
    fewest: bool


def contradiction(game: ir.Game, clock: Clock) -> Contradiction | None:
    """Rules of a puzzle that cannot hold together; None if all can."""
    if count_solutions(FindPuzzle(game), 1):
        return None
    needed, fewest = list(game.find_rules), True
    for rule in game.find_rules:
        others = [item for item in needed if item is not rule]
        if clock.is_over():
            fewest = False
        elif not _can_be_filled(replace(game, find_rules=tuple(others))):
            needed = others
    return Contradiction(tuple(needed), fewest)


def _can_be_filled(game: ir.Game) -> bool:
    """Is there a filling that keeps the rules, or one on which they fail now that nothing excludes it?"""
    try:
        return count_solutions(FindPuzzle(game), 1) > 0
    except PlayError:
        return True


class ExclusionSearch:
    """Asks games without some of their conditions whether something is reachable."""

    def __init__(self, rules: Relaxable, question: RuleQuestion, clock: Clock, positions: int = 50_000) -> None:
        self.rules = rules
        self.question = question
        self.clock = clock
        self.positions = positions
        self.conditions = [condition for condition in rules.conditions if condition.whole != question.rule.span]

    def why(self, plays: bool = True) -> Why:
        """Why it is unreachable, or a play that reaches it."""
        asked_of = len(self.conditions) + 2
        first = self.comes_about(frozenset(), asked_of)
        if not isinstance(first, str):
            return first
        needed, fewest = self._drop_conditions(asked_of)
        return Exclusion(first, needed, fewest, self._without(needed) if plays else {})

    def _drop_conditions(self, left: int) -> tuple[tuple[Condition, ...], bool]:
        """Remove conditions one by one while it stays unreachable."""
        needed, fewest = list(self.conditions), True
        if isinstance(self.comes_about(_places(needed), left), str):
            return (), True
        for condition in self.conditions:
            left -= 1
            others = [item for item in needed if item is not condition]
            answer = self.comes_about(
                _places([condition for condition in self.conditions if condition not in others]), left
            )
            if isinstance(answer, str):
                needed = others
            elif isinstance(answer, OpenVerdict):
                fewest = False
        return tuple(needed), fewest

    def _without(self, needed: Sequence[Condition]) -> dict[Condition, tuple[str, ...]]:
        result = {}
        for number, condition in enumerate(needed):
            answer = self.comes_about(_places([condition]), len(needed) - number)
            if isinstance(answer, PossibleVerdict):
                result[condition] = answer.play
        return result

    def comes_about(self, left_out: frozenset[Span], questions: int) -> Asked:
        """Is it reachable in the game without these conditions?

        Uses its share of the time for all remaining questions.
        """
        seconds = max(SECOND, (self.clock.deadline or 0.0) / max(1, questions))
        if self.clock.is_over():
            return OpenVerdict("the time was over")
        game = self.rules.without(left_out)
        if game is None:
            return OpenVerdict("without these conditions the rules are not valid")
        wanted = collect_questions(game)
        goal = next((goal for goal in wanted.goals if _is_same_question(goal.question, self.question)), None)
        if goal is None:
            return OpenVerdict("without these conditions it cannot be evaluated")
        try:
            machine = PythonMachine(game)
            start = machine.initial()
        except PlayError as error:
            return OpenVerdict(f"play cannot begin: {error}")
        clock = self.clock.part(seconds)
        survey_result = survey(
            wanted.marked,
            [goal],
            start,
            SurveyLimits(self.positions, seconds, 100, 200, seconds / 4, until_met=True),
            clock,
        )
        if 0 in survey_result.reached:
            return self._confirm_possible(machine, goal, Replayer(wanted.marked, start), survey_result.reached[0])
        if left_out and not all(play.moving for play in survey_result.failed.values()):
            return OpenVerdict("without these conditions the legal moves are undefined")
        if survey_result.complete and (left_out or not survey_result.failed):
            return survey_result.extent
        proofs = prove_in_process(wanted.marked.game, start, {0: goal}, survey_result, Effort(seconds=seconds), clock)
        match proofs.findings.get(0):
            case ProvedFinding(_, method, _, play) | RefutedFinding(_, method, _, play):
                if goal.wanted == isinstance(proofs.findings[0], ProvedFinding):
                    return self._confirm_possible(machine, goal, Replayer(wanted.marked, start), play)
                return method
            case UndecidedFinding(_, tried):
                return OpenVerdict(f"not met in {survey_result.extent}; {tried}")
            case None:
                tried = proofs.lost or "nothing was proved in the time"
                return OpenVerdict(f"not met in {survey_result.extent}; {tried}")

    def _confirm_possible(
        self, machine: PythonMachine, goal: CheckGoal, replayer: Replayer, play: Sequence[Move]
    ) -> PossibleVerdict:
        replayer.confirm_goal(
            goal,
            ProvedFinding(goal.question, "", (), tuple(play))
            if goal.wanted
            else RefutedFinding(goal.question, "", "", tuple(play)),
        )
        return PossibleVerdict(write_play(machine, play))


def _is_same_question(one: RuleQuestion, other: RuleQuestion) -> bool:
    return (one.topic, one.text, one.rule.span) == (other.topic, other.text, other.rule.span)


def _places(conditions: Sequence[Condition]) -> frozenset[Span]:
    return frozenset([condition.span for condition in conditions])
