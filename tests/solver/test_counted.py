"""Fewest moves of some actions: bounds that never say too much, searches that agree with the whole graph, levels pushed
as little as is known.
"""

from __future__ import annotations

import csv
from itertools import permutations
from pathlib import Path

import pytest

from puzzles.formats import FORMATS
from rules_dsl.ir import nodes as ir
from rules_dsl.loading import load
from rules_dsl.machine.api import Move, State
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.play.file import parse_play
from rules_dsl.play.replay import replay
from solver.driver.engines import ENGINES
from solver.explicit.graph import graph_of, value_of_graph
from solver.factored.prepared import kernels_are_built
from solver.protocol.answers import Answer, Status, last_answer
from solver.protocol.questions import Aim, Limits, UnsupportedQuestion
from tests.solver.distances import FAR, taken_apart, true_distances
from tests.solver.searches import ask, confirm_play, solve
from tests.solver.small_games import small_game

if not kernels_are_built():
    pytest.skip("the kernels are not built", allow_module_level=True)

from cython_ext.kernels._kernel import Watch
from solver.factored.bounds import UNREACHED, bounds_of, sample_states
from solver.factored.potentials import potentials_of, price_by_auction

LEVELS = [
    "########|#####@.#|####.$$#|#### $ #|### .# #|###    #|###  ###|########",
    "#######|#@    #|# $$  #|# . . #|#   ###|#######",
    "#######|#+ $  #|#  $* #|# .   #|#######",
    "########|#@     #|# $#$ .#|#  . ###|####  ##|########",
]
ROWS = list(csv.DictReader((Path(__file__).parents[1] / "truth" / "sokoban_pushes.csv").open(encoding="utf-8")))
WIDEST = 26
"""Boards of the standard library are no larger."""
PUSH, JUMP = frozenset({"push"}), frozenset({"jump"})
LIBRARY = Path(__file__).parents[2] / "games"


def sokoban(level: str) -> ir.Game:
    return load("sokoban", givens=FORMATS["xsb"](level))


def answered(
    game: ir.Game, counted: frozenset[str], engine: str = "nearest", seconds: float = 60.0, confirm: bool = False
) -> Answer:
    question = ask(PythonMachine(game), Aim.FEWEST, Limits(seconds=seconds), counted=counted)
    return last_answer(list(solve(question, ENGINES[engine], confirm)))


@pytest.mark.parametrize("counted", [PUSH, frozenset({"walk_to"}), frozenset()], ids=["push", "walk_to", "all"])
@pytest.mark.parametrize("level", LEVELS)
def test_potentials_are_never_too_high(level: str, counted: frozenset[str]) -> None:
    task, _ = taken_apart(sokoban(level), counted)
    tables, positive = list(potentials_of(task, list(sample_states(task))[:20])), 0
    for state, distance in true_distances(task).items():
        for table in tables:
            said = table.bound_distance(state)
            assert said <= distance if said != UNREACHED else distance == FAR
            positive += said > 0
    assert positive > 0


@pytest.mark.parametrize("entries", [400, 1 << 14])
@pytest.mark.parametrize("level", LEVELS[:2])
def test_tables_are_never_too_high(level: str, entries: int) -> None:
    task, wanderings = taken_apart(sokoban(level), PUSH)
    bounds = bounds_of(task, wanderings, Watch(), entries)
    for state, distance in true_distances(task).items():
        said = bounds.bound_distance(state)
        assert said <= distance if said != UNREACHED else distance == FAR


def test_prices_make_the_most_of_a_state() -> None:
    ways = [{0: 1, 1: 5, 2: 9}, {0: 2, 1: 7, 2: 4}, {0: 3, 1: 3, 2: 8}]
    prices = price_by_auction(ways, [0, 1, 2])
    assert prices is not None and min(prices.values()) == 0
    paid = sum([min([cost + prices[place] for place, cost in way.items()]) for way in ways])
    assert paid - sum(prices.values()) == min(
        [sum([way[place] for way, place in zip(ways, order, strict=True)]) for order in permutations(range(3))]
    )
    assert price_by_auction([{0: 1}, {0: 2}], [0, 1]) is None


@pytest.mark.parametrize("counted", ["go", "stay"])
def test_searches_agree_with_the_graph(counted: str, tmp_path: Path) -> None:
    seen = set()
    for seed in range(0, 60, 4):
        path = tmp_path / f"{seed}.rules"
        path.write_text(small_game(seed)[1], encoding="utf-8")
        game = load(path)
        graph = graph_of(ReferenceMachine(game), 20_000)
        assert graph is not None
        expected = value_of_graph(graph, Aim.FEWEST, counted=frozenset({counted}))
        found = answered(game, frozenset({counted}), "astar")
        assert found.value == expected and found.status in (Status.OPTIMAL, Status.INFEASIBLE)
        seen.add(expected)
    assert len(seen) > 2


def test_a_proof_is_confirmed_with_the_same_count() -> None:
    found = answered(sokoban(LEVELS[0]), PUSH, confirm=True)
    assert (found.status, found.value) == (Status.OPTIMAL, 20) and found.confirmed
    assert len(found.play) > 20


@pytest.mark.parametrize("engine", ["breadth", "ida"])
def test_engines_that_count_all_moves_say_so(engine: str) -> None:
    with pytest.raises(UnsupportedQuestion, match="counts all moves"):
        answered(sokoban(LEVELS[0]), PUSH, engine)


def bergholt() -> tuple[ReferenceMachine, list[State], list[Move]]:
    """The published play of the central game of peg solitaire: its positions and moves."""
    machine = ReferenceMachine(load("peg_solitaire", {"runs": "true"}))
    found = replay(machine, parse_play((LIBRARY / "peg_solitaire" / "plays" / "bergholt.play").read_text("utf-8")))
    assert found.findings == ()
    return machine, list(found.states), list(found.moves)


def test_the_central_game_in_eighteen_moves() -> None:
    machine, _, moves = bergholt()
    assert len(moves) == 31
    confirm_play(machine, Aim.FEWEST, 18, moves, counted=JUMP)


@pytest.mark.long
def test_the_central_game_is_proved() -> None:
    """Found and proved from the rules alone, with less than four billion bytes."""
    machine = PythonMachine(load("peg_solitaire", {"runs": "true"}))
    question = ask(machine, Aim.FEWEST, Limits(memory=4 << 30), counted=JUMP)
    found = last_answer(list(solve(question, ENGINES["nearest"], confirm=False)))
    assert (found.status, found.value) == (Status.OPTIMAL, 18)
    confirm_play(machine, Aim.FEWEST, 18, found.play, counted=JUMP)


@pytest.mark.parametrize("left", [6, pytest.param(9, marks=pytest.mark.long)])
def test_the_end_of_the_central_game_cannot_be_shorter(left: int) -> None:
    machine, states, moves = bergholt()
    begins = [number for number, move in enumerate(moves) if move.option == 0]
    state = states[begins[-left]]
    question = ask(PythonMachine(machine.game), Aim.FEWEST, Limits(seconds=60), start=state, counted=JUMP)
    found = last_answer(list(solve(question, ENGINES["astar"], confirm=False)))
    assert (found.status, found.value) == (Status.OPTIMAL, left)


@pytest.mark.parametrize("row", ROWS[:300:75], ids=lambda row: f"{row['pack']}-{row['level']}")
def test_levels_by_pushes(row: dict[str, str]) -> None:
    found = answered(sokoban(row["board"]), PUSH)
    assert (found.status, found.value) == (Status.OPTIMAL, int(row["fewest_pushes"]))


@pytest.mark.long
def test_nine_levels_in_ten_by_pushes_in_half_a_minute_each() -> None:
    reached = 0
    for row in ROWS:
        if max(len(line) for line in row["board"].split("|")) > WIDEST or row["board"].count("|") >= WIDEST:
            continue
        found = answered(sokoban(row["board"]), PUSH, seconds=30)
        assert found.value is None or (found.status, found.value) == (Status.OPTIMAL, int(row["fewest_pushes"])), row
        assert found.bound is None or found.bound <= int(row["fewest_pushes"]), row
        reached += found.value is not None
    assert reached >= 0.9 * len(ROWS)
