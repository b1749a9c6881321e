"""The worker process for SCIP, HiGHS or GLOP, which can be killed at any moment: a program comes in, lines of JSON go
out. Runs as a script without importing the project.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from ortools.math_opt import model_pb2
from ortools.math_opt.python import mathopt

COLUMN = "dualbound"


class ScipLog:
    """Reads SCIP's log; knows which column has the bound."""

    def __init__(self) -> None:
        self.column: int | None = None
        self.last: float | None = None

    def read(self, lines: Sequence[str]) -> None:
        """Report each new bound."""
        for line in lines:
            parts = [part.strip() for part in line.split("|")]
            if COLUMN in parts:
                self.column = parts.index(COLUMN)
            elif self.column is not None and len(parts) > self.column:
                self._tell(parts[self.column])

    def _tell(self, word: str) -> None:
        try:
            bound = float(word)
        except ValueError:  # a word such as `cutoff`, where there is no bound yet
            return
        if bound != self.last and abs(bound) < 1e15:
            self.last = bound
            tell(bound=bound)


def tell(**what: object) -> None:
    """One line of JSON."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def end_with_the_other() -> None:
    """Exit when the other end of the pipe is closed."""
    sys.stdin.buffer.read()
    os._exit(1)


def parameters(asked: dict[str, Any]) -> mathopt.SolveParameters:
    """How to search; it goes on until it is done or ended."""
    result = mathopt.SolveParameters(random_seed=asked["seed"], enable_output=False)
    if asked["megabytes"] is not None:
        result.gscip.real_params["limits/memory"] = asked["megabytes"]
    if not asked["heuristics"]:
        result.heuristics = mathopt.Emphasis.OFF
    result.gscip.int_params["display/freq"] = 20
    if asked.get("seconds") is not None:
        result.time_limit = timedelta(seconds=asked["seconds"])
    return result


def main() -> None:
    """Read request and program, solve, and report the result."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asked = json.loads(sys.stdin.buffer.readline())
    program = model_pb2.ModelProto()
    program.ParseFromString(sys.stdin.buffer.read(asked["bytes"]))
    threading.Thread(target=end_with_the_other, daemon=True).start()
    (solve if asked["tasks"] is None else tell_duals)(program, asked)
    sys.stdout.flush()
    os._exit(0)


def solve(program: model_pb2.ModelProto, asked: dict[str, Any]) -> None:
    """Report the best integer solution."""
    tell(**solve_program(program, asked))


def solve_program(program: model_pb2.ModelProto, asked: dict[str, Any]) -> dict[str, Any]:
    """How the search ended, with the bound, and the solution where it is the best."""
    solver = mathopt.SolverType[asked["solver"]]
    listening = ScipLog().read if solver is mathopt.SolverType.GSCIP else None
    result = mathopt.solve(mathopt.Model.from_model_proto(program), solver, params=parameters(asked), msg_cb=listening)
    reason, values = result.termination.reason, None
    if reason is mathopt.TerminationReason.OPTIMAL:
        solution = result.variable_values()
        values = [round(solution[item]) for item in sorted(solution, key=lambda item: item.id)]
    return {"status": reason.name.lower(), "bound": result.termination.objective_bounds.dual_bound, "values": values}


def tell_duals(program: model_pb2.ModelProto, asked: dict[str, Any]) -> None:
    """What each row is worth where fractions are allowed, each time with other variables settled or for another aim;
    each time begins where the last one ended.
    """
    for at in range(len(program.variables.ids)):
        program.variables.integers[at] = False
    model = mathopt.Model.from_model_proto(program)
    variables = {variable.id: variable for variable in model.variables()}
    rows = sorted(model.linear_constraints(), key=lambda item: item.id)
    solver = mathopt.IncrementalSolver(model, mathopt.SolverType.GLOP)
    for task in asked["tasks"]:
        for at, value in task["settled"]:
            variables[at].lower_bound = variables[at].upper_bound = value
        if task["aim"] is not None:
            model.objective.clear()
            model.objective.is_maximize = True
            for at, times in task["aim"]:
                model.objective.set_linear_coefficient(variables[at], times)
        result = solver.solve(params=mathopt.SolveParameters(random_seed=asked["seed"]))
        tell(duals=result.dual_values(rows) if result.termination.reason is mathopt.TerminationReason.OPTIMAL else None)
    tell(status="done")


if __name__ == "__main__":
    main()
