"""Translates a CP-SAT model into rows of a linear program; what a flag implies becomes a row that is slack without the
flag.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

from solver.mip.programs import LinearRow, NotLinear, program_from
from solver.ortools.library import cp_model, model_pb2

Literal = int
"""A flag by the number of its variable; -1 less the number where the flag must not hold."""


def program_of(model: cp_model.CpModel) -> model_pb2.ModelProto:
    """The program with the objective of the model; raises NotLinear for constraints other than sums and flags."""
    ranges, rows = rows_of(model)
    program = program_from(ranges, rows)
    if model.has_objective():
        _add_aim(program, model.proto.objective)
    return program


def rows_of(model: cp_model.CpModel) -> tuple[list[tuple[int, int]], list[LinearRow]]:
    """The range of each variable, and the rows; raises NotLinear for constraints other than sums and flags."""
    ranges = [_range(variable.domain) for variable in model.proto.variables]
    return ranges, [row for condition in model.proto.constraints for row in _rows(condition, ranges)]


def _range(domain: Iterable[int]) -> tuple[int, int]:
    limits = tuple(domain)
    if len(limits) != 2:
        raise NotLinear("a number may be in one of several ranges")
    return limits[0], limits[1]


def _add_aim(program: model_pb2.ModelProto, aim: Any) -> None:
    """CP-SAT minimises the negative of what is maximised."""
    scale = aim.scaling_factor or 1
    program.objective.maximize = scale < 0
    program.objective.offset = scale * aim.offset
    for variable, times in sorted(zip(aim.vars, aim.coeffs, strict=True)):
        program.objective.linear_coefficients.ids.append(variable)
        program.objective.linear_coefficients.values.append(scale * times)


def _rows(condition: Any, ranges: list[tuple[int, int]]) -> Iterator[LinearRow]:
    """The rows of one condition."""
    flags: tuple[Literal, ...] = tuple(condition.enforcement_literal)
    if condition.has_linear():
        yield from _of_sum(
            dict(_add_up(zip(condition.linear.vars, condition.linear.coeffs, strict=True))),
            _range(condition.linear.domain),
            flags,
            ranges,
        )
    elif condition.has_bool_and():
        for literal in condition.bool_and.literals:
            yield from _of_flags((literal,), 1, math.inf, flags)
    elif condition.has_bool_or():
        yield from _of_flags(tuple(condition.bool_or.literals), 1, math.inf, flags)
    elif condition.has_at_most_one() and not flags:
        yield from _of_flags(tuple(condition.at_most_one.literals), -math.inf, 1, flags)
    elif condition.has_exactly_one() and not flags:
        yield from _of_flags(tuple(condition.exactly_one.literals), 1, 1, flags)
    else:
        raise NotLinear("a condition is more than a sum or flags")


def _add_up(terms: Iterable[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    result: dict[int, int] = {}
    for variable, times in terms:
        result[variable] = result.get(variable, 0) + times
    return result.items()


def _count_literals(literals: Iterable[Literal]) -> tuple[dict[int, int], int]:
    """How many of the flags hold: a sum and a number."""
    terms: list[tuple[int, int]] = []
    settled = 0
    for literal in literals:
        terms.append((literal, 1) if literal >= 0 else (-literal - 1, -1))
        settled += literal < 0
    return dict(_add_up(terms)), settled


def _of_flags(
    literals: tuple[Literal, ...], low: float, high: float, flags: tuple[Literal, ...]
) -> Iterator[LinearRow]:
    """How many flags hold, between limits; for as many flags of the condition as do not hold, one may be missing."""
    missing = tuple([-flag - 1 for flag in flags])
    terms, settled = _count_literals((*literals, *missing))
    yield LinearRow(terms, low - settled, high - settled)


def _of_sum(
    terms: dict[int, int], limits: tuple[int, int], flags: tuple[Literal, ...], ranges: list[tuple[int, int]]
) -> Iterator[LinearRow]:
    """A sum within limits, each limit slack by all there can be for every flag that does not hold."""
    least = sum(times * ranges[number][times < 0] for number, times in terms.items())
    most = sum(times * ranges[number][times > 0] for number, times in terms.items())
    low, high = limits
    missing, settled = _count_literals(-flag - 1 for flag in flags)
    if low > least:
        yield LinearRow(_with(terms, missing, low - least), low - (low - least) * settled)
    if high < most:
        yield LinearRow(_with(terms, missing, high - most), -math.inf, high + (most - high) * settled)


def _with(terms: dict[int, int], more: dict[int, int], times: int) -> dict[int, int]:
    return dict(_add_up([*terms.items(), *((number, times * one) for number, one in more.items())]))
