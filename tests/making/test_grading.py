"""Grades beside published levels: what takes more moves or pushes counts as harder."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import pytest

from puzzles.grading.measuring import graded
from puzzles.making.instances import machine_of
from puzzles.making.weighing import landscape
from rules_dsl import loading
from rules_dsl.machine.pygen import PythonMachine
from solver.questions import Aim

TRUTH = Path(__file__).resolve().parents[1] / "truth"
LARGEST = 12_000


def rows(*names: str) -> list[dict[str, str]]:
    return [row for name in names for row in csv.DictReader((TRUTH / f"{name}.csv").read_text().splitlines())]


def cars(row: dict[str, str]) -> dict[str, str]:
    return {"board": "\n".join(row["board"][start : start + 6] for start in range(0, 36, 6))}


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """How far two orders agree: 1 if they are the same, 0 if they have nothing to do with each other."""
    first, second = ranks(one), ranks(other)
    mean = (len(one) - 1) / 2
    shared = sum((a - mean) * (b - mean) for a, b in zip(first, second, strict=True))
    spread = sum((a - mean) ** 2 for a in first) * sum((b - mean) ** 2 for b in second)
    return shared / spread**0.5


def ranks(numbers: Sequence[float]) -> list[float]:
    """The place of each number in their order; equal ones share the middle of theirs."""
    return [sum(other < number for other in numbers) + (sum(other == number for other in numbers) - 1) / 2 for number in numbers]


def test_orders_are_compared_rightly() -> None:
    assert spearman([1, 2, 3, 4], [10, 20, 30, 40]) == pytest.approx(1)
    assert spearman([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)
    assert spearman([1, 2, 2, 3], [5, 1, 9, 5]) == pytest.approx(0, abs=0.5)


def test_small_car_parks_by_moves() -> None:
    small = [row for row in rows("rush_hour", "rush_hour_more") if int(row["reachable_positions"]) <= 150][:5]
    found = []
    for row in small:
        land = landscape(PythonMachine(loading.load("rush_hour", givens=cars(row))), Aim.FEWEST, LARGEST)
        assert land is not None and -(land.worths[0] or 0) == int(row["fewest_moves"])
        found.append(graded(land).number)
    assert spearman([int(row["fewest_moves"]) for row in small], found) >= 0.6


@pytest.mark.long
def test_car_parks_by_moves() -> None:
    sample = [row for row in rows("rush_hour", "rush_hour_more") if int(row["reachable_positions"]) <= LARGEST][::3]
    found = []
    for row in sample:
        land = landscape(machine_of("rush_hour", {}, cars(row)), Aim.FEWEST, LARGEST)
        assert land is not None and -(land.worths[0] or 0) == int(row["fewest_moves"])
        found.append(graded(land).number)
    assert len(found) > 30
    assert spearman([int(row["fewest_moves"]) for row in sample], found) >= 0.6


@pytest.mark.long
def test_rooms_by_pushes() -> None:
    pushes, found = [], []
    for row in rows("sokoban", "sokoban_more"):
        land = landscape(machine_of("sokoban", {}, {"level": row["board"].replace("|", "\n")}), Aim.FEWEST, 40_000)
        if land is not None:
            assert -(land.worths[0] or 0) == int(row["fewest_moves"])
            pushes.append(int(row["fewest_pushes"]))
            found.append(graded(land).number)
    assert len(found) >= 10
    assert spearman(pushes, found) >= 0.6
