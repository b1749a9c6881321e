"""The native machine means what the reference machine means."""

from __future__ import annotations

import pytest

from cython_ext.emit.unsupported import NotNative
from rules_dsl.loading import library_names, load
from rules_dsl.machine.agree import compare
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.perft import perft
from rules_dsl.machine.playouts import playouts
from rules_dsl.machine.reference import ReferenceMachine
from tests.agree.generator import random_game
from tests.native.compiling import native
from tests.seeds import drawn_daily


@pytest.mark.parametrize("name", sorted(library_names()))
def test_library_games(name: str) -> None:
    game = load(name)
    assert compare(ReferenceMachine(game), native(game), plays=1, plies=10, seed=3) is None


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(library_names()))
def test_library_games_at_length(name: str) -> None:
    game = load(name)
    assert compare(ReferenceMachine(game), native(game, "-O2", "-Werror"), plays=8, plies=60, seed=5) is None


def _agree(seed: int) -> bool:
    """Compare the machines on a random game; False if the game cannot be compiled."""
    game = random_game(seed)
    try:
        machine = native(game)
    except NotNative as reason:
        assert "do not fit in 64 bits" in str(reason)
        return False
    assert compare(ReferenceMachine(game), machine, plays=3, plies=15, seed=seed) is None
    return True


@pytest.mark.parametrize("block", drawn_daily(range(8), 2))
def test_random_games(block: int) -> None:
    assert sum(_agree(seed) for seed in range(5 * block, 5 * block + 5)) >= 4


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_many_random_games(block: int) -> None:
    assert sum(_agree(seed) for seed in range(2000 + 20 * block, 2020 + 20 * block)) >= 18


COUNTS = {
    "tictactoe": (5, 15120),
    "connect_four": (5, 16807),
    "breakthrough": (3, 11132),
    "reversi": (5, 1396),
    "chess": (3, 8902),
    "hex": (2, 14520),
}


@pytest.mark.parametrize("name", COUNTS)
def test_published_counts(name: str) -> None:
    depth, leaves = COUNTS[name]
    assert perft(native(load(name)), depth).counts[-1] == leaves


@pytest.mark.parametrize("name", ["connect_four", "kuhn_poker", "three_rolls", "klondike"])
def test_the_same_seed_gives_the_same_plays(name: str) -> None:
    game = load(name)
    one, other = (playouts(machine, 12, seed=4, maximum=60) for machine in (native(game), PythonMachine(game)))
    assert (one.plies, one.outcomes, one.mean_score, one.broken_off) == (other.plies, other.outcomes, other.mean_score, other.broken_off)
