"""Integer programs in linear form: columns with ranges, rows with limits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from solver.ortools.library import model_pb2


class NotLinear(ValueError):
    """A condition that no rows can say."""


@dataclass(frozen=True, slots=True)
class LinearRow:
    """A linear expression between two limits."""

    terms: dict[int, int]
    low: float = -math.inf
    high: float = math.inf


def program_from(ranges: Sequence[tuple[int, int]], rows: Sequence[LinearRow]) -> model_pb2.ModelProto:
    """The program with these columns and rows, and no aim."""
    program = model_pb2.ModelProto()
    _add_variables(program, ranges)
    _add_rows(program, rows)
    return program


def _add_variables(program: model_pb2.ModelProto, ranges: Sequence[tuple[int, int]]) -> None:
    program.variables.ids.extend(range(len(ranges)))
    program.variables.lower_bounds.extend(float(low) for low, _ in ranges)
    program.variables.upper_bounds.extend(float(high) for _, high in ranges)
    program.variables.integers.extend(True for _ in ranges)


def _add_rows(program: model_pb2.ModelProto, rows: Sequence[LinearRow]) -> None:
    program.linear_constraints.ids.extend(range(len(rows)))
    matrix = program.linear_constraint_matrix
    for number, row in enumerate(rows):
        program.linear_constraints.lower_bounds.append(row.low)
        program.linear_constraints.upper_bounds.append(row.high)
        for variable, times in sorted(row.terms.items()):
            if times:
                matrix.row_ids.append(number)
                matrix.column_ids.append(variable)
                matrix.coefficients.append(times)
