"""The highest score in Cython: as in Python, in a fixed memory, with bounds from outside, within limits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import IntType
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.explicit import depth
from solver.protocol.answers import Answer, Incumbent, Status, last_answer
from solver.protocol.lines import in_words
from solver.protocol.questions import Aim, Limits
from tests.native.compiling import kernels_run, native
from tests.solver.searches import ask, solve
from tests.solver.small_games import small_game

if not kernels_run():
    pytest.skip("there is no compiler here, or the kernels are not built", allow_module_level=True)

from cython_ext.kernels._highest import Highest
from cython_ext.kernels._kernel import Watch
from cython_ext.kernels.driving import handle_of
from cython_ext.layout.masks import state_mask
from cython_ext.native import NativeMachine
from solver.driver.engines import ENGINES


def both(game: ir.Game, limits: Limits | None = None) -> tuple[list[int], list[int], Answer, Answer]:
    """The scores found on the way and the answers, in Python and by the kernel."""
    machine = PythonMachine(game)
    asked = [ask(machine, Aim.HIGHEST, limits, compiled=compiled) for compiled in (None, native(game))]
    told = [list(solve(each, ENGINES["depth"], confirm=False)) for each in asked]
    found = [[int(event.value) for event in events if isinstance(event, Incumbent)] for events in told]
    return found[0], found[1], last_answer(told[0]), last_answer(told[1])


def test_the_orchard() -> None:
    slow, fast, plain, kernel = both(load("orchard"))
    assert fast == sorted(fast) and slow[-1] == fast[-1] == 12
    assert (
        (kernel.status, kernel.value, kernel.bound)
        == (Status.OPTIMAL, 12, 12)
        == (plain.status, plain.value, plain.bound)
    )


@pytest.mark.parametrize("seed", [1, 5, 9, 13])
def test_small_random_games(seed: int, tmp_path: Path) -> None:
    kind, text = small_game(seed)
    assert kind == "score"
    path = tmp_path / "walk.rules"
    path.write_text(text, encoding="utf-8")
    _, _, plain, kernel = both(load(path))
    assert (kernel.status, kernel.value) == (plain.status, plain.value) and kernel.stopped == ""


def searched(machine: NativeMachine, memory: int, *ceilings: NativeMachine) -> Highest:
    above = [handle_of(each) for each in ceilings]
    kernel = Highest(handle_of(machine), machine.first_position(), Watch(), state_mask(machine.game), memory, above)
    while kernel.status_name == "running":
        if kernel.run(1000):
            assert machine.scores(_end(machine, kernel.play))[0] == kernel.best
    assert kernel.status_name == "complete" and not kernel.cut
    return kernel


def _end(machine: NativeMachine, numbers: list[int]) -> object:
    state = machine.initial()
    for move in in_words(machine, state, numbers):
        state = machine.apply(state, move)
    return state


def test_a_small_table_costs_time_and_nothing_else() -> None:
    machine = native(load("orchard"))
    large, small = searched(machine, 1 << 24), searched(machine, 0)
    assert large.best == small.best == 12
    assert large.nodes <= small.nodes and large.known > 0


def test_bounds_from_outside() -> None:
    machine = native(load("orchard"))
    free = searched(machine, 1 << 20)
    twelve, hundred = (native(replace(machine.game, scores=(_constant(number),))) for number in (12, 100))
    bounded = searched(machine, 1 << 20, hundred, twelve)
    assert bounded.best == 12 and bounded.pruned[0] == 0 < bounded.pruned[1]
    assert bounded.nodes < free.nodes


def _constant(number: int) -> ir.ScoreLine:
    return ir.ScoreLine("so much", ir.Literal(number, IntType(number, number)), None, ir.Rule("so much"))


LARGE = """rules 1
game Large
state
  left: 0..40 = 40
  at: 0..250
  points: 0..9000
action go(k: 1..9)
  does
    left -= 1
    at = (at * 3 + k) % 251
    points = min(points + (at * k) % 17, 9000)
play
  loop
    choose go
end when left == 0
score
  points: points
"""


@pytest.mark.parametrize("limits", [Limits(seconds=0.3), Limits(memory=1), Limits(seconds=0)])
def test_limits_are_obeyed(limits: Limits, tmp_path: Path) -> None:
    path = tmp_path / "large.rules"
    path.write_text(LARGE, encoding="utf-8")
    game = load(path)
    question = ask(PythonMachine(game), Aim.HIGHEST, limits, compiled=native(game))
    answer = last_answer(list(depth.search(question)))
    assert answer.status in (Status.UNDECIDED, Status.BOUNDED) and answer.stopped in ("time", "memory")
    assert answer.value is None or (answer.bound is not None and answer.value < answer.bound)
