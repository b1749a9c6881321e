"""Nested random plays that go on from the best line: from its turns, with a line that is known, in several threads."""

from __future__ import annotations

import random
import time
from itertools import islice

import pytest

import regelwerk
from cython_ext.native import NativeMachine
from rules_dsl.machine.api import Machine, Move, State
from solver.explicit.climbing import DEEP, QUICK, Climber, Nest, Rope, nests
from tests.native.compiling import kernels_run
from tests.solver.railroad_plays import Played, begins_a_turn, played_at_random

pytestmark = pytest.mark.skipif(not kernels_run(), reason="there is no compiler here, or the kernels are not built")
DECK = 3


@pytest.fixture(scope="module")
def machine() -> Machine:
    return regelwerk.load("ultimate_railroads", options={"deck": DECK}).machine


@pytest.fixture(scope="module")
def played(machine: Machine) -> Played:
    return played_at_random(machine, 1)


def worth(machine: Machine, moves: tuple[Move, ...]) -> int:
    """What a line is worth by the rules, every move of it legal."""
    state: State = machine.initial()
    for move in moves:
        assert move in machine.moves(state)
        state = machine.apply(state, move)
    assert not machine.moves(state)
    return int(machine.scores(state)[0])


def test_a_known_line_is_what_all_begins_with(machine: Machine, played: Played) -> None:
    climber = Climber(NativeMachine(machine.game), machine.initial(), 1, known=played.moves, threads=2)
    known, found = worth(machine, played.moves), None
    end = time.monotonic() + 60
    try:
        while found is None and time.monotonic() < end:
            time.sleep(0.01)
            found = climber.better()
    finally:
        climber.stop()
    assert found is not None and found[0] > known
    assert worth(machine, found[1]) == found[0]
    assert climber.plays > 0


def test_lines_that_go_on_are_whole_lines(machine: Machine, played: Played) -> None:
    """What a search finds that keeps the beginning of a line begins with it, and is worth what is said."""
    climber = Climber(NativeMachine(machine.game), machine.initial(), 2, known=played.moves, threads=0)
    rope = Rope(climber, 2)
    kept = climber.beginning(random.Random(5))
    assert rope.search(kept, Nest(2, 12))
    found = climber.better()
    assert rope.plays == 144 and found is not None
    assert found[1][: len(kept)] == played.moves[: len(kept)]
    assert worth(machine, found[1]) == found[0] > worth(machine, played.moves)


def test_it_stops_where_nothing_can_be_played(machine: Machine, played: Played) -> None:
    climber = Climber(NativeMachine(machine.game), played.states[-1], 1, threads=2)
    time.sleep(0.2)
    climber.stop()
    assert climber.better() == (worth(machine, played.moves), ())


def test_it_goes_on_where_turns_begin(machine: Machine, played: Played) -> None:
    compiled = NativeMachine(machine.game)
    climber = Climber(compiled, machine.initial(), 1, known=played.moves, threads=0)
    luck = random.Random(1)
    seen = set()
    for _ in range(60):
        position = compiled.first_position()
        beginning = climber.beginning(luck)
        for number in beginning:
            position = compiled.follow(position, (position, number))
        assert begins_a_turn(machine, compiled.state(position))
        seen.add(len(beginning))
    turns = {at for at, state in enumerate(played.states[:-1]) if at and begins_a_turn(machine, state)}
    assert seen <= turns and len(seen) > 5
    assert Climber(compiled, machine.initial(), 1, threads=0).beginning(luck) == ()


def test_nests_grow_and_those_that_go_on_are_smaller() -> None:
    tried = list(islice(nests(), 12))
    plays = [each.width**each.levels for each in tried]
    assert plays == sorted(plays) and {each.levels for each in tried} == {QUICK, DEEP}
    assert all(each.onward.width**each.onward.levels <= each.width**each.levels for each in tried)
