"""Who counts: compiled games where they can be had, else the machine in Python; the figures are the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import regelwerk
from cython_ext.build.compilers import find_compiler
from regelwerk.api import counting
from regelwerk.api.counting import NativePlayCounter, PlayCounter, counter_for
from regelwerk.api.game import Game, State
from regelwerk.api.machines import machine_for
from rules_dsl.loading import load
from rules_dsl.machine.explore import ExploreLimits
from tests.samples import compiled, dice, stones

NATIVE = find_compiler() is not None and counting.kernels_are_built()
needs_native = pytest.mark.skipif(not NATIVE, reason="there is no compiler here, or the kernels are not built")


@needs_native
@pytest.mark.parametrize("rules", [stones, dice])
def test_both_counters_say_the_same(rules: object) -> None:
    machine = machine_for(compiled(stones() if rules is stones else dice()))
    native, python = counter_for(machine), counter_for(machine, "python")
    assert isinstance(native, NativePlayCounter) and not isinstance(python, NativePlayCounter)
    assert native.perft(5, True).counts == python.perft(5, True).counts
    assert native.playouts(50, seed=3, threads=2).outcomes == python.playouts(50, seed=3).outcomes
    found, expected = native.explore(ExploreLimits()), python.explore(ExploreLimits())
    assert (found.states, found.by_depth, found.findings) == (expected.states, expected.by_depth, expected.findings)


def counted(state: State, name: str = "auto") -> PlayCounter:
    return counter_for(state.game.machine, name).at(state.raw)


@needs_native
def test_counting_begins_where_play_stands() -> None:
    state = Game(machine_for(compiled(stones()))).initial()
    after = state.play(state.moves[0])
    assert isinstance(counter_for(after.game.machine), NativePlayCounter)
    for name in ("auto", "native", "python"):
        assert counted(after, name).perft(3).counts == counted(after, "reference").perft(3).counts
    assert counted(after).explore(ExploreLimits()).states == counted(after, "python").explore(ExploreLimits()).states


def test_puzzles_that_are_filled_in_are_counted_in_python() -> None:
    assert type(counter_for(machine_for(load("star_battle")), "native")) is PlayCounter


def test_without_kernels_python_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "KERNELS", ("cython_ext._nothing",))
    machine = machine_for(compiled(stones()))
    assert type(counter_for(machine)) is PlayCounter
    with pytest.raises(regelwerk.Unsupported):
        counter_for(machine, "native")


def test_without_a_compiler_commands_still_count(tmp_path: Path) -> None:
    (tmp_path / "ziglang.py").write_text("raise ImportError('no compiler')\n")
    environment = {
        **os.environ,
        "PATH": str(tmp_path),
        "CC": "",
        "REGELWERK_CACHE_DIR": str(tmp_path),
        "PYTHONPATH": str(tmp_path),
    }
    command = [sys.executable, "-m", "regelwerk", "perft", "tictactoe", "-d", "2", "--quiet"]
    root = Path(__file__).parents[2]
    result = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (0, "  0  1\n  1  9\n  2  72\n"), result.stderr
    result = subprocess.run(
        [*command, "--machine", "native"], cwd=root, env=environment, capture_output=True, text=True, check=False
    )
    assert result.returncode == 4 and "compiler" in result.stderr
