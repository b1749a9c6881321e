"""Lines guided by the bound of the rules: deals of FreeCell, small games that are searched to the end, limits."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from puzzles.formats import FORMATS
from rules_dsl.ir import nodes as ir
from rules_dsl.loading import load
from rules_dsl.machine.api import State
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from solver.driver.engines import ENGINES
from solver.explicit import guided, nearest
from solver.explicit.graph import graph_of, value_of_graph
from solver.protocol.answers import Answer, BoundEvent, Incumbent, Status, last_answer
from solver.protocol.context import SearchContext
from solver.protocol.lines import is_reached
from solver.protocol.questions import Aim, Limits, UnsupportedQuestion
from tests.native.compiling import compiler, kernels_run, native
from tests.solver.searches import ask, solve, vary
from tests.solver.small_games import small_game

if not kernels_run():
    pytest.skip("the kernels or a C compiler are missing here", allow_module_level=True)

from cython_ext.native import NativeMachine

UNSOLVABLE = 11982


@cache
def freecell() -> tuple[PythonMachine, NativeMachine]:
    """Compiled once; a deal is where play begins."""
    game = load("freecell")
    return PythonMachine(game), NativeMachine(game, compiler())


def dealt(number: int) -> State:
    return PythonMachine(load("freecell", givens=FORMATS["msdeal"](str(number)))).initial()


def question_of(start: State, limits: Limits) -> SearchContext:
    plain, compiled = freecell()
    return ask(plain, Aim.FEWEST, limits, compiled=compiled, start=start)


def first_line(number: int) -> Incumbent:
    """The first line that is found; it is replayed."""
    for event in solve(question_of(dealt(number), Limits(seconds=60)), ENGINES["guided"]):
        if isinstance(event, Incumbent):
            return event
    raise AssertionError("no line was found")


@pytest.mark.parametrize("number", [1, 4, 13])
def test_deals_of_freecell(number: int) -> None:
    found = first_line(number)
    assert 52 <= found.value == len(found.play)


@pytest.mark.long
@pytest.mark.parametrize("number", range(1, 101))
def test_the_first_hundred_deals_of_freecell(number: int) -> None:
    assert first_line(number).value >= 52


@pytest.mark.parametrize("engine", ["guided", "breadth"])
def test_the_deal_that_cannot_be_solved(engine: str) -> None:
    found = last_answer(
        list(solve(question_of(dealt(UNSOLVABLE), Limits(seconds=120)), ENGINES[engine], confirm=False))
    )
    assert found.status is Status.INFEASIBLE


def nearly_done(seed: int, home: int, columns: int) -> tuple[ir.Game, State]:
    """The cards that are not home lie in a few columns, one cell is left."""
    machine = PythonMachine(load("freecell", {"columns": "4", "cells": "1"}, {"deal": "[[], []]"}))
    cards = [rank * 4 + suit for rank in range(home, 13) for suit in range(4)]
    Random(seed).shuffle(cards)
    piles = (*[tuple(cards[first::columns]) for first in range(columns)], *[()] * (4 - columns))
    names = [variable.name for variable in machine.game.variables]
    values = {"pile": piles, "cell": 0, "home": (home,) * 4}
    start = machine.initial()
    return machine.game, State(
        tuple([values.get(name, value) for name, value in zip(names, start.values, strict=True)]), start.node
    )


@pytest.mark.parametrize(("seed", "home", "columns"), [(1, 11, 4), (2, 11, 3), (3, 11, 2), (4, 11, 2)])
def test_the_bound_of_freecell_is_never_too_high(seed: int, home: int, columns: int) -> None:
    game, start = nearly_done(seed, home, columns)
    graph = graph_of(PythonMachine(game), 400_000, start=start)
    assert graph is not None
    scoring = PythonMachine(
        replace(game, scores=(ir.ScoreLine("bound", game.bounds[0].value, None, game.bounds[0].rule),))
    )
    goals = [
        at
        for at, after in enumerate(graph.after)
        if not after and is_reached(graph.machine, graph.walker, graph.positions[at])
    ]
    far = distances(graph.after, goals)
    assert len(far) > 50
    for at, moves in far.items():
        assert scoring.scores(graph.walker.state(graph.positions[at]))[0] <= moves


def distances(after: list[list[int]], goals: list[int]) -> dict[int, int]:
    """How many moves each position is from a goal."""
    before: dict[int, list[int]] = {}
    for at, targets in enumerate(after):
        for target in targets:
            before.setdefault(target, []).append(at)
    found, queue = dict.fromkeys(goals, 0), deque(goals)
    while queue:
        at = queue.popleft()
        for each in before.get(at, ()):
            if each not in found:
                found[each] = found[at] + 1
                queue.append(each)
    return found


def with_bound(seed: int, folder: Path) -> ir.Game:
    """A small game whose bound is wild guessing."""
    path = folder / f"{seed}.rules"
    path.write_text(small_game(seed)[1] + 'bound "a guess": (at * 5 + points) % 7\n', encoding="utf-8")
    return load(path)


def test_whatever_the_guide_says_a_search_to_the_end_is_a_proof(tmp_path: Path) -> None:
    seen = set()
    for seed in (0, 16, 20, 24, 36):
        game = with_bound(seed, tmp_path)
        graph = graph_of(ReferenceMachine(game), 20_000)
        assert graph is not None
        found = searched(ask(PythonMachine(game), Aim.FEWEST, compiled=native(game)))
        assert found.value == value_of_graph(graph, Aim.FEWEST)
        assert found.status is (Status.INFEASIBLE if found.value is None else Status.OPTIMAL)
        seen.add(found.value)
    assert len(seen) == 5


def searched(question: SearchContext) -> Answer:
    return last_answer(list(solve(question, ENGINES["guided"], confirm=False)))


def test_what_rests_on_a_trusted_bound_is_not_optimal() -> None:
    game, start = nearly_done(5, 11, 4)
    plain = ask(PythonMachine(game), Aim.FEWEST, compiled=native(game), start=start)
    trusting = vary(plain, trust=True)
    one, other = searched(plain), searched(trusting)
    assert one.status is Status.OPTIMAL and not one.rests_on
    assert (other.status, other.value, other.bound) == (Status.BOUNDED, one.value, one.value)
    assert [(link.name, link.evidence) for link in other.rests_on] == [(f'bound "{game.bounds[0].label}"', "trusted")]
    assert other.nodes <= one.nodes
    assert "a guide only" in one.remarks[0] and "trusted" in other.remarks[0]


def test_limits_end_the_search() -> None:
    start = dealt(12)
    for limits, why in ((Limits(seconds=0.3), "time"), (Limits(seconds=20, memory=1), "memory")):
        found = searched(question_of(start, limits))
        assert found.stopped == why and found.status in (Status.UNDECIDED, Status.BOUNDED)


def test_what_it_needs_is_told() -> None:
    with pytest.raises(UnsupportedQuestion, match="compiled"):
        searched(ask(PythonMachine(load("freecell")), Aim.FEWEST))
    game = load("hanoi")
    with pytest.raises(UnsupportedQuestion, match="no bound"):
        searched(ask(PythonMachine(game), Aim.FEWEST, compiled=native(game)))


def test_large_games_that_cannot_be_taken_apart_are_guided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearest, "FEW", 2_000)
    monkeypatch.setattr(guided, "PATIENCE", 0.0)
    question = question_of(dealt(1), Limits())
    events = list(nearest.search(question))
    lines = [event.value for event in events if isinstance(event, Incumbent)]
    bounds = [event.value for event in events if isinstance(event, BoundEvent)]
    assert lines and lines == sorted(lines, reverse=True)
    assert bounds == sorted(bounds)
    assert last_answer(events).status is Status.BOUNDED
