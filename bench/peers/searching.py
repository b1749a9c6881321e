"""This build's searches over games taken apart, one thread each: positions looked at by A*, steps looked at by IDA*;
the seconds of the search alone.
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cache

from bench.tasks import Figure, Task
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.factored.prepared import PreparedTask, prepare_question
from solver.protocol.clock import Clock
from solver.protocol.context import Machines, SearchContext
from solver.protocol.questions import Aim, Limits, Question

WHOLE = 1 << 40


@cache
def _ready(game: str, options: tuple[tuple[str, str], ...], givens: tuple[tuple[str, str], ...]) -> PreparedTask:
    """The game taken apart, with its tables."""
    machine = PythonMachine(load(game, dict(options), dict(givens)))
    question = Question(machine.game, machine.initial(), Aim.FEWEST)
    return prepare_question(SearchContext(question, Machines(machine.game, lambda: machine), Clock(Limits())))


def measure(task: Task) -> Figure:
    """The figure of a search."""
    from solver.factored.bounds import Bounds
    from solver.factored.flat import net_of

    ready = _ready(task.game, tuple(task.options.items()), tuple(task.givens.items()))
    if task.what == "blind":
        ready = replace(ready, bounds=Bounds(()), net=net_of(ready.task, ready.known, Bounds(())))
    return _deepened(ready) if task.what == "ida" else _best_first(ready)


def _best_first(ready: PreparedTask) -> Figure:
    from cython_ext.kernels._steps import BestFirst
    from solver.explicit.astar import mask_of

    started = time.thread_time()
    kernel = BestFirst(ready.net, ready.watch, mask_of(ready))
    kernel.run(WHOLE)
    assert kernel.status == "reached"
    return Figure(kernel.visited, time.thread_time() - started, memory=kernel.memory)


def _deepened(ready: PreparedTask) -> Figure:
    from cython_ext.kernels._steps import Diver

    diver, limit, started = Diver(ready.net, ready.watch), ready.least, time.thread_time()
    while diver.search([], limit) is None:
        limit = diver.next_limit
    return Figure(diver.nodes, time.thread_time() - started)
