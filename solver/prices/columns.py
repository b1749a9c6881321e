"""Evaluates terms for many states at once; each unknown is a column of numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from solver.symbolic.term_values import below
from solver.symbolic.terms import Symbol, Term, TermKind

Column = NDArray[np.int64]
Columns = Mapping[str, Column]


def compute_columns(symbols: Sequence[Symbol], columns: Columns, rows: int) -> list[Column]:
    """A column for each symbol; truths are 0 and 1."""
    known: dict[int, Column] = {}

    def value(symbol: Symbol) -> Column:
        return known[symbol.number] if isinstance(symbol, Term) else np.full(rows, int(symbol), dtype=np.int64)

    for term in below(symbols):
        known[term.number] = (
            columns[term.name]
            if term.kind is TermKind.VARIABLE
            else _column(term, [value(part) for part in term.parts], rows)
        )
    return [value(symbol) for symbol in symbols]


def _column(term: Term, parts: Sequence[Column], rows: int) -> Column:
    match term.kind:
        case TermKind.SUM:
            total = np.full(rows, term.constant, dtype=np.int64)
            for weight, part in zip(term.coefficients, parts, strict=True):
                total = total + weight * part
            return total
        case TermKind.TIMES:
            return parts[0] * parts[1]
        case TermKind.DIVIDE:
            return np.floor_divide(parts[0], np.where(parts[1] == 0, 1, parts[1]))
        case TermKind.REMAINDER:
            return np.mod(parts[0], np.where(parts[1] == 0, 1, parts[1]))
        case TermKind.LEAST:
            return reduce(np.minimum, parts)
        case TermKind.MOST:
            return reduce(np.maximum, parts)
        case TermKind.IF:
            return np.where(parts[0] != 0, parts[1], parts[2])
        case TermKind.ALL:
            return reduce(np.minimum, parts)
        case TermKind.ANY:
            return reduce(np.maximum, parts)
        case TermKind.NOT:
            return 1 - parts[0]
        case TermKind.NOT_ABOVE_0:
            return np.where(parts[0] <= 0, 1, 0)
        case TermKind.IS_0:
            return np.where(parts[0] == 0, 1, 0)
        case TermKind.SAME:
            return np.where(parts[0] == parts[1], 1, 0)
        case TermKind.VARIABLE:
            raise TypeError("an unknown is a column of its own")
        case _:
            assert_never(term.kind)
