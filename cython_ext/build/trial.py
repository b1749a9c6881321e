"""Trying a machine that was just built, before anybody trusts it: short random plays against the reference machine,
then what is quick against what is plain.
"""

from __future__ import annotations

import ctypes
import time
from typing import TYPE_CHECKING

from cython_ext.build.trial_counts import wrong_counts, wrong_plays
from cython_ext.layout.table import FailureStruct
from rules_dsl.ir.random_numbers import SplitMix64
from rules_dsl.machine.agree import compare
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.quantities import quantity

if TYPE_CHECKING:
    from cython_ext.native import NativeMachine

LENGTHS = (1, 2, 4, 8, 16, 32)
SECONDS = 0.15
"""No further play begins after this time; each is twice as long as the one before."""

DRAWS = 40


def wrong_with(machine: NativeMachine) -> str | None:
    """What the compiled game does otherwise than its rules say, None if nothing is found."""
    reference = ReferenceMachine(machine.game)
    started = time.perf_counter()
    try:
        for seed, plies in enumerate(LENGTHS):
            difference = compare(reference, machine, plays=1, plies=plies, seed=seed)
            if difference is not None:
                return f"{difference.what} after {quantity(len(difference.play), 'move')}"
            if time.perf_counter() - started > SECONDS:
                break
        return _wrong_draw(machine) or wrong_counts(machine) or wrong_plays(machine)
    except RuntimeError as error:  # it fails where the reference machine does not
        return str(error)


def _wrong_draw(machine: NativeMachine) -> str | None:
    """Drawing a move without a list must draw the move that stands there in the list."""
    random, drawn, failure = SplitMix64(1), ctypes.c_uint64(1), FailureStruct()
    position = ctypes.create_string_buffer(machine.table.state_size)
    if machine.table.initial(position, failure) < 0:
        return None
    for ply in range(DRAWS):
        before = position.raw
        made = machine.table.draw(position, drawn, failure)
        if made < 0:
            return None
        choices = machine.choices(before)
        if (made == 0) != (not choices):
            return f"whether there is a move to draw after {quantity(ply, 'move')}"
        if not choices:
            return None
        weights = machine.weights(before)
        choice = choices[random.below(len(choices)) if weights is None else random.draw_weighted(weights)]
        if machine.follow(before, choice) != position.raw:
            return f"the move drawn after {quantity(ply, 'move')}"
    return None
