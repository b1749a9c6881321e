"""Terms over many states at once: each unknown is a column of numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from solver.symbolic.terms import Kind, Symbol, Term, below

Column = NDArray[np.int64]
Columns = Mapping[str, Column]


def computed(symbols: Sequence[Symbol], columns: Columns, rows: int) -> list[Column]:
    """A column for each symbol; truths are 0 and 1."""
    known: dict[int, Column] = {}

    def value(symbol: Symbol) -> Column:
        return known[symbol.number] if isinstance(symbol, Term) else np.full(rows, int(symbol), dtype=np.int64)

    for term in below(symbols):
        known[term.number] = columns[term.name] if term.kind is Kind.VARIABLE else _column(term, [value(part) for part in term.parts], rows)
    return [value(symbol) for symbol in symbols]


def _column(term: Term, parts: Sequence[Column], rows: int) -> Column:
    match term.kind:
        case Kind.SUM:
            total = np.full(rows, term.constant, dtype=np.int64)
            for weight, part in zip(term.coefficients, parts, strict=True):
                total = total + weight * part
            return total
        case Kind.TIMES:
            return parts[0] * parts[1]
        case Kind.DIVIDE:
            return np.floor_divide(parts[0], np.where(parts[1] == 0, 1, parts[1]))
        case Kind.REMAINDER:
            return np.mod(parts[0], np.where(parts[1] == 0, 1, parts[1]))
        case Kind.LEAST:
            return reduce(np.minimum, parts)
        case Kind.MOST:
            return reduce(np.maximum, parts)
        case Kind.IF:
            return np.where(parts[0] != 0, parts[1], parts[2])
        case Kind.ALL:
            return reduce(np.minimum, parts)
        case Kind.ANY:
            return reduce(np.maximum, parts)
        case Kind.NOT:
            return 1 - parts[0]
        case Kind.NOT_ABOVE_0:
            return np.where(parts[0] <= 0, 1, 0)
        case Kind.IS_0:
            return np.where(parts[0] == 0, 1, 0)
        case Kind.SAME:
            return np.where(parts[0] == parts[1], 1, 0)
        case Kind.VARIABLE:
            raise TypeError("an unknown is a column of its own")
        case _:
            assert_never(term.kind)
