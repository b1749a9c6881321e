"""Tables of distances never say too much; searches that use them find what breadth first finds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.driver.engines import ENGINES
from solver.explicit import astar, ida, nearest
from solver.explicit.ida import IterativeDeepening
from solver.factored.pairs import find_banned_pairs
from solver.factored.places import MovingValues
from solver.factored.prepared import kernels_are_built, prepare_question
from solver.factored.task import Task, holds
from solver.protocol.answers import Answer, BoundEvent, Event, Status, last_answer
from solver.protocol.clock import Clock
from solver.protocol.context import SearchContext
from solver.protocol.questions import Aim, Limits, PreviousResult, UnsupportedQuestion
from tests.solver.distances import FAR, taken_apart, true_distances
from tests.solver.searches import ask, solve
from tests.solver.small_games import small_game

if not kernels_are_built():
    pytest.skip("the kernels are not built", allow_module_level=True)

from cython_ext.kernels._kernel import Watch
from solver.factored.bounds import UNREACHED, Bounds, bounds_of
from solver.factored.counts import counts_of
from solver.factored.flat import net_of
from solver.factored.patterns import are_independent, variables_of

SMALL = {
    "fifteen": {"width": "3", "height": "2"},
    "hanoi": {},
    "river_crossing": {},
    "rush_hour": {},
    "lights_out": {"size": "3"},
    "sokoban": {},
    "peg_solitaire": {},
}
BOARD = {"peg_solitaire": {"board": " oo\n.ooo\n ooo"}}


def check(task: Task, wanderings: list[MovingValues], entries: int) -> int:
    """No bound is above the true distance, in Python and in the kernel; how many are above 0."""
    bounds = bounds_of(task, wanderings, Watch(), entries)
    net = net_of(task, task, bounds)
    positive = 0
    for state, distance in true_distances(task).items():
        said = bounds.bound_distance(state)
        assert net.bound(state) == said
        assert said <= distance if said != UNREACHED else distance == FAR
        positive += said > 0
    return positive


@pytest.mark.parametrize(("name", "entries"), [*product(SMALL, (8, 60, 400, 1 << 22))])
def test_bounds_are_never_too_high(name: str, entries: int) -> None:
    assert check(*taken_apart(load(name, SMALL[name], BOARD.get(name, {}))), entries) > 0


@pytest.mark.parametrize("entries", [8, 40, 1 << 20])
def test_bounds_of_small_random_games(entries: int, tmp_path: Path) -> None:
    positive = 0
    for seed in range(0, 80, 4):
        path = tmp_path / f"{seed}.rules"
        path.write_text(small_game(seed)[1], encoding="utf-8")
        positive += check(*taken_apart(load(path)), entries)
    assert positive > 50


@pytest.mark.long
@pytest.mark.parametrize("entries", [9**3, 9**5, 1 << 24])
def test_bounds_of_the_eight_puzzle(entries: int) -> None:
    assert check(*taken_apart(load("fifteen", {"width": "3", "height": "3"})), entries) > 181_000


def test_a_table_of_all_variables_is_exact() -> None:
    for name in ("hanoi", "rush_hour", "river_crossing"):
        task, wanderings = taken_apart(load(name))
        bounds = bounds_of(task, wanderings, Watch())
        assert all(bounds.bound_distance(state) == distance for state, distance in true_distances(task).items())


def test_what_may_be_added() -> None:
    tiles, places = taken_apart(load("fifteen"))
    one_by_one = [[each] for each in variables_of(tiles, places) if each.value]
    assert len(one_by_one) == 15 and are_independent(tiles, one_by_one)
    lamps, nowhere = taken_apart(load("lights_out"))
    assert not are_independent(lamps, [[each] for each in variables_of(lamps, nowhere)])


def test_each_jump_takes_one_peg() -> None:
    task, nowhere = taken_apart(load("peg_solitaire"))
    (count,) = counts_of(task)
    assert count.bound_distance(task.start) == 31
    assert bounds_of(task, nowhere, Watch(), 1 << 10).bound_distance(task.start) == 31


def test_the_manhattan_distance_comes_out_of_single_tiles() -> None:
    tiles = [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3]
    task, places = taken_apart(load("fifteen", givens={"start": tiles}))
    bounds = bounds_of(task, places, Watch(), 16 * 16)
    assert [len(each.tables) for each in bounds.sums] == [15]
    assert bounds.bound_distance(task.start) == 41


@pytest.mark.parametrize("name", ["fifteen", "hanoi", "rush_hour", "lights_out"])
def test_steps_left_out_can_be_done_without(name: str) -> None:
    task, _ = taken_apart(load(name, SMALL[name]))
    left_out, seen = find_banned_pairs(task), 0
    for state in list(true_distances(task))[:60]:
        near = {state: [()]}
        for number, step in enumerate(task.steps):
            if holds(step.guard, state):
                near.setdefault(step.after(state), []).append((number,))
        for number, step in enumerate(task.steps):
            between = step.after(state)
            for other in left_out[number] if holds(step.guard, state) else ():
                if holds(task.steps[other].guard, between):
                    seen += 1
                    after = task.steps[other].after(between)
                    swapped = (
                        holds(task.steps[other].guard, state)
                        and other < number
                        and holds(step.guard, task.steps[other].after(state))
                    )
                    assert after in near or (swapped and step.after(task.steps[other].after(state)) == after)
    assert seen > 0


# -- searches ---------------------------------------------------------------------------------------------------------


def answered(game: ir.Game, engine: str, limits: Limits | None = None, confirm: bool = False) -> Answer:
    return last_answer(list(solve(ask(PythonMachine(game), Aim.FEWEST, limits or Limits()), ENGINES[engine], confirm)))


KNOWN = {"hanoi": 15, "river_crossing": 7, "rush_hour": 6, "sokoban": 63, "pocket_cube": 3}


@pytest.mark.parametrize(("name", "engine"), [*product(KNOWN, ("ida", "astar", "nearest"))])
def test_known_optima(name: str, engine: str) -> None:
    found = answered(load(name), engine)
    assert (found.status, found.value, found.bound, len(found.play)) == (
        Status.OPTIMAL,
        KNOWN[name],
        KNOWN[name],
        KNOWN[name],
    )


@pytest.mark.parametrize("engine", ["ida", "astar"])
def test_the_eight_puzzle_and_its_bounds(engine: str) -> None:
    game = load("fifteen", {"width": "3", "height": "3"})
    events = list(solve(ask(PythonMachine(game), Aim.FEWEST), ENGINES[engine], confirm=False))
    bounds = [event.value for event in events if isinstance(event, BoundEvent)]
    assert bounds == sorted(bounds) and bounds[0] >= 20
    assert last_answer(events).value == 30


def test_what_a_saved_run_calls_a_bound_is_proved_again() -> None:
    question = ask(
        PythonMachine(load("fifteen", {"width": "3", "height": "3"})), Aim.FEWEST, earlier=PreviousResult(bound=30)
    )
    events = list(solve(question, ENGINES["ida"], confirm=False))
    bounds = [(event.value, bool(event.rests_on)) for event in events if isinstance(event, BoundEvent)]
    assert bounds == [(30, True), (30, False)], "read from the file, and then proved"
    assert last_answer(events).status is Status.OPTIMAL


def test_without_tables_the_search_is_blind_and_right() -> None:
    machine = PythonMachine(load("hanoi", {"discs": "3"}))
    question = ask(machine, Aim.FEWEST)
    ready = prepare_question(question)
    blind = net_of(ready.task, ready.known, Bounds(()))
    assert blind.bound(ready.task.start) == 0
    for search in (astar.best_first, lambda plain, clock: ida.deepen_search(plain, clock, 0)):
        plain = replace(ready, bounds=Bounds(()), net=blind, watch=Watch())
        assert last_answer(list(search(plain, Clock(Limits())))).value == 7


@pytest.mark.parametrize("engine", ["ida", "astar"])
def test_two_threads_and_many_positions_within_limits(engine: str) -> None:
    found = answered(load("fifteen"), engine, Limits(seconds=6))
    assert (found.status, found.stopped, found.value) == (Status.UNDECIDED, "time", None)
    assert found.bound is not None and 20 <= found.bound <= 80


@pytest.mark.parametrize("engine", ["ida", "astar", "nearest"])
@pytest.mark.parametrize("limits", [Limits(seconds=0), Limits(memory=1)])
def test_limits_count_before_the_search_begins(engine: str, limits: Limits) -> None:
    found = answered(load("fifteen"), engine, limits)
    assert found.status is Status.UNDECIDED and found.stopped in ("time", "memory")


def test_work_is_shared_among_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ida, "WORTH_SHARING", 100)
    game = load("fifteen", {"width": "3", "height": "3"})
    found = answered(game, "ida")
    assert (found.status, found.value) == (Status.OPTIMAL, 30)
    ready = prepare_question(ask(PythonMachine(game), Aim.FEWEST))
    parts = ida.beginnings(ready, 40, 30)
    assert len(parts) >= 40 and len({len(part) for part in parts}) == 1


def test_it_may_take_long_to_take_a_game_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.factored.grounding.PATIENCE", 0.0)
    with pytest.raises(UnsupportedQuestion, match="too many things"):
        answered(load("fifteen"), "ida")


def test_a_goal_out_of_reach() -> None:
    game = load("fifteen", {"width": "3", "height": "2"}, givens={"start": [0, 2, 1, 3, 4, 5]})
    assert {answered(game, engine).status for engine in ("astar", "breadth", "nearest")} == {Status.INFEASIBLE}


def test_few_positions_first_then_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("fifteen", {"width": "3", "height": "3"})
    monkeypatch.setattr(nearest, "FEW_IN_PYTHON", 100)
    assert answered(game, "nearest").method.startswith("IDA*")
    assert answered(load("hanoi", {"discs": "5"}), "nearest").method.startswith("A*")
    assert answered(load("lights_out", {"size": "2"}), "nearest").method == "breadth first"


def test_what_cannot_be_searched_by_steps_is_told() -> None:
    solved = load("fifteen", {"width": "3", "height": "2"}, givens={"start": [0, 1, 2, 3, 4, 5]})
    assert answered(solved, "ida").value == answered(solved, "nearest").value == 2
    with pytest.raises(UnsupportedQuestion, match="cannot be factored"):
        answered(load("freecell"), "astar")


def _never(_context: SearchContext) -> Iterator[Event]:
    """Comes to no end."""
    yield Answer(Status.UNDECIDED, None, None, (), "never", 0, 0.0, "time")


def test_a_second_opinion_is_by_another_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    from solver.driver.confirming import second_value

    question = ask(PythonMachine(load("fifteen", {"width": "3", "height": "3"})), Aim.FEWEST, Limits(seconds=60))
    monkeypatch.setitem(ENGINES, "layers", replace(ENGINES["layers"], run=_never))
    found = second_value(question, "IDA*, 2 tables added")
    assert found is not None and (found.value, found.how) == (30, "breadth first")
    monkeypatch.setitem(ENGINES, "breadth", replace(ENGINES["breadth"], run=_never))
    found = second_value(question, "IDA*, 2 tables added")
    assert found is not None and found.value == 30 and found.how.startswith("A*")


@pytest.mark.parametrize(
    ("method", "gone", "left"),
    [
        (
            "side by side: depth first and CP-SAT over phases",
            {"depth", "ordered", "phases", "cpsat"},
            {"layers", "backward", "prices"},
        ),
        (
            "side by side: depth first, then nested random plays and depth first with prices",
            {"depth", "climb", "prices"},
            {"layers", "cpsat"},
        ),
        ("layer by layer", {"layers"}, {"depth", "cpsat", "prices"}),
    ],
)
def test_nobody_is_asked_who_found_the_answer(method: str, gone: set[str], left: set[str]) -> None:
    from solver.driver.confirming import is_over_terms, others_than

    asked = [
        next(name for name, each in ENGINES.items() if each is engine) for engine in others_than(method, Aim.HIGHEST)
    ]
    assert left <= set(asked) and not {*gone, "together", "both"} & set(asked)
    over_terms = [is_over_terms(ENGINES[name].method) for name in asked]
    assert over_terms == sorted(over_terms), "engines over terms come last"


def test_a_search_looks_at_as_many_steps_as_one_written_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    far = slid(
        tuple(range(16)), (0, 1, 5, 9, 8, 12, 13, 14, 10, 6, 2, 3, 7, 11, 15, 14, 13, 9, 5, 4, 8, 9, 10, 6, 5, 1, 0, 4)
    )
    monkeypatch.setattr("solver.factored.prepared._entries", lambda clock: 16 * 16)  # a table for each tile
    question = ask(PythonMachine(load("fifteen", givens={"start": list(far)})), Aim.FEWEST, Limits())
    ready = prepare_question(question)
    deepening = IterativeDeepening(ready, ready.least)
    while deepening.play is None:
        limit, before = deepening.limit, deepening.nodes
        for _ in deepening.iteration():
            pass
        if deepening.play is None:
            assert deepening.nodes - before == steps_within(far, limit)
    deepening.close()
    assert len(deepening.play) > ready.least


def slid(tiles: tuple[int, ...], way: tuple[int, ...]) -> tuple[int, ...]:
    """The blank goes from cell to cell."""
    found = list(tiles)
    for before, after in pairwise(way):
        assert found[before] == 0
        found[before], found[after] = found[after], 0
    return tuple(found)


def steps_within(tiles: tuple[int, ...], limit: int, depth: int = 0, last: int = -1) -> int:
    """How many steps IDA* looks at that takes the sum of all tiles' distances for a bound and never goes back at once."""
    blank = tiles.index(0)
    found = 0
    for cell in range(16):
        if cell != last and abs(cell // 4 - blank // 4) + abs(cell % 4 - blank % 4) == 1:
            after = slid(tiles, (blank, cell))
            far = sum(abs(at // 4 - tile // 4) + abs(at % 4 - tile % 4) for at, tile in enumerate(after) if tile)
            found += 1
            if depth + 1 + far <= limit and depth + 1 < limit:
                found += steps_within(after, limit, depth + 1, blank)
    return found
