"""Sets of states: squeezed, within a budget, by several threads, depth first; and fingerprints that are the same on
every machine.
"""

from __future__ import annotations

import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.random_numbers import SplitMix64
from rules_dsl.loading import library_names, load
from rules_dsl.machine import explore as plain_explore
from rules_dsl.machine.codec import fingerprint
from rules_dsl.machine.explore import ExplorationResult, ExploreLimits
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from tests.agree.generator import random_game
from tests.native.compiling import compiler, kernels_run, native

if not kernels_run():
    pytest.skip("the kernels or a C compiler are missing here", allow_module_level=True)

from cython_ext.emit.unsupported import NotNative
from cython_ext.kernels import _explorer, exploring
from cython_ext.kernels import counting as kernels
from cython_ext.kernels._explorer import Explorer
from cython_ext.kernels._kernel import Watch
from cython_ext.kernels.driving import handle_of
from cython_ext.layout.masks import state_mask
from cython_ext.native import NativeMachine
from tests.machine.small import is_, lit, var
from tests.native.test_kernels import claim, failing, walking

HERE = Path(__file__).parent
STATES = HERE.parents[1] / "cython_ext" / "states"
SMALL = {"width": "3", "height": "3"}


def figures(found: ExplorationResult) -> tuple[object, ...]:
    return found.states, found.transitions, found.terminals, found.by_depth, found.complete, found.findings


# -- the pieces in C --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "flags", [("-O2", "-Werror"), ("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")]
)
def test_squeezing_and_sets(flags: tuple[str, ...], tmp_path: Path) -> None:
    program = tmp_path / "squeeze"
    command = [
        *compiler().command,
        "-std=gnu11",
        "-Wall",
        "-Wextra",
        "-Wno-unused-function",
        *flags,
        f"-I{STATES}",
        "-o",
        str(program),
    ]
    subprocess.run([*command, str(HERE / "squeeze.c")], check=True, capture_output=True, text=True)
    result = subprocess.run([program], capture_output=True, text=True, check=False)
    assert result.returncode == 0, f"{result.stdout}{result.stderr[:2000]}"


# -- masks ------------------------------------------------------------------------------------------------------------


def _stray_bits(game: ir.Game, machine: NativeMachine, plies: int) -> list[int]:
    """The places of bytes that have a bit the mask denies, in the states of a random play."""
    mask, random, position = state_mask(game), SplitMix64(5), machine.first_position()
    assert len(mask) == len(position)
    stray: set[int] = set()
    for _ in range(plies):
        stray |= {at for at, (byte, allowed) in enumerate(zip(position, mask, strict=True)) if byte & ~allowed}
        choices = machine.choices(position)
        if not choices:
            break
        position = machine.follow(position, choices[random.below(len(choices))])
    return sorted(stray)


@pytest.mark.parametrize("name", sorted(library_names()))
def test_no_state_has_a_bit_its_mask_denies(name: str) -> None:
    game = load(name)
    assert _stray_bits(game, native(game), 40) == []


def test_no_state_of_random_games_has_a_bit_its_mask_denies() -> None:
    for seed in range(12):
        game = random_game(seed)
        try:
            machine = native(game)
        except NotNative:
            continue
        assert _stray_bits(game, machine, 12) == []


def test_a_mask_that_is_wrong_is_noticed_and_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = NativeMachine(load("tictactoe"))
    expected = kernels.explore(machine)
    explorer = Explorer(
        handle_of(machine),
        machine.first_position(),
        Watch(),
        modes=bytes([3] * len(machine.game.claims)),
        mask=bytes(machine.table.state_size),
    )
    explorer.run()
    assert explorer.status_name == "unfit"
    monkeypatch.setattr(exploring, "state_mask", lambda _: bytes(machine.table.state_size))
    assert figures(kernels.explore(machine)) == figures(expected)


# -- several threads --------------------------------------------------------------------------------------------------


@pytest.fixture(params=[1, 20])
def small_pieces(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several threads from the first states on, which find the same states as often as can be."""
    monkeypatch.setattr(exploring, "SMALL", 2)
    monkeypatch.setattr(exploring, "PIECE", request.param)


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize("name", ["tictactoe", "chess", "orchard", "peg_solitaire", "kuhn_poker"])
def test_threads_find_the_same(name: str, threads: int) -> None:
    machine = NativeMachine(load(name))
    for states in (1, 300, 3_000):
        limits = ExploreLimits(states=states)
        assert figures(kernels.explore(machine, limits, threads=threads)) == figures(kernels.explore(machine, limits))


def _over(machine: NativeMachine) -> Explorer:
    claims = bytes([3] * len(machine.game.claims))
    return Explorer(handle_of(machine), machine.first_position(), Watch(), modes=claims, mask=state_mask(machine.game))


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize(("name", "options"), [("tictactoe", {}), ("orchard", {}), ("fifteen", SMALL)])
def test_threads_number_the_states_as_one_does(name: str, options: dict[str, str]) -> None:
    machine = NativeMachine(load(name, options))
    alone, together = _over(machine), _over(machine)
    alone.run()
    exploring._run(together, 3)
    assert together.states == alone.states
    for number in range(0, alone.states, 1 + alone.states // 500):
        assert together.position(number) == alone.position(number) and together.way(number) == alone.way(number)
    assert together.fingerprint() == alone.fingerprint()


@pytest.mark.usefixtures("small_pieces")
def test_threads_find_the_same_in_random_games() -> None:
    for seed in range(12):
        try:
            machine = native(random_game(seed))
        except NotNative:
            continue
        limits = ExploreLimits(states=2_000)
        together, alone = kernels.explore(machine, limits, threads=3), kernels.explore(machine, limits)
        assert figures(together) == figures(alone) and (together.failure is None) == (alone.failure is None)


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("back", [False, True])
def test_threads_keep_transitions(back: bool) -> None:
    always = lit(True)
    rules = walking(
        back, claim("terminates", always), claim("leads", is_("==", var("x"), lit(1)), is_(">=", var("x"), lit(5)))
    )
    machine = NativeMachine(rules)
    found = kernels.explore(machine, threads=2)
    assert figures(found) == figures(kernels.explore(machine)) == figures(plain_explore.explore(PythonMachine(rules)))


@pytest.mark.usefixtures("small_pieces")
def test_threads_obey_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = NativeMachine(load("fifteen", SMALL))
    assert kernels.explore(machine, ExploreLimits(memory=1_000_000), claims=False, threads=2).memory <= 1_000_000
    monkeypatch.setattr(exploring, "THREAD_BYTES", 0)
    machine = NativeMachine(load("fifteen", SMALL))
    for budget in (200_000, 700_000, 2_000_000):
        found = kernels.explore(machine, ExploreLimits(memory=budget), claims=False, threads=2)
        assert not found.complete and found.memory <= budget and sum(found.by_depth) == found.states


@pytest.mark.usefixtures("small_pieces")
def test_failures_are_found_by_threads_too() -> None:
    machine = NativeMachine(failing())
    alone, together = kernels.explore(machine), kernels.explore(machine, threads=2)
    assert alone.failure is not None and together.failure is not None
    assert (alone.failure.play, alone.states, alone.by_depth) == (
        together.failure.play,
        together.states,
        together.by_depth,
    )


# -- depth first ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tictactoe", "river_crossing", "kuhn_poker", "three_rolls"])
def test_depth_first_finds_the_same_states(name: str) -> None:
    machine = NativeMachine(load(name))
    broad, deep = kernels.explore(machine), kernels.explore(machine, deep=True)
    assert broad.complete and deep.complete
    assert (broad.states, broad.transitions, broad.terminals) == (deep.states, deep.transitions, deep.terminals)
    assert sum(deep.by_depth) == deep.states
    for one, other in zip(broad.findings, deep.findings, strict=True):
        assert other.verdict == ("undecided" if one.claim.mode in ("leads", "terminates") else one.verdict)
        assert len(other.play) >= len(one.play) and _is_legal(machine, other.play)


def _is_legal(machine: NativeMachine, play: tuple[object, ...]) -> bool:
    """Can all these moves be made? Raises if not."""
    state = machine.initial()
    for move in play:
        state = machine.apply(state, move)  # type: ignore[arg-type]
    return True


def test_depth_first_obeys_the_budget() -> None:
    machine = NativeMachine(load("fifteen", SMALL))
    found = kernels.explore(machine, ExploreLimits(memory=1_000_000), claims=False, deep=True)
    assert not found.complete and found.memory <= 1_000_000 and sum(found.by_depth) == found.states


def test_ways_are_shortest() -> None:
    machine = NativeMachine(load("fifteen", SMALL))
    explorer = _over(machine)
    explorer.run()
    ends = [sum(explorer.by_depth[: depth + 1]) for depth in range(len(explorer.by_depth))]
    for number in (0, 1, 2, 3, 1000, 77_777, 181_439):
        way = explorer.way(number)
        assert len(way) - 1 == next(depth for depth, end in enumerate(ends) if number < end)
        for before, after in pairwise(way):
            assert explorer.position(after) in machine.successors(explorer.position(before))


# -- fingerprints -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(library_names()))
def test_fingerprints_are_the_same_on_every_machine(name: str) -> None:
    game = load(name)
    machines = (ReferenceMachine(game), PythonMachine(game), native(game))
    random, state = SplitMix64(9), machines[0].initial()
    for _ in range(12):
        packed = [machine.encode(state) for machine in machines]
        assert {fingerprint(packed[0])} == {fingerprint(packed[1]), _explorer.fingerprint(packed[2])}
        moves = machines[0].moves(state)
        if not moves:
            break
        state = machines[2].apply(state, moves[random.below(len(moves))])


@pytest.mark.parametrize("name", ["tictactoe", "river_crossing", "kuhn_poker"])
def test_the_set_of_all_states_has_one_fingerprint(name: str) -> None:
    game = load(name)
    machine, python = NativeMachine(game), PythonMachine(game)
    found = set()
    waiting = [python.initial()]
    while waiting:
        state = waiting.pop()
        if state not in found:
            found.add(state)
            waiting += [python.apply(state, move) for move in python.moves(state)]
    expected = sum(fingerprint(python.encode(state)) for state in found) & 2**64 - 1
    for deep in (False, True):
        explorer = Explorer(
            handle_of(machine),
            machine.first_position(),
            Watch(),
            modes=bytes([3] * len(game.claims)),
            mask=state_mask(game),
            deep=deep,
        )
        explorer.run()
        assert explorer.fingerprint() == expected
