"""The compiled game says of claims what all positions in Python say."""

from __future__ import annotations

from pathlib import Path

from rules_dsl.loading import LIBRARY, load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.check.checking import CheckLimits, check
from solver.check.findings import Finding, ProvedFinding, RefutedFinding, Topic, UndecidedFinding
from solver.check.proofs import Effort
from solver.check.survey import SurveyLimits
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits as Ends

CLAIMS = """
claim always "few left": left <= 2
claim sometimes "a six": pips == 6
claim sometimes "a seven": pips == 7
claim leads "to the end": left == 0 to kept
claim leads "to a six": left == 0 to pips == 6
"""
HERE, COMPILED = (
    CheckLimits(SurveyLimits(), Effort(second_opinion=0)),
    CheckLimits(SurveyLimits(positions=3, plays=0), Effort(seconds=0)),
)


def answers(path: Path, limits: CheckLimits) -> dict[str, Finding]:
    found = check(PythonMachine(load(path)), limits, Clock(Ends()))
    return {
        each.question.text: each for each in found if each.question.topic in (Topic.CLAIM, Topic.STUCK, Topic.FAILURE)
    }


def test_the_compiled_game_says_the_same(tmp_path: Path) -> None:
    path = tmp_path / "three_rolls.rules"
    path.write_text((LIBRARY / "three_rolls" / "three_rolls.rules").read_text() + CLAIMS)
    python, compiled = answers(path, HERE), answers(path, COMPILED)
    assert python.keys() == compiled.keys()
    for text, finding in python.items():
        other = compiled[text]
        assert type(finding) is type(other), text
        assert not isinstance(other, UndecidedFinding)
        if isinstance(other, ProvedFinding | RefutedFinding):
            assert len(getattr(finding, "play", ())) == len(other.play)
    assert (
        sum("compiled" in each.method for each in compiled.values() if isinstance(each, ProvedFinding | RefutedFinding))
        >= 7
    )
    assert isinstance(compiled["leads to a six"], RefutedFinding)
