"""The second opinion on models that are written for CP-SAT: rows translated apart mean the same, and a wrong translation of the first is met by it."""

from __future__ import annotations

import random

import pytest
from ortools.sat.python import cp_model

from solver.cpsat.running import above, narrower
from solver.mip.model_rows import impossible_for_highs, rows_apart
from solver.mip.programs import NotLinear
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits
from tests.seeds import drawn_daily

COLUMNS = 5


def drawn(dice: random.Random) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """A small model with every kind of condition that models of rounds have."""
    model = cp_model.CpModel()
    flags = [model.new_bool_var(f"f{at}") for at in range(COLUMNS)]
    numbers = [model.new_int_var(-2, 4, f"n{at}") for at in range(2)]
    for _ in range(dice.randrange(2, 6)):
        some = [dice.choice([flag, ~flag]) for flag in dice.sample(flags, dice.randrange(1, 4))]
        total = sum(dice.randrange(-2, 3) * each for each in (*numbers, *flags))
        match dice.randrange(7):
            case 0:
                model.add_bool_or(some)
            case 1:
                model.add_bool_and(some).only_enforce_if(dice.choice(flags))
            case 2:
                model.add_at_most_one(some)
            case 3:
                model.add_exactly_one(some)
            case 4:
                model.add_implication(some[0], dice.choice(flags))
            case 5:
                model.add(total <= dice.randrange(-3, 5)).only_enforce_if(dice.sample([*flags, *[~each for each in flags]], dice.randrange(3)))
            case _:
                model.add(total == dice.randrange(-2, 4)).only_enforce_if(~dice.choice(flags))
    return model, [*flags, *numbers]


def best(model: cp_model.CpModel, score: object) -> int | None:
    asked = model.clone()
    asked.maximize(score)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return round(solver.objective_value) if solver.solve(asked) == cp_model.OPTIMAL else None


@pytest.mark.parametrize("seed", drawn_daily(range(40), 10))
def test_highs_knows_the_best_of_a_model_to_the_point(seed: int) -> None:
    dice = random.Random(seed)
    model, variables = drawn(dice)
    score = sum(dice.randrange(-3, 4) * each for each in variables) + dice.randrange(-5, 5)
    clock, most = Clock(Limits(seconds=60)), best(model, score)
    if most is None:
        assert impossible_for_highs(model, score, lambda _: None, clock) is True
    else:
        assert impossible_for_highs(model, score, above(score, most), clock) is True
        assert impossible_for_highs(model, score, above(score, most - 1), clock) is False


@pytest.mark.parametrize("seed", drawn_daily(range(10), 4))
def test_each_solution_holds_in_the_rows_and_nothing_else(seed: int) -> None:
    dice = random.Random(100 + seed)
    model, variables = drawn(dice)
    rows = rows_apart(model)
    for _ in range(30):
        values = [dice.randint(*rows.ranges[each.index]) for each in variables]
        settled = narrower(model, lambda asked, values=values: [asked.add(each == value) for each, value in zip(variables, values, strict=True)] and None)
        holds = all(row.low <= sum(times * values[column] for column, times in row.terms.items()) <= row.high for row in rows.rows)
        assert holds == (cp_model.CpSolver().solve(settled) in (cp_model.OPTIMAL, cp_model.FEASIBLE))


def test_what_rows_cannot_say_is_no_opinion() -> None:
    model = cp_model.CpModel()
    some = [model.new_int_var(0, 3, name) for name in "abc"]
    model.add_multiplication_equality(some[2], some[:2])
    with pytest.raises(NotLinear):
        rows_apart(model)
    assert impossible_for_highs(model, some[2], above(some[2], 9), Clock(Limits(seconds=60))) is None
