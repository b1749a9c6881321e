"""Published counts through the kernels: plays by depth, positions by depth."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.native.compiling import kernels_run

if not kernels_run():
    pytest.skip("the kernels or a C compiler are missing here", allow_module_level=True)

from cython_ext.kernels import counting as kernels
from cython_ext.native import NativeMachine
from regelwerk.api.loader import load_state
from rules_dsl.loading import load

TRUTH = Path(__file__).parents[1] / "truth"
PLAYS = tomllib.loads((TRUTH / "perft.toml").read_text(encoding="utf-8"))
POSITIONS = tomllib.loads((TRUTH / "positions.toml").read_text(encoding="utf-8"))
SHORT, LONG = 7_000_000, 400_000_000
KIWIPETE = "fen:r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def _counted(name: str, most: int, bulk: bool = True) -> None:
    """Count as deep as there are no more than so many plays."""
    row = PLAYS[name]
    depth = sum(1 for count in row["counts"] if count <= most)
    machine = NativeMachine(load(row["game"], row.get("options", {})))
    assert list(kernels.perft(machine, depth, bulk=bulk).counts[1:]) == row["counts"][:depth]


@pytest.mark.parametrize("name", PLAYS)
def test_plays_by_depth(name: str) -> None:
    _counted(name, SHORT)


@pytest.mark.parametrize("name", PLAYS)
def test_plays_by_depth_when_every_last_position_is_made(name: str) -> None:
    _counted(name, SHORT // 10, bulk=False)


@pytest.mark.long
@pytest.mark.parametrize("name", PLAYS)
def test_many_plays_by_depth(name: str) -> None:
    _counted(name, LONG)


def test_the_position_with_everything_in_it() -> None:
    state = load_state("chess", (), (KIWIPETE,), (), "native", None)
    machine = state.game.machine
    assert isinstance(machine, NativeMachine)
    assert kernels.perft(machine, 4, start=state.raw).counts == (1, 48, 2_039, 97_862, 4_085_603)


def _explored(name: str, options: dict[str, str], givens: dict[str, object]) -> list[int]:
    found = kernels.explore(NativeMachine(load(name, options, givens)), claims=False)
    assert found.complete
    return list(found.by_depth)


SLIDING = {
    "puzzle_2x2": (2, 2, 0),
    "puzzle_2x3": (3, 2, 0),
    "puzzle_2x4": (4, 2, 0),
    "eight_puzzle": (3, 3, 0),
    "eight_puzzle_centre": (3, 3, 4),
    "eight_puzzle_mid_side": (3, 3, 1),
}
"""Width, height, and where the gap is in the beginning."""


def _sliding(name: str, width: int, height: int, gap: int) -> None:
    """Two tiles have changed places, so that no position is the goal, which would end the play."""
    tiles = [2, 1, *range(3, width * height)]
    start = [*tiles[:gap], 0, *tiles[gap:]]
    assert (
        _explored("fifteen", {"width": str(width), "height": str(height)}, {"start": start})
        == POSITIONS[name]["by_depth"]
    )


@pytest.mark.parametrize("name", SLIDING)
def test_positions_of_sliding_puzzles(name: str) -> None:
    _sliding(name, *SLIDING[name])


@pytest.mark.long
def test_positions_of_the_largest_sliding_puzzle() -> None:
    _sliding("puzzle_2x5", 5, 2, 0)


@pytest.mark.long
def test_positions_of_the_pocket_cube() -> None:
    """The solved cube ends the play, but not in the beginning: it is met once more after two turns."""
    known = list(POSITIONS["pocket_cube"]["by_depth"])
    known[2] += 1
    assert _explored("pocket_cube", {}, {"scramble": []}) == known
