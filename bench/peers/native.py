"""The native machine of this build, one thread."""

from __future__ import annotations

import random
import time
from functools import cache
from pathlib import Path

from bench.peers import searching
from bench.peers.running import claims, model
from bench.peers.sliding import SEARCHES
from bench.tasks import SECONDS, Figure, Task
from cython_ext.kernels import counting as kernels
from cython_ext.kernels._kernel import Run
from cython_ext.native import NativeMachine
from regelwerk.api.counting import kernels_are_built
from rules_dsl.loading import load


def missing() -> str:
    """Why it cannot be measured."""
    return "" if kernels_are_built() else "the kernels are not built (make build)"


@cache
def machine_of(game: str, options: tuple[tuple[str, str], ...]) -> NativeMachine:
    """The compiled game of a task."""
    own = model(game, ".rules")
    return NativeMachine(load(game if own is None else str(own), dict(options)))


@cache
def machine_with_claims(source: Path, options: tuple[tuple[str, str], ...]) -> NativeMachine:
    """The compiled game of a task that asks for its claims."""
    return NativeMachine(load(source, dict(options)))


def measure(task: Task) -> Figure | None:
    """The figure of a task."""
    if task.what in SEARCHES:
        return searching.measure(task)
    source = claims(task, ".rules")
    if source is not None:
        return _judged(machine_with_claims(source, tuple(task.options.items())), task.what)
    machine = machine_of(task.game, tuple(task.options.items()))
    started = time.thread_time()
    match task.what:
        case "playouts":
            played = kernels.playouts(machine, None, seconds=SECONDS)
            return Figure(played.playouts, time.thread_time() - started, played.plies)
        case "perft" | "bulk":
            counted = kernels.perft(machine, task.depth, bulk=task.what == "bulk")
            return Figure(counted.counts[-1], time.thread_time() - started)
        case "explore":
            explored = kernels.explore(machine, claims=False)
            return Figure(explored.states, time.thread_time() - started, memory=explored.memory)
        case "loop":
            return _looped(kernels.run(machine))
        case _:
            return None


def _judged(machine: NativeMachine, what: str) -> Figure:
    """All claims over all positions; which way they go is known."""
    started = time.process_time()
    found = kernels.explore(machine)
    seconds = time.process_time() - started
    assert all(each.verdict == "proved" for each in found.findings) == (what == "decide")
    assert any(each.verdict == "refuted" for each in found.findings) == (what == "refute")
    return Figure(1, seconds, memory=found.memory)


def _looped(run: Run) -> Figure:
    """Random plays one move at a time from Python."""
    plays, moves, started, choice = 0, 0, time.thread_time(), random.choice
    while time.thread_time() - started < SECONDS:
        run.reset()
        while open_moves := run.moves:
            run.push(choice(open_moves))
            moves += 1
        plays += 1
    return Figure(plays, time.thread_time() - started, moves)
