"""The kernels: the same figures as the machines in Python, limits that are obeyed, failures in words."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.failures import PlayError
from rules_dsl.ir.types import IntType
from rules_dsl.loading import load
from rules_dsl.machine import explore as plain_explore
from rules_dsl.machine import perft as plain_perft
from rules_dsl.machine import playouts as plain_playouts
from rules_dsl.machine.explore import ExplorationResult, ExploreLimits
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.playouts import Playouts
from tests import samples
from tests.machine.small import action, add, decide, game, is_, lit, need, op, put, state, var
from tests.native.compiling import kernels_run

if not kernels_run():
    pytest.skip("the kernels or a C compiler are missing here", allow_module_level=True)

from cython_ext.kernels import counting as kernels
from cython_ext.kernels._explorer import Explorer
from cython_ext.kernels._kernel import Counter, Failed, Handle, Tally, TooLarge, Watch
from cython_ext.kernels.driving import handle_of
from cython_ext.native import NativeMachine

GAMES = (
    "tictactoe",
    "kuhn_poker",
    "three_rolls",
    "peg_solitaire",
    "chess",
    "auction",
    "orchard",
    "sokoban",
    "freecell",
)


def machines(rules: ir.Game) -> tuple[NativeMachine, PythonMachine]:
    return NativeMachine(rules), PythonMachine(rules)


def figures(found: ExplorationResult) -> tuple[object, ...]:
    return found.states, found.transitions, found.terminals, found.by_depth, found.complete, found.findings


def tally(found: Playouts) -> tuple[object, ...]:
    return found.playouts, found.plies, found.mean_score, found.outcomes, found.broken_off


# -- equal to the machines in Python ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_counts_are_equal(name: str) -> None:
    native, python = machines(load(name, {}, {}, ()))
    for depth in (0, 1, 2):
        expected = plain_perft.perft(python, depth, divide=True)
        for found in (
            kernels.perft(native, depth, True),
            kernels.perft(native, depth, True, bulk=False),
            kernels.perft(native, depth, True, hashing=True),
            kernels.perft(native, depth, True, hashing=True, memory=1),
        ):
            assert (found.counts, found.divided) == (expected.counts, expected.divided)


@pytest.mark.parametrize("name", GAMES)
def test_random_plays_are_equal(name: str) -> None:
    native, python = machines(load(name, {}, {}, ()))
    expected = plain_playouts.playouts(python, 7, seed=11, maximum=60)
    assert tally(kernels.playouts(native, 7, seed=11, maximum=60)) == tally(expected)
    assert tally(kernels.playouts(native, 7, seed=11, maximum=60, threads=3)) == tally(expected)


@pytest.mark.parametrize("name", GAMES)
def test_exploring_is_equal(name: str) -> None:
    native, python = machines(load(name, {}, {}, ()))
    expected = plain_explore.explore(python, ExploreLimits(states=700))
    assert figures(kernels.explore(native, ExploreLimits(states=700))) == figures(expected)


@pytest.mark.parametrize("name", GAMES)
def test_a_run_goes_where_the_moves_lead(name: str) -> None:
    native, python = machines(load(name, {}, {}, ()))
    run = kernels.run(native)
    state, position = python.initial(), native.first_position()
    for ply in range(12):
        assert native.state(run.position) == state and len(run.moves) == len(python.moves(state))
        assert run.actor == (python.actor(state) if python.kind(state) == "decide" else -1)
        if not run.moves:
            break
        with pytest.raises(ValueError, match="is not a legal move"):
            run.push(2**64 - 1)
        before = run.position
        for _ in range(2):
            run.push(run.moves[ply % len(run.moves)])
            run.pop()
            assert (run.position, run.ply) == (before, ply)
        run.push(run.moves[ply % len(run.moves)])
        state = python.apply(state, python.moves(state)[ply % len(python.moves(state))])
    run.reset()
    assert run.position == position and run.ply == 0
    with pytest.raises(IndexError):
        run.pop()


def test_threads_number_states_in_the_same_order() -> None:
    native = NativeMachine(load("fifteen", {"width": "3", "height": "3"}, {}, ()))
    alone, together = kernels.explore(native), kernels.explore(native, threads=3)
    assert figures(alone) == figures(together)
    assert (alone.states, alone.deepest, alone.complete) == (181_440, 31, True)


def test_published_counts() -> None:
    assert kernels.perft(NativeMachine(load("chess", {}, {}, ())), 4).counts[4] == 197_281
    assert kernels.perft(NativeMachine(load("tictactoe", {}, {}, ())), 9).counts[9] == 127_872


# -- claims on whole plays --------------------------------------------------------------------------------------------


def claim(mode: str, condition: ir.Expr, then: ir.Expr | None = None) -> ir.Claim:
    return ir.Claim(mode, f"{mode} claim", condition, then, ir.Rule("claim"))


def walking(back: bool, *claims: ir.Claim) -> ir.Game:
    """From 0 one goes up by one or two to 5 or 6; with `back` also from 4 to 3."""
    one = action("one", needs=[need(is_("<", var("x"), lit(5)))], body=[add("x", 1)])
    two = action("two", needs=[need(is_("<", var("x"), lit(5)))], body=[add("x", 2)])
    down = action("down", needs=[need(is_("==", var("x"), lit(4)))], body=[put("x", op("-", var("x"), lit(1)))])
    options = [("one", 0), ("two", 0), *([("down", 0)] if back else [])]
    actions = (one, two, down) if back else (one, two)
    return game([decide(*options)], [state("x", IntType(0, 9))], actions=actions, claims=claims)


@pytest.mark.parametrize("back", [False, True])
def test_claims_on_whole_plays(back: bool) -> None:
    true = ir.Literal(True, is_("==", lit(0), lit(0)).type)
    rules = walking(
        back,
        claim("terminates", true),
        claim("leads", is_("==", var("x"), lit(2)), is_("==", var("x"), lit(4))),
        claim("leads", is_("==", var("x"), lit(1)), is_("==", var("x"), lit(3))),
        claim("leads", is_("==", var("x"), lit(4)), is_(">", var("x"), lit(3))),
        claim("never", is_("==", var("x"), lit(6))),
    )
    native, python = machines(rules)
    expected = plain_explore.explore(python)
    assert {finding.verdict for finding in expected.findings} == {"proved", "refuted"}
    assert figures(kernels.explore(native)) == figures(expected)


# -- limits and stopping ----------------------------------------------------------------------------------------------


def test_memory_is_limited() -> None:
    native = NativeMachine(load("fifteen", {"width": "3", "height": "3"}, {}, ()))
    for limit in (1, 100_000, 1_000_000, 3_000_000):
        found = kernels.explore(native, ExploreLimits(memory=limit), claims=False)
        assert not found.complete and found.states < 181_440
        assert found.memory <= max(limit, 150_000)
        assert sum(found.by_depth) == found.states
    assert kernels.explore(native, ExploreLimits(memory=20_000_000), claims=False).complete


def test_time_is_limited() -> None:
    native = NativeMachine(load("chess", {}, {}, ()))
    assert not kernels.explore(native, ExploreLimits(seconds=0)).complete
    assert kernels.playouts(native, None, seconds=0).playouts == 0


def test_kernels_stop_when_told() -> None:
    native = NativeMachine(load("chess", {}, {}, ()))
    watch = Watch()
    watch.stop = True
    assert Counter(handle_of(native), native.first_position(), 9, watch).run() is None
    plays = Tally(handle_of(native), native.first_position(), watch)
    plays.run(0, 1000, 0, 100)
    explorer = Explorer(handle_of(native), native.first_position(), watch, modes=bytes([3] * len(native.game.claims)))
    explorer.run()
    assert (plays.playouts, explorer.status_name, explorer.visited) == (0, "stopped", 0)


INTERRUPTED = """
import os, signal, threading
from cython_ext.kernels import counting as kernels
from cython_ext.native import NativeMachine
from rules_dsl.loading import load
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs this in the background may have it ignored
machine = NativeMachine(load("chess", {}, {}, ()))
def interrupt(): threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
interrupt()
print(kernels.playouts(machine, None, seconds=60).stopped)
interrupt()
print(kernels.explore(machine).stopped)
interrupt()
try:
    kernels.perft(machine, 12)
except KeyboardInterrupt:
    print("perft interrupted")
"""


def test_interrupts_come_through() -> None:
    result = subprocess.run(
        [sys.executable, "-c", INTERRUPTED],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert result.stdout.split("\n") == ["interrupted", "interrupted", "perft interrupted", ""], result.stderr


# -- failures ---------------------------------------------------------------------------------------------------------


def failing() -> ir.Game:
    """Up by one or two from 0, out of the range 0..9."""
    one, two = action("one", body=[add("x", 1)]), action("two", body=[add("x", 2)])
    return game([decide(("one", 0), ("two", 0))], [state("x")], actions=(one, two))


def test_failures_of_the_rules_are_told_in_words() -> None:
    native, python = machines(failing())
    expected = plain_explore.explore(python)
    found = kernels.explore(native)
    assert found.failure is not None and expected.failure is not None
    assert found.failure.play == expected.failure.play
    assert found.failure.error.diagnostics[0].code == expected.failure.error.diagnostics[0].code == "E0901"
    assert (found.states, found.transitions, found.by_depth) == (
        expected.states,
        expected.transitions,
        expected.by_depth,
    )
    for run in (
        lambda: kernels.perft(native, 12),
        lambda: kernels.perft(native, 12, hashing=True),
        lambda: kernels.playouts(native, 5),
    ):
        with pytest.raises(PlayError, match="E0901"):
            run()


def test_a_failure_has_its_state_and_number() -> None:
    native = NativeMachine(failing())
    with pytest.raises(Failed) as caught:
        Counter(handle_of(native), native.first_position(), 12, Watch()).run()
    assert (caught.value.step, caught.value.code) == ("apply", 901)
    assert native.state(caught.value.position).values[0] in (8, 9)


def test_counts_beyond_64_bits_are_told() -> None:
    turning = game(
        [decide(("stay", 0), ("keep", 0))], [state("x", IntType(0, 1))], actions=(action("stay"), action("keep"))
    )
    native, _ = machines(turning)
    with pytest.raises(TooLarge):
        Counter(handle_of(native), native.first_position(), 70, Watch(), True, 1 << 20).run()
    assert kernels.perft(native, 70, hashing=True).counts[70] == 2**70


def test_what_is_no_table_is_refused() -> None:
    with pytest.raises(ValueError, match="no table"):
        Handle(0)


def test_a_sample_made_by_hand() -> None:
    native, python = machines(samples.compiled(samples.dice()))
    assert kernels.perft(native, 6).counts == plain_perft.perft(python, 6).counts
    assert figures(kernels.explore(native)) == figures(plain_explore.explore(python))
