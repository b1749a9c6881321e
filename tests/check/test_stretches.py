"""Moves cut into stretches: what is proved so holds, at all points and on all positions."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path

import pytest

from rules_dsl.loading import load
from rules_dsl.machine.api import State
from rules_dsl.machine.explore.claims import avoid
from rules_dsl.machine.generated.machine import PythonMachine
from solver.check import claims
from solver.check.checking import collect_questions
from solver.check.cutting import prove_in_stretches
from solver.check.findings import ProvedFinding, RefutedFinding
from solver.check.survey import Survey, SurveyLimits, survey
from solver.check.told import Ends, ProverReport, Says, UnprovedTermination
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits
from tests.check.test_proving import random_claims
from tests.solver.small_games import small_game

SEEDS = [(range(8), 4, 4), pytest.param(range(8, 72), 10, 40, marks=pytest.mark.long)]


@pytest.mark.parametrize(("seeds", "goals", "ends"), SEEDS)
def test_stretches_and_positions_agree_on_random_games(seeds: range, goals: int, ends: int, tmp_path: Path) -> None:
    counted = Counter[str]()
    for seed in seeds:
        path = tmp_path / f"{seed}.rules"
        path.write_text(f"{small_game(seed)[1]}\n{random_claims(random.Random(seed))}\n")
        counted += _agreeing(path)
    assert counted["goals"] >= goals and counted["ends"] >= ends, "what decides nothing agrees with everybody"


def _agreeing(path: Path) -> Counter[str]:
    """How many goals are proved in stretches, each of which comes about in no position; and whether plays are said to
    end, which then do.
    """
    game = load(path)
    wanted = collect_questions(game)
    found = survey(wanted.marked, wanted.goals, PythonMachine(game).initial(), SurveyLimits(), Clock(Limits()))
    assert found.complete
    counted = Counter[str]()
    for told in _told(path, found.states[:300]):
        match told:
            case ProverReport(int(number), ProvedFinding() | RefutedFinding()):
                assert number not in found.reached, wanted.goals[number].question
                counted["goals"] += 1
            case Ends():
                assert not goes_round(found)
                counted["ends"] += 1
    return counted


def goes_round(found: Survey) -> bool:
    """Is there a play that does not end, if all positions are known?"""
    ended = {number for number in range(len(found.states)) if not found.after(number)}
    return bool(avoid(found, ended))


def _told(path: Path, samples: Sequence[State]) -> list[Says]:
    wanted = collect_questions(load(path))
    return list(
        prove_in_stretches(
            PythonMachine(wanted.marked.game), dict(enumerate(wanted.goals)), samples, Clock(Limits()), False
        )
    )


PROVED_OF_RAILROADS = (
    "markers keep their order", "no marker leaves its route", "no locomotive is lost", "workers are those one began with and those one gained", "no end card is lost, none is there twice",
    "an engineer is in one place", "coins lie where somebody stands", "no coin is lost", "stuck",
)  # fmt: skip


@pytest.mark.long
def test_railroads_keep_what_they_say() -> None:
    game = load("ultimate_railroads")
    machine = PythonMachine(game)
    goals = dict(enumerate(claims.goals([claim for claim in game.claims if claim.mode != "terminates"])))
    told = list(
        takewhile(
            lambda each: not isinstance(each, ProverReport) or each.goal is not None,
            prove_in_stretches(machine, goals, _samples(machine), Clock(Limits()), False),
        )
    )
    proved = {
        goals[each.goal].question.text
        for each in told
        if isinstance(each, ProverReport) and each.goal is not None and isinstance(each.finding, ProvedFinding)
    }
    assert {f"{claim.mode} {claim.label}" for claim in game.claims if claim.label in PROVED_OF_RAILROADS} <= proved
    (ends,) = [each for each in told if isinstance(each, Ends)]
    assert ends.measures[1:3] == ("left_to_build()", "left_to_use()")


ENDLESS = (
    (
        "    points[player] += pool.points\n    pool.points = 0\n",
        "    points[player] += 1 if pool.points > 0 and points[player] < 9 else 0\n",
    ),
    ("      pool.keys -= 1\n", "      pool.keys -= 0\n"),
    ("    spend_feat(use_again)\n    receive(gain_of(s), false)\n", "    receive(gain_of(s), false)\n"),
    ("    take_from_supply(pool.coins)\n    pool.coins = 0\n", "    take_from_supply(0)\n"),
)


@pytest.mark.long
@pytest.mark.parametrize(("old", "new"), ENDLESS)
def test_railroads_that_go_on_for_ever_are_not_said_to_end(old: str, new: str, tmp_path: Path) -> None:
    folder = tmp_path / "ultimate_railroads"
    shutil.copytree(Path(__file__).parents[2] / "games" / "ultimate_railroads", folder)
    text = (folder / "base.rules").read_text("utf-8")
    assert text.count(old) == 1
    (folder / "base.rules").write_text(text.replace(old, new), "utf-8")
    game = load(folder / "ultimate_railroads.rules")
    machine = PythonMachine(game)
    goals = dict(enumerate(claims.goals([claim for claim in game.claims if claim.mode != "terminates"])))
    told = list(
        takewhile(
            lambda each: not isinstance(each, ProverReport) or each.goal is not None,
            prove_in_stretches(machine, goals, _samples(machine), Clock(Limits()), False),
        )
    )
    assert [type(each) for each in told if isinstance(each, Ends | UnprovedTermination)] == [UnprovedTermination]


def _samples(machine: PythonMachine) -> list[State]:
    states, dice = [machine.initial()], random.Random(1)
    while (moves := machine.moves(states[-1])) and len(states) < 600:
        states.append(machine.apply(states[-1], dice.choice(moves)))
    return states


def test_a_false_claim_is_not_proved_in_stretches(tmp_path: Path) -> None:
    path = tmp_path / "stairs.rules"
    path.write_text(
        "rules 1\ngame Stairs\n\nstate\n  step: 0..90 = 0\n  even: Bool = true\n\naction up(n: 1..3)\n  needs step + n <= 90\n  does\n    step += n\n\n"
        "whenever over: step > 80 and even\n  does\n    even = false\n\n"
        'play\n  loop until step == 90\n    choose up\n\nclaim never "eight": step == 8\nclaim always "below": step <= 80 or not even\nclaim always "short": step <= 80\n'
    )
    machine = PythonMachine(load(path))
    goals = dict(enumerate(claims.goals(machine.game.claims)))
    told = list(prove_in_stretches(machine, goals, [machine.initial()], Clock(Limits()), False))
    assert {
        goals[each.goal].question.text
        for each in told
        if isinstance(each, ProverReport) and each.goal is not None and isinstance(each.finding, ProvedFinding)
    } == {"always below"}
    assert any(isinstance(each, Ends) for each in told), "steps only rise"
