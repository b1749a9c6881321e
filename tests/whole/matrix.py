"""Matrix games in fractions: the simplex method by the book, with Bland's rule, so that it always ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Solved:
    """What the rows' side gets, and how often each side plays what."""

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]


def solved(table: Sequence[Sequence[Fraction]]) -> Solved:
    """The side of the rows wants much, that of the columns little.

    With all entries above 0 the columns' side maximises the sum of y where each row of the table times y is 1 at most;
    the sum is 1 by the value.
    """
    lift = 1 - min(map(min, table))
    height, width = len(table), len(table[0])
    rows = [
        [entry + lift for entry in row] + [Fraction(int(at == other)) for other in range(height)] + [Fraction(1)]
        for at, row in enumerate(table)
    ]
    aim = [Fraction(-1)] * width + [Fraction(0)] * (height + 1)
    basis = list(range(width, width + height))
    while (entering := next((at for at in range(width + height) if aim[at] < 0), None)) is not None:
        leaving = min(
            (at for at in range(height) if rows[at][entering] > 0),
            key=lambda at: (rows[at][-1] / rows[at][entering], basis[at]),
        )
        _pivot(rows, aim, leaving, entering)
        basis[leaving] = entering
    y = [Fraction(0)] * (width + height)
    for at, variable in enumerate(basis):
        y[variable] = rows[at][-1]
    value = 1 / aim[-1]
    return Solved(
        value - lift, tuple(each * value for each in aim[width:-1]), tuple(each * value for each in y[:width])
    )


def _pivot(rows: list[list[Fraction]], aim: list[Fraction], leaving: int, entering: int) -> None:
    by = rows[leaving][entering]
    rows[leaving] = [each / by for each in rows[leaving]]
    for row in (*rows, aim):
        if row is not rows[leaving] and row[entering]:
            part = row[entering]
            row[:] = [each - part * other for each, other in zip(row, rows[leaving], strict=True)]
