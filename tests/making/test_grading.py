"""Grades beside published levels: what takes more moves or pushes counts as harder."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import pytest

from puzzles.grading.measuring import grade_landscape
from puzzles.making.instances import plain_machine
from solver.driver.weighing import weigh_positions
from solver.protocol.questions import Aim, Limits, Question

TRUTH = Path(__file__).resolve().parents[1] / "truth"


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
    return [
        sum(other < number for other in numbers) + (sum(other == number for other in numbers) - 1) / 2
        for number in numbers
    ]


def test_orders_are_compared_rightly() -> None:
    assert spearman([1, 2, 3, 4], [10, 20, 30, 40]) == pytest.approx(1)
    assert spearman([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)
    assert spearman([1, 2, 2, 3], [5, 1, 9, 5]) == pytest.approx(0, abs=0.5)


def levels(game: str, sample: Sequence[dict[str, str]], most: int) -> list[tuple[dict[str, str], int]]:
    """The levels after which no more positions can follow, and their grades; each has the published number of moves."""
    found = []
    for row in sample:
        given = cars(row) if game == "rush_hour" else {"level": row["board"].replace("|", "\n")}
        machine = plain_machine(game, {}, given)
        question = Question(machine.game, machine.initial(), Aim.FEWEST, Limits(nodes=most))
        land = weigh_positions(question, machine)
        if land is not None:
            assert -(land.worths[0] or 0) == int(row["fewest_moves"])
            found.append((row, grade_landscape(land).number))
    return found


def agreement(found: Sequence[tuple[dict[str, str], int]], what: str) -> float:
    return spearman([int(row[what]) for row, _ in found], [number for _, number in found])


def test_small_car_parks_by_moves() -> None:
    small = [row for row in rows("rush_hour", "rush_hour_more") if int(row["reachable_positions"]) <= 150][:5]
    found = levels("rush_hour", small, 12_000)
    assert len(found) == 5 and agreement(found, "fewest_moves") >= 0.6


@pytest.mark.long
def test_car_parks_by_moves() -> None:
    found = levels("rush_hour", rows("rush_hour", "rush_hour_more"), 1_000_000)
    assert len(found) == 118
    assert agreement(found, "fewest_moves") >= 0.6


@pytest.mark.long
def test_rooms_by_pushes() -> None:
    found = levels("sokoban", rows("sokoban", "sokoban_more"), 3_000_000)
    assert len(found) > 50
    assert agreement(found, "fewest_pushes") >= 0.6
