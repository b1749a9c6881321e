"""What fractions would bring at most: linear programming names a price for each row, and whole numbers make sure of what no solution surpasses at these prices.

Whatever the prices are, the bound is never too low: a row times its price is at most its limit times that price, and what is left of each variable is at most what its range allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ortools.math_opt import model_pb2
from ortools.sat.python import cp_model

from solver.clock import Clock
from solver.cpsat.translating import Linear
from solver.mip.running import SETTINGS, Settled, lines_of
from solver.mip.translating import program_of

SCALE = 1 << 20
"""Prices are whole numbers of such parts of a point."""
Whole = NDArray[np.int64]


@dataclass(frozen=True)
class Priced:
    """A program whose variables and rows are numbered in their order, and a price for each row."""

    program: model_pb2.ModelProto
    prices: Whole

    @cached_property
    def columns(self) -> Whole:
        """What one more of each variable brings beyond the prices of its rows."""
        program, matrix = self.program, self.program.linear_constraint_matrix
        left = np.zeros(len(program.variables.ids), dtype=np.int64)
        sign = 1 if program.objective.maximize else -1
        np.add.at(left, _numbers(program.objective.linear_coefficients.ids), sign * SCALE * _numbers(program.objective.linear_coefficients.values))
        np.subtract.at(left, _numbers(matrix.column_ids), self.prices[_numbers(matrix.row_ids)] * _numbers(matrix.coefficients))
        return left

    @cached_property
    def rows(self) -> int:
        """What all rows bring at most at their prices."""
        limits = self.program.linear_constraints
        return sum([int(price) * int(high if price > 0 else low) for price, low, high in zip(self.prices.tolist(), limits.lower_bounds, limits.upper_bounds, strict=True) if price])

    def most(self, settled: Sequence[int] = ()) -> int:
        """What all variables but those that are settled bring at most beyond the prices, with the rows and what is always there, in parts of a point."""
        ranges = self.program.variables
        free = np.ones(len(ranges.ids), dtype=np.bool_)
        free[list(settled)] = False
        worth = np.maximum(self.columns * _numbers(ranges.lower_bounds), self.columns * _numbers(ranges.upper_bounds))
        sign = 1 if self.program.objective.maximize else -1
        return int(worth[free].sum()) + self.rows + sign * SCALE * int(self.program.objective.offset)


def priced(model: cp_model.CpModel, score: Linear, clock: Clock, settled: Sequence[Settled] = ((),)) -> Iterator[Priced | None]:
    """The model with the prices of the best fractions, once for each time some variables are settled, where there are any fractions; None between whiles. Raises NotLinear where no rows can say the model."""
    model.maximize(score)
    program = program_of(model)
    for line in lines_of(program, clock, SETTINGS[0], settled):
        match line:
            case None:
                yield None
            case {"duals": list() as prices}:
                yield Priced(program, _whole(program, prices))
            case _:
                pass


def bound_of(model: cp_model.CpModel, score: Linear, clock: Clock) -> Iterator[int | None]:
    """What no solution surpasses, None between whiles."""
    for found in priced(model, score, clock):
        yield None if found is None else found.most() // SCALE


def _numbers(values: Any) -> Whole:
    return np.array(values, dtype=np.int64)


def _whole(program: model_pb2.ModelProto, prices: Sequence[float]) -> Whole:
    """Prices as whole numbers; a row has none on a side where it has no limit."""
    limits = program.linear_constraints
    found: Whole = np.rint(np.array(prices) * SCALE).astype(np.int64)
    found[(found > 0) & np.isinf(np.array(limits.upper_bounds))] = 0
    found[(found < 0) & np.isinf(np.array(limits.lower_bounds))] = 0
    return found
