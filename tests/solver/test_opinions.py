"""Second opinions: another solver on another translation must say the same before anything is proved, and a wrong translation is caught by it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

import pytest
from ortools.math_opt.python import mathopt

from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.cpsat.modelling import CpSatModel
from solver.driver import together
from solver.driver.engines import ENGINES
from solver.mip import plays
from solver.mip.term_rows import MOST_SLACK, NotLinear, TermRows
from solver.ortools.library import cp_model
from solver.protocol.answers import Answer, BoundEvent, Event, Status, last_answer
from solver.protocol.clock import Clock
from solver.protocol.context import SearchContext
from solver.protocol.disagreement import Disagreement
from solver.protocol.engine import Engine, FunctionEngine
from solver.protocol.questions import Aim, Limits
from solver.symbolic.term_values import below, values_of
from solver.symbolic.terms import TermKind, Terms
from solver.trust import opinions
from solver.trust.opinions import HIGHS, Second, holders
from tests.seeds import drawn_daily
from tests.solver.searches import ask, solve
from tests.solver.test_cpsat import minirail_machine, random_terms


def answer(engine: str, name: str = "s2", confirm: bool = False, **wishes: object) -> Answer:
    question = ask(minirail_machine(name).machine, Aim.HIGHEST, **wishes)  # type: ignore[arg-type]
    return last_answer(list(solve(question, ENGINES[engine], confirm=confirm)))


# -- the second translation -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", drawn_daily(range(150), 6))
def test_terms_mean_the_same_in_rows(seed: int) -> None:
    dice, terms = random.Random(seed), Terms()
    symbols = [each for group in random_terms(dice, terms) for each in group]
    rows = TermRows()
    sums = [rows.sum(each) for each in symbols]
    unknowns = {term.name: (term.low, term.high) for term in below(symbols) if term.kind is TermKind.VARIABLE}
    for _ in range(4):
        known = {name: dice.randint(*ends) for name, ends in unknowns.items()}
        found = _solution(rows, {rows.unknowns[name]: value for name, value in known.items()})
        value = [each.constant + sum([weight * found[column] for column, weight in each.terms.items()]) for each in sums]
        wanted = [int(each) for each in values_of(symbols, known)]
        uncertain = _divisions_by_0(symbols, known)
        assert [a for a, skip in zip(value, uncertain, strict=True) if not skip] == [b for b, skip in zip(wanted, uncertain, strict=True) if not skip]


def _solution(rows: TermRows, known: dict[int, int]) -> list[int]:
    program = rows.program()
    for column, value in known.items():
        program.variables.lower_bounds[column] = program.variables.upper_bounds[column] = value
    result = mathopt.solve(mathopt.Model.from_model_proto(program), mathopt.SolverType.HIGHS, params=mathopt.SolveParameters(time_limit=timedelta(seconds=60)))
    assert result.termination.reason is mathopt.TerminationReason.OPTIMAL
    return [round(number) for _, number in sorted(result.variable_values().items(), key=lambda pair: pair[0].id)]


def _divisions_by_0(symbols: Sequence[Any], known: dict[str, int]) -> list[bool]:
    """In the rules a division by 0 fails, and what it gives means nothing."""
    return [any(term.kind in (TermKind.DIVIDE, TermKind.REMAINDER) and values_of([term.parts[1]], known)[0] <= 0 for term in below([each])) for each in symbols]


def test_what_floating_point_cannot_hold_is_refused() -> None:
    terms, rows = Terms(), TermRows()
    with pytest.raises(NotLinear):
        rows.sum(terms.not_above(terms.number("n", 0, 2 * MOST_SLACK), 7))


# -- one opinion is no proof ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["cpsat", "phases", "prices"])
def test_what_two_say_in_two_ways_is_proved(engine: str) -> None:
    found = answer(engine)
    assert (found.status, found.value, found.bound, found.confirmed, found.rests_on) == (Status.OPTIMAL, 119, 119, HIGHS, ())


@pytest.mark.parametrize("engine, who", [("cpsat", "CP-SAT"), ("phases", "CP-SAT"), ("prices", "depth first with prices")])
def test_where_nobody_else_comes_to_an_end_it_is_a_bound(engine: str, who: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plays, "run_to_end", lambda *_: ("unknown", None))
    found = answer(engine)
    assert (found.status, found.value, found.bound, found.stopped) == (Status.BOUNDED, 119, 119, Second.LATE.value)
    assert holders(found.rests_on) == [who]  # phases and cpsat ask the same solver, and are one opinion


def test_fewest_moves_need_a_second_opinion_too(monkeypatch: pytest.MonkeyPatch) -> None:
    question = ask(PythonMachine(load("hanoi", {"discs": "2"})), Aim.FEWEST)
    assert last_answer(list(solve(question, ENGINES["cpsat"], confirm=False))).confirmed == HIGHS
    monkeypatch.setattr(plays, "run_to_end", lambda *_: ("unknown", None))
    alone = last_answer(list(solve(question, ENGINES["cpsat"], confirm=False)))
    assert (alone.status, alone.value, alone.bound) == (Status.BOUNDED, 3, 3) and alone.rests_on
    graph = last_answer(list(solve(question, ENGINES["cpsat"])))
    assert graph.status is Status.OPTIMAL and "graph" in graph.confirmed and not graph.rests_on


# -- wrong translations -----------------------------------------------------------------------------------------------


@pytest.fixture
def sign_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """What OR-Tools 9.12 does."""
    monkeypatch.setattr(cp_model.CpModel, "add_min_equality", lambda self, target, parts: self.add_max_equality(target, [-1 * part for part in parts]))


@pytest.fixture
def small_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A smallest number that is one too small, and never below 0: plays are possible, the best is missed."""

    def wrong(self: cp_model.CpModel, target: Any, parts: Sequence[Any]) -> None:
        least = self.new_int_var(-1000, 1000, "")
        self.add_max_equality(-1 * least, [-1 * part for part in parts])
        self.add_max_equality(target, [least - 1, 0])

    monkeypatch.setattr(cp_model.CpModel, "add_min_equality", wrong)


@pytest.mark.usefixtures("sign_error")
def test_a_sign_error_in_the_solver_is_no_answer() -> None:
    with pytest.raises(Disagreement):
        answer("cpsat")


@pytest.mark.usefixtures("small_error")
def test_a_translation_that_misses_the_best_is_caught() -> None:
    with pytest.raises(Disagreement):
        answer("cpsat")


def test_a_bound_that_is_too_low_is_met_by_a_play_of_the_second_opinion() -> None:
    model = CpSatModel(minirail_machine("s1").machine, minirail_machine("s1").machine.initial())
    while not model.unrolling.is_over:
        model.grow()
    assert plays.confirm_best(model, 90, Clock(Limits(seconds=60))) is Second.SAME
    with pytest.raises(Disagreement, match="HiGHS"):
        plays.confirm_best(model, 89, Clock(Limits(seconds=60)))


@pytest.mark.usefixtures("sign_error")
def test_side_by_side_a_wrong_answer_is_discarded_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together, "FIRST", "prices")
    monkeypatch.setattr(together, "OTHERS", ("cpsat",))
    monkeypatch.setattr(together, "BEGINNINGS", dict.fromkeys(together.BEGINNINGS, 0.0))
    monkeypatch.setattr(opinions, "LEAST_SECONDS", 5.0)
    found = answer("together", limits=Limits(seconds=60))
    assert (found.value, found.bound) == (119, 119) and any("cpsat" in remark and "discarded" in remark for remark in found.remarks)


# -- plays refute -----------------------------------------------------------------------------------------------------


def saying(claim: Answer) -> Engine:
    def search(_context: SearchContext) -> Iterator[Event]:
        if claim.bound is not None:
            yield BoundEvent(claim.bound, 0.0)
        yield claim

    return FunctionEngine("lies", "lies", frozenset({Aim.HIGHEST}), search)


@pytest.mark.parametrize("status, value", [(Status.INFEASIBLE, None), (Status.OPTIMAL, 3)])
def test_a_play_that_ends_refutes_what_a_search_says(status: Status, value: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.driver.standing.confirm_line", lambda *_: None)
    machine = minirail_machine("s2").machine
    with pytest.raises(Disagreement, match="a random play has highest score"):
        list(solve(ask(machine, Aim.HIGHEST), saying(Answer(status, value, None, (), "lies", 0, 0.0)), confirm=True))


def test_infeasible_of_one_engine_does_not_end_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENGINES, "cpsat", saying(Answer(Status.INFEASIBLE, None, None, (), "lies", 0, 0.0)))
    monkeypatch.setitem(ENGINES, "phases", saying(Answer(Status.BOUNDED, None, 4, (), "lies", 0, 0.0)))
    monkeypatch.setattr(together, "FIRST", "prices")
    monkeypatch.setattr(together, "OTHERS", ("cpsat", "phases"))
    found = answer("together")
    assert (found.value, found.bound) == (119, 119)
    assert sum(["discarded" in remark for remark in found.remarks]) == 2
