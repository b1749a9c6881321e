"""Fair play: policies on decks drawn by number, what somebody who knows the deck reaches, and what is said of both."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.random_numbers import SplitMix64, seed_of
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from solver.driver.engines import ENGINES, engine_for
from solver.protocol.answers import Answer, Status, last_answer
from solver.protocol.context import SearchContext
from solver.protocol.estimates import interval_of, mean_of
from solver.protocol.questions import Limits, UnsupportedQuestion, aim_of
from solver.protocol.seats import seats_of
from solver.sampling import fair
from solver.sampling.foreseen import Foreseen
from tests.native.compiling import kernels_run, native
from tests.solver.searches import ask, solve, vary
from tests.solver.test_chance import DUEL, PIG, loaded, pig

if not kernels_run():
    pytest.skip("the kernels or a C compiler are missing here", allow_module_level=True)

from cython_ext.kernels._kernel import Watch
from solver.protocol.efforts import Plans
from solver.sampling.planner import Planner
from solver.sampling.policy import Policy, nature_of


def asked(game: ir.Game, limits: Limits | None = None) -> SearchContext:
    return ask(PythonMachine(game), aim_of(game), limits or Limits(seconds=60), 5, native(game))


def answered(question: SearchContext, engine: str) -> Answer:
    return last_answer(list(solve(question, engine_for(question.question, engine))))


def best_knowing(machine: PythonMachine, seed: int) -> int:
    """The best score of somebody who knows what chance will do: all plays, with the generator of the rooms below."""

    def drawn(acts: int, weights: list[int]) -> int:
        dice = SplitMix64(seed)
        for _ in range(acts):
            dice.next()
        rest = int((dice.next() >> 11) / 2**53 * sum(weights))
        at = 0
        while rest >= weights[at]:
            rest -= weights[at]
            at += 1
        return at

    def value(position: object, acts: int) -> int:
        walker = machine.walker()
        after, weights = walker.successors(position), walker.weights(position)
        if not after:
            return machine.scores(walker.state(position))[0]
        if weights is not None:
            return value(after[drawn(acts, list(weights))], acts + 1)
        return max([value(each, acts) for each in after])

    return value(machine.walker().first_position(), 0)


def test_somebody_who_knows_the_deck(tmp_path: Path) -> None:
    for game in (load("three_rolls"), loaded(tmp_path, PIG, turns=1, goal=12)):
        most = 6 if game.name == "ThreeRolls" else 12
        foreseen = Foreseen(native(game), native(game).initial(), seats_of(game), 3, most, 100_000, 1 << 24)
        found = [foreseen.best(number) for number in range(25)]
        assert found == [best_knowing(PythonMachine(game), seed_of(3, number)) for number in range(25)]
        assert len(set(found)) > 2
        few = replace(foreseen, positions=2)
        assert all(few.best(number) in (most, best) for number, best in enumerate(found))


def test_nobody_does_better_than_who_knows_the_deck(tmp_path: Path) -> None:
    game = loaded(tmp_path, PIG, turns=2, goal=20)
    machine, seats = native(game), seats_of(game)
    foreseen = Foreseen(machine, machine.initial(), seats, 8, 20, 1_000_000, 1 << 26)
    policy = Policy(machine, machine.initial(), seats, 8, 1000, Watch(), 1000)
    results, bests = [], []
    for number in range(200):
        played = policy.play(number)
        assert played is not None
        results.append(played.result)
        bests.append(foreseen.best(number))
        assert results[-1] <= bests[-1]
    value = pig(2, 20)
    assert interval_of(results)[0] < value < interval_of(bests)[1]
    assert float(mean_of(results)) > 0.9 * value


def test_the_same_seed_plays_the_same_and_the_reference_machine_agrees() -> None:
    game = load("three_rolls")
    machine, seats = native(game), seats_of(game)
    one, other = (Policy(machine, machine.initial(), seats, 4, 100, Watch(), 1000) for _ in range(2))
    plain = ReferenceMachine(game)
    for number in range(10):
        played = one.play(number)
        assert played == other.play(number) and played is not None
        position, state = machine.first_position(), plain.initial()
        for move in played.moves:
            state = plain.apply(state, machine.move((position, move)))
            position = machine.follow(position, (position, move))
        assert plain.kind(state) == "over" and plain.scores(state)[0] == played.result


def test_plans_play_by_the_rules_and_never_better_than_who_knows_the_deck(tmp_path: Path) -> None:
    game = loaded(tmp_path, PIG, turns=2, goal=20)
    machine, seats, plain = native(game), seats_of(game), ReferenceMachine(game)
    one, other = (Planner(machine, machine.initial(), seats, 8, Plans(3, 4), Watch()) for _ in range(2))
    foreseen = Foreseen(machine, machine.initial(), seats, 8, 20, 1_000_000, 1 << 26)
    results = []
    for number in range(60):
        played = one.play(number)
        assert played is not None and played == other.play(number)
        results.append(played.result)
        assert played.result <= foreseen.best(number)
        position, state = machine.first_position(), plain.initial()
        for move in played.moves:
            state = plain.apply(state, machine.move((position, move)))
            position = machine.follow(position, (position, move))
        assert plain.kind(state) == "over" and plain.scores(state)[0] == played.result
    low, high = interval_of(results)
    assert low < pig(2, 20) and high > 0.8 * pig(2, 20)
    assert one.plays == other.plays > 60 * 4**3
    watch = Watch()
    watch.stop = True
    assert Planner(machine, machine.initial(), seats, 8, Plans(3, 4), watch).play(1) is None


FERRY = """rules 1
game Ferry "Only what was ordered at first can be paid at last, and nobody can say when the wind turns."

state
  ordered: set of 1..6
  paid:    0..9
  wind:    1..2 = 1

action order(n: 1..6)
  needs n not in ordered "it was ordered"
  does
    ordered = ordered + {n}

action pay(n: 1..6)
  needs n in ordered "it was not ordered"
  does
    when len(ordered) == 3 and {1, 3, 5} == ordered
      paid = 9
    else
      paid = wind

event blow
  does
    roll w: 1..2
    wind = w

play
  for place in 1..3
    choose order
  blow
  choose pay

score
  paid: paid
"""


def test_plans_are_made_where_they_do_better_than_trials(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair, "MOST_DECKS", 20)
    monkeypatch.setattr(fair, "TRIALS", (10,))
    monkeypatch.setattr(fair, "PLANS", (Plans(2, 5),))
    found = answered(asked(loaded(tmp_path, FERRY)), "sample")
    assert found.method.startswith("plans for 2 decks") and found.sampled is not None
    assert (found.value, found.bound, found.sampled.effort) == (9, 9, Plans(2, 5))
    assert {str(move.arguments) for move in found.play} <= {"(1,)", "(3,)", "(5,)"} and len(found.play) == 1


def test_no_turns_are_planned_where_there_is_no_time_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair, "MOST_DECKS", 20)
    monkeypatch.setattr(fair, "TRIALS", (10,))
    monkeypatch.setattr(fair, "PLANS", (Plans(2, 5),))
    monkeypatch.setattr(fair, "SOME_DECKS", 10**9)
    found = answered(asked(loaded(tmp_path, FERRY)), "sample")
    assert found.sampled is not None and found.sampled.effort == 10 and found.sampled.decks == 20


def test_means_with_their_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair, "MOST_DECKS", 600)
    monkeypatch.setattr(fair, "TRIALS", (300,))
    monkeypatch.setattr(fair, "PLANS", (Plans(2, 4),))
    found = answered(asked(load("three_rolls")), "sample")
    assert found.status is Status.BOUNDED and found.sampled is not None and found.sampled.decks == 600
    assert found.value is not None and found.bound is not None
    low, high = found.sampled.value
    assert low < found.value < high and low < 14 / 3
    low, high = found.sampled.bound_interval
    highest_of_three = Fraction(sum(max(a, b, c) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)), 216)
    assert low < highest_of_three < high and low < found.bound < high
    assert len(found.play) == 1 and "300 times" in found.method
    again = answered(asked(load("three_rolls")), "sample")
    assert (again.value, again.bound, again.sampled) == (found.value, found.bound, found.sampled)


def test_exact_values_come_first() -> None:
    assert engine_for(asked(load("three_rolls")).question) is ENGINES["fair"]
    found = answered(asked(load("three_rolls")), "auto")
    assert (found.status, found.value, found.method) == (Status.OPTIMAL, Fraction(14, 3), "expectimax")


def test_what_is_too_large_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair, "MOST_DECKS", 3)
    monkeypatch.setattr(fair, "SHARE", 0.0)
    monkeypatch.setattr(fair, "TRIALS", (10,))
    monkeypatch.setattr(fair, "POSITIONS", 1000)
    found = answered(asked(load("g2048", {"size": "3", "reach": "9"})), "auto")
    assert (found.status, found.bound) == (Status.BOUNDED, 1)
    assert found.sampled is not None and found.sampled.bound_interval == (1, 1)
    late = answered(asked(load("g2048"), Limits(seconds=0)), "sample")
    assert (late.status, late.value, late.stopped) == (Status.UNDECIDED, None, "time")


CALM = """rules 1
game Calm
state
  n: 0..9
  windy: Bool
action go
  does
    n += 1
event blow
  does
    roll d: 0..9
    n = d
play
  loop until n == 9
    choose go
    when windy
      blow
score
  n: n
"""


def test_where_nothing_is_left_to_chance(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedQuestion, match="--know deck"):
        answered(asked(loaded(tmp_path, CALM), Limits(seconds=5)), "sample")


def test_plays_without_end_are_broken_off() -> None:
    klondike, rolls = load("klondike", {"hidden": "true"}), load("three_rolls")
    assert (
        nature_of(native(rolls), native(rolls).initial(), seats_of(rolls), 1).longest
        > nature_of(native(klondike), native(klondike).initial(), seats_of(klondike), 1).longest
    )


def test_a_seat_at_random_is_left_to_chance(tmp_path: Path) -> None:
    game = loaded(tmp_path, DUEL)
    machine, seats = native(game), seats_of(game, frozenset({0}))
    assert seats.me == 1
    policy = Policy(machine, machine.initial(), seats, 2, 500, Watch(), 1000)
    results = [played.result for number in range(1000) if (played := policy.play(number)) is not None]
    question = vary(asked(game), random=frozenset({0}))
    exact = last_answer(list(solve(question, ENGINES["expectimax"])))
    assert exact.status is Status.OPTIMAL and exact.value is not None and exact.confirmed
    low, high = interval_of(results)
    assert len(results) == 1000 and low <= exact.value and high >= 0.8 * exact.value > 0


def test_intervals() -> None:
    low, high = interval_of([1, 2, 3, 4, 5])
    assert (round(low, 2), round(high, 2)) == (1.04, 4.96)
    assert [round(each, 3) for each in interval_of([0] * 10)] == [0, 0.278]
    assert [round(each, 3) for each in interval_of([0, 1] * 50)] == [0.404, 0.596]
    assert interval_of([7]) == (-float("inf"), float("inf"))
    assert mean_of([1, 2]) == Fraction(3, 2)
