"""Best lines: known optima, engines that agree, limits that are obeyed, and errors that are noticed."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from cython_ext.native import NativeMachine
from rules_dsl.ir.types import EnumType
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from solver.driver import confirming, solving
from solver.driver.engines import ENGINES, engine_for
from solver.explicit import nearest
from solver.explicit.graph import graph_of, value_of_graph
from solver.protocol.answers import Answer, BoundEvent, Event, Incumbent, Status, last_answer
from solver.protocol.clock import Clock
from solver.protocol.context import SearchContext
from solver.protocol.disagreement import Disagreement
from solver.protocol.engine import FunctionEngine
from solver.protocol.questions import Aim, Limits, UnsupportedQuestion, aim_of
from tests.native.compiling import kernels_run, native
from tests.seeds import drawn_daily
from tests.solver.searches import ask, confirm_play, solve
from tests.solver.small_games import KINDS, small_game

KNOWN = {
    "river_crossing": (Aim.FEWEST, 7),
    "hanoi": (Aim.FEWEST, 15),
    "rush_hour": (Aim.FEWEST, 6),
    "orchard": (Aim.HIGHEST, 12),
    "three_rolls": (Aim.EXPECTED, Fraction(14, 3)),
    "tictactoe": (Aim.VALUE, 0),
}


TRYING = ("climb", "guided", "sample", "uct", "rounds", "prices", "ordered")
"""Engines that prove nothing, need a bound or a model of the rules, a compiled game, or play that goes only forward (`prices` and `ordered` have tests of their own)."""
COUNTING_ON = ("cpsat",)
"""Engines that try one move more and one more where there is no way."""


def puzzle(
    name: str, limits: Limits | None = None, options: dict[str, str] | None = None, compiled: NativeMachine | None = None
) -> SearchContext:
    game = load(name, options or {})
    return ask(PythonMachine(game), aim_of(game), limits, compiled=compiled)


def answered(question: SearchContext, engine: str = "auto", confirm: bool = True) -> Answer:
    return last_answer(list(solve(question, engine_for(question.question, engine), confirm)))


@pytest.mark.parametrize("name", KNOWN)
def test_known_optima(name: str) -> None:
    question = puzzle(name)
    found = answered(question)
    assert (question.aim, found.value) == KNOWN[name]
    assert (found.status, found.bound, found.gap) == (Status.OPTIMAL, found.value, 0)
    assert found.confirmed
    confirm_play(question.machine, question.aim, found.value, found.play)


def test_what_cannot_be_solved_is_told() -> None:
    never = answered(puzzle("fifteen", options={"width": "2", "height": "2"}))
    assert never.status in (Status.OPTIMAL, Status.INFEASIBLE)
    with pytest.raises(UnsupportedQuestion, match="filled in"):
        aim_of(load("star_battle"))


def test_bounds_rise_and_incumbents_improve() -> None:
    events = list(solve(puzzle("hanoi")))
    bounds = [event.value for event in events if isinstance(event, BoundEvent)]
    assert bounds == sorted(bounds) and bounds[-1] == 15
    values = [event.value for event in solve(puzzle("orchard")) if isinstance(event, Incumbent)]
    assert values == sorted(values) and values[-1] == 12


@pytest.mark.parametrize("limits", [Limits(seconds=0), Limits(memory=1), Limits(stall=0)])
def test_limits_are_obeyed(limits: Limits) -> None:
    for name, most in (("fifteen", 0), ("orchard", 12)):
        found = answered(puzzle(name, limits))
        assert found.stopped in ("time", "memory", "stall")
        assert found.nodes <= 64
        assert found.status in (Status.UNDECIDED, Status.BOUNDED)
        assert found.value is None or found.value <= most


def test_a_search_that_is_interrupted_says_what_it_has() -> None:
    question = puzzle("orchard")
    with question.clock.listening():
        events = []
        for event in ENGINES["depth"].search(question):
            if not events:
                os.kill(os.getpid(), signal.SIGINT)
            events.append(event)
    answer = last_answer(events)
    assert answer.stopped == "interrupted" and answer.status in (Status.BOUNDED, Status.UNDECIDED)


@pytest.mark.parametrize("block", drawn_daily(range(4), 1))
def test_engines_agree_on_small_random_games(block: int, tmp_path: Path) -> None:
    seen: Counter[str] = Counter()
    for seed in range(50 * block, 50 * block + 50):
        kind, text = small_game(seed)
        path = tmp_path / f"{seed}.rules"
        path.write_text(text, encoding="utf-8")
        game = load(path)
        aim = aim_of(game)
        graph = graph_of(ReferenceMachine(game), 20_000)
        assert graph is not None
        expected = value_of_graph(graph, aim)
        for name, engine in ENGINES.items():
            if aim in engine.aims and name not in TRYING and not (name in COUNTING_ON and expected is None):
                found = answered(ask(PythonMachine(game), aim), name, confirm=False)
                assert (found.value, found.stopped) == (expected, ""), (seed, name)
                seen[f"{kind} {found.status}"] += 1
    assert {word.split()[0] for word in seen} == set(KINDS), seen


def test_a_wrong_line_is_noticed() -> None:
    question = puzzle("hanoi")
    found = answered(question)
    assert found.value is not None
    for value, play, word in ((14, found.play, "worth"), (14, found.play[:-1], "over"), (15, found.play[1:], "refused|goal|over")):
        with pytest.raises(Disagreement, match=word):
            confirm_play(question.machine, question.aim, value, play)


def test_a_wrong_proof_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def lazy(_context: SearchContext) -> Iterator[Event]:
        """Says that there is no solution."""
        yield Answer(Status.INFEASIBLE, None, None, (), "lazy", 1, 0.0)

    monkeypatch.setitem(ENGINES, "nearest", FunctionEngine("nearest", "lazy", frozenset({Aim.FEWEST}), lazy))
    with pytest.raises(Disagreement, match="lazy"):
        answered(puzzle("hanoi"))


def test_engines_by_name() -> None:
    asked = puzzle("hanoi").question
    assert engine_for(asked) is ENGINES["nearest"]
    with pytest.raises(UnsupportedQuestion, match="steam"):
        engine_for(asked, "steam")
    with pytest.raises(UnsupportedQuestion, match="depth does not search for"):
        engine_for(asked, "depth")


VALUES = {
    "connect_four": ({"width": "4", "height": "4"}, 0),
    "hex": ({"size": "3"}, 1),
    "reversi": ({"size": "4"}, -1),
    "breakthrough": ({"size": "4"}, -1),
    "tictactoe": ({}, 0),
}


@pytest.mark.skipif(not kernels_run(), reason="there is no compiler here, or the kernels are not built")
@pytest.mark.parametrize("name", VALUES)
def test_values_by_the_kernel(name: str) -> None:
    options, value = VALUES[name]
    game = load(name, options)
    question = ask(native(game), Aim.VALUE)
    found = answered(question, confirm=False)
    assert (found.method, found.status, found.value) == ("alpha-beta", Status.OPTIMAL, value)
    assert found.play


@pytest.mark.skipif(not kernels_run(), reason="there is no compiler here, or the kernels are not built")
def test_the_kernel_obeys_limits() -> None:
    question = ask(native(load("connect_four")), Aim.VALUE, Limits(seconds=0.2, memory=1 << 22))
    found = answered(question, confirm=False)
    assert (found.status, found.stopped, found.value, found.bound) == (Status.UNDECIDED, "time", None, 1)


@pytest.mark.parametrize("name", ["tictactoe", "reversi"])
def test_values_in_python(name: str) -> None:
    options, value = VALUES[name]
    game = load(name, options)
    question = ask(PythonMachine(game), Aim.VALUE)
    assert {answered(question, engine, confirm=False).value for engine in ("alphabeta", "backward")} == {value}


def test_playing_together_is_told() -> None:
    game = load("orchard")
    two = replace(game, players=EnumType("Player", ("Ann", "Bob"), "player"))
    with pytest.raises(UnsupportedQuestion, match="both players have the same score; there is no engine for cooperative play"):
        aim_of(two)


@pytest.mark.skipif(not kernels_run(), reason="there is no compiler here, or the kernels are not built")
def test_high_scores_of_a_compiled_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("orchard")
    question = puzzle("orchard", Limits(seconds=20, stall=0.5), compiled=native(game))
    climbed = answered(question, "climb")
    assert (climbed.status, climbed.value, climbed.stopped) == (Status.BOUNDED, 12, "stall")
    assert climbed.bound is not None and climbed.bound > 12
    assert answered(question, "both").status is Status.OPTIMAL
    monkeypatch.setattr("solver.explicit.both.LONGEST", 0.0)
    both = answered(question, "both")
    assert (both.status, both.value, both.method) == (Status.BOUNDED, 12, "nested random plays")


@pytest.mark.skipif(not kernels_run(), reason="there is no compiler here, or the kernels are not built")
@pytest.mark.parametrize(("engine", "aim"), [("climb", Aim.HIGHEST), ("depth", Aim.HIGHEST), ("breadth", Aim.FEWEST)])
def test_chance_is_nobodys_choice(engine: str, aim: Aim) -> None:
    game = load("three_rolls")
    question = ask(PythonMachine(game), aim, Limits(seconds=20), compiled=native(game))
    with pytest.raises(UnsupportedQuestion, match="chance decides"):
        answered(question, engine)


def test_a_gap_that_is_small_enough_ends_the_search() -> None:
    found = answered(puzzle("orchard", Limits(gap=0.9)), "depth", confirm=False)
    assert (found.status, found.stopped) == (Status.BOUNDED, "gap")
    assert found.gap is not None and found.gap <= 0.9


def test_breadth_first_leaves_time_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearest, "SHARE", 0.0)
    found = answered(puzzle("rush_hour", Limits(seconds=60)))
    assert (found.status, found.value) == (Status.OPTIMAL, 6)
    assert found.method.startswith("A*")


def test_nobody_waits_long_for_a_second_opinion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "PROCESSOR_SECONDS", 0.0)
    found = answered(puzzle("orchard"))
    assert (found.status, found.confirmed) == (Status.OPTIMAL, "")


@pytest.mark.skipif(not kernels_run(), reason="there is no compiler here, or the kernels are not built")
def test_a_compiled_game_says_that_there_are_too_many_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confirming, "MOST_POSITIONS", 100)
    monkeypatch.setattr(confirming, "graph_of", lambda *_: pytest.fail("the reference machine counts in vain"))
    question = puzzle("hanoi", options={"discs": "5"}, compiled=native(load("hanoi", {"discs": "5"})))
    found = answered(question)
    assert (found.status, found.value, found.confirmed) == (Status.OPTIMAL, 31, "")


def test_what_ends_a_search_ends_its_parts() -> None:
    clock = Clock(Limits())
    part = clock.part(100)
    clock.end("gap")
    assert part.is_over() and part.stopped == "gap"


def test_engines_that_need_a_compiled_game() -> None:
    with pytest.raises(UnsupportedQuestion, match="compiled"):
        answered(puzzle("orchard"), "climb")


def test_what_is_hidden_may_be_taken_as_known() -> None:
    game = load("ultimate_railroads", {"deck": "7"})
    with pytest.raises(UnsupportedQuestion, match="--know deck"):
        aim_of(game)
    assert aim_of(game, know=True) is Aim.HIGHEST


def test_one_hidden_variable_may_be_taken_as_seen_and_the_rest_left_to_chance() -> None:
    assert aim_of(load("ultimate_railroads"), seen=frozenset({"end_pile"})) is Aim.EXPECTED
    with pytest.raises(UnsupportedQuestion, match="--know end_pile"):
        aim_of(load("ultimate_railroads"), seen=frozenset({"emil"}))
