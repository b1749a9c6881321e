"""Prices of positions of Ultimate Railroads: never below what is best, the same in kernels, and close where they come
from.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest

from cython_ext.kernels.barring import bars_of
from cython_ext.layout.masks import state_mask
from cython_ext.native import NativeMachine
from rules_dsl.loading import load
from rules_dsl.machine.api import Machine, State
from rules_dsl.machine.generated.machine import PythonMachine
from solver.explicit import depth
from solver.explicit.narrowed import NarrowedSearch
from solver.mip.duals import limits_of, solve_fractions
from solver.models.ultimate_railroads.model import build_relaxation
from solver.protocol.answers import Status, last_answer
from solver.protocol.clock import Clock
from solver.protocol.questions import Aim, Limits
from solver.relaxed.models import model_for
from solver.relaxed.priced import Prices, prices
from solver.relaxed.turns import PlayFamily, keep_to
from tests.native.compiling import kernels_run
from tests.solver.railroad_plays import Played, played_at_random
from tests.solver.searches import ask

pytestmark = pytest.mark.skipif(not kernels_run(), reason="there is no compiler here, or the kernels are not built")


def railroads(deck: int) -> Machine:
    return PythonMachine(load("ultimate_railroads", options={"deck": str(deck)}))


def turns(machine: Machine, played: Played) -> list[State]:
    nodes = model_for(machine.game, machine.initial()).turns(machine.game)
    return [state for state in played.states if state.node in nodes]


def priced_from(machine: Machine, known: list[State]) -> Prices:
    [found] = [each for each in prices(machine.game, known[0], known, Clock(Limits())) if each is not None]
    return found


def exact(machine: Machine, state: State, seconds: float = 20) -> int | None:
    """The best from a position; None where looking at every position takes too long."""
    compiled = NativeMachine(machine.game)
    asked = ask(compiled, Aim.HIGHEST, Limits(seconds=seconds), compiled=compiled, start=state)
    answer = last_answer(list(depth.search(asked)))
    return answer.value if answer.status is Status.OPTIMAL else None


def test_where_they_come_from_prices_say_what_fractions_say() -> None:
    machine = railroads(3)
    known = turns(machine, played_at_random(machine, 3))[-6:]
    found, root = priced_from(machine, known), build_relaxation(machine.game, known[0])
    told = limits_of(root.model, list(root.loose.values()), Clock(Limits()))
    limits = {list(root.loose)[each[0]]: each[1] for each in told if each is not None}
    for state in known:
        plan = build_relaxation(machine.game, state, limits=limits)
        [bound] = [each for each in solve_fractions(plan.model, plan.score, Clock(Limits())) if each is not None]
        worth = found.worth(state)
        assert worth is not None
        assert bound - 1 <= worth <= bound + 3  # Emil's cards of the round that has begun are not in the tables


def compared(seed: int, turns_left: int, others: int, seconds: float) -> Iterator[tuple[int, int]]:
    """What prices say and what is best, at the positions of a play that gave the prices and of some that go on
    otherwise.
    """
    machine = railroads(seed % 7 + 1)
    played = played_at_random(machine, seed)
    known = turns(machine, played)[-turns_left:]
    found = priced_from(machine, known)
    for number in range(others):
        along = turns(machine, played_at_random(machine, 1000 * seed + number, known[0]))
        state = random.Random(number).choice(along[1:] or along) if number else known[0]
        best, worth = exact(machine, state, seconds), found.worth(state)
        assert worth is not None
        if best is not None:
            yield worth, best


def test_no_position_is_worth_more_than_its_prices() -> None:
    rows = [row for seed in range(3) for row in compared(seed, 3, 5, 5)]
    assert len(rows) > 10
    assert all(worth >= best for worth, best in rows)


@pytest.mark.long
def test_no_position_of_many_is_worth_more_than_its_prices() -> None:
    rows = [row for seed in range(10, 52) for row in compared(seed, 4, 8, 10)]
    assert len(rows) >= 200
    assert all(worth >= best for worth, best in rows)


def test_positions_of_the_round_before_are_priced_too() -> None:
    """From a root in the last round but one: both rounds have tables, and whatever a play brings is within them all
    along.
    """
    machine = railroads(5)
    played = played_at_random(machine, 5)
    at = next(at for at, state in enumerate(turns(machine, played)) if relaxed_round(machine, state) == 5)
    known = turns(machine, played)[at:]
    found = priced_from(machine, known[::3])
    assert [stage.count for stage in found.stages] == [5, 6]
    for number in range(30):
        other = played_at_random(machine, number, known[0])
        score = machine.scores(other.states[-1])[0]
        for state in turns(machine, other):
            worth = found.worth(state)
            assert worth is not None and worth >= score


def relaxed_round(machine: Machine, state: State) -> object:
    return state.values[[each.name for each in machine.game.variables].index("round")]


def kernel_of(machine: Machine, root: State, found: Prices, least: int | None = None):  # type: ignore[no-untyped-def]
    from cython_ext.kernels._highest import Highest
    from cython_ext.kernels._kernel import Watch
    from cython_ext.kernels.driving import handle_of

    compiled = NativeMachine(machine.game)
    return compiled, Highest(
        handle_of(compiled),
        compiled.position(root),
        Watch(),
        state_mask(machine.game),
        1 << 24,
        [],
        None,
        None,
        least,
        found.pricing,
    )


def test_kernels_look_up_the_same() -> None:
    machine = railroads(2)
    known = turns(machine, played_at_random(machine, 2))[-9:]
    found = priced_from(machine, known)
    compiled, kernel = kernel_of(machine, known[0], found)
    told = []
    for number in range(20):
        for state in played_at_random(machine, number, known[0]).states:
            told.append(found.worth(state))
            assert kernel.most_worth(compiled.position(state)) == told[-1]
    assert None in told and len(set(told)) > 20


def test_a_search_with_prices_finds_the_same_and_looks_at_less() -> None:
    machine = railroads(4)
    known = turns(machine, played_at_random(machine, 4))[-3:]
    found = priced_from(machine, known)
    best = exact(machine, known[0], 60)
    assert best is not None
    nodes = {}
    for name, tables in (("with", found), ("without", Prices(machine.game, found.model, ()))):
        _, kernel = kernel_of(machine, known[0], tables)
        while kernel.status_name == "running":
            kernel.run(1 << 20)
        assert (kernel.status_name, kernel.best) == ("complete", best)
        nodes[name] = kernel.nodes
    assert nodes["with"] < nodes["without"]


def test_a_search_gets_prices_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """As often as it likes, without losing the best."""
    monkeypatch.setattr(depth, "AT_ONCE", 20)
    machine = railroads(4)
    root = turns(machine, played_at_random(machine, 4))[-3]
    narrowed = NarrowedSearch(NativeMachine(machine.game), root, bars_of(machine.game, {}), None, Clock(Limits()))
    found, prices_made, due = None, 0, 20
    while narrowed.running:
        found = narrowed.better() or found
        if narrowed.running and narrowed.positions >= due:
            [made] = [each for each in prices(machine.game, root, narrowed.path, Clock(Limits())) if each is not None]
            narrowed.price(made.pricing)
            prices_made, due = prices_made + 1, 4 * due
    assert narrowed.complete and prices_made > 1
    assert found is not None and found[0] == exact(machine, root, 60)


def test_prices_that_are_too_low_are_found_out() -> None:
    machine = railroads(4)
    known = turns(machine, played_at_random(machine, 4))[-3:]
    found = priced_from(machine, known)
    best, worth = exact(machine, known[0], 60), found.worth(known[0])
    assert best is not None and worth is not None and worth >= best
    less = worth - best + 1
    low = Prices(
        machine.game,
        found.model,
        tuple(
            [
                replace(stage, begins=tuple([begin - less * stage.scale for begin in stage.begins]))
                for stage in found.stages
            ]
        ),
    )
    _, kernel = kernel_of(machine, known[0], low, best - 1)
    while kernel.status_name == "running":
        kernel.run(1 << 20)
    assert low.worth(known[0]) == best - 1 and kernel.best is None


def test_known_plans_make_prices_lower() -> None:
    machine = railroads(3)
    known = turns(machine, played_at_random(machine, 3))[-5:]
    [narrow] = [
        each
        for each in prices(machine.game, known[0], known[:1], Clock(Limits()), partial(keep_to, PlayFamily()))
        if each is not None
    ]
    wide, lower = priced_from(machine, known[:1]).worth(known[0]), narrow.worth(known[0])
    assert wide is not None and lower is not None and lower < wide
