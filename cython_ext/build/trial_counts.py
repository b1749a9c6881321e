"""Trying what a compiled game does on its own: counting plays and playing at random without lists, against the same
move by move.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cython_ext.layout.table import ENDS_KNOWN, LANES, CountingStruct, FailureStruct, PlaysStruct
from rules_dsl.ir.failures import PlayError
from rules_dsl.ir.random_numbers import seed_of
from rules_dsl.quantities import quantity

if TYPE_CHECKING:
    from cython_ext.native import NativeMachine, Position

SECONDS = 0.1
"""No further position is counted from after this time."""
COUNTED_AT = (1, 2, 3, 5, 8, 13, 21, 34)
"""The plies of a random play after which plays are counted: not at its beginning, for the game counts only from where a
move has led to.
"""
PLAYS = 16
LONGEST = 100
SEED = 1


def wrong_counts(machine: NativeMachine) -> str | None:
    """Is there a position from which plays are counted otherwise than by listing their moves?"""
    started = time.perf_counter()
    for ply, position in enumerate(_line(machine)):
        if ply in COUNTED_AT and _has_other_counts(machine, position):
            return f"the number of plays from a position after {quantity(ply, 'move')}"
        if time.perf_counter() - started > SECONDS or ply == COUNTED_AT[-1]:
            break
    return None


def _line(machine: NativeMachine) -> Iterator[Position]:
    """The positions of a random play, as far as the rules do not fail."""
    room, failure, random = (
        ctypes.create_string_buffer(machine.table.state_size),
        FailureStruct(),
        ctypes.c_uint64(SEED),
    )
    if machine.table.initial(room, failure) < 0:
        return
    yield room.raw
    while machine.table.draw(room, random, failure) == 1:
        yield room.raw


def _has_other_counts(machine: NativeMachine, position: Position) -> bool:
    try:
        after = machine.successors(position)
        listed = [len(after), sum(len(machine.choices(position)) for position in after)]
    except PlayError:
        return False
    return (
        _count_plays(machine, position, listed[:1], 0) != listed[:1]
        or _count_plays(machine, position, listed, 1) != listed
    )


def _count_plays(machine: NativeMachine, position: Position, listed: list[int], bulk: int) -> list[int]:
    """The numbers of plays of so many depths, those of the last counted without being made if `bulk`."""
    counts = (ctypes.c_uint64 * len(listed))()
    room = ctypes.create_string_buffer(machine.table.state_size)
    counting = CountingStruct(counts, bulk, 0, 0, ctypes.cast(room, ctypes.c_void_p))
    fails = machine.table.perft(position, len(listed), ctypes.byref(counting), FailureStruct()) < 0
    return [] if fails else list(counts)


def wrong_plays(machine: NativeMachine) -> str | None:
    """Do random plays in one go come to other ends than the same plays move by move?"""
    start = next(_line(machine), None)
    stepped = None if start is None else _step_through(machine, start)
    return (
        None
        if start is None or stepped is None or stepped == _in_one_go(machine, start)
        else f"how {PLAYS} random plays end"
    )


Tally = tuple[int, int, list[int], list[int]]
"""Plies, plays broken off, ends by kind and player, sums of scores."""


def _step_through(machine: NativeMachine, start: Position) -> Tally | None:
    """The plays move by move; None if the rules fail in one."""
    table, failure = machine.table, FailureStruct()
    plies, broken, ends, sums = 0, 0, [0] * (ENDS_KNOWN * (table.players + 1)), [0] * table.players
    room = ctypes.create_string_buffer(table.state_size)
    for number in range(PLAYS):
        random = ctypes.c_uint64(seed_of(SEED, number))
        room.raw, drawn, ply = start, 1, 0
        while ply < LONGEST and (drawn := table.draw(room, random, failure)) == 1:
            ply += 1
        left = table.count(room, failure) if drawn == 1 else 0
        if drawn < 0 or left < 0:
            return None
        plies += ply
        broken += left > 0
        if left == 0 and not _add_ending(machine, room.raw, ends, sums):
            return None
    return plies, broken, ends, sums


def _add_ending(machine: NativeMachine, position: Position, ends: list[int], sums: list[int]) -> bool:
    """Add how a play ended; False if the rules fail."""
    table, failure = machine.table, FailureStruct()
    who, ending, scores = ctypes.c_int(-1), ctypes.c_int(-1), (ctypes.c_int64 * table.players)()
    kind = table.ended(position, who, ending, failure)
    if kind < 0 or (table.score_lines and table.scores(position, scores, failure) < 0):
        return False
    ends[kind * (table.players + 1) + who.value + 1] += 1
    sums[:] = [total + score for total, score in zip(sums, scores, strict=True)]
    return True


def _in_one_go(machine: NativeMachine, start: Position) -> Tally | None:
    table = machine.table
    sums, ends = (ctypes.c_int64 * table.players)(), (ctypes.c_int64 * (ENDS_KNOWN * (table.players + 1)))()
    lanes, room = ctypes.create_string_buffer(LANES * table.lane_size), ctypes.create_string_buffer(table.state_size)
    plays = PlaysStruct(
        seed=SEED, next=0, last=PLAYS, maximum=LONGEST, sums=sums, ends=ends, failing=-1,
        lanes=ctypes.cast(lanes, ctypes.c_void_p), position=ctypes.cast(room, ctypes.c_void_p),
    )  # fmt: skip
    more = 1
    while more == 1:
        more = table.play(start, ctypes.byref(plays), PLAYS * LONGEST, FailureStruct())
    return None if more < 0 else (plays.plies, plays.broken_off, list(ends), list(sums))
