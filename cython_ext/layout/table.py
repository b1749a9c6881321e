"""The function table of a compiled game in ctypes: `runtime/table.h`, member for member."""

from __future__ import annotations

import ctypes
from ctypes import CFUNCTYPE, POINTER, c_char, c_int, c_int32, c_int64, c_uint8, c_uint32, c_uint64, c_void_p
from pathlib import Path

ABI = 3
KEY_BYTES = 72
LANES = 2
"""`RW_LANES`."""
ENDS_KNOWN = 8
"""How many kinds of `enum rw_end` there are."""


class FailureStruct(ctypes.Structure):
    """`struct rw_failure`."""

    _fields_ = (("code", c_int32), ("place", c_int32), ("value", c_int64))

    code: int
    place: int
    value: int


class MoveList(ctypes.Structure):
    """`struct rw_list`."""


GROW = CFUNCTYPE(c_int, POINTER(MoveList))
MoveList._fields_ = (
    ("items", POINTER(c_uint64)),
    ("weights", POINTER(c_uint64)),
    ("count", c_int64),
    ("room", c_int64),
    ("grow", GROW),
)

_fails = POINTER(FailureStruct)


class PlaysStruct(ctypes.Structure):
    """`struct rw_plays`."""

    _fields_ = (
        ("seed", c_uint64),
        ("next", c_int64),
        ("last", c_int64),
        ("maximum", c_int64),
        ("playouts", c_int64),
        ("plies", c_int64),
        ("broken_off", c_int64),
        ("sums", POINTER(c_int64)),
        ("ends", POINTER(c_int64)),
        ("lanes", c_void_p),
        ("running", c_int32),
        ("step", c_int32),
        ("failing", c_int64),
        ("position", c_void_p),
    )

    plies: int
    broken_off: int


class CountingStruct(ctypes.Structure):
    """`struct rw_counting`."""

    _fields_ = (
        ("counts", POINTER(c_uint64)),
        ("bulk", c_int32),
        ("step", c_int32),
        ("over", c_uint64),
        ("position", c_void_p),
    )


class GameTable(ctypes.Structure):
    """`struct rw_game`."""

    _fields_ = (
        ("abi", c_uint32),
        ("table_size", c_uint32),
        ("key", c_char * KEY_BYTES),
        ("state_size", c_uint32),
        ("encoded_size", c_uint32),
        ("players", c_uint32),
        ("claims", c_uint32),
        ("score_lines", c_uint32),
        ("moves_hint", c_uint32),
        ("has_chance", c_uint32),
        ("bulk_is_exact", c_uint32),
        ("lane_size", c_uint32),
        ("grades", c_uint32),
        ("initial", CFUNCTYPE(c_int, c_void_p, _fails)),
        ("kind", CFUNCTYPE(c_int, c_void_p, _fails)),
        ("actor", CFUNCTYPE(c_int, c_void_p, _fails)),
        ("moves", CFUNCTYPE(c_int64, c_void_p, POINTER(MoveList), _fails)),
        ("count", CFUNCTYPE(c_int64, c_void_p, _fails)),
        ("apply", CFUNCTYPE(c_int, c_void_p, c_uint64, _fails)),
        ("draw", CFUNCTYPE(c_int, c_void_p, POINTER(c_uint64), _fails)),
        ("play", CFUNCTYPE(c_int, c_void_p, c_void_p, c_int64, _fails)),
        ("perft", CFUNCTYPE(c_int, c_void_p, c_int, c_void_p, _fails)),
        ("hash", CFUNCTYPE(c_uint64, c_void_p)),
        ("ended", CFUNCTYPE(c_int, c_void_p, POINTER(c_int), POINTER(c_int), _fails)),
        ("scores", CFUNCTYPE(c_int, c_void_p, POINTER(c_int64), _fails)),
        ("claims_at", CFUNCTYPE(c_int, c_void_p, POINTER(c_uint8), _fails)),
        ("encode", CFUNCTYPE(None, c_void_p, c_void_p)),
        ("decode", CFUNCTYPE(c_int, c_void_p, c_void_p)),
        ("canonical", CFUNCTYPE(c_int, c_void_p)),
        ("graded", CFUNCTYPE(c_int, c_void_p, POINTER(c_int32), _fails)),
    )


def load_table(path: Path, key: str) -> GameTable | None:
    """The table of a library, if it has this ABI and this key."""
    try:
        table = GameTable.in_dll(ctypes.CDLL(str(path)), "regelwerk_game")
    except (OSError, ValueError):
        return None
    fits = table.abi == ABI and table.table_size == ctypes.sizeof(GameTable)
    return table if fits and table.key.decode("ascii", "replace") == key else None


def move_list(table: GameTable, position: bytes, failure: FailureStruct) -> tuple[list[int], list[int]]:
    """The moves or outcomes of a position as numbers, and their weights at chance."""
    room = max(int(table.moves_hint), 1)
    while True:
        items, weights = (c_uint64 * room)(), (c_uint64 * room)()
        full: list[bool] = []
        grow = GROW(lambda given, full=full: full.append(True) or -1)
        result = MoveList(ctypes.cast(items, POINTER(c_uint64)), ctypes.cast(weights, POINTER(c_uint64)), 0, room, grow)
        count = table.moves(position, result, failure)
        if not full:
            return (list(items[:count]), list(weights[:count])) if count >= 0 else ([], [])
        room *= 4
