"""Hidden information: exact values of small games, strategies that prove them, and what notices a wrong one."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.play.notation import read_move, show_move
from solver.hidden import sequences
from solver.hidden.checking import replies
from solver.hidden.simplex import maximise
from solver.protocol.answers import Answer, Status, last_answer
from solver.protocol.clock import Clock
from solver.protocol.disagreement import Disagreement
from solver.protocol.questions import Aim, Limits, UnsupportedQuestion, aim_of
from tests.seeds import drawn_daily
from tests.solver.searches import ask, solve

MATRIX = """rules 1
game Matrix "Both choose at the same time."

players Ann, Bob

state
  picked: [Player] 0..{size} = 0 seen by owner
  shown:  Bool = false

action pick(k: 1..{size})
  needs picked[player] == 0 "once is enough"
  does
    picked[player] = k

play
  for p in players
    choose pick by p
  shown = true

define wins() -> -9..9 = [{numbers}][(picked[Ann] - 1) * {size} + picked[Bob]] if shown else 0

score p: Player
  won: wins() if p == Ann else -wins()
"""

SECRET = """rules 1
game Secret "What may be done depends on what is not seen."

players Ann, Bob

state
  coin: 0..2 = 0 seen by none
  said: 0..2 = 0

action say(k: 1..2)
  needs k <= coin "that is too much"
  does
    said = k

play
  roll c: 1..2
  coin = c
  choose say by Ann

score p: Player
  said: said if p == Ann else -said
"""


def matrix(tmp_path: Path, *numbers: int) -> ir.Game:
    path = tmp_path / "matrix.rules"
    size = {4: 2, 9: 3}[len(numbers)]
    path.write_text(MATRIX.format(size=size, numbers=", ".join(map(str, numbers))), encoding="utf-8")
    return load(path)


def answered(game: ir.Game, limits: Limits | None = None) -> Answer:
    assert aim_of(game) is Aim.MIXED
    return last_answer(list(solve(ask(PythonMachine(game), Aim.MIXED, limits or Limits()))))


def test_kuhn_poker() -> None:
    found = answered(load("kuhn_poker"))
    assert (found.status, found.value, found.bound) == (Status.OPTIMAL, Fraction(-1, 18), Fraction(-1, 18))
    odds = {(habit.player, habit.when): dict(habit.chances) for habit in found.strategy}
    bluff = odds["Alice", "hand[Alice] = Jack"].get("bet", Fraction(0))
    assert 0 <= bluff <= Fraction(1, 3) and odds["Alice", "hand[Alice] = King"].get("bet", Fraction(0)) == 3 * bluff
    assert odds["Bob", "hand[Bob] = Jack"] == {"bet": Fraction(1, 3), "check": Fraction(2, 3)}
    assert odds["Bob", "hand[Bob] = Queen, stake[Alice] = 2"] == {"bet": Fraction(1, 3), "fold": Fraction(2, 3)}
    assert "replies" in found.confirmed


@pytest.mark.parametrize(("numbers", "value"), [((1, -1, -1, 1), 0), ((3, 1, 2, 4), Fraction(5, 2)), ((5, 6, 1, 9), 5), ((0, -1, 1, 1, 0, -1, -1, 1, 0), 0)])
def test_games_with_a_known_value(tmp_path: Path, numbers: tuple[int, ...], value: Fraction) -> None:
    found = answered(matrix(tmp_path, *numbers))
    assert (found.status, found.value) == (Status.OPTIMAL, value)


@pytest.mark.parametrize("seed", drawn_daily(range(6), 2))
def test_random_games_of_two_by_two(tmp_path: Path, seed: int) -> None:
    dice = Random(seed)
    a, b, c, d = (dice.randrange(-9, 10) for _ in range(4))
    low, high = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    value = Fraction(low) if low == high else Fraction(a * d - b * c, a + d - b - c)
    assert answered(matrix(tmp_path, a, b, c, d)).value == value


def test_learning_closes_in_on_the_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequences, "LARGEST", 0)
    found = answered(load("kuhn_poker"))
    assert found.status is Status.BOUNDED and found.value is not None and found.bound is not None
    assert found.value < Fraction(-1, 18) < found.bound and found.bound - found.value <= Fraction(1, 1000)
    rough = answered(load("kuhn_poker"), Limits(gap=0.2))
    assert rough.gap is not None and rough.gap <= 0.2 and rough.value is not None and rough.value < found.value
    hurried = answered(load("kuhn_poker"), Limits(seconds=0))
    assert (hurried.status, hurried.stopped) == (Status.UNDECIDED, "time")


def test_strategies_are_judged_anew() -> None:
    found = answered(load("kuhn_poker"))
    machine = ReferenceMachine(load("kuhn_poker"))
    assert replies(machine, machine.initial(), found.strategy, Clock(Limits())) == (Fraction(-1, 18), Fraction(-1, 18))
    always = [replace(each, chances=(("bet", Fraction(1)),)) if each.player == "Alice" else each for each in found.strategy]
    low, high = replies(machine, machine.initial(), always, Clock(Limits())) or (0, 0)
    assert low < Fraction(-1, 18) == high
    wrong = [replace(each, chances=(("bet", Fraction(1, 2)),)) for each in found.strategy]
    with pytest.raises(Disagreement, match="no odds"):
        replies(machine, machine.initial(), wrong, Clock(Limits()))


def test_the_middle_of_a_play_with_what_led_there() -> None:
    machine = PythonMachine(load("kuhn_poker"))
    for words, odds in (
        (("card = Jack", "card = King"), {"bet", "check"}),
        (("card = Queen", "card = Jack", "check", "bet"), {"bet", "fold"}),
        (("card = Queen", "card = King", "bet"), {"bet"}),
    ):
        state, moves = machine.initial(), []
        for text in words:
            moves.append(read_move(machine, state, text))
            state = machine.apply(state, moves[-1])
        found = last_answer(list(solve(ask(machine, Aim.MIXED, start=state, history=tuple(moves)))))
        assert (found.status, found.value) == (Status.OPTIMAL, Fraction(-1, 18))
        habit = found.strategy[0]
        assert dict(habit.chances).keys() <= odds and habit.player == ("Bob" if len(words) == 3 else "Alice")
        assert show_move(machine, state, found.play[0]) == max(habit.chances, key=lambda each: each[1])[0]
        low, high = replies(machine, machine.initial(), found.strategy, Clock(Limits())) or (0, 1)
        assert low == high == found.value


def test_the_middle_of_a_play_is_refused() -> None:
    machine = PythonMachine(load("kuhn_poker"))
    state = machine.initial()
    for _ in range(2):
        state = machine.apply(state, machine.moves(state)[0])
    with pytest.raises(UnsupportedQuestion, match="what the players believe within a play depends on how it was reached"):
        list(solve(ask(machine, Aim.MIXED, start=state)))


def test_moves_that_give_away_what_is_hidden_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "secret.rules"
    path.write_text(SECRET, encoding="utf-8")
    with pytest.raises(UnsupportedQuestion, match="does not see"):
        answered(load(path))


def test_linear_programs() -> None:
    rows = [[Fraction(1), Fraction(1)], [Fraction(1, 2), Fraction(3)]]
    found = maximise(rows, [Fraction(4), Fraction(6)], [Fraction(3), Fraction(5)], lambda: True)
    assert found is not None
    assert found.values == (Fraction(12, 5), Fraction(8, 5)) and found.prices == (Fraction(13, 5), Fraction(4, 5))
    with pytest.raises(ArithmeticError):
        maximise([[Fraction(-1)]], [Fraction(1)], [Fraction(1)], lambda: True)
    assert maximise(rows, [Fraction(4), Fraction(6)], [Fraction(3), Fraction(5)], lambda: False) is None
