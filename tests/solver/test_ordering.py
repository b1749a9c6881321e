"""Moves that commute are made in one order: every position is still come to, the best line is as good, and fewer moves are made."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.loading import load
from rules_dsl.machine.api import Move, State
from rules_dsl.machine.generated.machine import PythonMachine
from solver.driver.engines import ENGINES
from solver.explicit.graph import graph_of
from solver.independence.commuting import swaps_of
from solver.independence.ordering import RECURRING
from solver.protocol.answers import Answer, Status, last_answer
from solver.protocol.clock import Clock
from solver.protocol.questions import Aim, Limits, UnsupportedQuestion
from tests.native.compiling import kernels_run, native
from tests.seeds import drawn_daily
from tests.solver.budget_games import budget_game
from tests.solver.searches import ask, solve
from tests.solver.small_games import small_game
from tests.solver.test_commuting import PLANTED

if not kernels_run():
    pytest.skip("there is no compiler here, or the kernels are not built", allow_module_level=True)

from cython_ext.kernels._highest import Highest
from cython_ext.kernels._kernel import Watch
from cython_ext.kernels._layers import Layers
from cython_ext.kernels.driving import handle_of
from cython_ext.kernels.ordering import Swap, ordering_of
from cython_ext.layout.masks import state_mask
from cython_ext.native import NativeMachine

Swaps = frozenset[Swap]

JOBS = """rules 1
game Jobs

type Job = {jobs}
type Hand = alike 3

state
  goods: [Job] 0..3
  tired: [Hand] 0..3
  coins: 0..20 = 9
  left: 0..2 = 2
  done: set of Job

action work(j: Job)
  needs j not in done
  needs coins >= 2
  does
    done += j
    coins -= 2
    goods[j] += 1

action call(h: Hand)
  needs tired[h] < 2
  does
    tired[h] += 1

action rest
  does
    left -= 1
    coins = min(coins + 2, 20)
    done = {{}}

play
  loop until left == 0
    choose work, call, rest

score
  goods: sum(goods[j] * goods[j] for j in Job)
"""


def loaded(text: str, folder: Path) -> ir.Game:
    path = folder / "game.rules"
    path.write_text(text, encoding="utf-8")
    return load(path)


def some_games() -> list[str]:
    return [*[budget_game(seed) for seed in range(40, 48)], PLANTED, JOBS.format(jobs="0..4")]


# -- the order itself -------------------------------------------------------------------------------------------------


def all_come_to(machine: PythonMachine, swaps: Swaps) -> tuple[set[State], int]:
    """The positions after all plays that keep to the order, without remembering any; how many moves that takes."""
    found, made = {machine.initial()}, 0
    waiting: list[tuple[State, int, Move | None]] = [(machine.initial(), -1, None)]
    while waiting:
        state, before, last = waiting.pop()
        if machine.kind(state) == "over":
            continue
        for move in machine.moves(state):
            if last is not None and before == state.node and (before, last.option, move.option) in swaps and key(move) < key(last):
                continue
            made += 1
            after = machine.apply(state, move)
            found.add(after)
            waiting.append((after, state.node, move))
    return found, made


def key(move: Move) -> tuple[int, tuple[object, ...]]:
    return move.option, move.arguments


def test_plays_in_order_come_to_every_position_with_fewer_moves(tmp_path: Path) -> None:
    saved = 0
    for text in [*[budget_game(seed) for seed in (41, 44, 46, 47, 49, 50)], JOBS.format(jobs="0..1").replace("2 = 2", "1 = 1")]:
        machine = PythonMachine(loaded(text, tmp_path))
        swaps, graph = swaps_of(machine, machine.initial(), Clock(Limits())), graph_of(machine, 3_000)
        if graph is None:
            continue
        ordered, few = all_come_to(machine, swaps)
        every, many = all_come_to(machine, frozenset())
        assert ordered == every and len(ordered) == len(graph.positions)
        assert few <= many
        saved += few < 0.8 * many
    assert saved > 0


# -- kernels ----------------------------------------------------------------------------------------------------------


def searched(machine: NativeMachine, memory: int, swaps: Swaps) -> Highest:
    mask = state_mask(machine.game)
    kernel = Highest(handle_of(machine), machine.first_position(), Watch(), mask, memory, [], ordering_of(machine, swaps))
    while kernel.status_name == "running":
        kernel.run(100_000)
    assert kernel.status_name == "complete"
    return kernel


def layered(machine: NativeMachine, swaps: Swaps) -> Layers:
    mask = state_mask(machine.game)
    kernel = Layers(handle_of(machine), None, machine.first_position(), Watch(), mask, None, False, ordering_of(machine, swaps))
    while kernel.status_name == "running":
        kernel.run(100_000)
    assert kernel.status_name == "complete"
    return kernel


def test_kernels_see_every_position_with_fewer_moves(tmp_path: Path) -> None:
    skipped = smaller = 0
    for text in some_games():
        game = loaded(text, tmp_path)
        machine = native(game)
        swaps = swaps_of(PythonMachine(game), machine.initial(), Clock(Limits()))
        plain, ordered = searched(machine, 1 << 24, frozenset()), searched(machine, 1 << 24, swaps)
        assert (ordered.best, ordered.nodes) == (plain.best, plain.nodes) and plain.skipped == 0
        assert ordered.skipped == plain.known - ordered.known
        few, every = layered(machine, swaps), layered(machine, frozenset())
        assert (few.best, few.kept, few.nodes, few.depth) == (plain.best, every.kept, every.nodes, every.depth)
        assert few.skipped == every.left_out - few.left_out
        skipped += few.skipped > 0 and ordered.skipped > 0
        narrow = searched(machine, 0, swaps)
        assert narrow.best == plain.best
        smaller += narrow.nodes < searched(machine, 0, frozenset()).nodes
    assert skipped > 3 and smaller > 0


# -- engines ----------------------------------------------------------------------------------------------------------


def answered(game: ir.Game, engine: str, aim: Aim = Aim.HIGHEST) -> Answer:
    question = ask(PythonMachine(game), aim, compiled=native(game))
    return last_answer(list(solve(question, ENGINES[engine], confirm=False)))


@pytest.mark.parametrize("block", drawn_daily(range(60), 1))
def test_engines_agree(block: int, tmp_path: Path) -> None:
    for seed in range(100 + 3 * block, 103 + 3 * block):
        game = loaded(budget_game(seed), tmp_path)
        found = [answered(game, engine) for engine in ("depth", "ordered", "layers")]
        assert {(each.status, each.value) for each in found} == {(Status.OPTIMAL, found[0].value)}


def test_what_was_left_out_is_told(tmp_path: Path) -> None:
    game = loaded(JOBS.format(jobs="0..4"), tmp_path)
    found = [answered(game, engine) for engine in ("depth", "ordered", "layers")]
    assert len({each.value for each in found}) == 1 and found[0].remarks == ()
    for each in found[1:]:
        (remark,) = each.remarks
        assert "of actions commute" in remark and "tried in one order" in remark and " 0 moves left out" not in remark


@pytest.mark.parametrize("seed", drawn_daily(range(0, 32, 4), 3))
def test_goals_in_games_that_go_round(seed: int, tmp_path: Path) -> None:
    game = loaded(small_game(seed)[1], tmp_path)
    plain, found = answered(game, "breadth", Aim.FEWEST), answered(game, "layers", Aim.FEWEST)
    assert (plain.status, plain.value, len(plain.play)) == (found.status, found.value, len(found.play))


LAMPS = """rules 1
puzzle Lamps

type Lamp = 0..5
state
  lit: set of Lamp
  seen: Bool

action switch(a: Lamp)
  does
    when a in lit
      lit -= a
    else
      lit += a

action look
  needs len(lit) == 4 and 2 not in lit
  does
    seen = true

play
  loop
    choose switch, look

goal seen
"""


def test_switches_in_one_order(tmp_path: Path) -> None:
    game = loaded(LAMPS, tmp_path)
    plain, found = answered(game, "breadth", Aim.FEWEST), answered(game, "layers", Aim.FEWEST)
    assert plain.value == found.value == 5
    assert found.remarks[0].startswith("1 pair of actions commutes")


def test_where_positions_recur_all_orders_are_tried(tmp_path: Path) -> None:
    game = loaded(LAMPS.replace("puzzle", "game").replace("goal seen", "end when seen\nscore\n  lit: sum(l for l in lit)"), tmp_path)
    plain, found, layers = (answered(game, engine) for engine in ("depth", "ordered", "layers"))
    assert (plain.value, found.value, layers.value) == (13, 13, 13)
    assert found.remarks == (RECURRING,) and "tried in one order" in layers.remarks[0]


def test_without_a_compiled_game_it_is_refused(tmp_path: Path) -> None:
    game = loaded(budget_game(40), tmp_path)
    with pytest.raises(UnsupportedQuestion, match="compiled"):
        list(solve(ask(PythonMachine(game), Aim.HIGHEST), ENGINES["ordered"]))
