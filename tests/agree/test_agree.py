"""The machines agree: on the games of the library and on random games; and a difference is found where there is one."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.passes import pipeline
from rules_dsl.loading import library_names, load
from rules_dsl.machine.agree import compare
from rules_dsl.machine.api import Move, State
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from tests import samples
from tests.agree.generator import random_game, random_rules, rules
from tests.seeds import drawn_daily


@pytest.mark.parametrize("name", sorted(library_names()))
def test_library_games(name: str) -> None:
    game = load(name, {}, {}, ())
    assert compare(ReferenceMachine(game), PythonMachine(game), plays=2, plies=12, seed=1, strict=True) is None


SLOW = {1929}
"""A game whose folds go through millions of values, so that a single move takes both machines half a minute."""


def _agree(seed: int) -> None:
    game = random_game(seed)
    assert compare(ReferenceMachine(game), PythonMachine(game), plays=4, plies=20, seed=seed) is None


@pytest.mark.parametrize("seed", drawn_daily(range(60), 15))
def test_random_games(seed: int) -> None:
    _agree(seed)


@settings(max_examples=20, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(rules())
def test_games_drawn(game: ir.Game) -> None:
    passed = pipeline.run(game)
    assert compare(ReferenceMachine(passed), PythonMachine(passed), plays=2, plies=20) is None


@pytest.mark.parametrize("seed", drawn_daily(range(100, 110), 4))
def test_source_cut_into_small_functions_means_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules_dsl.ir.lowering.game.COPIES", 0)
    monkeypatch.setattr("rules_dsl.ir.lowering.course.INLINE", 0)
    _agree(seed)


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_many_random_games(block: int) -> None:
    for seed in range(1000 + 100 * block, 1100 + 100 * block):
        if seed not in SLOW:
            _agree(seed)


def test_a_random_game_is_the_same_for_the_same_seed() -> None:
    assert random_rules(3) == random_rules(3)
    assert random_rules(3) != random_rules(4)


class Backwards(ReferenceMachine):
    """Lists moves from back to front."""

    def moves(self, state: State) -> Sequence[Move]:
        """In the wrong order."""
        return list(reversed(super().moves(state)))


class Stubborn(ReferenceMachine):
    """Never changes a state after the third move."""

    def apply(self, state: State, move: Move) -> State:
        """The position after a move, or not."""
        return state if state.values[0] == 2 else super().apply(state, move)


def test_a_difference_is_found_and_shown() -> None:
    game = samples.compiled(samples.stones())
    difference = compare(ReferenceMachine(game), Backwards(game))
    assert difference is not None and difference.what == "the moves" and difference.play == ()
    later = compare(ReferenceMachine(game), Stubborn(game))
    assert later is not None and later.what == "the state after it" and later.state is not None and later.state.values[0] == 2
    assert "0[1]" in str(later) or "0[2]" in str(later)


def test_generated_games_use_every_kind_of_statement_and_expression() -> None:
    words = "".join(repr(random_rules(seed)) for seed in range(80))
    expressions = (
        "Index Field Construct Collect MapOfEntries Convert Unary Binary IfElse LetIn Call Builtin Domain Range Fold Walk Possible Stuck"
    )
    statements = "Assign Let If For Need Choose Chance Require Settle Decide Loop Leave ItemPlace FieldPlace"
    assert [kind for kind in f"{expressions} {statements}".split() if f"{kind}(" not in words] == []
