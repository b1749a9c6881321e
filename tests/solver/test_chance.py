"""Best play where chance acts: exact values, the kernel's bounds, limits."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from solver.driver.engines import ENGINES, engine_for
from solver.explicit.graph import graph_of, value_of_graph
from solver.protocol.answers import Answer, Status, last_answer
from solver.protocol.questions import Aim, Limits, UnsupportedQuestion, aim_of
from tests.native.compiling import kernels_run, native
from tests.seeds import drawn_daily
from tests.solver.searches import ask, solve
from tests.solver.small_games import small_game

needs_kernels = pytest.mark.skipif(not kernels_run(), reason="there is no compiler here, or the kernels are not built")

PIG = """rules 1
game Pig "Roll as often as you like; a one loses the turn."

state
  turns: 0..3 = {turns}
  pot:   0..{goal} = 0
  bank:  0..{goal} = 0

action roll_on
  needs pot + bank < {goal} "that is enough"
  does
    roll d: 1..6
    when d == 1
      pot = 0
      turns -= 1
    else
      pot = min(pot + d, {goal} - bank)

action hold
  needs pot > 0 "there is nothing to keep"
  does
    bank += pot
    pot = 0
    turns -= 1

play
  loop until turns == 0
    choose roll_on, hold

score
  bank: bank
"""

DUEL = """rules 1
game Duel "Who rolls more with one or two dice, where two may be too many."

players Ann, Bob

state
  rolled: [Player] 0..8 = 0

action one
  does
    roll d: 1..4
    rolled[player] = d

action two
  does
    roll d: 1..4
    roll e: 1..4
    rolled[player] = d + e if d + e <= 6 else 0

play
  for p in players
    choose one, two by p

score p: Player
  pips: rolled[p]
"""


def loaded(tmp_path: Path, text: str, **words: object) -> ir.Game:
    path = tmp_path / "game.rules"
    path.write_text(text.format(**words) if words else text, encoding="utf-8")
    return load(path)


def answered(game: ir.Game, engine: str = "expectimax", compiled: bool = True, limits: Limits | None = None, confirm: bool = True) -> Answer:
    machine = native(game) if compiled else None
    question = ask(PythonMachine(game), aim_of(game), limits or Limits(), compiled=machine)
    return last_answer(list(solve(question, engine_for(question.question, engine), confirm)))


def pig(turns: int, goal: int) -> Fraction:
    """The best expectation of so many turns of Pig, worked out without any rules."""

    @cache
    def value(left: int, pot: int, bank: int) -> Fraction:
        if left == 0:
            return Fraction(bank)
        ways = []
        if pot + bank < goal:
            lucky = [value(left, min(pot + d, goal - bank), bank) for d in range(2, 7)]
            ways.append(sum([*lucky, value(left - 1, 0, bank)], Fraction(0)) / 6)
        if pot:
            ways.append(value(left - 1, 0, bank + pot))
        return max(ways, default=Fraction(bank))

    return value(turns, 0, 0)


@needs_kernels
@pytest.mark.parametrize(("turns", "goal"), [(1, 40), (2, 25), (3, 60)])
def test_solitaire_pig(tmp_path: Path, turns: int, goal: int) -> None:
    game = loaded(tmp_path, PIG, turns=turns, goal=goal)
    found = answered(game)
    assert (found.status, found.value, found.bound) == (Status.OPTIMAL, pig(turns, goal), pig(turns, goal))
    assert found.confirmed and found.method == "expectimax"


def test_one_turn_of_pig_is_worth_what_is_published() -> None:
    assert round(float(pig(1, 200)), 4) == 8.1418


@needs_kernels
def test_2048_on_four_squares() -> None:
    game = load("g2048", {"size": "2", "reach": "5"})
    found = answered(game)
    assert (found.status, found.value) == (Status.OPTIMAL, Fraction(663098312572433, 8 * 10**15))
    assert "all 931 positions" in found.confirmed


def test_2048_in_python() -> None:
    found = answered(load("g2048", {"size": "2", "reach": "4"}), compiled=False)
    assert (found.status, found.method) == (Status.OPTIMAL, "backward induction")


@needs_kernels
def test_three_rolls() -> None:
    found = answered(load("three_rolls"))
    assert (found.status, found.value, found.nodes) == (Status.OPTIMAL, Fraction(14, 3), 50)
    assert len(found.play) == 1


@needs_kernels
def test_two_players_and_chance(tmp_path: Path) -> None:
    game = loaded(tmp_path, DUEL)
    assert aim_of(game) is Aim.MEAN
    one, two = Fraction(5, 2), Fraction(sum(d + e for d in range(1, 5) for e in range(1, 5) if d + e <= 6), 16)
    assert answered(game).value == max(one, two) - max(one, two) == 0
    alone = ask(PythonMachine(game), Aim.MEAN, compiled=native(game), random=frozenset({1}))
    for name in ("expectimax", "backward"):
        found = last_answer(list(solve(alone, ENGINES[name])))
        assert (found.status, found.value) == (Status.OPTIMAL, max(one, two) - (one + two) / 2)


@needs_kernels
@pytest.mark.parametrize("seed", drawn_daily(range(2, 80, 4), 6))
def test_the_kernel_agrees_with_the_graph(tmp_path: Path, seed: int) -> None:
    kind, text = small_game(seed)
    assert kind == "chance"
    game = loaded(tmp_path, text)
    graph = graph_of(ReferenceMachine(game), 20_000)
    assert graph is not None
    assert answered(game, confirm=False).value == value_of_graph(graph, Aim.EXPECTED)


@needs_kernels
def test_limits_of_the_kernel() -> None:
    game = load("g2048")
    for limits, why in ((Limits(seconds=0), "time"), (Limits(memory=400_000), "memory")):
        found = answered(game, limits=limits)
        assert (found.status, found.stopped, found.value, found.bound) == (Status.UNDECIDED, why, None, None)


@needs_kernels
def test_what_is_too_long_for_fractions_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.explicit.expectimax.LONGEST", 20)
    found = answered(load("g2048", {"size": "2", "reach": "5"}))
    value = Fraction(663098312572433, 8 * 10**15)
    assert found.status is Status.BOUNDED and found.value is not None and found.bound is not None
    assert found.value <= value <= found.bound and found.bound - found.value < Fraction(1, 10**14)


@needs_kernels
def test_positions_that_recur_are_told(tmp_path: Path) -> None:
    text = PIG.format(turns=1, goal=9).replace("      turns -= 1\n    else", "      turns -= 0\n    else")
    with pytest.raises(UnsupportedQuestion, match="recur"):
        answered(loaded(tmp_path, text))
