"""Models of whole rounds: they have every real play, bounds are never below what was found, and what they cannot say is told."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from ortools.sat.python import cp_model

import regelwerk
import solver.models.ultimate_railroads.plugin
import solver.relaxed.models
from cython_ext.native import NativeMachine
from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import Machine, State
from rules_dsl.play.file import read_play
from rules_dsl.play.record import PlayFile
from rules_dsl.play.replay import replay
from solver.cpsat.running import above, narrower
from solver.explicit import depth
from solver.mip import running
from solver.mip.duals import limits_of, solve_fractions
from solver.mip.translating import program_of
from solver.models.ultimate_railroads.model import build_relaxation
from solver.protocol.answers import Incumbent, Status, last_answer
from solver.protocol.clock import Clock
from solver.protocol.context import SearchContext
from solver.protocol.disagreement import Disagreement
from solver.protocol.questions import Aim, Limits, UnsupportedQuestion
from solver.relaxed import search as rounds
from solver.relaxed.growing import Name, RoundModel
from solver.relaxed.meeting import SCIP_ALONE, GapState
from solver.relaxed.models import model_for
from solver.relaxed.search import search
from solver.trust.opinions import Second
from tests.solver.railroad_plays import Played, begins_a_turn, lacks, played_at_random
from tests.solver.searches import ask

PLAYS = Path(__file__).parents[2] / "games" / "ultimate_railroads" / "plays"


def railroads(deck: int, **options: object) -> Machine:
    return regelwerk.load("ultimate_railroads", options={"deck": deck, **options}).machine


@cache
def recorded(name: str, deck: int) -> Played:
    return replayed(PLAYS / name, deck)


def replayed(path: Path, deck: int) -> Played:
    play = read_play(path)
    assert isinstance(play, PlayFile)
    found = replay(railroads(deck), play)
    assert not found.findings
    return Played(found.states, found.moves)


def turns(machine: Machine, played: Played) -> list[int]:
    return [at for at, state in enumerate(played.states[:-1]) if begins_a_turn(machine, state)]


def test_a_play_made_with_care_is_in_the_model_from_the_beginning_and_from_later_turns():
    machine, played = railroads(7), recorded("emil_deck_7.play", 7)
    assert [lacks(machine, played, at) for at in turns(machine, played)[::12]] == [None] * len(turns(machine, played)[::12])


def test_a_card_of_dropped_tiles_comes_before_any_field() -> None:
    machine, played = railroads(7), replayed(Path(__file__).parent / "plays" / "dropped_tiles.play", 7)
    assert [at for at in turns(machine, played) if at >= 91 and lacks(machine, played, at) is not None] == []


@pytest.mark.parametrize("seed", range(3))
def test_random_plays_are_in_the_model(seed):
    check_random(seed, 2)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 150))
def test_many_random_plays_are_in_the_model(seed):
    check_random(seed, 5, emil_three=random.Random(seed).choice(["takes_one", "takes_two"]), second_key=random.Random(seed + 1).choice(["one_key", "two_keys_there"]))


def check_random(seed: int, positions: int, **options: str) -> None:
    machine = railroads(seed + 1, **options)
    played = played_at_random(machine, seed)
    for at in random.Random(seed).sample(turns(machine, played), positions):
        assert lacks(machine, played, at) is None


def question(played: Played, at: int, seconds: float | None = None) -> SearchContext:
    compiled = NativeMachine(railroads(7).game)
    return ask(compiled, Aim.HIGHEST, Limits(seconds=seconds), compiled=compiled, start=played.states[at])


def test_the_last_turns_are_proved_as_by_looking_at_every_position():
    played = recorded("emil_deck_7.play", 7)
    asked = question(played, 92)
    answer, other = [last_answer(list(engine(asked))) for engine in (search, depth.search)]
    assert (answer.status, other.status) == (Status.BOUNDED, Status.OPTIMAL), "the model is tested, not proved"
    assert answer.value == answer.bound == other.value == 351
    assert answer.rests_on[:1] == model_for(asked.rules, asked.start).links != ()


def test_what_two_solvers_say_rests_on_the_model_alone() -> None:
    asked = question(recorded("emil_deck_7.play", 7), 92)
    answer = last_answer(list(search(asked)))
    assert answer.rests_on == model_for(asked.rules, asked.start).links
    assert "SCIP finds nothing better in it, nor does HiGHS on rows of its own" in answer.remarks[0]
    assert answer.stopped == ""


def test_what_one_solver_says_rests_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "impossible_for_highs", lambda *_: None)
    asked = question(recorded("emil_deck_7.play", 7), 92)
    answer = last_answer(list(search(asked)))
    assert answer.value == answer.bound == 351
    assert answer.rests_on == (*model_for(asked.rules, asked.start).links, SCIP_ALONE)
    assert (answer.status, answer.stopped) == (Status.BOUNDED, Second.LATE.value)


def test_a_wrong_translation_for_one_solver_is_met_by_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    played = recorded("emil_deck_7.play", 7)
    plan = build_relaxation(railroads(7).game, played.states[92])

    def without_the_best(model: cp_model.CpModel) -> object:
        wrong = model.clone()
        wrong.add(plan.score <= 350)
        return program_of(wrong)

    meeting = cast(GapState, SimpleNamespace(is_closed=True, best=Incumbent(350, (), 0.0), clock=Clock(Limits(seconds=60))))
    monkeypatch.setattr(running, "program_of", without_the_best)
    with pytest.raises(Disagreement, match="HiGHS knows something better in the model than 350, which SCIP calls impossible"):
        rounds._confirm_bound(plan, meeting)


def test_no_last_turn_is_worth_more_than_the_model_allows():
    compare_last_turns(range(2), seconds=3)


@pytest.mark.long
def test_no_last_turn_of_many_is_worth_more_than_the_model_allows():
    assert compare_last_turns(range(10, 110), seconds=60) > 50


def compare_last_turns(seeds: Iterable[int], seconds: float) -> int:
    """Positions of random plays from which every position can be looked at; in how many the model is exact."""
    exact = 0
    for seed in seeds:
        machine = railroads(seed % 5 + 1)
        played = played_at_random(machine, seed)
        at = turns(machine, played)[-2]
        compiled = NativeMachine(machine.game)
        asked = ask(compiled, Aim.HIGHEST, Limits(seconds=seconds), compiled=compiled, start=played.states[at])
        answer = last_answer(list(depth.search(asked)))
        plan = build_relaxation(machine.game, played.states[at])
        plan.model.maximize(plan.score)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        assert solver.solve(plan.model) == cp_model.OPTIMAL
        assert answer.value is not None and round(solver.objective_value) >= answer.value
        exact += answer.status is Status.OPTIMAL and round(solver.objective_value) == answer.value
    return exact


def test_plans_are_tried_in_every_order_and_then_forbidden():
    played = recorded("last_three_turns.play", 7)
    asked = question(played, -1)
    answer = last_answer(list(search(asked)))
    assert (answer.status, answer.value, answer.bound) == (Status.BOUNDED, 355, 355)
    assert any("tried in every order" in remark for remark in answer.remarks)


def check_limits(seed: int, back: int) -> int:
    """Whoever looks only for plays better than a little less than a play keeps that play; how many limits this lowers."""
    machine = railroads(seed % 7 + 1)
    played = played_at_random(machine, seed)
    at = turns(machine, played)[-back]
    score, plan = machine.scores(played.states[-1])[0], build_relaxation(machine.game, played.states[at])
    model = narrower(plan.model, above(plan.score, score - 1))
    names = list(plan.loose)
    limits = {names[found[0]]: found[1] for found in limits_of(model, list(plan.loose.values()), Clock(Limits())) if found is not None}
    assert len(limits) == len(names)
    assert lacks(machine, played, at, limits) is None
    tighter = build_relaxation(machine.game, played.states[at], limits=limits)
    lowered = [bounded for bounded in solve_fractions(tighter.model, tighter.score, Clock(Limits())) if bounded is not None]
    before = [bounded for bounded in solve_fractions(plan.model, plan.score, Clock(Limits())) if bounded is not None]
    assert lowered[0] <= before[0]
    return before[0] - lowered[0]


def test_limits_by_fractions_leave_better_plays_in_the_model() -> None:
    assert sum(check_limits(seed, back) for seed, back in ((1, 3), (2, 8), (3, 14))) > 0


@pytest.mark.long
@pytest.mark.parametrize("seed", range(200, 230))
def test_limits_by_fractions_leave_many_better_plays_in_the_model(seed: int) -> None:
    check_limits(seed, random.Random(seed).randint(2, 20))


@pytest.mark.long
def test_the_last_round_is_proved():
    asked = question(recorded("last_round.play", 7), -1)
    answer = last_answer(list(search(asked)))
    assert (answer.status, answer.value) == (Status.BOUNDED, 363)


def test_a_model_that_leaves_plays_out_is_found_out(monkeypatch):
    def too_narrow(game: ir.Game, state: State, *, widest: State | None = None, limits: dict[Name, int]) -> RoundModel:
        plan = build_relaxation(game, state, limits=limits)
        plan.model.add(plan.score <= 340)
        return plan

    monkeypatch.setattr(solver.models.ultimate_railroads.plugin.model, "build_relaxation", too_narrow)
    asked = question(recorded("emil_deck_7.play", 7), 92, seconds=60)
    with pytest.raises(Disagreement, match="model of whole rounds has none above"):
        list(search(asked))


def test_what_the_model_does_not_know_is_refused():
    machine, played = railroads(7), recorded("emil_deck_7.play", 7)
    middle = next(at for at in range(len(played.states)) if at not in turns(machine, played))
    with pytest.raises(UnsupportedQuestion, match="from the beginning of a turn"):
        build_relaxation(machine.game, played.states[middle])
    other = regelwerk.load("minirail").machine
    with pytest.raises(UnsupportedQuestion, match="no model of whole rounds was tested on the rules of MiniRail"):
        solver.relaxed.models.model_of(other.game, other.initial())
