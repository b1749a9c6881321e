"""Translates a CP-SAT model into rows for HiGHS, independently of `translating.py`, which serves SCIP, so that neither
translation hides an error of the other. Both start from the same model and share errors in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from solver.cpsat.running import More, narrower
from solver.cpsat.translating import Linear
from solver.mip.programs import LinearRow, NotLinear
from solver.mip.running import HIGHS, run_to_end
from solver.mip.term_rows import ZERO, LinearSum, TermRows, negate_flag, total
from solver.ortools.library import cp_model, model_pb2
from solver.protocol.clock import Clock

Literals = list[LinearSum]


def impossible_for_highs(model: cp_model.CpModel, score: Linear, more: More, clock: Clock) -> bool | None:
    """Does HiGHS report that the model with further conditions is infeasible?

    None if it did not finish, or if its solution is not integral.
    """
    asked = narrower(model, more)
    asked.maximize(score)  # a bound below what has to hold ends the search, too
    try:
        rows = rows_apart(asked)
    except NotLinear:
        return None
    program = rows.program()
    _aim(program, asked.proto.objective)
    status, values = run_to_end(program, clock, HIGHS)
    if values is not None and all(_holds(row, values) for row in rows.rows):
        return False
    return True if status == "infeasible" else None


def _holds(row: LinearRow, values: Sequence[int]) -> bool:
    """Does a row hold in whole numbers?"""
    return row.low <= sum([times * values[column] for column, times in row.terms.items()]) <= row.high


def rows_apart(model: cp_model.CpModel) -> TermRows:
    """The constraints as rows, with one column per variable; raises NotLinear for constraints other than sums and
    flags.
    """
    rows = TermRows()
    columns = [rows.column(*_ends(variable.domain)) for variable in model.proto.variables]
    for condition in model.proto.constraints:
        _enforce(rows, columns, condition)
    return rows


def _enforce(rows: TermRows, columns: list[LinearSum], condition: Any) -> None:
    """One condition, where all flags that it asks for hold."""
    given = _flags(columns, condition.enforcement_literal)
    for condition_sum, low, high in _sums_of(columns, condition):
        rows.between(condition_sum, low, high, given)


def _sums_of(columns: list[LinearSum], condition: Any) -> Iterator[tuple[LinearSum, float, float]]:
    """The sums of a constraint and their limits."""
    if condition.has_linear():
        yield _sum(columns, condition.linear), *_ends(condition.linear.domain)
    elif condition.has_bool_and():
        yield from [(flag, 1, 1) for flag in _flags(columns, condition.bool_and.literals)]
    else:
        literals, most = _clause_of(condition)
        flags = _flags(columns, literals)
        yield total(flags), int(not condition.has_at_most_one()), most or len(flags)


def _clause_of(condition: Any) -> tuple[Any, int]:
    """The flags of which some hold, and how many may, 0 for any number of them."""
    kinds: list[tuple[Callable[[], bool], str, int]] = [
        (condition.has_bool_or, "bool_or", 0),
        (condition.has_at_most_one, "at_most_one", 1),
        (condition.has_exactly_one, "exactly_one", 1),
    ]
    for is_there, name, most in kinds:
        if is_there():
            return getattr(condition, name).literals, most
    raise NotLinear("a condition is more than a sum or flags")


def _flags(columns: list[LinearSum], literals: Any) -> Literals:
    """The flags of literals; a negative literal is a negated flag."""
    return [columns[literal] if literal >= 0 else negate_flag(columns[-1 - literal]) for literal in literals]


def _sum(columns: list[LinearSum], linear: Any) -> LinearSum:
    return total(
        [ZERO.plus(columns[variable], times) for variable, times in zip(linear.vars, linear.coeffs, strict=True)]
    )


def _ends(domain: Any) -> tuple[int, int]:
    if len(domain) != 2:
        raise NotLinear("a number may be in one of several ranges")
    return domain[0], domain[1]


def _aim(program: model_pb2.ModelProto, aim: Any) -> None:
    """The objective; a maximum is stored as the minimum of its negative."""
    for column, times in sorted(
        total(
            [LinearSum({variable: times}) for variable, times in zip(aim.vars, aim.coeffs, strict=True)]
        ).terms.items()
    ):
        program.objective.linear_coefficients.ids.append(column)
        program.objective.linear_coefficients.values.append(times)
