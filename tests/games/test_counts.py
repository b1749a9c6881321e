"""The library games reproduce published counts: plays by depth, positions by depth, fewest moves."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path

import pytest

from rules_dsl.loading import load
from rules_dsl.machine.explore import ExploreLimits, explore
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.perft import perft
from rules_dsl.machine.reference import ReferenceMachine

TRUTH = Path(__file__).parents[1] / "truth"
PLAYS = tomllib.loads((TRUTH / "perft.toml").read_text(encoding="utf-8"))
POSITIONS = tomllib.loads((TRUTH / "positions.toml").read_text(encoding="utf-8"))


def _depth(counts: list[int], most: int) -> int:
    """How deep one can count without looking at more than so many positions."""
    total = 0
    for depth, count in enumerate(counts, start=1):
        total += count
        if total > most:
            return depth - 1
    return len(counts)


@pytest.mark.parametrize("name", PLAYS)
def test_plays_by_depth_on_generated_python(name: str) -> None:
    row = PLAYS[name]
    depth = _depth(row["counts"], 60_000)
    found = perft(PythonMachine(load(row["game"], row.get("options", {}))), depth)
    assert list(found.counts[1:]) == row["counts"][:depth]


@pytest.mark.parametrize("name", PLAYS)
def test_plays_by_depth_on_the_reference_machine(name: str) -> None:
    row = PLAYS[name]
    depth = _depth(row["counts"], 9_400)
    found = perft(ReferenceMachine(load(row["game"], row.get("options", {}))), depth)
    assert list(found.counts[1:]) == row["counts"][:depth]


@pytest.mark.long
@pytest.mark.parametrize("name", PLAYS)
def test_more_plays_by_depth(name: str) -> None:
    row = PLAYS[name]
    depth = _depth(row["counts"], 3_000_000)
    found = perft(PythonMachine(load(row["game"], row.get("options", {}))), depth)
    assert list(found.counts[1:]) == row["counts"][:depth]


def _by_depth(
    game: str, options: dict[str, str] | None = None, givens: dict[str, object] | None = None, most: int | None = None
) -> tuple[int, ...]:
    machine = PythonMachine(load(game, options or {}, givens or {}))
    return explore(machine, ExploreLimits(states=most), claims=False).by_depth


def test_positions_of_tic_tac_toe() -> None:
    explored = explore(PythonMachine(load("tictactoe")), claims=False)
    assert list(explored.by_depth) == POSITIONS["tictactoe"]["by_depth"]
    assert explored.terminals == sum(POSITIONS["tictactoe"]["terminals"])


def test_positions_of_connect_four_by_ply() -> None:
    known = POSITIONS["connect_four"]["by_depth"][:7]
    assert list(_by_depth("connect_four", most=sum(known) + 1))[:7] == known


def test_positions_of_the_small_sliding_puzzle() -> None:
    options = {"width": "3", "height": "2"}
    assert sum(_by_depth("fifteen", options)) == sum(POSITIONS["puzzle_2x3"]["by_depth"])


@pytest.mark.long
def test_positions_of_the_eight_puzzle() -> None:
    by_depth = _by_depth("fifteen", {"width": "3", "height": "3"})
    assert sum(by_depth) == 181_440
    assert len(by_depth) - 1 == 31


def test_positions_of_peg_solitaire_by_jump() -> None:
    known = POSITIONS["peg_solitaire"]["by_depth"][:7]
    assert list(_by_depth("peg_solitaire", most=sum(known) + 1))[:7] == known


@pytest.mark.long
def test_positions_of_the_pocket_cube() -> None:
    by_depth = _by_depth("pocket_cube")
    assert sum(by_depth) == 3_674_160


@pytest.mark.parametrize("discs", range(1, 6))
def test_the_tower_of_four_pegs_needs_the_known_number_of_moves(discs: int) -> None:
    game = load("hanoi", {"discs": str(discs), "pegs": "4"})
    assert _fewest(PythonMachine(game)) == POSITIONS["hanoi_4_pegs"]["optimal_moves"][discs - 1]


@pytest.mark.parametrize(
    "row", list(csv.DictReader((TRUTH / "rush_hour.csv").open(encoding="utf-8"))), ids=lambda row: row["board"]
)
def test_rush_hour_boards(row: dict[str, str]) -> None:
    board = "|".join(row["board"][start : start + 6] for start in range(0, 36, 6))
    machine = PythonMachine(load("rush_hour", givens={"board": board}))
    assert _fewest(machine) == int(row["fewest_moves"])


@pytest.mark.parametrize(
    "row",
    list(csv.DictReader((TRUTH / "sokoban.csv").open(encoding="utf-8"))),
    ids=lambda row: f"{row['pack']}-{row['level']}",
)
def test_sokoban_levels(row: dict[str, str]) -> None:
    machine = PythonMachine(load("sokoban", givens={"level": row["board"]}))
    assert _fewest(machine) == int(row["fewest_moves"])


def _fewest(machine: PythonMachine) -> int:
    """The length of a shortest play that reaches the goal."""
    claims = [number for number, claim in enumerate(machine.game.claims) if claim.mode == "sometimes"]
    (goal,) = claims
    (found,) = [
        finding
        for finding in explore(machine, ExploreLimits(states=400_000)).findings
        if finding.claim == machine.game.claims[goal]
    ]
    assert found.verdict == "proved"
    return len(found.play)
