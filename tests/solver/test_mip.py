"""Models by linear programming: rows say what the conditions say, bounds and proofs are those of CP-SAT, and the
process ends with whoever listens.
"""

from __future__ import annotations

import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
from ortools.math_opt.python import mathopt
from ortools.sat.python import cp_model

from solver.cpsat.running import ModelBound, ModelSolution, ModelStatus, above
from solver.mip import running
from solver.mip.running import impossible, maximise_model
from solver.mip.translating import NotLinear, program_of
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits


def drawn(seed: int) -> tuple[cp_model.CpModel, Any]:
    """A small model with conditions of every kind that rows can say, and what is to be made large."""
    dice = random.Random(seed)
    model = cp_model.CpModel()
    flags = [model.new_bool_var(f"flag {number}") for number in range(5)]
    literals = flags + [~each for each in flags]
    numbers = [model.new_int_var(dice.randint(-3, 0), dice.randint(1, 4), f"number {number}") for number in range(3)]
    for _ in range(6):
        some = dice.sample(literals, dice.randint(1, 3))
        total = sum(dice.randint(-3, 3) * each for each in [*numbers, *flags])
        low = dice.randint(-6, 2)
        match dice.randint(0, 5):
            case 0:
                model.add_linear_constraint(total, low, low + dice.randint(0, 8))
            case 1:
                model.add(total <= dice.randint(-4, 5)).only_enforce_if(*some)
            case 2:
                model.add_linear_constraint(total, low, low + dice.randint(0, 4)).only_enforce_if(*some)
            case 3:
                model.add_bool_or(dice.sample(literals, 3)).only_enforce_if(*some[:2])
            case 4:
                model.add_bool_and(dice.sample(literals, 2)).only_enforce_if(*some)
            case _:
                (model.add_at_most_one if dice.random() < 0.5 else model.add_exactly_one)(dice.sample(literals, 3))
    return model, sum(dice.randint(-3, 4) * each for each in [*numbers, *flags]) + dice.randint(-5, 5)


def best_of(model: cp_model.CpModel, score: Any) -> int | None:
    model.maximize(score)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return round(solver.objective_value) if solver.solve(model) == cp_model.OPTIMAL else None


def test_rows_say_what_the_conditions_say() -> None:
    answers = []
    for seed in range(300):
        model, score = drawn(seed)
        answers.append(best_of(model, score))
        result = mathopt.solve(mathopt.Model.from_model_proto(program_of(model)), mathopt.SolverType.GSCIP)
        found = (
            result.termination.objective_bounds.dual_bound
            if result.termination.reason is mathopt.TerminationReason.OPTIMAL
            else None
        )
        assert found == (None if answers[-1] is None else pytest.approx(answers[-1])), seed
    assert 100 < sum(each is not None for each in answers) < 300


@pytest.mark.parametrize("seed", range(3))
def test_what_is_told_is_what_cpsat_finds(seed: int) -> None:
    model, score = drawn(seed)
    best, clock = best_of(model, score), Clock(Limits())
    told = [each for each in maximise_model(model, score, [], clock) if each is not None]
    assert told[-1] == ModelStatus("infeasible" if best is None else "optimal")
    if best is not None:
        assert told[-2] == ModelSolution(best, {})
        assert all(each.worth >= best for each in told if isinstance(each, ModelBound))
        assert impossible(model, score, above(score, best), clock) is True
        assert impossible(model, score, above(score, best - 1), clock) is False


def test_the_best_solution_fits_the_model() -> None:
    model = cp_model.CpModel()
    one, two = model.new_int_var(0, 9, "one"), model.new_int_var(0, 9, "two")
    model.add(2 * one + 3 * two <= 12)
    model.add(one != two)
    with pytest.raises(NotLinear, match="several ranges"):
        program_of(model)
    model = cp_model.CpModel()
    one, two = model.new_int_var(0, 9, "one"), model.new_int_var(0, 9, "two")
    model.add(2 * one + 3 * two <= 12)
    (best,) = [
        each
        for each in maximise_model(model, 3 * one + 5 * two, [one, two], Clock(Limits()))
        if isinstance(each, ModelSolution)
    ]
    assert best == ModelSolution(20, {0: 0, 1: 4}) or best.worth == 3 * best.values[0] + 5 * best.values[1] == 20


def test_conditions_that_no_rows_can_say_are_refused() -> None:
    model = cp_model.CpModel()
    one, two = model.new_int_var(0, 9, "one"), model.new_int_var(0, 9, "two")
    model.add_multiplication_equality(two, [one, one])
    with pytest.raises(NotLinear, match="more than a sum or flags"):
        program_of(model)
    model = cp_model.CpModel()
    model.new_int_var_from_domain(cp_model.Domain.from_values([1, 4]), "holes")
    with pytest.raises(NotLinear, match="several ranges"):
        program_of(model)


def hard(size: int = 250) -> tuple[cp_model.CpModel, Any]:
    """Many ways to fill several sacks at once."""
    dice, model = random.Random(0), cp_model.CpModel()
    taken = [model.new_bool_var(f"taken {number}") for number in range(size)]
    for _ in range(40):
        model.add(sum(dice.randint(50, 150) * each for each in taken) <= 50 * size)
    return model, sum(dice.randint(50, 150) * each for each in taken)


def test_the_process_ends_with_the_time_and_with_whoever_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []

    class Noted(subprocess.Popen[bytes]):
        def __init__(self, *words: Any, **more: Any) -> None:
            super().__init__(*words, **more)
            started.append(self)

    monkeypatch.setattr(subprocess, "Popen", Noted)
    model, score = hard()
    clock = Clock(Limits(seconds=2))
    told = list(maximise_model(model, score, [], clock))
    assert clock.stopped == "time" and not any(isinstance(each, (ModelSolution, ModelStatus)) for each in told)
    listening = maximise_model(model, score, [], Clock(Limits()))
    assert not isinstance(
        next(listening), (ModelSolution, ModelStatus)
    )  # a quick computer tells a bound before the first while is over
    listening.close()  # type: ignore[attr-defined]
    assert len(started) == 2 and all(each.returncode is not None for each in started)


def test_a_process_that_is_lost_leaves_the_question_open(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    lost = tmp_path / "lost.py"
    lost.write_text(
        "import json, sys; sys.stdin.buffer.readline(); print(json.dumps({'bound': 7.0}), flush=True); sys.exit(3)",
        "utf-8",
    )
    monkeypatch.setattr(running, "WORKER", lost)
    model, score = drawn(0)
    told = [each for each in maximise_model(model, score, [], Clock(Limits())) if each is not None]
    assert told == [ModelBound(7), ModelStatus("unknown")]
    assert impossible(model, score, above(score, 99), Clock(Limits())) is None
