"""Play as phases: counted moves give the same best scores as moves one by one, moves that do not change places are never put together, and what is only a relaxation is cut."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import regelwerk
from rules_dsl.loading import load
from rules_dsl.machine.api import Machine
from rules_dsl.machine.generated.machine import PythonMachine
from solver.cpsat import running
from solver.driver.engines import ENGINES
from solver.phases import search as searching
from solver.phases.modelling import PhasedModel
from solver.phases.unrolling import DecisionFinding, PhasedUnrolling
from solver.protocol.answers import Answer, BoundEvent, Status, last_answer
from solver.protocol.clock import Clock
from solver.protocol.questions import Aim, Limits, UnsupportedQuestion
from tests.seeds import drawn_daily
from tests.solver.budget_games import budget_game
from tests.solver.phase_games import phase_game
from tests.solver.searches import ask, solve
from tests.solver.small_games import small_game
from tests.solver.test_commuting import PLANTED
from tests.solver.test_minirail import INSTANCES
from tests.solver.test_prices import Exact, machine_of


def answers(machine: Machine, seconds: float | None = None) -> list[object]:
    return list(ENGINES["phases"].search(ask(machine, Aim.HIGHEST, Limits(seconds=seconds))))


def findings(machine: Machine) -> list[DecisionFinding]:
    """What is said of each decision once all phases are spelled out."""
    unrolling = PhasedUnrolling(machine, machine.initial())
    for _ in range(12):
        if not unrolling.is_over:
            unrolling.layer()
    return list(unrolling.findings.values())


def insist_right(machine: Machine, seconds: float | None = None) -> Answer:
    """Bounds are never below what is possible, and a proof is of that."""
    best = Exact(machine).worth(machine.initial())
    events = answers(machine, seconds)
    assert all(event.value >= best for event in events if isinstance(event, BoundEvent))
    answer = last_answer(events)  # type: ignore[arg-type]
    assert answer.bound is None or answer.bound >= best
    assert answer.value is None or answer.value <= best
    assert answer.status is not Status.OPTIMAL or answer.value == best
    return answer


@pytest.mark.parametrize("block", drawn_daily(range(60), 1))
def test_counted_and_one_by_one_agree(block: int, tmp_path: Path) -> None:
    counted = proved = 0
    for seed in range(5 * block, 5 * block + 5):
        machine = machine_of(phase_game(seed), tmp_path)
        counted += any(each.counted for each in findings(machine))
        proved += insist_right(machine, 30).status is Status.OPTIMAL
    assert counted >= 2 and proved >= 2


@pytest.mark.parametrize("block", drawn_daily(range(25), 1))
def test_games_of_budgets_agree(block: int, tmp_path: Path) -> None:
    machines = [machine_of(budget_game(seed), tmp_path) for seed in range(10 * block, 10 * block + 10)]
    assert {insist_right(machine).status for machine in machines} == {Status.OPTIMAL}
    assert any(each.counted for machine in machines for each in findings(machine))


@pytest.mark.parametrize("seed", drawn_daily(range(1, 240, 4), 2))
def test_small_games_agree(seed: int, tmp_path: Path) -> None:
    machine = machine_of(small_game(seed)[1], tmp_path)
    best = last_answer(list(solve(ask(machine, Aim.HIGHEST), ENGINES["depth"], confirm=False)))
    try:
        found = last_answer(answers(machine, 30))  # type: ignore[arg-type]
    except UnsupportedQuestion:
        return
    assert found.bound is None or best.value is None or found.bound >= best.value
    assert found.status is not Status.OPTIMAL or found.value == best.value


# -- what is put together ---------------------------------------------------------------------------------------------


@cache
def free(name: str) -> regelwerk.Game:
    from regelwerk.settings import instance

    return regelwerk.load("minirail", options={"free": "true"}, givens=instance((), (f"@{INSTANCES / name}.json",)).givens)


@pytest.mark.parametrize("name, value", [("s1", 90), ("s2", 119), pytest.param("l1", 203, marks=pytest.mark.long)])
def test_minirail_in_any_order_is_proved(name: str, value: int) -> None:
    found = last_answer(list(solve(ask(free(name).machine, Aim.HIGHEST), ENGINES["phases"], confirm=False)))
    assert (found.status, found.value, found.bound) == (Status.OPTIMAL, value, value)
    assert "moves are counted at 1 of 1 decision" in found.remarks[0] and found.confirmed


def test_rounds_of_minirail_are_exact() -> None:
    """Nothing is known only between bounds, so that the first plan is a play."""
    assert [(each.counted, each.relaxed) for each in findings(free("s2").machine)] == [(True, ())]


def test_what_does_not_change_places_is_not_put_together(tmp_path: Path) -> None:
    """`a` is doubled and grows: its end depends on the order, and is not told by counts."""
    (found,) = findings(machine_of(PLANTED, tmp_path))
    assert found.counted and found.relaxed == ("a",)


ORDER = """rules 1
game Order

state
  a: 0..40 = 1
  left: 0..5 = 5

action grow
  needs left > 0
  does
    left -= 1
    a = min(a + 3, 40)

action double
  needs left > 0
  does
    left -= 1
    a = min(2 * a, 40)

play
  loop until left == 0
    choose grow, double

score
  a: a
"""


def test_plans_that_fit_no_order_are_forbidden(tmp_path: Path) -> None:
    machine = machine_of(ORDER, tmp_path)
    found = last_answer(answers(machine))  # type: ignore[arg-type]
    assert (found.status, found.value) == (Status.OPTIMAL, Exact(machine).worth(machine.initial()))
    assert "plans fitted no order" in found.remarks[0]


WHY = {
    "for turn in 1..3\n    choose grow, double": "3 turns are the least that is worth it",
    "loop until left == 0\n    choose grow\n    choose double": "no move leads back to it",
}


@pytest.mark.parametrize("course", WHY)
def test_other_decisions_are_made_one_by_one(course: str, tmp_path: Path) -> None:
    machine = machine_of(ORDER.replace("loop until left == 0\n    choose grow, double", course), tmp_path)
    insist_right(machine)
    assert not any(each.counted for each in findings(machine)) or "turn" in course


ENDLESS = """rules 1
game Endless

state
  n: 0..3
  m: 0..3

action turn
  does
    n = (n + 1) % 4

action stop_here
  does
    m = n

play
  loop until m > 0
    choose turn, stop_here

score
  n: n
"""


def test_what_nothing_limits_is_not_counted(tmp_path: Path) -> None:
    (found,) = findings(machine_of(ENDLESS, tmp_path))
    assert not found.counted and "nothing shows how often turn can be made" in found.why


# -- honesty ----------------------------------------------------------------------------------------------------------


def test_a_proof_that_only_one_setting_finds_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    decided = running._decide_interruptibly
    monkeypatch.setattr(running, "_decide_interruptibly", lambda solver, *rest: "unknown" if solver.parameters.random_seed == 2 else decided(solver, *rest))
    found = last_answer(answers(free("s2").machine))  # type: ignore[arg-type]
    assert (found.status, found.value) == (Status.BOUNDED, 119)


def test_after_many_plans_play_is_spelled_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(searching, "MOST_CUTS", 0)
    machine = machine_of(ORDER, tmp_path)
    found = last_answer(answers(machine))  # type: ignore[arg-type]
    assert (found.status, found.value) == (Status.OPTIMAL, Exact(machine).worth(machine.initial()))
    assert found.remarks[1].startswith("then move by move")


def test_time_ends_the_search() -> None:
    found = last_answer(answers(free("s2").machine, 0.0))  # type: ignore[arg-type]
    assert found.status is Status.UNDECIDED and found.stopped == "time"


def test_chance_is_refused() -> None:
    with pytest.raises(UnsupportedQuestion, match="chance"):
        answers(PythonMachine(load("minirail", options={"fair": "true"})))


def test_forbidden_plans_are_gone(tmp_path: Path) -> None:
    machine = machine_of(ORDER, tmp_path)
    model = PhasedModel(machine, machine.initial())
    while not model.unrolling.is_over:
        model.grow()
    model.say_stuck()
    seen = set()
    variables = list(model.translation.unknowns.values())
    while (values := running.solution(model.translation.model, lambda _: None, variables, Clock(Limits()))) is not None:
        plan = tuple([bag.moves for bag in model.plan(values)])
        assert plan not in seen
        seen.add(plan)
        model.forbid_plan(values, len(model.layers))
    assert len(seen) == 2 * 5  # so many of the first four moves are `double`, and the last one is either
