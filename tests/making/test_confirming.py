"""A puzzle names the engine that confirmed it, not the one that should have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from puzzles.making.confirming import SECOND, confirm_landscape
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.driver.engines import ENGINES
from solver.driver.weighing import weigh_positions
from solver.protocol.answers import Event
from solver.protocol.context import SearchContext
from solver.protocol.questions import Aim, Limits, Question, UnsupportedQuestion


def test_the_engine_that_answered_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(_context: SearchContext) -> Iterator[Event]:
        raise UnsupportedQuestion("not this game")

    machine = PythonMachine(load("tictactoe"))
    land = weigh_positions(Question(machine.game, machine.initial(), Aim.VALUE, Limits(nodes=10_000)), machine)
    assert land is not None
    name = SECOND[land.aim]
    monkeypatch.setitem(ENGINES, name, replace(ENGINES[name], run=refuses))
    assert confirm_landscape(machine, land) == "backward"
