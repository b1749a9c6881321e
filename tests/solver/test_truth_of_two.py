"""Published values of positions of games for two, found from the rules alone."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import pytest

from cython_ext.native import NativeMachine
from rules_dsl.loading import load
from rules_dsl.machine.api import Machine, State
from rules_dsl.machine.generated.machine import PythonMachine
from solver.driver.engines import ENGINES
from solver.protocol.answers import Number, Status, last_answer
from solver.protocol.questions import Aim
from tests.native.compiling import compiler, kernels_run
from tests.solver.searches import ask, solve

if not kernels_run():
    pytest.skip("the kernels or a C compiler are missing here", allow_module_level=True)

ROWS = list(csv.DictReader((Path(__file__).parents[1] / "truth" / "connect_four.csv").open(encoding="utf-8")))


@cache
def connect_four() -> tuple[PythonMachine, NativeMachine]:
    """A win counts the more the sooner it comes."""
    game = load("connect_four", {"early": "true"})
    return PythonMachine(game), NativeMachine(game, compiler())


def dropped(machine: Machine, columns: str) -> State:
    """The position after discs in these columns."""
    state = machine.initial()
    for column in columns:
        state = machine.apply(state, next(move for move in machine.moves(state) if move.arguments == (int(column),)))
    return state


def value(columns: str) -> Number:
    """What the position is worth to the player who made the last move."""
    plain, compiled = connect_four()
    state = dropped(plain, columns)
    question = ask(plain, Aim.VALUE, compiled=compiled, start=state)
    found = last_answer(list(solve(question, ENGINES["alphabeta"], confirm=False)))
    assert found.status is Status.OPTIMAL and found.value is not None
    return found.value if len(columns) % 2 else -found.value


def columns_are_worth(row: dict[str, str]) -> None:
    known = {str(column): int(score) for column, score in enumerate(row["scores"].split(), start=1) if score != "x"}
    assert {column: value(row["columns"] + column) for column in known} == known


@pytest.mark.parametrize("row", ROWS[::12], ids=lambda row: row["columns"])
def test_columns_of_connect_four(row: dict[str, str]) -> None:
    columns_are_worth(row)


@pytest.mark.long
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["columns"])
def test_all_columns_of_connect_four(row: dict[str, str]) -> None:
    columns_are_worth(row)
