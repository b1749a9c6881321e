"""Every verdict about random programs is compared with a plain player of all positions (the checker itself replays the
plays it shows); and the cases in which verdicts were once false.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.passes import pipeline
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.check.checking import CheckLimits, check
from solver.check.failing import topic_of
from solver.check.findings import Finding, ProvedFinding, RefutedFinding, Topic, UndecidedFinding
from solver.check.proofs import Effort
from solver.check.survey import SurveyLimits
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits as Ends
from tests.agree.checking import analysed
from tests.agree.programs import program
from tests.check.oracle import Played, played

MOST = 300
HEAD = "rules 1\ngame Few\n\n"
METHODS = {
    "survey": CheckLimits(SurveyLimits(), Effort(second_opinion=0), compiled=False),
    "proofs": CheckLimits(SurveyLimits(positions=2, plays=0), Effort(seconds=2), compiled=False),
    "random plays": CheckLimits(SurveyLimits(positions=2, plays=30, playing=1), Effort(seconds=0), compiled=False),
}
FAILURES = (Topic.FAILURE, Topic.SUPPLY, Topic.CLASH, Topic.LOOP)


def judged(game: ir.Game, method: str) -> list[Finding]:
    return list(check(PythonMachine(game), METHODS[method], Clock(Ends())))


def disagreements(found: Played, findings: list[Finding]) -> list[Finding]:
    """The findings that contradicts all positions do."""
    return [
        each
        for each in findings
        if isinstance(each, ProvedFinding | RefutedFinding)
        and truth(found, each) not in (None, isinstance(each, ProvedFinding))
    ]


def truth(found: Played, finding: Finding) -> bool | None:
    """Does what was asked hold? None if the plain player cannot tell."""
    topic, text, span = finding.question.topic, finding.question.text, finding.question.rule.span
    if topic is Topic.CLAIM:
        return of_claim(found, next(each for each in found.machine.game.claims if f"{each.mode} {each.label}" == text))
    if topic is Topic.STUCK:
        return not found.stuck()
    if topic in FAILURES:
        return topic not in {topic_of(*each.split(" ", 1)) for each in found.failures}
    actions = found.machine.game.actions
    if topic is Topic.RULE and text.endswith(" can be done"):
        return (
            True
            if any(each.name in found.done for each in actions if each.rule.name == text.removesuffix(" can be done"))
            else None
        )
    if topic is Topic.NEED and sum(need.span == span for action in actions for need in action.needs) == 1:
        return True if span in found.refusing else None
    return None


def of_claim(found: Played, claim: ir.Claim) -> bool | None:
    seen = found.holds(claim.condition)
    match claim.mode:
        case "always":
            return seen <= {True}
        case "never":
            return seen <= {False}
        case "sometimes":
            return True in seen
        case _:
            return None


def all_agree(numbers: range, method: str) -> int:
    """How many of these programs were judged, each verdict as all positions say."""
    many = 0
    for number in numbers:
        game, errors = analysed(program(random.Random(number)))
        if game is None or errors:
            continue
        game = pipeline.run_checked(game)
        try:
            found = played(game, MOST)
        except RulesError:
            continue
        if found is not None:
            many += 1
            assert disagreements(found, judged(game, method)) == [], number
    return many


@pytest.mark.parametrize(
    ("method", "numbers"), [("survey", range(24)), ("random plays", range(30, 40)), ("proofs", range(50, 56))]
)
def test_verdicts_about_random_programs_are_true(method: str, numbers: range) -> None:
    assert all_agree(numbers, method) > len(numbers) / 2


@pytest.mark.long
@pytest.mark.parametrize("method", METHODS)
def test_verdicts_about_many_random_programs_are_true(method: str) -> None:
    assert all_agree(range(1000, 1300), method) > 200


# -- what was false once ----------------------------------------------------------------------------------------------


def findings(folder: Path, text: str, method: str = "survey") -> dict[str, Finding]:
    path = folder / "few.rules"
    path.write_text(HEAD + text)
    return {f"{each.question.topic} {each.question.text}": each for each in judged(load(path), method)}


DRAWN = """type Card = { cost: 0..6 }

table cards: list of Card
  name    cost
  Field      1
  Farm       2

state
  coins: 0..60 = 3
  pile:  deck of cards = all
  drawn: cards?

action build
  needs coins >= the(drawn).cost + 2  "too dear"
  does
    coins -= the(drawn).cost

action sell
  does
    coins += 2

play
  repeat 2
    draw c from pile
    drawn = c
    choose build, sell
    drawn = none
"""


def test_conditions_of_a_decision_are_asked_at_that_decision_only(tmp_path: Path) -> None:
    found = findings(tmp_path, DRAWN)
    assert [key for key, each in found.items() if not isinstance(each, ProvedFinding)] == []
    assert found["W2006 this condition of build refuses something"].method == "all 9 positions"


PASSED_OVER = """state
  n:    0..9 = 2
  done: 0..9

action pick
  needs n > 0  "nothing left"
  needs n < 9  "too many"
  does
    n -= 1

play
  repeat 5
    choose pick
    else
      done += 1
"""


@pytest.mark.parametrize("method", ["survey", "proofs"])
def test_a_need_may_refuse_where_the_decision_is_passed_over(method: str, tmp_path: Path) -> None:
    path = tmp_path / "few.rules"
    path.write_text(HEAD + PASSED_OVER)
    needs = [each for each in judged(load(path), method) if each.question.topic is Topic.NEED]
    assert [type(each) for each in needs] == [ProvedFinding, RefutedFinding]


CLAIMED = """state
  l: list of 0..3 up to 3

action put_one
  does
    l += len(l)

play
  repeat 3
    choose put_one

claim never     "reads what is not there": len(l) == 2 and l[3] == 1
claim always    "reads from the start": last(l) >= 0
claim sometimes "is three long": len(l) == 3
claim leads     "fails, too": last(l) == 1 to last(l) == 2
"""


@pytest.mark.parametrize("method", ["survey", "proofs"])
def test_a_claim_that_cannot_be_evaluated_is_refuted_and_hides_no_position(method: str, tmp_path: Path) -> None:
    found = findings(tmp_path, CLAIMED, method)
    never, always = found["W2001 never reads what is not there"], found["W2001 always reads from the start"]
    assert isinstance(never, RefutedFinding) and "cannot be evaluated: E0902" in never.why and len(never.play) == 2
    assert isinstance(always, RefutedFinding) and "cannot be evaluated: E0903" in always.why
    assert isinstance(found["W2001 sometimes is three long"], ProvedFinding)
    assert not isinstance(found["W2001 leads fails, too"], ProvedFinding)


SCORED = """state
  l: list of 0..3 up to 3

action leave_it

play
  choose leave_it

score
  last: last(l)
"""


@pytest.mark.parametrize("method", METHODS)
def test_scores_that_fail_at_the_end_are_a_failure_of_the_rules(method: str, tmp_path: Path) -> None:
    found = findings(tmp_path, SCORED, method)["W2002 no value leaves its range, none is missing"]
    assert not isinstance(found, ProvedFinding)
    assert isinstance(found, RefutedFinding if method == "survey" else UndecidedFinding | RefutedFinding)


def test_what_is_done_before_the_first_decision_counts_for_provers_too(tmp_path: Path) -> None:
    text = "state\n  n: 0..3 = 2\n\naction wait\n\nplay\n  when n > 1\n    n = 1\n  choose wait\n"
    found = findings(tmp_path, text, "proofs")["W2005 this condition of play can be true"]
    assert isinstance(found, ProvedFinding)
