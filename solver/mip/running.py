"""Runs SCIP and HiGHS in processes of their own."""

from __future__ import annotations

import json
import math
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from solver.cpsat.running import BETWEEN_LOOKS, ModelBound, ModelSolution, ModelStatus, More, SolverEvent, narrower
from solver.cpsat.translating import Linear
from solver.mip.translating import program_of
from solver.ortools.library import cp_model, model_pb2
from solver.protocol.clock import Clock

WORKER = Path(__file__).with_name("worker.py")
SMALL, SHORT = 200, 10.0
"""Programs of so few columns are solved at once, within so many seconds."""
NEAR = 1e-4
"""Floating point: a bound that is so little below a whole number is that number."""
ENDED = {"optimal": "optimal", "infeasible": "infeasible"}


@dataclass(frozen=True, slots=True)
class Setting:
    """The settings of a solver run."""

    seed: int
    heuristics: bool
    solver: str = "GSCIP"


SETTINGS = (Setting(1, heuristics=True), Setting(2, heuristics=False))
"""What is called impossible both have found impossible: one opinion still, for both believe the same rows."""
HIGHS = Setting(1, heuristics=True, solver="HIGHS")
"""Another solver, as quick as SCIP."""

Line = dict[str, Any]
Numbered = Sequence[tuple[int, int]]
"""Variables by number, each with a number."""


@dataclass(frozen=True, slots=True)
class PricingTask:
    """A linear relaxation with some variables fixed, and another objective to maximise, if given."""

    settled: Numbered = ()
    aim: Numbered | None = None


def maximise_model(
    model: cp_model.CpModel,
    score: Linear,
    variables: Sequence[cp_model.IntVar],
    clock: Clock,
    setting: Setting = SETTINGS[0],
) -> Iterator[SolverEvent]:
    """The same events as CP-SAT's: bounds, then the best solution and the final bound.

    Raises NotLinear if the model has no linear form.
    """
    model.maximize(score)
    for line in lines_of(program_of(model), clock, setting):
        match line:
            case None:
                yield None
            case {"status": "optimal", "bound": bound, "values": values}:
                yield ModelSolution(_whole(bound), {variable.index: values[variable.index] for variable in variables})
                yield ModelStatus("optimal")
            case {"status": str(status)}:
                yield ModelStatus(ENDED.get(status, "unknown"))
            case {"bound": bound}:
                yield ModelBound(_whole(bound))
            case _:
                raise AssertionError(f"SCIP says {line}")


def impossible(model: cp_model.CpModel, score: Linear, more: More, clock: Clock) -> bool | None:
    """Is there no solution if more has to hold, too? Both settings must say so; None if it could not be found out."""
    narrowed = narrower(model, more)
    narrowed.maximize(score)  # a bound below what has to hold ends the search, too
    program = program_of(narrowed)
    for setting in SETTINGS:
        status, _ = run_to_end(program, clock, setting)
        if status != "infeasible":
            return False if status == "optimal" else None
    return True


def run_to_end(program: model_pb2.ModelProto, clock: Clock, setting: Setting) -> tuple[str, list[int] | None]:
    """The solver's final status: `optimal` with all values, `infeasible`, or another word if it does not know."""
    if setting == HIGHS and len(program.variables.ids) <= SMALL and not clock.is_over():
        return _run_in_process(program, clock, setting)
    for line in lines_of(program, clock, setting):
        if line is not None and "status" in line:
            return line["status"], line.get("values")
    return "unknown", None


def _run_in_process(program: model_pb2.ModelProto, clock: Clock, setting: Setting) -> tuple[str, list[int] | None]:
    """The same within this process, which starts faster; not for SCIP, which might crash it."""
    from solver.mip.worker import solve_program

    seconds = SHORT if clock.deadline is None else min(SHORT, clock.deadline)
    with clock.away():
        process = solve_program(
            program,
            {
                "seed": setting.seed,
                "heuristics": setting.heuristics,
                "solver": setting.solver,
                "megabytes": None,
                "seconds": seconds,
            },
        )
    return str(process["status"]), process["values"]


def _whole(bound: float) -> int:
    return math.floor(bound + NEAR)


def lines_of(
    program: model_pb2.ModelProto, clock: Clock, setting: Setting, tasks: Sequence[PricingTask] | None = None
) -> Iterator[Line | None]:
    """The messages of the worker about a program or linear tasks; yields None while it waits.

    The last one has a status unless the time is over. The worker ends with the consumer.
    """
    data = program.SerializeToString()
    room = None if clock.room is None else max(100, clock.room >> 20)
    wish = {
        "bytes": len(data),
        "megabytes": room,
        "seed": setting.seed,
        "heuristics": setting.heuristics,
        "solver": setting.solver,
        "tasks": tasks if tasks is None else [asdict(task) for task in tasks],
    }
    process = subprocess.Popen(
        [sys.executable, "-P", str(WORKER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    reader = threading.Thread(target=_read, args=(process, lines), daemon=True)
    try:
        assert process.stdin is not None
        process.stdin.write(json.dumps(wish).encode() + b"\n" + data)
        process.stdin.flush()
        reader.start()
        with clock.away():
            yield from _listen_to_worker(lines, clock)
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            pipe.close()


def _read(process: subprocess.Popen[bytes], lines: queue.SimpleQueue[str | None]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        lines.put(line.decode())
    lines.put(None)


def _listen_to_worker(lines: queue.SimpleQueue[str | None], clock: Clock) -> Iterator[Line | None]:
    while not clock.is_over():
        try:
            line = lines.get(timeout=BETWEEN_LOOKS)
        except queue.Empty:
            yield None
            continue
        if line is None:
            yield {"status": "lost"}
            return
        message: Line = json.loads(line)
        yield message
        if "status" in message:
            return
