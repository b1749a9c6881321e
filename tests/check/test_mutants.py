"""Faults put into games of the library are found at the right rule; the games as they are have none."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rules_dsl.loading import LIBRARY, load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.check.checking import CheckLimits, check
from solver.check.findings import Finding, ProvedFinding, RefutedFinding
from solver.check.proofs import Effort
from solver.check.survey import SurveyLimits
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits as Ends
from tests.check.mutants import TINY, Mutant, mutants

QUICK = CheckLimits(
    SurveyLimits(positions=20_000, seconds=60, plays=20, playing=5), Effort(second_opinion=0), compiled=False
)
SLOW = ("auction", "reversi", "hex", "tictactoe")
CLEAN = (
    "tictactoe",
    "hanoi",
    "river_crossing",
    "orchard",
    "three_rolls",
    "kuhn_poker",
    "auction",
    "fifteen",
    "hex",
    "sokoban",
    "rush_hour",
    "reversi",
)


def findings(path: Path, options: dict[str, str], limits: CheckLimits = QUICK) -> list[Finding]:
    return list(check(PythonMachine(load(path, options)), limits, Clock(Ends())))


def mutated(mutant: Mutant, folder: Path) -> Path:
    home = folder / mutant.game
    shutil.copytree(LIBRARY / mutant.game, home)
    path = home / f"{mutant.game}.rules"
    text = path.read_text()
    assert text.count(mutant.old) == 1, f"{mutant.game} does not have this once: {mutant.old}"
    path.write_text(text.replace(mutant.old, mutant.new))
    return path


def test_there_are_sixty() -> None:
    assert len(mutants()) >= 60
    assert len({each.code for each in mutants()}) >= 14


def some_at_once() -> list[object]:
    """Each third in every run, the others in the long ones."""
    return [
        pytest.param(each, marks=[] if number % 3 == 0 else [pytest.mark.long]) for number, each in enumerate(mutants())
    ]


@pytest.mark.parametrize("mutant", some_at_once(), ids=lambda each: f"{each.game} {each.code} {each.where}")
def test_a_mutant_is_found_at_its_rule(mutant: Mutant, tmp_path: Path) -> None:
    path = mutated(mutant, tmp_path)
    found = [each for each in findings(path, mutant.options) if isinstance(each, RefutedFinding)]
    lines = path.read_text().splitlines()
    places = [(str(each.question.topic), lines[each.question.rule.span.line - 1]) for each in found]
    assert any(code == mutant.code and mutant.where in line for code, line in places), places


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] if name in SLOW else []) for name in CLEAN]
)
def test_games_of_the_library_have_no_faults(name: str) -> None:
    found = findings(LIBRARY / name, TINY.get(name, {}))
    assert [each for each in found if isinstance(each, RefutedFinding)] == []
    assert sum(isinstance(each, ProvedFinding) for each in found) >= 5
