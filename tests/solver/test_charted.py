"""Positions of games taken apart, beside those that are walked through one by one."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.explicit.charted import PositionChart, chart_positions
from solver.explicit.graph import PositionGraph, graph_of, list_distances
from solver.factored.prepared import kernels_are_built
from solver.protocol.questions import UnsupportedQuestion
from tests.seeds import drawn_daily
from tests.solver.small_games import small_game

if not kernels_are_built():
    pytest.skip("the kernels are not built", allow_module_level=True)


def both(game: ir.Game, most: int = 10_000) -> tuple[PositionChart, PositionGraph]:
    chart, graph = chart_positions(PythonMachine(game), most), graph_of(PythonMachine(game), most)
    assert chart is not None and graph is not None
    return chart, graph


def edges(ground: PositionChart | PositionGraph) -> Counter[object]:
    states = [ground.state(at) for at in range(len(ground.after))]
    return Counter([(states[at], move, states[to]) for at, after in enumerate(ground.after) for move, to in zip(ground.moves(at), after, strict=True)])


@pytest.mark.parametrize("seed", drawn_daily(range(0, 120, 8), 5))
def test_random_games(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "walk.rules"
    path.write_text(small_game(seed)[1], encoding="utf-8")
    game = load(path)
    try:
        chart, graph = both(game)
    except UnsupportedQuestion as reason:
        assert "the goal holds at the start" in str(reason) or "over at the start" in str(reason)
        return
    assert edges(chart) == edges(graph)
    far = {graph.state(at): each for at, each in enumerate(list_distances(graph))}
    assert [chart.within(depth) for depth in range(9)] == [graph.within(depth) for depth in range(9)]
    assert {chart.state(at): each for at, each in enumerate(chart.distances())} == far


@pytest.mark.parametrize("name", ["hanoi", "river_crossing", "rush_hour", "sokoban"])
def test_games_of_the_library(name: str) -> None:
    chart, graph = both(load(name))
    assert Counter(chart.distances()) == Counter(list_distances(graph))
    assert sum(map(len, chart.after)) == sum(map(len, graph.after))
    assert chart.after[0] == list(chart.after[:1][0]) and chart.distances()[0] == list_distances(graph)[0]


def test_what_follows_one_of_the_positions() -> None:
    chart = chart_positions(PythonMachine(load("rush_hour")), 10_000, beyond=True)
    assert chart is not None and len(chart.after) == 384
    far = chart.distances()
    at = max(range(len(far)), key=lambda each: far[each] or 0)
    there = chart.from_there(at)
    assert there is not None and there.state(0) == chart.state(at)
    assert there.distances()[0] == far[at] == 6


def test_more_positions_than_wanted_are_none() -> None:
    assert chart_positions(PythonMachine(load("rush_hour")), 50) is None
    with pytest.raises(UnsupportedQuestion):
        chart_positions(PythonMachine(load("freecell")), 50)


BEHIND = "oooBoo\noooBoo\nooxAAo\noooooo\noooooo\noooooo"
"""Only where your car has left can the other one pass."""


def test_positions_behind_goals_can_be_begun_from() -> None:
    chart = chart_positions(PythonMachine(load("rush_hour", givens={"board": BEHIND})), 10_000, beyond=True)
    assert chart is not None
    far = chart.distances()
    behind = [at for at in range(1, len(far)) if far[chart.chart.found_by(at)[0]] == 0 and far[at] != 0]
    assert behind
    for at in behind:
        there = chart.from_there(at)
        assert there is not None and there.distances()[0] == far[at]
