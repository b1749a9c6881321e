"""Beams: the same optima as engines that see everything, in Python and by the kernel; bounds that hold; limits that are
obeyed.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import IntType
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.driver.engines import ENGINES
from solver.explicit import beam
from solver.explicit.promise import goal_met, promise_of
from solver.protocol.answers import Answer, BoundEvent, Event, Incumbent, Status, last_answer
from solver.protocol.context import SearchContext, TrustedBound
from solver.protocol.questions import Aim, Limits, UnsupportedQuestion, aim_of
from tests.native.compiling import kernels_run, native
from tests.solver.searches import ask, solve
from tests.solver.small_games import small_game

SMALL = {"width": "3", "height": "2"}


def question_of(game: ir.Game, compiled: bool, limits: Limits | None = None) -> SearchContext:
    if compiled and not kernels_run():
        pytest.skip("there is no compiler here, or the kernels are not built")
    return ask(PythonMachine(game), aim_of(game), limits or Limits(), compiled=native(game) if compiled else None)


def told(question: SearchContext) -> list[Event]:
    return list(solve(question, ENGINES["beam"], confirm=False))


@pytest.fixture(params=[1, 3])
def narrow(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beams that drop nearly everything at first."""
    monkeypatch.setattr(beam, "FIRST_WIDTH", request.param)


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize(
    ("name", "options", "value"),
    [("hanoi", {}, 15), ("rush_hour", {}, 6), ("river_crossing", {}, 7), ("orchard", {}, 12)],
)
def test_known_optima(name: str, options: dict[str, str], value: int, compiled: bool) -> None:
    events = told(question_of(load(name, options), compiled))
    answer = last_answer(events)
    assert (answer.status, answer.value, answer.bound, answer.stopped) == (Status.OPTIMAL, value, value, "")
    fewest = name != "orchard"
    bounds = [int(event.value) for event in events if isinstance(event, BoundEvent)]
    assert all(bound <= value if fewest else bound >= value for bound in bounds)
    lines = [int(event.value) for event in events if isinstance(event, Incumbent)]
    assert lines == sorted(lines, reverse=fewest) and lines[-1] == value


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize("seed", [0, 1, 4, 5, 8, 9, 12, 13])
def test_small_random_games_by_the_kernel(seed: int, tmp_path: Path) -> None:
    _, text = small_game(seed)
    path = tmp_path / "walk.rules"
    path.write_text(text, encoding="utf-8")
    game = load(path)
    expected = last_answer(
        list(solve(question_of(game, False), ENGINES["backward" if game.scores else "breadth"], confirm=False))
    )
    for compiled in (False, True):
        found = last_answer(told(question_of(game, compiled)))
        assert (found.status, found.value, found.stopped) == (expected.status, expected.value, "")


@pytest.mark.usefixtures("narrow")
def test_small_random_games(tmp_path: Path) -> None:
    for seed in range(200):
        kind, text = small_game(seed)
        if kind not in ("goal", "score"):
            continue
        path = tmp_path / f"{seed}.rules"
        path.write_text(text, encoding="utf-8")
        question = question_of(load(path), False)
        expected = last_answer(list(solve(question, ENGINES["depth" if kind == "score" else "breadth"], confirm=False)))
        found = last_answer(told(question))
        assert (found.status, found.value, found.bound) == (expected.status, expected.value, expected.bound), seed


def _ceiling(question: SearchContext, most: int) -> TrustedBound:
    line = ir.ScoreLine("so much", ir.Literal(most, IntType(most, most)), None, ir.Rule("so much"))
    game = replace(question.machine.game, scores=(line,))
    return TrustedBound("so much", "given", PythonMachine(game), None if question.compiled is None else native(game))


@pytest.mark.parametrize("compiled", [False, True])
def test_bounds_from_outside_prove_what_was_dropped(compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beam, "FIRST_WIDTH", 8)
    question = question_of(load("orchard"), compiled)
    free, bounded = (
        last_answer(list(beam.search(replace(question, ceilings=ceilings))))
        for ceilings in ((), (_ceiling(question, 12),))
    )
    assert free.value == bounded.value == 12 and bounded.status is Status.OPTIMAL
    assert bounded.nodes < free.nodes and "so much" in bounded.remarks[0]


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("limits", [Limits(seconds=0.3), Limits(memory=1), Limits(seconds=0)])
def test_limits_are_obeyed(limits: Limits, compiled: bool) -> None:
    answer = last_answer(told(question_of(load("fifteen"), compiled, limits)))
    assert answer.stopped == ("time" if limits.memory is None else "memory")
    assert answer.status in (Status.UNDECIDED, Status.BOUNDED)


def test_a_beam_keeps_to_its_memory() -> None:
    question = question_of(load("fifteen"), True)
    assert question.compiled is not None
    from cython_ext.kernels._beam import Beam
    from cython_ext.kernels._kernel import Watch
    from cython_ext.kernels.driving import handle_of
    from cython_ext.layout.masks import state_mask

    handle = handle_of(question.compiled)
    mask = state_mask(question.machine.game)
    kernel = Beam(
        handle,
        question.compiled.first_position(),
        Watch(),
        mask,
        2_000_000,
        4_000,
        guide=handle,
        sign=0,
        fewest=True,
        ceilings=[],
    )
    while kernel.status_name == "running":
        kernel.run(1000)
    assert kernel.status_name == "memory" and kernel.nodes < 200_000


def test_what_guides_a_beam() -> None:
    assert goal_met(load("fifteen", SMALL)) is not None and goal_met(load("rush_hour")) is None
    ways = {name: promise_of(question_of(load(name), False)).how for name in ("fifteen", "rush_hour", "orchard")}
    assert ways == {
        "fifteen": "by how much of the goal is reached",
        "rush_hour": "at random",
        "orchard": "by the score so far",
    }


def test_chance_is_refused() -> None:
    question = ask(PythonMachine(load("three_rolls")), Aim.HIGHEST)
    with pytest.raises(UnsupportedQuestion, match="chance"):
        told(question)


def test_a_puzzle_without_a_solution(tmp_path: Path) -> None:
    path = tmp_path / "never.rules"
    path.write_text(
        "rules 1\ngame Never\nstate\n  at: 0..7\naction go(k: 1..2)\n  does\n    at = (at + 2 * k) % 8\nplay\n  loop\n    choose go\ngoal at == 5\n",
        "utf-8",
    )
    for compiled in (False, True):
        answer: Answer = last_answer(told(question_of(load(path), compiled)))
        assert (answer.status, answer.value) == (Status.INFEASIBLE, None)
