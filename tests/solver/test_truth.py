"""Published fewest moves, found from the rules alone."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path

import pytest

from puzzles.formats import FORMATS
from rules_dsl.ir import nodes as ir
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.driver.engines import ENGINES
from solver.factored.grounding import task_of
from solver.factored.places import wandering, with_pointers
from solver.factored.prepared import kernels_are_built
from solver.protocol.answers import Answer, Status, last_answer
from solver.protocol.questions import Aim, Limits
from tests.solver.searches import ask, solve

if not kernels_are_built():
    pytest.skip("the kernels are not built", allow_module_level=True)

from cython_ext.kernels._kernel import Watch
from solver.factored.patterns import TaskPattern, variables_of
from solver.factored.tables import distances

TRUTH = Path(__file__).parents[1] / "truth"
EASIEST = ("42", "55")
SECONDS = 120.0


def rows(name: str) -> list[dict[str, str]]:
    with (TRUTH / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def answered(game: ir.Game, engine: str) -> Answer:
    """Its line is replayed on the reference machine."""
    question = ask(PythonMachine(game), Aim.FEWEST, Limits(seconds=SECONDS))
    return last_answer(list(solve(question, ENGINES[engine], confirm=False)))


def tiles(row: dict[str, str]) -> ir.Game:
    return load("fifteen", givens=FORMATS["korf"](row["tiles_row_major_goal_0_to_15"]))


@pytest.mark.parametrize(
    "row", [row for row in rows("korf.csv") if row["korf_id"] in EASIEST], ids=lambda row: row["korf_id"]
)
def test_the_easiest_boards_of_korf(row: dict[str, str]) -> None:
    found = answered(tiles(row), "ida")
    assert (found.status, found.value) == (Status.OPTIMAL, int(row["optimal_moves"]))


@pytest.mark.long
@pytest.mark.parametrize("row", rows("korf.csv"), ids=lambda row: row["korf_id"])
def test_all_boards_of_korf(row: dict[str, str]) -> None:
    found = answered(tiles(row), "ida")
    assert (found.status, found.value) == (Status.OPTIMAL, int(row["optimal_moves"]))


@pytest.mark.parametrize("row", rows("rush_hour.csv")[::3], ids=lambda row: row["board"])
def test_rush_hour(row: dict[str, str]) -> None:
    found = answered(load("rush_hour", givens=FORMATS["rush"](row["board"])), "astar")
    assert (found.status, found.value) == (Status.OPTIMAL, int(row["fewest_moves"]))


@pytest.mark.long
@pytest.mark.parametrize("row", rows("rush_hour_more.csv"), ids=lambda row: row["board"])
def test_more_of_rush_hour(row: dict[str, str]) -> None:
    found = answered(load("rush_hour", givens=FORMATS["rush"](row["board"])), "astar")
    assert (found.status, found.value) == (Status.OPTIMAL, int(row["fewest_moves"]))


@pytest.mark.parametrize("row", rows("sokoban.csv")[::2], ids=lambda row: f"{row['pack']}-{row['level']}")
def test_sokoban(row: dict[str, str]) -> None:
    found = answered(load("sokoban", givens=FORMATS["xsb"](row["board"])), "astar")
    assert (found.status, found.value) == (Status.OPTIMAL, int(row["fewest_moves"]))


@pytest.mark.long
@pytest.mark.parametrize("row", rows("sokoban_more.csv"), ids=lambda row: f"{row['pack']}-{row['level']}")
def test_more_of_sokoban(row: dict[str, str]) -> None:
    found = answered(load("sokoban", givens=FORMATS["xsb"](row["board"])), "astar")
    assert (found.status, found.value) == (Status.OPTIMAL, int(row["fewest_moves"]))


@pytest.mark.long
def test_the_central_game_of_peg_solitaire() -> None:
    found = answered(load("peg_solitaire"), "astar")
    assert (found.status, found.value) == (Status.OPTIMAL, 31)


@pytest.mark.long
def test_all_lights_of_five_by_five() -> None:
    burning = [f"{column}{row}" for column in "abcde" for row in range(1, 6)]
    assert answered(load("lights_out", givens={"burning": burning}), "astar").value == 15


def test_a_table_of_the_whole_puzzle_has_the_known_depths() -> None:
    task = with_pointers(task_of(PythonMachine(load("fifteen", {"width": "3", "height": "2"}))))
    variables = variables_of(task, wandering(task))
    gap = next(each for each in variables if each.value is None)
    own = (gap, *[each for each in variables if each.value])
    entries = distances(TaskPattern(task, own), Watch())
    known = tomllib.loads((TRUTH / "positions.toml").read_text("utf-8"))["puzzle_2x3"]["by_depth"]
    assert entries is not None
    assert [entries.count(depth) for depth in range(len(known))] == known
    assert entries.count(255) == len(entries) - 360
