"""Breadth first in Cython: the events and lines of the search in Python, with one thread and with two, within limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.failures import PlayError
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.driver.engines import ENGINES
from solver.explicit import breadth
from solver.protocol.answers import Answer, BoundEvent, Incumbent, Status, last_answer
from solver.protocol.questions import Aim, Limits
from tests.native.compiling import kernels_run, native
from tests.solver.searches import ask, solve
from tests.solver.small_games import small_game

if not kernels_run():
    pytest.skip("there is no compiler here, or the kernels are not built", allow_module_level=True)

from cython_ext.kernels._kernel import Watch
from cython_ext.kernels.reaching import GoalSearch

GAMES = {
    "river_crossing": {},
    "hanoi": {},
    "rush_hour": {},
    "fifteen": {"width": "3", "height": "2"},
    "lights_out": {"size": "3"},
}


def story(game: ir.Game, compiled: bool) -> tuple[list[object], Answer]:
    """Bounds and values in their order, and the answer."""
    question = ask(PythonMachine(game), Aim.FEWEST, compiled=native(game) if compiled else None)
    events = list(solve(question, ENGINES["breadth"], confirm=False))
    return [(type(event), event.value) for event in events if isinstance(event, BoundEvent | Incumbent)], last_answer(
        events
    )


@pytest.mark.parametrize("name", GAMES)
def test_the_kernel_tells_what_python_tells(name: str) -> None:
    game = load(name, GAMES[name])
    (told, plain), (found, fast) = story(game, False), story(game, True)
    assert found == told
    assert (fast.status, fast.value, fast.bound, fast.play) == (plain.status, plain.value, plain.bound, plain.play)
    assert fast.status is Status.OPTIMAL or name == "fifteen"


@pytest.mark.parametrize("seed", [0, 4, 8, 12])
def test_small_random_games(seed: int, tmp_path: Path) -> None:
    kind, text = small_game(seed)
    assert kind == "goal"
    path = tmp_path / "walk.rules"
    path.write_text(text, encoding="utf-8")
    game = load(path)
    (told, plain), (found, fast) = story(game, False), story(game, True)
    assert (found, fast.status, fast.value) == (told, plain.status, plain.value)


def test_two_threads_find_what_one_finds() -> None:
    machine = native(load("fifteen", {"width": "3", "height": "3"}), "-O1")
    seen = []
    for threads in (1, 2):
        reaching = GoalSearch(machine, Watch(), None, threads)
        for _ in reaching.run():
            pass
        seen.append((reaching.status, reaching.depth, reaching.visited_count, reaching.play()))
    assert seen[0] == seen[1]
    assert seen[0][:2] == ("reached", 30)


@pytest.mark.parametrize("limits", [Limits(seconds=0.2), Limits(memory=1), Limits(seconds=0), Limits(stall=0.2)])
def test_limits_are_obeyed(limits: Limits) -> None:
    game = load("fifteen")
    answer = last_answer(list(breadth.search(ask(PythonMachine(game), Aim.FEWEST, limits, compiled=native(game)))))
    assert answer.status is Status.UNDECIDED and answer.stopped in ("time", "memory", "stall")
    assert answer.value is None and answer.bound is not None


def test_sets_keep_within_their_memory() -> None:
    reaching = GoalSearch(native(load("fifteen")), Watch(), 1 << 22)
    for _ in reaching.run():
        pass
    assert reaching.status == "memory"
    assert reaching.explorer.memory <= 1 << 22


FAILING = """rules 1
game Falling
state
  at: 0..3
action go
  does
    at = at + 1
play
  loop
    choose go
goal at == 9
"""


def test_rules_that_fail_say_so(tmp_path: Path) -> None:
    path = tmp_path / "falling.rules"
    path.write_text(FAILING, encoding="utf-8")
    game = load(path)
    question = ask(PythonMachine(game), Aim.FEWEST, compiled=native(game))
    with pytest.raises(PlayError, match="4"):
        list(breadth.search(question))
