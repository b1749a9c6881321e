"""Expectimax where a number only adds up, and where what lies between rests is forgotten: the same values, fewer
positions.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.failures import PlayError
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.driver.engines import ENGINES
from solver.explicit.exact import Exact
from solver.protocol.answers import Status, last_answer
from solver.protocol.clock import Clock, memory_in_use
from solver.protocol.questions import Aim, Limits
from solver.protocol.seats import seats_of
from tests.native.compiling import kernels_run, native
from tests.solver.searches import ask, solve
from tests.solver.test_chance import PIG

if not kernels_run():
    pytest.skip("there is no compiler here, or the kernels are not built", allow_module_level=True)

from solver.explicit.expectimax import Intervals
from solver.explicit.summing import sum_of

DICE = """rules 1
game Dice "A few dice, a few boxes."

type Face = 1..{faces}
type Box = Ones | Twos | Same | Pips

state
  dice:    [Face] 0..{dice} = 0
  rolls:   0..2 = 0
  rolling: Bool = false
  over:    Bool = false
  filled:  set of Box
  total:   0..{most} = 0

define cup() -> 0..{dice} = clamp({dice} - sum(dice[f] for f in Face))

define worth(b: Box) -> 0..99 =
  dice[1] if b == Ones else 2 * dice[2] if b == Twos else (10 if any(dice[f] == {dice} for f in Face) else 0) if b == Same else sum(f * dice[f] for f in Face)

action begin
  does
    rolls = 2
    rolling = true
    over = false

action put_back(f: Face)
  needs rolls > 0    "no roll is left"
  needs dice[f] > 0  "no die shows that"
  does
    dice[f] -= 1

action roll_again
  needs rolls > 0  "no roll is left"
  needs cup() > 0  "the cup is empty"
  does
    rolls -= 1
    rolling = true

action write(b in Box - filled)
  needs cup() == 0  "roll first"
  does
    total += worth(b)
    filled += b
    dice = 0
    rolls = 0
    over = true

play
  loop until filled == Box
    choose begin
    tumble
    loop until over
      choose put_back, roll_again, write
      tumble

play tumble
  loop until not rolling
    roll die: 1..{faces}
    dice[die] += 1
    rolling = cup() > 0

score
  points: total
"""
SMALL, LARGER = DICE.format(faces=3, dice=2, most=99), DICE.format(faces=4, dice=3, most=99)
WANDER = """rules 1
game Wander "Where one is does not depend on the way, so all rests lead to the same places."

state
  day:   0..40 = 0
  at:    0..30 = 0
  steps: 0..3 = 0
  total: 0..400 = 0

action rise
  does
    steps = 3

action stay
  does
    steps -= 1
    day += 1

action go
  does
    steps -= 1
    day += 1
    roll d: 0..3
    at = (at * 3 + d) % 31
    total += at % 7

play
  loop until day == 39
    choose rise
    loop until steps == 0
      choose go, stay

score
  points: total
"""


def game_of(text: str, tmp_path: Path) -> ir.Game:
    path = tmp_path / "game.rules"
    path.write_text(text, encoding="utf-8")
    return load(path)


def finished(game: ir.Game, many: int = 1 << 40, summed: bool = True, memory: int | None = None) -> Intervals:
    machine = native(game)
    kernel = Intervals(machine, machine.first_position(), seats_of(game), memory, many)
    if not summed:
        kernel.sum = None
        kernel.kernel = kernel._kernel()
    while kernel.goes_on():
        pass
    return kernel


def around(kernel: Intervals) -> tuple[float, float]:
    found = kernel.of(kernel.machine.first_position())
    assert found is not None
    return found


def exact_value(game: ir.Game) -> Fraction:
    """In fractions, from the ends backwards; the sum is a part of each position."""
    machine = native(game)
    exact = Exact(machine, seats_of(game), Clock(Limits()))
    for _ in exact.steps(machine.first_position()):
        pass
    return Fraction(exact.known[machine.first_position()])


GAMES = {
    "small": SMALL,
    "larger": LARGER,
    "pig": PIG.format(turns=3, goal=10),
    "wander": WANDER.replace("day == 39", "day == 6"),
}


@pytest.mark.parametrize("name", GAMES)
def test_both_numbers_hold_the_value_however_it_is_found(name: str, tmp_path: Path) -> None:
    game = game_of(GAMES[name], tmp_path)
    value = exact_value(game)
    plain, summed, forgetful = finished(game, summed=False), finished(game), finished(game, 1_000)
    for kernel in (plain, summed, forgetful):
        low, high = around(kernel)
        assert Fraction(low) <= value <= Fraction(high) and high - low < 1e-11
    assert (sum_of(game) == "total") == (summed.kernel.nodes < plain.kernel.nodes) == (name != "pig")
    assert forgetful.forgets == (name == "larger")


@pytest.mark.parametrize("name", ["three_rolls", "g2048", "orchard"])
def test_library_games_are_worth_the_same(name: str) -> None:
    game = load(name, {"g2048": {"size": "2", "reach": "4"}, "orchard": {"rounds": "3"}}.get(name, {}))
    one, other = around(finished(game)), around(finished(game, 50))
    assert max(one[0], other[0]) <= min(one[1], other[1]) and one[1] - one[0] < 1e-12


def test_what_is_forgotten_takes_no_memory(tmp_path: Path) -> None:
    game = game_of(DICE.format(faces=6, dice=4, most=99), tmp_path)
    whole, forgetful = finished(game), finished(game, 3_000)
    assert forgetful.forgets and forgetful.kernel.memory < whole.kernel.memory / 3
    assert around(forgetful)[0] == pytest.approx(around(whole)[0], abs=1e-9)
    assert forgetful.kernel.nodes < whole.kernel.nodes * 1.05


def test_nothing_is_forgotten_that_comes_again(tmp_path: Path) -> None:
    kernel = finished(game_of(WANDER, tmp_path), 500)
    assert kernel.rests == b"" or kernel.kernel.lost > 0
    assert not kernel.forgets


def test_a_sum_that_grows_beyond_its_type_is_not_taken_out(tmp_path: Path) -> None:
    """Where the sum is a part of the position the rules fail, and that is told."""
    game = game_of(DICE.format(faces=3, dice=2, most=12), tmp_path)
    assert sum_of(game) == "total"
    with pytest.raises(PlayError):
        finished(game)


@pytest.mark.parametrize(
    "change",
    [
        ('needs cup() == 0  "roll first"', 'needs cup() == 0 and total < 30  "roll first"'),
        ("    total += worth(b)\n", "    total += worth(b)\n    total = min(total, 9)\n"),
        ("    total += worth(b)\n", "    total += worth(b) - 1\n"),
        ("  points: total\n", "  points: total + total\n"),
        ("  points: total\n", "  points: total * 2\n"),
        ("  loop until filled == Box\n", "  loop until filled == Box or total > 20\n"),
    ],
)
def test_a_number_that_is_asked_for_is_no_sum(change: tuple[str, str], tmp_path: Path) -> None:
    assert sum_of(game_of(SMALL, tmp_path)) == "total"
    assert SMALL.count(change[0]) == 1
    assert sum_of(game_of(SMALL.replace(*change), tmp_path)) is None


# -- Yahtzee ----------------------------------------------------------------------------------------------------------

BOXES = [
    "Ones",
    "Twos",
    "Threes",
    "Fours",
    "Fives",
    "Sixes",
    "ThreeAlike",
    "FourAlike",
    "FullHouse",
    "SmallStraight",
    "LargeStraight",
    "FiveAlike",
    "Chance",
]
ALONE = {
    "Chance": 5 * Fraction(14, 3),
    "Sixes": 30 * (1 - Fraction(5, 6) ** 3),
    "FiveAlike": 50 * Fraction(347_897, 7_558_272),
}
"""What a box is worth alone: pips above the mean are kept, sixes are, and the known odds of five alike."""


def yahtzee(*boxes: str) -> ir.Game:
    left_out = [box for box in BOXES if box not in boxes]
    return load("yahtzee", givens={"left_out": "{" + ", ".join(left_out) + "}"} if left_out else {})


@pytest.mark.parametrize("box", ALONE)
def test_one_box_of_yahtzee(box: str) -> None:
    low, high = around(finished(yahtzee(box)))
    assert Fraction(low) <= ALONE[box] <= Fraction(high)


def test_some_boxes_of_yahtzee_with_and_without_memory() -> None:
    game = yahtzee("Ones", "Chance", "FiveAlike", "Fives")
    one, other = finished(game), finished(game, 10_000)
    assert other.forgets and around(one)[0] == pytest.approx(around(other)[0], abs=1e-9)


@pytest.mark.long
def test_the_published_mean_of_yahtzee() -> None:
    game = yahtzee(*BOXES)
    question = ask(PythonMachine(game), Aim.EXPECTED, Limits(memory=memory_in_use() + (1 << 30)), compiled=native(game))
    found = last_answer(list(solve(question, ENGINES["expectimax"], confirm=False)))
    assert found.status in (Status.OPTIMAL, Status.BOUNDED)
    assert found.value is not None and found.bound is not None
    assert round(float(found.value), 4) == round(float(found.bound), 4) == 254.5896
