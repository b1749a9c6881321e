"""Drawing a move without a list draws the move that stands there in the list."""

from __future__ import annotations

import ctypes

import pytest

from cython_ext.layout.table import FailureStruct
from cython_ext.native import NativeMachine
from rules_dsl.ir.random_numbers import SplitMix64
from rules_dsl.loading import load
from tests.native.compiling import native

PLIES = 40


@pytest.mark.parametrize(
    "name",
    ["tictactoe", "breakthrough", "hex", "reversi", "chess", "kuhn_poker", "klondike", "orchard", "rush_hour", "g2048"],
)
def test_draws_are_the_same_as_from_the_list(name: str) -> None:
    machine = native(load(name))
    random, drawn = SplitMix64(17), ctypes.c_uint64(17)
    position = machine.first_position()
    for _ in range(PLIES):
        after = _drawn(machine, position, drawn)
        choices, weights = machine.choices(position), machine.weights(position)
        assert (after is None) == (not choices)
        if after is None:
            return
        position = machine.follow(
            position, choices[random.below(len(choices)) if weights is None else random.draw_weighted(weights)]
        )
        assert after == position


def _drawn(machine: NativeMachine, position: bytes, random: ctypes.c_uint64) -> bytes | None:
    room, failure = ctypes.create_string_buffer(machine.table.state_size), FailureStruct()
    room.raw = position
    made = machine.table.draw(room, random, failure)
    assert made >= 0
    return room.raw if made else None


@pytest.mark.parametrize("name", ["tictactoe", "reversi", "chess", "freecell", "auction"])
def test_equal_states_are_equal_bytes_with_equal_hashes(name: str) -> None:
    machine = native(load(name))
    position = machine.first_position()
    for _ in range(12):
        again = machine.position(machine.state(position))
        assert again == position and machine.table.hash(again) == machine.table.hash(position)
        choices = machine.choices(position)
        if not choices:
            return
        position = machine.follow(position, choices[len(choices) // 2])
