"""What fractions would bring at most: linear programming names a price for each row, and whole numbers make sure of
what no solution surpasses at these prices.

Whatever the prices are, the bound is never too low: a row times its price is at most its limit times that price, and
what is left of each variable is at most what its range allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.cpsat.translating import Linear
from solver.mip.running import SETTINGS, Numbered, PricingTask, lines_of
from solver.mip.translating import program_of
from solver.ortools.library import FlatIntExpr, cp_model, model_pb2
from solver.protocol.clock import Clock

SCALE = 1 << 20
"""Prices are whole numbers of such parts of a point."""
DEAREST = 1 << 12
"""No row is worth so many points."""
Whole = NDArray[np.int64]


class MissingPrices(Enum):
    """There are no fractions, or no prices for them."""

    LACKING = "lacking"


LACKING = MissingPrices.LACKING


@dataclass(frozen=True)
class PricedProgram:
    """A program whose variables and rows are numbered in their order, and a price for each row."""

    program: model_pb2.ModelProto
    prices: Whole
    aim: Numbered | None = None
    """What is to be made high, unless it is the program's own aim."""

    @cached_property
    def columns(self) -> Whole:
        """What one more of each variable brings beyond the prices of its rows."""
        program, matrix = self.program, self.program.linear_constraint_matrix
        left = np.zeros(len(program.variables.ids), dtype=np.int64)
        for variable, times in self._aim:
            left[variable] += SCALE * times
        np.subtract.at(
            left, _numbers(matrix.column_ids), self.prices[_numbers(matrix.row_ids)] * _numbers(matrix.coefficients)
        )
        return left

    @cached_property
    def rows(self) -> int:
        """What all rows bring at most at their prices."""
        limits = self.program.linear_constraints
        return sum(
            [
                int(price) * int(high if price > 0 else low)
                for price, low, high in zip(self.prices.tolist(), limits.lower_bounds, limits.upper_bounds, strict=True)
                if price
            ]
        )

    def most(self, settled: Sequence[int] = ()) -> int:
        """An upper bound on the contribution of all free variables at these prices, with rows and constant, in
        fractions of a point.
        """
        ranges = self.program.variables
        free = np.ones(len(ranges.ids), dtype=np.bool_)
        free[list(settled)] = False
        worth = np.maximum(self.columns * _numbers(ranges.lower_bounds), self.columns * _numbers(ranges.upper_bounds))
        always = _sign(self.program) * int(self.program.objective.offset) if self.aim is None else 0
        return int(worth[free].sum()) + self.rows + SCALE * always

    @property
    def _aim(self) -> Numbered:
        if self.aim is not None:
            return self.aim
        own = self.program.objective.linear_coefficients
        return [
            (variable, _sign(self.program) * int(times)) for variable, times in zip(own.ids, own.values, strict=True)
        ]


def price_tasks(
    model: cp_model.CpModel, score: Linear, clock: Clock, tasks: Sequence[PricingTask] = (PricingTask(),)
) -> Iterator[PricedProgram | MissingPrices | None]:
    """The model with dual prices for each task, or why there are none; yields None while it works.

    Raises NotLinear if the model has no linear form.
    """
    model.maximize(score)
    program = program_of(model)
    aims = iter([task.aim for task in tasks])
    for line in lines_of(program, clock, SETTINGS[0], tasks):
        match line:
            case None:
                yield None
            case {"duals": prices}:
                aim = next(aims)
                yield LACKING if prices is None else PricedProgram(program, _whole(program, prices), aim)
            case _:
                pass


def solve_fractions(model: cp_model.CpModel, score: Linear, clock: Clock) -> Iterator[int | None]:
    """The upper bound of the linear relaxation; yields None while it works."""
    for task in price_tasks(model, score, clock):
        yield task.most() // SCALE if isinstance(task, PricedProgram) else None


def limits_of(model: cp_model.CpModel, terms: Sequence[Linear], clock: Clock) -> Iterator[tuple[int, int] | None]:
    """Upper bounds of some terms by number; yields None while it works.

    Terms that the relaxation does not bound are left out.
    """
    limits = [_aim_of(term) for term in terms]
    at = 0
    for bound in price_tasks(model, 0, clock, [PricingTask(aim=aim) for aim, _ in limits]):
        if isinstance(bound, PricedProgram):
            yield at, bound.most() // SCALE + limits[at][1]
        else:
            yield None
        at += bound is not None


def _aim_of(term: Any) -> tuple[Numbered, int]:
    """A term as coefficients by variable number, and its constant."""
    if isinstance(term, int):
        return (), term
    flat = FlatIntExpr(term)
    return [(variable.index, times) for variable, times in zip(flat.vars, flat.coeffs, strict=True)], int(flat.offset)


def _sign(program: model_pb2.ModelProto) -> int:
    return 1 if program.objective.maximize else -1


def _numbers(values: Any) -> Whole:
    return np.array(values, dtype=np.int64)


def _whole(program: model_pb2.ModelProto, prices: Sequence[float]) -> Whole:
    """Prices as whole numbers; a row has none on a side where it has no limit, nor where its price is beyond all
    reason, for sums must not run over.
    """
    limits = program.linear_constraints
    bounds = np.array(prices)
    bounds[~(np.abs(bounds) < DEAREST)] = 0
    result: Whole = np.rint(bounds * SCALE).astype(np.int64)
    result[(result > 0) & np.isinf(np.array(limits.upper_bounds))] = 0
    result[(result < 0) & np.isinf(np.array(limits.lower_bounds))] = 0
    return result
