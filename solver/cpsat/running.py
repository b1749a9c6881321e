"""Runs CP-SAT: improving solutions and bounds as events, and infeasibility with two settings."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from math import floor

from solver.cpsat.translating import Linear, Literal
from solver.ortools.library import cp_model
from solver.protocol.clock import Clock

Setting = dict[str, int | bool]

SETTINGS: tuple[Setting, ...] = (
    {"num_workers": 1, "random_seed": 1, "linearization_level": 2},
    {"num_workers": 1, "random_seed": 2, "linearization_level": 1, "symmetry_level": 0, "cp_model_probing_level": 0},
)
"""Two ways to search. They are one opinion: both believe the same model."""
BETWEEN_LOOKS = 0.02
NEAR = 1e-4
"""A bound in floating point that is so little below a whole number is that number: 6.999999999999999 is told for 7."""


@dataclass(frozen=True, slots=True)
class ModelSolution:
    """A solution: its worth, and the values of the variables by number."""

    worth: int
    values: dict[int, int]


@dataclass(frozen=True, slots=True)
class ModelBound:
    """The solver's upper bound."""

    worth: int


@dataclass(frozen=True, slots=True)
class ModelStatus:
    """How the search ended: `optimal`, `infeasible`, or `unknown` where it was stopped."""

    status: str


SolverEvent = ModelSolution | ModelBound | ModelStatus | None
"""What the solver tells; None: nothing new."""

STATUS = {cp_model.OPTIMAL: "optimal", cp_model.INFEASIBLE: "infeasible"}


class Listener(cp_model.CpSolverSolutionCallback):
    """Passes solutions on."""

    def __init__(self, events: queue.SimpleQueue[SolverEvent], variables: Sequence[cp_model.IntVar]) -> None:
        super().__init__()
        self.told, self.variables = events, variables

    def on_solution_callback(self) -> None:
        """Called by the solver for each better solution."""
        values = {variable.index: self.value(variable) for variable in self.variables}
        self.told.put(ModelSolution(round(self.objective_value), values))


def maximise_model(
    model: cp_model.CpModel,
    score: Linear,
    variables: Sequence[cp_model.IntVar],
    clock: Clock,
    setting: Setting = SETTINGS[0],
) -> Iterator[SolverEvent]:
    """The events of the solver, which runs in a thread of its own; `ModelStatus` comes last. Yields between events."""
    model.maximize(score)
    events: queue.SimpleQueue[SolverEvent] = queue.SimpleQueue()
    solver = _solver(setting, clock)
    solver.best_bound_callback = lambda bound: events.put(ModelBound(floor(bound + NEAR)))
    listener = Listener(events, variables)

    def work() -> None:
        status = solver.solve(model, listener)
        events.put(ModelStatus(STATUS.get(status, "unknown")))

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    with clock.away():
        yield from _listen_to_solver(events, solver, thread, clock)


def _listen_to_solver(
    events: queue.SimpleQueue[SolverEvent], solver: cp_model.CpSolver, thread: threading.Thread, clock: Clock
) -> Iterator[SolverEvent]:
    try:
        while True:
            if clock.is_over():
                solver.stop_search()
            try:
                event = events.get(timeout=BETWEEN_LOOKS)
            except queue.Empty:
                event = None
            yield event
            if isinstance(event, ModelStatus):
                return
    finally:
        solver.stop_search()
        thread.join()


More = Callable[[cp_model.CpModel], None]
"""Adds to a model what has to hold besides."""


def impossible(model: cp_model.CpModel, more: More, clock: Clock, seconds: float | None = None) -> bool | None:
    """Does CP-SAT say that there is no solution if more has to hold, too?

    That is one opinion, no proof; None if it did not finish.
    """
    status = _decide_interruptibly(_solver(SETTINGS[1], clock, seconds), narrower(model, more), clock)
    return {"infeasible": True, "optimal": False}.get(status)


def solution(
    model: cp_model.CpModel, more: More, variables: Sequence[cp_model.IntVar], clock: Clock
) -> dict[int, int] | None:
    """The values of a solution under further conditions; None if both settings report infeasibility, which counts as
    one opinion. If a setting does not know, the search is over.
    """
    narrowed = narrower(model, more)
    for settings in SETTINGS:
        solver = _solver(settings, clock)
        status = _decide_interruptibly(solver, narrowed, clock)
        if status == "optimal":
            return {variable.index: solver.value(variable) for variable in variables}
        if status != "infeasible":
            if not clock.is_over():
                clock.end("memory")
            return None
    return None


def narrower(model: cp_model.CpModel, more: More) -> cp_model.CpModel:
    """A model without aim in which more has to hold, too."""
    result = model.clone()
    result.clear_objective()  # type: ignore[no-untyped-call]
    result.clear_hints()  # type: ignore[no-untyped-call]
    more(result)
    return result


def _decide_interruptibly(solver: cp_model.CpSolver, model: cp_model.CpModel, clock: Clock) -> str:
    """Solve in a thread, so that this one can react to Ctrl-C and the clock."""
    with clock.away(), ThreadPoolExecutor(1) as pool:
        solving = pool.submit(solver.solve, model)
        while not wait([solving], BETWEEN_LOOKS).done:
            if clock.is_over():
                solver.stop_search()
    status = solving.result()
    return "optimal" if status == cp_model.FEASIBLE else STATUS.get(status, "unknown")


def one_of(truths: Sequence[Literal]) -> More:
    """One of these holds."""

    def add(model: cp_model.CpModel) -> None:
        model.add_bool_or(truths)

    return add


def above(score: Linear, worth: int) -> More:
    """The score is above so much."""

    def add(model: cp_model.CpModel) -> None:
        model.add(score >= worth + 1)

    return add


def _solver(settings: Setting, clock: Clock, seconds: float | None = None) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.catch_sigint_signal = False  # Ctrl-C is for the clock
    for name, value in settings.items():
        setattr(solver.parameters, name, value)
    left = [number for number in (clock.deadline, seconds) if number is not None]
    if left:
        solver.parameters.max_time_in_seconds = min(left)
    if clock.room is not None:
        solver.parameters.max_memory_in_mb = max(100, clock.room >> 20)
    return solver
