"""Proofs of this build: the claims by induction over the moves, without looking at positions."""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path

from bench.peers.running import claims
from bench.tasks import Figure, Task
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.check import claims as asked
from solver.check.findings import ProvedFinding
from solver.check.proving import prove
from solver.check.told import Ends
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits

SECONDS = 60


def missing() -> str:
    """Why it cannot be measured."""
    return ""


@cache
def _machine(source: Path, options: tuple[tuple[str, str], ...]) -> PythonMachine:
    return PythonMachine(load(source, dict(options)))


def measure(task: Task) -> Figure | None:
    """The figure of a task; None for claims that induction alone does not prove."""
    source = claims(task, ".rules") if task.what == "decide" else None
    if source is None:
        return None
    machine = _machine(source, tuple(task.options.items()))
    started = time.process_time()
    told = list(
        prove(
            machine,
            dict(enumerate(asked.goals(machine.game.claims))),
            [machine.initial()],
            Clock(Limits(seconds=SECONDS)),
            False,
        )
    )
    seconds = time.process_time() - started
    found = [each.finding for each in told if not isinstance(each, Ends) and each.goal is not None]
    return Figure(1, seconds) if found and all(isinstance(each, ProvedFinding) for each in found) else None
