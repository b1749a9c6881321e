"""Ultimate Railroads: its examples meet every condition both ways; at random all machines play the same plays, no claim
breaks, every play ends.
"""

from __future__ import annotations

from functools import cache

import pytest

import regelwerk
from cython_ext.native import NativeMachine
from rules_dsl.examples import run_all
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.random_numbers import SplitMix64
from rules_dsl.loading import load
from rules_dsl.machine.api import Machine, State
from rules_dsl.machine.explore import ExploreLimits
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.playouts import Playouts, playouts
from rules_dsl.machine.reference import ReferenceMachine
from solver.filling.search import list_solutions
from tests.games.railroad_positions import scattered
from tests.native.compiling import native

OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"deck": "7"},
    {"players": "2"},
    {"players": "2", "side": "side_for_more", "rounds": "2"},
    {"players": "3", "moving_on": "must_move"},
    {"players": "4"},
)
NAMES = [" ".join(f"{name}={value}" for name, value in options.items()) or "alone" for options in OPTIONS]
LONGEST = 3_000


@cache
def _game(number: int) -> ir.Game:
    return load("ultimate_railroads", OPTIONS[number])


@cache
def _native(number: int) -> NativeMachine:
    return native(_game(number))


def test_its_examples_hold_and_meet_every_condition_both_ways() -> None:
    report = run_all(
        _game(0),
        lambda options, givens: load("ultimate_railroads", options, givens),
        ReferenceMachine,
        list_solutions,
        ExploreLimits(10),
    )
    assert report.failures == ()
    assert report.coverage.unused == ()
    assert [str(branch.span) for branch in report.coverage.untaken] == []


def _outcome(found: Playouts) -> tuple[object, ...]:
    return found.plies, found.outcomes, found.mean_score, found.broken_off


@pytest.mark.parametrize("number", range(len(OPTIONS)), ids=NAMES)
def test_the_machines_play_the_same_plays(number: int) -> None:
    machines = (_native(number), PythonMachine(_game(number)))
    one, other = (_outcome(playouts(machine, 40, seed=11, maximum=LONGEST)) for machine in machines)
    assert one == other
    assert one[-1] == 0, "a play without end"


@pytest.mark.parametrize("number", range(len(OPTIONS)), ids=NAMES)
def test_the_reference_machine_plays_them_too(number: int) -> None:
    machines = (_native(number), ReferenceMachine(_game(number)))
    one, other = (_outcome(playouts(machine, 3, seed=12, maximum=LONGEST)) for machine in machines)
    assert one == other


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_ten_thousand_plays_against_emil(block: int) -> None:
    machines = (_native(0), ReferenceMachine(_game(0)))
    one, other = (_outcome(playouts(machine, 500, seed=100 + block, maximum=LONGEST)) for machine in machines)
    assert one == other
    assert one[-1] == 0, "a play without end"


def _no_claim_breaks(machine: Machine, seed: int) -> None:
    """Play one game at random and look at every claim in every position."""
    random, state = SplitMix64(seed), machine.initial()
    always = [(number, claim) for number, claim in enumerate(machine.game.claims) if claim.mode in ("always", "never")]
    while True:
        held = machine.claims(state)
        for number, claim in always:
            assert held[number] == (claim.mode == "always"), f"{claim.label} in {state}"
        moves = machine.moves(state)
        if not moves:
            return
        state = machine.apply(state, moves[random.below(len(moves))])


def test_of_the_numbers_that_show_why_play_ends_the_first_that_changes_falls() -> None:
    machine = ReferenceMachine(_game(0))
    numbers = next(claim.falling for claim in machine.game.claims if claim.mode == "terminates")
    for seed in range(3):
        random, state = SplitMix64(seed), machine.initial()
        before = [machine.value(each.value, state) for each in numbers]
        while moves := machine.moves(state):
            decides = machine.kind(state) == "decide"
            state = machine.apply(state, moves[random.below(len(moves))])
            after = [machine.value(each.value, state) for each in numbers]
            assert after < before or (after == before and not decides), (
                "lists are compared by the first entry that differs"
            )
            before = after


@pytest.mark.parametrize("number", range(len(OPTIONS)), ids=NAMES)
def test_no_claim_breaks(number: int) -> None:
    machine = _native(number)
    for seed in range(3):
        _no_claim_breaks(machine, seed)


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(OPTIONS)), ids=NAMES)
def test_no_claim_breaks_in_many_plays(number: int) -> None:
    machine = _native(number)
    for seed in range(300):
        _no_claim_breaks(machine, 1_000 + seed)


def test_a_number_fixes_all_chance() -> None:
    machine = PythonMachine(load("ultimate_railroads", {"deck": "7"}))
    state = machine.initial()
    while machine.kind(state) != "over":
        assert machine.kind(state) == "decide"
        state = machine.apply(state, machine.moves(state)[-1])
    other = PythonMachine(load("ultimate_railroads", {"deck": "8"}))
    assert machine.initial().values != other.initial().values


def _first_turn(machine: Machine, random: SplitMix64) -> State:
    """The first position in which somebody chooses a space."""
    state = machine.initial()
    while True:
        node = machine.game.nodes[state.node]
        if isinstance(node, ir.DecideNode) and any(option.action == "occupy" for option in node.options):
            return state
        moves = machine.moves(state)
        state = machine.apply(state, moves[random.below(len(moves))])


def _what_was_begun_is_ended(machine: Machine, seed: int) -> None:
    """Play on from a position made at random: no duty is ever left that cannot be done."""
    random = SplitMix64(seed)
    (claim,) = [
        number for number, claim in enumerate(machine.game.claims) if claim.label == "what was begun can be ended"
    ]
    state = scattered(machine, _first_turn(machine, random), random)
    for _ in range(30):
        assert machine.claims(state)[claim], state
        moves = machine.moves(state)
        if not moves:
            return
        state = machine.apply(state, moves[random.below(len(moves))])


@pytest.mark.parametrize("number", (0, 2), ids=[NAMES[0], NAMES[2]])
def test_what_was_begun_is_ended_in_positions_made_at_random(number: int) -> None:
    for seed in range(100):
        _what_was_begun_is_ended(_native(number), seed)


@pytest.mark.long
@pytest.mark.parametrize("number", (0, 2, 4), ids=[NAMES[0], NAMES[2], NAMES[4]])
def test_what_was_begun_is_ended_in_many_positions_made_at_random(number: int) -> None:
    for seed in range(1_000, 21_000):
        _what_was_begun_is_ended(_native(number), seed)


def test_only_who_searched_last_sees_the_pile_of_end_cards() -> None:
    state = regelwerk.load("ultimate_railroads", options={"players": "2"}).state({"searched": ["Blue"]})
    assert (state.observation("You")["end_pile"] == "hidden", state.observation("Blue")["end_pile"] == "hidden") == (
        True,
        False,
    )
