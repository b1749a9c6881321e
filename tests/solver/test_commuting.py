"""Which moves commute: what is said to be swappable is tried in all positions of small games, and what is planted is told with its reason."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules_dsl.loading import load
from rules_dsl.machine.api import State
from rules_dsl.machine.generated.machine import PythonMachine
from solver.cpsat.modelling import CpSatModel
from solver.driver.engines import ENGINES
from solver.independence.commuting import pairs, swaps_of
from solver.protocol.answers import Status, last_answer
from solver.protocol.clock import Clock
from solver.protocol.questions import Aim, Limits
from tests.seeds import drawn_daily
from tests.solver.budget_games import budget_game
from tests.solver.searches import ask, solve
from tests.solver.small_games import small_game
from tests.solver.test_cpsat import minirail_machine

MOST = 400


def machine_of(text: str, folder: Path) -> PythonMachine:
    path = folder / "game.rules"
    path.write_text(text, encoding="utf-8")
    return PythonMachine(load(path))


def positions(machine: PythonMachine) -> Iterator[State]:
    """Those nearest to the start."""
    seen, waiting = {machine.initial()}, [machine.initial()]
    while waiting and len(seen) < MOST:
        state = waiting.pop(0)
        yield state
        if machine.kind(state) == "decide":
            fresh = [after for move in machine.moves(state) if (after := machine.apply(state, move)) not in seen]
            seen.update(fresh)
            waiting += fresh


def insist_swappable(machine: PythonMachine) -> tuple[int, int]:
    """Tries all that commute; how many pairs there are, and how often one was tried."""
    swaps, tried = swaps_of(machine, machine.initial(), Clock(Limits())), 0
    for state in positions(machine) if swaps else ():
        if machine.kind(state) != "decide":
            continue
        for one in machine.moves(state):
            between = machine.apply(state, one)
            if machine.kind(between) != "decide" or between.node != state.node:
                continue
            for two in machine.moves(between):
                if (state.node, one.option, two.option) in swaps:
                    assert machine.explain(state, two) is None
                    other = machine.apply(state, two)
                    assert other.node == state.node and machine.explain(other, one) is None
                    assert machine.apply(other, one) == machine.apply(between, two)
                    tried += 1
    return len(swaps), tried


@pytest.mark.parametrize("block", drawn_daily(range(50), 1))
def test_what_may_change_places_does_the_same(block: int, tmp_path: Path) -> None:
    found = [insist_swappable(machine_of(budget_game(seed), tmp_path)) for seed in range(10 * block, 10 * block + 10)]
    found += [insist_swappable(machine_of(small_game(4 * seed + 1)[1], tmp_path)) for seed in range(3 * block, 3 * block + 3)]
    assert sum([swaps for swaps, _ in found]) > 3 and sum([tried for _, tried in found]) > 20


@pytest.mark.parametrize("seed", drawn_daily(range(40, 250), 2))
def test_in_one_order_the_best_score_is_the_same(seed: int, tmp_path: Path) -> None:
    machine = machine_of(budget_game(seed), tmp_path)
    ordered, every = (last_answer(list(solve(ask(machine, Aim.HIGHEST), ENGINES[name], confirm=False))) for name in ("cpsat", "depth"))
    assert (ordered.status, ordered.value) == (every.status, every.value) == (Status.OPTIMAL, every.value)


PLANTED = """rules 1
game Planted

state
  a: 0..9
  b: 0..9
  left: 0..4 = 4

action grow
  needs left > 0
  does
    left -= 1
    a = min(a + 1, 9)

action other
  needs left > 0
  does
    left -= 1
    b = min(b + 1, 9)

action double
  needs left > 0
  does
    left -= 1
    a = min(2 * a, 9)

action late
  needs left > 0 and b > 0
  does
    left -= 1

action bar
  needs left > 0
  needs b == 0
  does
    left -= 1

play
  loop
    choose grow, other, double, late, bar

score
  points: a + b
"""

WHY = {
    ("grow", "double"): "a may depend on which of them comes first",
    ("double", "grow"): "a may depend on which of them comes first",
    ("other", "late"): "late may be possible only after other",
    ("bar", "other"): "other may make illegal bar",
}
SWAP = {("grow", "other"), ("other", "grow"), ("double", "other"), ("grow", "late"), ("late", "late"), ("grow", "grow"), ("late", "other")}


def test_planted_pairs_are_told_with_their_reasons(tmp_path: Path) -> None:
    machine = machine_of(PLANTED, tmp_path)
    names = [option.action for option in machine.game.nodes[machine.initial().node].options]
    found = {(names[pair.first], names[pair.second]): pair for pair in pairs(machine, Clock(Limits()))}
    assert {key: found[key].why for key in WHY} == WHY
    assert not any(found[key].swaps for key in WHY) and all(found[key].swaps for key in SWAP)
    insist_swappable(machine)


def test_what_random_plays_meet_is_proved_all_the_same(tmp_path: Path) -> None:
    machine = machine_of(PLANTED, tmp_path)
    every = {(pair.node, pair.first, pair.second) for pair in pairs(machine, Clock(Limits())) if pair.swaps}
    found = swaps_of(machine, machine.initial(), Clock(Limits()))
    assert found and found <= every
    assert not swaps_of(minirail_machine("s2").machine, minirail_machine("s2").machine.initial(), Clock(Limits()))


def test_models_become_smaller(tmp_path: Path) -> None:
    machine = machine_of(PLANTED, tmp_path)
    plain, ordered = CpSatModel(machine, machine.initial()), CpSatModel(machine, machine.initial(), swaps_of(machine, machine.initial(), Clock(Limits())))
    for model in (plain, ordered):
        for _ in range(4):
            model.grow()
    assert len(ordered.translation.model.proto.constraints) > len(plain.translation.model.proto.constraints)


def test_without_time_nothing_is_swapped(tmp_path: Path) -> None:
    found = list(pairs(machine_of(PLANTED, tmp_path), Clock(Limits(seconds=0.0))))
    assert found and {pair.why for pair in found} == {"the time limit was reached first"}


def test_games_of_several_players_are_not_looked_at() -> None:
    assert not list(pairs(PythonMachine(load("tictactoe")), Clock(Limits())))


def test_time_ends_the_look_at_rules_that_are_long() -> None:
    machine = PythonMachine(load("ultimate_railroads", options={"deck": "1"}))
    clock = Clock(Limits(seconds=0.5))
    node = machine.initial().node
    assert {pair.why for pair in pairs(machine, clock, frozenset({(node, 0, 0)}))} == {"the time limit was reached first"}
