"""Moves cut into stretches: what is proved so holds, at all points and on all positions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from rules_dsl.loading import load
from rules_dsl.machine.api import State
from rules_dsl.machine.explore_claims import avoid
from rules_dsl.machine.pygen import PythonMachine
from solver.check.checking import asked
from solver.check.cutting import prove_in_stretches
from solver.check.findings import Proved, Refuted
from solver.check.survey import Extent, Survey, survey
from solver.check.told import Ends, Told
from solver.clock import Clock
from solver.questions import Limits
from tests.check.test_proving import random_claims
from tests.solver.small_games import small_game

BLOCKS = [0, *[pytest.param(block, marks=pytest.mark.long) for block in range(1, 9)]]


@pytest.mark.parametrize("block", BLOCKS)
def test_stretches_and_positions_agree_on_random_games(block: int, tmp_path: Path) -> None:
    decided = 0
    for seed in range(8 * block, 8 * block + 8):
        path = tmp_path / f"{seed}.rules"
        path.write_text(f"{small_game(seed)[1]}\n{random_claims(random.Random(seed))}\n")
        decided += _agreeing(path)
    assert decided >= 4, "what decides nothing agrees with everybody"


def _agreeing(path: Path) -> int:
    """How many goals are proved in stretches, each of which comes about in no position; and plays that are said to end do."""
    game = load(path)
    wanted = asked(game)
    found = survey(wanted.marked, wanted.goals, PythonMachine(game).initial(), Extent(), Clock(Limits()))
    assert found.complete
    decided = 0
    for told in _told(path, found.states[:300]):
        match told:
            case Told(int(number), Proved() | Refuted()):
                assert number not in found.reached, wanted.goals[number].question
                decided += 1
            case Ends():
                assert not _goes_round(found)
    return decided


def _goes_round(found: Survey) -> bool:
    ended = {number for number in range(len(found.states)) if not found.after(number)}
    return bool(avoid(found, ended))


def _told(path: Path, samples: Sequence[State]) -> list[Told | Ends]:
    wanted = asked(load(path))
    return list(prove_in_stretches(PythonMachine(wanted.marked.game), dict(enumerate(wanted.goals)), samples, Clock(Limits()), False))
