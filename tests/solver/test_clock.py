"""Limits: what a table is about to take is seen before it is taken."""

from __future__ import annotations

import sys

import pytest

from solver.protocol.clock import LOOK, Clock, growth_of
from solver.protocol.questions import Limits


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="tables of other Pythons grow otherwise")
def test_a_table_that_is_about_to_grow_is_seen() -> None:
    table: dict[int, int] = {}
    foreseen, grown, held = [0], 0, sys.getsizeof(table)
    for number in range(400_000):
        foreseen.append(growth_of(table))
        table[number] = number
        if sys.getsizeof(table) != held and number > 100:
            assert min(foreseen[-LOOK:]) >= 0.8 * sys.getsizeof(table)
            grown += 1
        held = sys.getsizeof(table)
    assert grown > 8
    assert sum(each > 0 for each in foreseen) < 200


def test_a_limit_is_reached_by_what_is_about_to_be_taken() -> None:
    clock = Clock(Limits(memory=1 << 40))
    assert not clock.is_over()
    assert clock.is_over(1 << 40) and clock.stopped == "memory"


def test_one_heartbeat_for_all_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.protocol.clock.SECONDS_BETWEEN", 1e9)
    clock = Clock(Limits(nodes=8))
    assert not list(clock.heartbeat(7)) and not clock.is_over()
    monkeypatch.setattr("solver.protocol.clock.SECONDS_BETWEEN", 0.0)
    assert [event.nodes for event in clock.heartbeat(8)] == [8]
    assert clock.is_over() and clock.stopped == "nodes"
