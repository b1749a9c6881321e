"""Engines side by side: the same values as alone, errors are told, and a bound that is wrong does not get past a second look."""

from __future__ import annotations

from pathlib import Path

import pytest

import regelwerk
from regelwerk.cli.commands import verify
from regelwerk.report.results import Invocation, read, save
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.driver import together
from solver.driver.engines import ENGINES, engine_for
from solver.prices.bounding import PriceBound
from solver.protocol.answers import Incumbent, Status, last_answer
from solver.protocol.context import SearchContext
from solver.protocol.disagreement import Disagreement
from solver.protocol.engine import FunctionEngine
from solver.protocol.questions import Aim, Limits, UnsupportedQuestion
from solver.trust.opinions import Second
from tests.seeds import drawn_daily
from tests.solver.budget_games import budget_game
from tests.solver.searches import ask, solve
from tests.solver.test_cpsat import minirail_machine
from tests.solver.test_prices import machine_of


@pytest.mark.parametrize("seed", drawn_daily(range(10, 60), 2))
def test_no_two_engines_prove_different_values(seed: int, tmp_path: Path) -> None:
    machine = machine_of(budget_game(seed), tmp_path)
    names = ("auto", "search", "depth", "cpsat", "phases", "prices")
    asked = ask(machine, Aim.HIGHEST)
    answers = [last_answer(list(solve(asked, engine_for(asked.question, name)))) for name in names]
    assert {each.status for each in answers} == {Status.OPTIMAL} and len({each.value for each in answers}) == 1


def test_the_first_team_has_a_second_for_itself(tmp_path: Path) -> None:
    answer = last_answer(list(solve(ask(machine_of(budget_game(4), tmp_path), Aim.HIGHEST), ENGINES["together"], confirm=False)))
    assert answer.status is Status.OPTIMAL and answer.method == ENGINES["depth"].method


def test_auto_takes_engines_side_by_side() -> None:
    asked = {aim: ask(PythonMachine(load("orchard")), aim).question for aim in Aim}
    assert engine_for(asked[Aim.HIGHEST]) is ENGINES["together"] and engine_for(asked[Aim.FEWEST]) is ENGINES["nearest"]
    assert [engine_for(asked[aim], "search") for aim in (Aim.HIGHEST, Aim.FEWEST, Aim.VALUE)] == [ENGINES["both"], ENGINES["nearest"], ENGINES["alphabeta"]]


def test_the_first_proof_ends_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together, "BEGINNINGS", dict.fromkeys(together.BEGINNINGS, 0.0))
    events = list(solve(ask(minirail_machine("s2").machine, Aim.HIGHEST), ENGINES["together"], confirm=False))
    answer = last_answer(events)
    assert (answer.status, answer.value) == (Status.OPTIMAL, 119) and answer.method.startswith("side by side: ")
    values = [event.value for event in events if isinstance(event, Incumbent)]
    assert values == sorted(values)


def test_who_does_not_take_part_is_told(tmp_path: Path) -> None:
    text = "rules 1\ngame Endless\nstate\n  n: 0..9\naction go(k: 1..2)\n  needs n < 9\n  does\n    n = (n + k) % 10\nplay\n  loop\n    choose go\nscore\n  n: n\n"
    answer = last_answer(list(solve(ask(machine_of(text, tmp_path), Aim.HIGHEST, Limits(seconds=20)), ENGINES["together"])))
    assert (answer.status, answer.value) == (Status.OPTIMAL, 9)


def test_a_question_that_nobody_takes_is_refused(tmp_path: Path) -> None:
    text = "rules 1\ngame Luck\nstate\n  n: 0..9\naction go\n  does\n    n = n\nplay\n  roll d: 1..2\n  n = d\n  choose go\nscore\n  n: n\n"
    machine = machine_of(text, tmp_path)
    with pytest.raises(UnsupportedQuestion, match="chance"):
        list(solve(ask(machine, Aim.HIGHEST), ENGINES["together"]))


def test_what_goes_wrong_in_a_thread_is_raised(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken(_context: SearchContext) -> object:
        raise Disagreement("a defect")

    monkeypatch.setattr(together, "FIRST", "cpsat")
    monkeypatch.setattr(together, "OTHERS", ())
    monkeypatch.setitem(ENGINES, "cpsat", FunctionEngine("cpsat", "broken", frozenset({Aim.HIGHEST}), broken))  # type: ignore[arg-type]
    with pytest.raises(Disagreement, match="a defect"):
        list(solve(ask(machine_of(budget_game(3), tmp_path), Aim.HIGHEST), ENGINES["together"]))


# -- a bound that is wrong --------------------------------------------------------------------------------------------


@pytest.fixture
def wrong_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prices that are 12 points too low once there is a line."""
    worth = PriceBound.worth
    monkeypatch.setattr(PriceBound, "worth", lambda self, state: None if (found := worth(self, state)) is None else found - 12)


@pytest.mark.usefixtures("wrong_bound")
def test_a_wrong_bound_is_met_by_a_line() -> None:
    with pytest.raises(Disagreement, match="reported as the upper bound"):
        list(solve(ask(minirail_machine("s2").machine, Aim.HIGHEST), ENGINES["prices"], confirm=False))


@pytest.mark.usefixtures("wrong_bound")
def test_a_wrong_proof_is_found_by_verify(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.rules"
    path.write_text(budget_game(4), encoding="utf-8")
    machine = regelwerk.load(path).machine
    with pytest.raises(Disagreement, match="HiGHS"):
        list(ENGINES["prices"].search(ask(machine, Aim.HIGHEST)))
    monkeypatch.setattr("solver.prices.search.none_above", lambda *_: Second.SAME)
    found = last_answer(list(ENGINES["prices"].search(ask(machine, Aim.HIGHEST))))
    best = last_answer(list(ENGINES["cpsat"].search(ask(machine, Aim.HIGHEST))))
    assert found.status is Status.OPTIMAL and found.value is not None and best.value is not None and found.value < best.value, "the planted defect shows"
    saved = save(tmp_path / "run", Invocation(str(path)), machine, machine.initial(), str(Aim.HIGHEST), found)
    assert verify._verdict(read(saved), 60.0, False).proof == "failed"
