"""Bounds by prices: never below what is possible, whatever the prices are; and what is proved with them is so."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from rules_dsl.loading import load
from rules_dsl.machine.api import State
from rules_dsl.machine.generated.machine import PythonMachine
from solver.driver.engines import ENGINES
from solver.prices.bounding import PriceBound
from solver.prices.course import NoPriceBound
from solver.protocol.answers import Status, last_answer
from solver.protocol.clock import Clock
from solver.protocol.questions import Aim, Limits, UnsupportedQuestion
from tests.seeds import drawn_daily
from tests.solver.budget_games import budget_game
from tests.solver.searches import ask, solve
from tests.solver.test_cpsat import minirail_machine


def machine_of(text: str, path: Path) -> PythonMachine:
    path = path / "game.rules"
    path.write_text(text, encoding="utf-8")
    return PythonMachine(load(path))


class Exact:
    """What every position is worth, by trying everything."""

    def __init__(self, machine: PythonMachine) -> None:
        self.machine = machine
        self.worth = cache(self._worth)

    def _worth(self, state: State) -> int:
        if self.machine.kind(state) == "over":
            return self.machine.scores(state)[0]
        return max(self.worth(self.machine.apply(state, move)) for move in self.machine.moves(state))


def states_of(machine: PythonMachine, dice: random.Random, plays: int) -> list[State]:
    found = []
    for _ in range(plays):
        state = machine.initial()
        found.append(state)
        while machine.kind(state) != "over":
            state = machine.apply(state, dice.choice(list(machine.moves(state))))
            found.append(state)
    return found


def shaken(bound: PriceBound, dice: random.Random) -> None:
    """Prices at random; for each edge they add up to 0."""
    for place, first in bound.prices[0].items():
        rows = [np.array([dice.randint(-5000, 5000) for _ in first], dtype=np.int64) for _ in bound.prices]
        rows[0] = -sum(rows[1:], np.zeros(len(first), dtype=np.int64))
        for prices, row in zip(bound.prices, rows, strict=True):
            prices[place] = row
    bound.best = bound._value()


@pytest.mark.parametrize("block", drawn_daily(range(60), 1))
def test_never_below_what_is_possible(block: int, tmp_path: Path) -> None:
    looked = 0
    for seed in range(10 * block, 10 * block + 10):
        dice = random.Random(seed)
        machine = machine_of(budget_game(seed), tmp_path)
        exact, bound = Exact(machine), PriceBound(machine, machine.initial(), Clock(Limits()))
        for prices in ("none", "moved", "at random"):
            if prices == "at random":
                shaken(bound, dice)
            bound.improve(Clock(Limits()), most_steps=15 if prices == "moved" else 0)
            for state in states_of(machine, dice, 2):
                worth = bound.worth(state)
                assert worth is not None and worth >= exact.worth(state)
                looked += 1
    assert looked > 100


@pytest.mark.parametrize("seed", drawn_daily([0, 1, 2, *range(4, 200)], 2))
def test_four_engines_say_the_same(seed: int, tmp_path: Path) -> None:
    machine = machine_of(budget_game(seed), tmp_path)
    names = ("prices", "cpsat", "depth", "backward")
    answers = [last_answer(list(solve(ask(machine, Aim.HIGHEST), ENGINES[name], confirm=False))) for name in names]
    assert {each.status for each in answers} == {Status.OPTIMAL} and len({each.value for each in answers}) == 1


@pytest.mark.parametrize("name, value", [("s1", 90), ("s2", 119), pytest.param("l1", 203, marks=pytest.mark.long)])
def test_minirail_is_proved(name: str, value: int) -> None:
    question = ask(minirail_machine(name).machine, Aim.HIGHEST)
    found = last_answer(list(solve(question, ENGINES["prices"], confirm=False)))
    assert (found.status, found.value) == (Status.OPTIMAL, value)
    assert "have[5], gained[5]" in found.remarks[0] or name == "l1"


def test_parts_of_minirail_share_the_budget_only() -> None:
    bound = PriceBound(minirail_machine("s2").machine, minirail_machine("s2").machine.initial(), Clock(Limits()))
    assert "have[0], gained[0], spent" in [bound.split.name(frozenset(part.slots)) for part in bound.parts]
    assert len(bound.parts) == 4 and not bound.left_out


REFUSED = {
    "may come back": "play\n  loop\n    choose go\n",
    "chance": "play\n  roll d: 1..2\n  n = d\n  choose go\n",
}


@pytest.mark.parametrize("why", REFUSED)
def test_games_without_such_a_bound_say_why(why: str, tmp_path: Path) -> None:
    text = f"rules 1\ngame Plain\nstate\n  n: 0..9\naction go\n  does\n    n = (n + 3) % 10\n{REFUSED[why]}score\n  n: n\n"
    machine = machine_of(text, tmp_path)
    with pytest.raises(NoPriceBound, match=why):
        PriceBound(machine, machine.initial(), Clock(Limits()))
    with pytest.raises(UnsupportedQuestion, match=why):
        last_answer(list(solve(ask(machine, Aim.HIGHEST), ENGINES["prices"])))


def test_without_time_nothing_is_decided() -> None:
    question = ask(minirail_machine("s2").machine, Aim.HIGHEST, Limits(seconds=0))
    found = last_answer(list(solve(question, ENGINES["prices"])))
    assert (found.status, found.stopped, found.value, found.bound) == (Status.UNDECIDED, "time", None, None)


def test_parts_that_are_too_large_are_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import solver.prices.tables as tables

    monkeypatch.setattr(tables, "MOST_STATES", 12)
    left_out = 0
    for seed in range(6):
        machine = machine_of(budget_game(seed), tmp_path)
        bound = PriceBound(machine, machine.initial(), Clock(Limits()))
        left_out += len(bound.left_out)
        bound.improve(Clock(Limits()), most_steps=5)
        worth = bound.worth(machine.initial())
        assert worth is not None and worth >= Exact(machine).worth(machine.initial())
    assert left_out > 2
