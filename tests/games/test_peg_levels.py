"""Peg solitaire by levels, positions that are alike when turned or mirrored counted once: after so many jumps, and
after so many moves of several jumps each.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from rules_dsl.loading import load
from rules_dsl.machine.api import State
from rules_dsl.machine.generated.machine import PythonMachine
from solver.factored.merging import merging_of
from solver.factored.prepared import kernels_are_built, prepare_question
from solver.protocol.questions import Aim
from tests.solver.searches import ask

if not kernels_are_built():
    pytest.skip("the kernels are not built", allow_module_level=True)

from cython_ext.kernels._kernel import Watch
from solver.explicit.astar import kernel_of
from solver.factored.bounds import Bounds
from solver.factored.flat import net_of

KNOWN = tomllib.loads((Path(__file__).parents[1] / "truth" / "positions.toml").read_text("utf-8"))["peg_solitaire"]
SIZE = 7

After = Callable[[Iterable[State]], Iterable[State]]


def turned(cell: int) -> int:
    column, row = divmod(cell, SIZE)
    return (SIZE - 1 - row) * SIZE + column


def mirrored(cell: int) -> int:
    column, row = divmod(cell, SIZE)
    return row * SIZE + column


def alike(pegs: int) -> int:
    """The least of the eight positions that it can be turned and mirrored into."""
    cells, found = [cell for cell in range(SIZE * SIZE) if pegs >> cell & 1], []
    for _ in range(4):
        cells = [turned(cell) for cell in cells]
        found += [sum([1 << cell for cell in cells]), sum([1 << mirrored(cell) for cell in cells])]
    return min(found)


def levels(first: State, after: After, count: int) -> list[int]:
    """How many positions are reached for the first time after so many moves."""
    seen, states, found = {alike(first.values[0])}, [first], [1]
    for _ in range(count - 1):
        fresh: dict[int, list[State]] = {}
        for state in after(states):
            if (own := alike(state.values[0])) not in seen:
                fresh.setdefault(own, []).append(state)
        seen |= fresh.keys()
        states = [each for group in fresh.values() for each in group[:1]]
        found.append(len(fresh))
    return found


def jumps(count: int) -> list[int]:
    machine = PythonMachine(load("peg_solitaire"))
    return levels(
        machine.initial(),
        lambda states: [machine.apply(state, move) for state in states for move in machine.moves(state)],
        count,
    )


def runs(count: int) -> list[int]:
    machine = PythonMachine(load("peg_solitaire", {"runs": "true"}))

    def after(states: Iterable[State]) -> Iterable[State]:
        found = {machine.apply(state, move) for state in states for move in machine.moves(state) if move.option == 0}
        open_ = list(found)
        while open_:
            state = open_.pop()
            further = {machine.apply(state, move) for move in machine.moves(state) if move.option == 1} - found
            found |= further
            open_ += further
        return found

    return levels(machine.initial(), after, count)


def levels_of_the_search(with_runs: bool, count: int | None = None) -> list[int]:
    """The same by the kernel of best first search, which finds the symmetries by itself; all levels, or those that are
    complete after so many.
    """
    game = load("peg_solitaire", {"runs": "true"} if with_runs else {})
    ready = prepare_question(ask(PythonMachine(game), Aim.FEWEST, counted=frozenset({"jump"} if with_runs else {})))
    blind = replace(ready, bounds=Bounds(()), net=net_of(ready.task, ready.known, Bounds(())), watch=Watch())
    kernel = kernel_of(blind, merging_of(ready.task, ready.known, (), lambda: False), beyond=True)
    while kernel.status == "running" and (count is None or kernel.length < count):
        kernel.run(1_000)
    return kernel.levels[:count]


@pytest.mark.parametrize("with_runs", [False, True], ids=["jumps", "moves"])
def test_levels_of_the_search(with_runs: bool) -> None:
    assert levels_of_the_search(with_runs, 9) == KNOWN["alike_by_moves" if with_runs else "alike_by_jumps"][:9]


@pytest.mark.long
@pytest.mark.parametrize("with_runs", [False, True], ids=["jumps", "moves"])
def test_all_levels_of_the_search(with_runs: bool) -> None:
    assert levels_of_the_search(with_runs) == KNOWN["alike_by_moves" if with_runs else "alike_by_jumps"]


def test_positions_by_jumps() -> None:
    assert jumps(7) == KNOWN["alike_by_jumps"][:7]


def test_positions_by_moves() -> None:
    assert runs(6) == KNOWN["alike_by_moves"][:6]


@pytest.mark.long
def test_more_positions_by_jumps_and_by_moves() -> None:
    assert jumps(11) == KNOWN["alike_by_jumps"][:11]
    assert runs(9) == KNOWN["alike_by_moves"][:9]
