"""What lowering makes of the typed IR, as text, and that it is well formed for every game."""

from __future__ import annotations

import pytest

from rules_dsl.ir.core.print import print_program
from rules_dsl.ir.core.verify import verify_program
from rules_dsl.ir.lowering.game import lower_game
from rules_dsl.loading import library_names, load
from tests import samples
from tests.agree.generator import random_game
from tests.core.golden import LoweredCase, all_cases
from tests.seeds import drawn_daily


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_golden(case: LoweredCase) -> None:
    assert case.result() == case.core


def test_there_are_cases() -> None:
    assert len(all_cases()) >= 15


@pytest.mark.parametrize("name", sorted(library_names()))
def test_games_of_the_library_are_well_formed(name: str) -> None:
    assert verify_program(lower_game(load(name, {}, {}, ()))) == []


@pytest.mark.parametrize("seed", drawn_daily(range(40), 10))
def test_random_games_are_well_formed(seed: int) -> None:
    assert verify_program(lower_game(random_game(seed))) == []


def test_a_game_as_text() -> None:
    text = print_program(lower_game(samples.compiled(samples.stones())))
    assert "slot s0 left: 0..5\nslot s1 mover: 0..1\n" in text
    assert (
        "search search take(take.player: 0..1)\n"
        "  loop1: for take.n: 1..2 in 1..2\n"
        "    if at_most(take.n, s0)\n"
        "      legal move(take.n)\n"
    ) in text
    assert "  s0 = number#2\n  s1 = subtract(1, s1)\n  rest at 0\n" in text
