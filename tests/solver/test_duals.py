"""Bounds by prices of rows: never below what a model allows, whatever the prices, and with the prices of linear programming as low as fractions are."""

from __future__ import annotations

import random

import numpy as np
import pytest
from ortools.math_opt.python import mathopt
from ortools.sat.python import cp_model

from solver.mip.duals import SCALE, PricedProgram, limits_of, price_tasks, solve_fractions
from solver.mip.translating import program_of
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits
from tests.seeds import drawn_daily
from tests.solver.test_mip import best_of, drawn


def with_fractions(model: cp_model.CpModel) -> float | None:
    """What the same brings where fractions are allowed, as another solver says."""
    program = program_of(model)
    for at in range(len(program.variables.ids)):
        program.variables.integers[at] = False
    result = mathopt.solve(mathopt.Model.from_model_proto(program), mathopt.SolverType.GLOP)
    return result.objective_value() if result.termination.reason is mathopt.TerminationReason.OPTIMAL else None


@pytest.mark.parametrize("seed", drawn_daily(range(12), 4))
def test_prices_of_linear_programming_bound_a_model_as_well_as_fractions_do(seed: int) -> None:
    model, score = drawn(seed)
    best = best_of(model, score)
    [found] = [each for each in price_tasks(model, score, Clock(Limits())) if each is not None]
    relaxed = with_fractions(model)
    assert isinstance(found, PricedProgram) == (relaxed is not None)
    if isinstance(found, PricedProgram) and relaxed is not None:
        assert found.most() / SCALE == pytest.approx(relaxed, abs=1e-3)
        assert best is None or found.most() // SCALE >= best
        assert [each for each in solve_fractions(model, score, Clock(Limits())) if each is not None] == [found.most() // SCALE]


def test_no_prices_bound_a_model_below_its_best() -> None:
    exact, tried = 0, 0
    for seed in range(200):
        model, score = drawn(seed)
        best, program, dice = best_of(model, score), program_of(model), random.Random(seed)
        limits = program.linear_constraints
        if best is None:
            continue
        for _ in range(20):
            prices = [dice.randint(-3, 3) * dice.random() * SCALE for _ in limits.ids]
            fitting = [
                int(price) if (high < float("inf") if price > 0 else low > -float("inf")) else 0
                for price, low, high in zip(prices, limits.lower_bounds, limits.upper_bounds, strict=True)
            ]
            most = PricedProgram(program, np.array(fitting, dtype=np.int64)).most()
            assert most >= SCALE * best, seed
            exact += most < SCALE * (best + 3)
            tried += 1
    assert tried > 1000 and exact > 0


@pytest.mark.parametrize("seed", drawn_daily(range(12), 4))
def test_limits_of_terms_are_never_below_what_they_can_be(seed: int) -> None:
    model, score = drawn(seed)
    flags = [model.get_bool_var_from_proto_index(at) for at in range(5)]
    terms = [score, 7, sum(flags) + 2, 3 * flags[0] - flags[1], -score + 1]
    found = dict(each for each in limits_of(model, terms, Clock(Limits())) if each is not None)
    for at, term in enumerate(terms):
        best = best_of(model, term)
        if best is not None:
            assert best <= found[at] <= best + 12
            assert at != 1 or found[at] == 7


def test_where_the_time_is_over_there_are_no_prices() -> None:
    model, score = drawn(1)
    assert [each for each in solve_fractions(model, score, Clock(Limits(seconds=0))) if each is not None] == []
