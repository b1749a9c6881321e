"""How plans of whole rounds begin: what no play brings about is found out and forbidden, and no real play with it."""

from __future__ import annotations

import itertools
from collections.abc import Generator
from dataclasses import replace
from typing import TypeVar

import pytest

import solver.relaxed.ordering
import solver.relaxed.search
from bench.railroads.records import ROUNDS, ending_file, game_of
from cython_ext.native import NativeMachine
from rules_dsl.machine.api import Machine
from rules_dsl.play.file import read_play
from rules_dsl.play.record import PlayFile
from rules_dsl.play.replay import replay
from solver.explicit.climbing import Climber
from solver.protocol.answers import Event, Incumbent, Status, last_answer
from solver.protocol.clock import Clock
from solver.protocol.questions import Aim, Limits
from solver.relaxed.growing import RoundModel
from solver.relaxed.meeting import GapState
from solver.relaxed.ordering import find_impossible_prefix
from solver.relaxed.turns import PlayFamily, beginnings, others, read_plan
from tests.solver.railroad_plays import Played, begins_a_turn, solution, told, value_of
from tests.solver.searches import ask

DECK = 8
RECORDED = "deck_8_646"
Outcome = TypeVar("Outcome")


@pytest.fixture(scope="module")
def machine() -> Machine:
    return game_of(DECK).machine


@pytest.fixture(scope="module")
def played(machine: Machine) -> Played:
    play = read_play(ending_file(RECORDED))
    assert isinstance(play, PlayFile)
    found = replay(machine, play)
    return Played(found.states, found.moves)


def round_before_end(machine: Machine, played: Played, rounds: int) -> int:
    """Where the last so many rounds of a play begin."""
    return next(
        at for at, state in enumerate(played.states) if value_of(machine, state, "round") == ROUNDS + 1 - rounds
    )


def last_turn_but_one_round(machine: Machine, played: Played) -> int:
    """Where the last turn before the last round begins."""
    return max(
        at
        for at, state in enumerate(played.states[: round_before_end(machine, played, 1)])
        if begins_a_turn(machine, state)
    )


def of_play(machine: Machine, played: Played, at: int) -> tuple[RoundModel, PlayFamily]:
    """The model that has nothing but the play, and the play as its plan."""
    plan = told(machine, played, at)
    values = solution(plan)
    assert values is not None
    return plan, read_plan(plan, values)


def wanting(exact: PlayFamily, number: int, more: int) -> PlayFamily:
    """The same with more points at the end of a round."""
    return replace(
        exact, least={key: far + (more if key == (("points", (0,)), number) else 0) for key, far in exact.least.items()}
    )


def test_a_play_is_among_all_its_beginnings_and_among_none_that_want_more(machine: Machine, played: Played) -> None:
    at = round_before_end(machine, played, 2)
    number = of_play(machine, played, at)[0].first
    for gap in (0, 1, 20):
        for more, is_left in ((0, False), (30, True)):
            plan, exact = of_play(machine, played, at)
            for each in beginnings(plan, wanting(exact, number, more), number, gap):
                model = told(machine, played, at)
                model.model.add(others(model, each) >= 1)
                assert (solution(model) is not None) == is_left


def test_the_widest_beginning_comes_first(machine: Machine, played: Played) -> None:
    plan, exact = of_play(machine, played, round_before_end(machine, played, 2))
    found = beginnings(plan, exact, plan.first, 7)
    wanted = [sum(each.least.values()) for each in found[:-1]]
    assert wanted == sorted(wanted[:3]) * 2 and len(found) == 7
    assert all(wide.deeds >= narrow.deeds for wide, narrow in itertools.pairwise(found))
    assert found[0].deeds > exact.deeds and not found[0].most and found[-1].most


def meeting(machine: Machine, played: Played, at: int) -> GapState:
    compiled, start = NativeMachine(machine.game), played.states[at]
    return GapState(compiled, start, 0, Clock(Limits()), 9999, Climber(compiled, start, 0))


def returned(work: Generator[Event, None, Outcome]) -> Outcome:
    """What comes of some work when it is done."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            found: Outcome = done.value
            return found


def test_what_no_play_begins_with_is_found_out(machine: Machine, played: Played) -> None:
    at = last_turn_but_one_round(machine, played)
    plan, exact = of_play(machine, played, at)
    place = meeting(machine, played, at)
    try:
        assert returned(find_impossible_prefix(plan, place, exact)) is None
        impossible = returned(find_impossible_prefix(plan, place, wanting(exact, plan.first, 300)))
    finally:
        place.stop()
    assert impossible is not None and not impossible.most


def test_deeds_that_take_too_long_are_tried_once(
    machine: Machine, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = round_before_end(machine, played, 2)
    plan, exact = of_play(machine, played, at)
    choices = beginnings(plan, exact, plan.first, 0)
    asked: list[PlayFamily] = []

    def runs_out(_: RoundModel, __: GapState, allowed: PlayFamily) -> Generator[Event, None, bool | None]:
        asked.append(allowed)
        yield from ()
        return True if allowed == choices[-1] else None

    monkeypatch.setattr(solver.relaxed.ordering, "_is_impossible", runs_out)
    place = meeting(machine, played, at)
    place.stop()
    place.model, place.best = 700, Incumbent(680, (), 0.0)
    assert returned(find_impossible_prefix(plan, place, exact)) == choices[-1]
    assert len(asked) == 1 + len({each.deeds for each in choices[:-1]}) == 3


@pytest.mark.long
def test_beginnings_do_not_change_what_is_best(
    machine: Machine, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = last_turn_but_one_round(machine, played)
    compiled = NativeMachine(machine.game)
    asked = ask(compiled, Aim.HIGHEST, compiled=compiled, start=played.states[at])
    answer = last_answer(list(solver.relaxed.search.search(asked)))

    def none_of_them(*_: object) -> Generator[Event, None, None]:
        yield from ()

    monkeypatch.setattr(solver.relaxed.search, "find_impossible_prefix", none_of_them)
    other = last_answer(list(solver.relaxed.search.search(asked)))
    assert answer.status is other.status is Status.BOUNDED, "the model is tested, not proved"
    assert answer.value == other.value
