"""Is there a solution of a model that agrees with what is known of it?

A search in C; what it finds is added up row by row.
"""

from __future__ import annotations

import ctypes
import math
import tempfile
from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from ortools.sat.python import cp_model

from cython_ext.build.compilers import find_compiler
from cython_ext.build.compiling import compile_library
from solver.mip.translating import LinearRow, rows_of

NODES = 1_500
"""A search that has guessed so often gives up; CP-SAT decides then."""
NONE = (1 << 63) - 1


class _Rows(ctypes.Structure):
    _fields_ = [
        ("rows", ctypes.c_int64),
        *[(name, ctypes.c_void_p) for name in ("begins", "variables", "times", "low", "high")],
    ]


class Packed:
    """Rows as the library takes them."""

    def __init__(self, rows: Sequence[LinearRow]) -> None:
        lengths = [len(row.terms) for row in rows]
        self.begins = array("q", [0, *_sums(lengths)])
        self.variables = array("q", [each for row in rows for each in row.terms])
        self.times = array("q", [times for row in rows for times in row.terms.values()])
        self.low = array("q", [_limit(row.low) for row in rows])
        self.high = array("q", [_limit(row.high) for row in rows])
        self.record = _Rows(
            len(rows), *[_address(each) for each in (self.begins, self.variables, self.times, self.low, self.high)]
        )


class Rows:
    """A model whose solutions are asked for again and again."""

    def __init__(self, model: cp_model.CpModel, order: array[int]) -> None:
        ranges, rows = rows_of(model)
        self.count = len(ranges)
        self.low, self.high = array("q", [low for low, _ in ranges]), array("q", [high for _, high in ranges])
        self.order = order
        self.rows = Packed(rows)
        touched: list[list[int]] = [[] for _ in ranges]
        for number, row in enumerate(rows):
            for each in row.terms:
                touched[each].append(number)
        self.touches = array("q", [0, *_sums(map(len, touched))])
        self.touched = array("q", [number for some in touched for number in some])

    def has(self, settled: Mapping[int, int], more: Sequence[LinearRow], guesses: array[int]) -> bool:
        """Was a solution found in which these variables are settled so and these rows hold, too?

        If not there may still be one. The others are guessed first to be as in `guesses`.
        """
        extra, low, high = Packed(more), array("q", self.low), array("q", self.high)
        for each, value in settled.items():
            low[each], high[each] = max(low[each], value), min(high[each], value)
        arguments = [_address(each) for each in (self.touches, self.touched, low, high)]
        found = _library().feasible(
            self.count,
            ctypes.byref(self.rows.record),
            ctypes.byref(extra.record),
            *arguments,
            NODES,
            _address(guesses),
            _address(self.order),
        )
        return bool(found)


def _address(numbers: array[int]) -> ctypes.c_void_p:
    return ctypes.c_void_p(numbers.buffer_info()[0])


def _sums(lengths: Iterable[int]) -> list[int]:
    found, total = [], 0
    for each in lengths:
        total += each
        found.append(total)
    return found


def _limit(number: float) -> int:
    return (NONE if number > 0 else -NONE) if math.isinf(number) else int(number)


@cache
def _library() -> ctypes.CDLL:
    compiler = find_compiler()
    assert compiler is not None, "a C compiler is needed"
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "feasible.so"
        compile_library(compiler, Path(__file__).with_name("feasible.c"), made, "")
        library = ctypes.CDLL(str(made))
    library.feasible.argtypes = [
        ctypes.c_int64,
        ctypes.c_void_p,
        ctypes.c_void_p,
        *[ctypes.c_void_p] * 4,
        ctypes.c_int64,
        ctypes.c_void_p,
        ctypes.c_void_p,
    ]
    return library
