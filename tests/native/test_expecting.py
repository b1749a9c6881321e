"""The kernel for games of chance: its bounds hold exact values, and do so on numbers that must be rounded."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules_dsl.loading import load
from solver.explicit.exact import Exact
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits
from solver.protocol.seats import seats_of
from tests.native.compiling import kernels_run, native

if not kernels_run():
    pytest.skip("the kernels or a C compiler are missing here", allow_module_level=True)

from cython_ext.kernels._expecting import Expecter
from cython_ext.kernels.driving import handle_of
from cython_ext.native import NativeMachine


def finished(machine: NativeMachine, ways: bytes = b"\0", memory: int | None = None) -> Expecter:
    kernel = Expecter(handle_of(machine), machine.first_position(), ways, 0, -1, None, memory)
    while kernel.status_name == "running":
        kernel.step(100)
    return kernel


def test_the_two_numbers_hold_the_exact_value_everywhere() -> None:
    game = load("g2048", {"size": "2", "reach": "4"})
    machine = native(game)
    kernel = finished(machine)
    exact = Exact(machine, seats_of(game), Clock(Limits()))
    for _ in exact.steps(machine.first_position()):
        pass
    rounded = 0
    for position, value in exact.known.items():
        around = kernel.interval(position)
        assert around is not None and Fraction(around[0]) <= value <= Fraction(around[1])
        assert around[1] - around[0] <= 1e-14
        rounded += around[0] < around[1]
    assert len(exact.known) == kernel.nodes and 0 < rounded < kernel.nodes


def test_whole_numbers_are_not_rounded() -> None:
    machine = native(load("orchard", {"rounds": "3"}))
    around = finished(machine).interval(machine.first_position())
    assert around is not None and around[0] == around[1] == int(around[0])


def test_a_seat_may_seek_the_least_or_play_at_random() -> None:
    game = load("three_rolls")
    machine = native(game)
    least, random = finished(machine, b"\1"), finished(machine, b"\2")
    lowest = least.interval(machine.first_position()) or (0.0, 0.0)
    assert Fraction(lowest[0]) <= Fraction(7, 3) <= Fraction(lowest[1])
    low, high = random.interval(machine.first_position()) or (0.0, 0.0)
    assert low <= 3.5 <= high and high - low < 1e-14


def test_memory_is_limited() -> None:
    machine = native(load("g2048"))
    kernel = finished(machine, memory=1_000_000)
    assert kernel.status_name == "memory" and kernel.memory <= 1_000_000
    assert kernel.interval(machine.first_position()) is None


def test_positions_not_yet_looked_at_have_no_value() -> None:
    machine = native(load("three_rolls"))
    kernel = Expecter(handle_of(machine), machine.first_position(), b"\0", 0, -1)
    assert kernel.interval(machine.first_position()) is None
    while kernel.status_name == "running":
        kernel.step(1)
    assert kernel.nodes == 50 and kernel.interval(machine.first_position()) is not None
