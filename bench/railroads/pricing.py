"""How close bounds of positions are, and what they cost: prices looked up in tables, CP-SAT with a second for each
position, and what is best, by looking at every position.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import mean

from ortools.sat.python import cp_model

from bench.railroads.records import game_of
from cython_ext.native import NativeMachine
from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import Machine, State
from solver.explicit import depth
from solver.models.ultimate_railroads.model import build_relaxation
from solver.protocol.answers import Status, last_answer
from solver.protocol.clock import Clock
from solver.protocol.context import Machines, SearchContext
from solver.protocol.questions import Aim, Limits, Question
from solver.relaxed.models import model_for
from solver.relaxed.priced import Prices, prices

EACH, TURNS = 8, 3
"""Positions after a beginning, which is so many turns before the end of a random play."""
OTHERS = 8
"""Prices are made of the beginning's own play and of so many others from there, not of the positions that are looked
at.
"""
EXACT_SECONDS, CPSAT_SECONDS = 5.0, 1.0
BUSY = 0.97
"""How often a random play does something where it might pass."""


@dataclass(frozen=True, slots=True)
class Row:
    """One position: the best, both bounds, and what they took; making the tables is shared by all positions of a
    beginning.
    """

    best: int
    priced: int
    priced_seconds: float
    cpsat: int
    cpsat_seconds: float


def look(positions: int) -> None:
    """Compare on so many positions."""
    rows: list[Row] = []
    seed = 0
    while len(rows) < positions:
        rows += _rows(seed)
        seed += 1
        if seed % 5 == 0 and rows:
            print(_told(rows), flush=True)
    print(_told(rows))


def _told(rows: list[Row]) -> str:
    below = sum(row.priced < row.best for row in rows)
    lower = sum(row.priced <= row.cpsat for row in rows)
    quicker = sum(
        row.priced - row.best <= row.cpsat - row.best and row.priced_seconds <= row.cpsat_seconds for row in rows
    )
    return (
        f"{len(rows)} positions, {below} worth more than their prices; prices {mean(row.priced - row.best for row in rows):.1f} above the best in {mean(row.priced_seconds for row in rows):.2f} s, "
        f"CP-SAT {mean(row.cpsat - row.best for row in rows):.1f} in {mean(row.cpsat_seconds for row in rows):.2f} s; prices are as low on {lower} and not slower on {quicker} of these"
    )


def _rows(seed: int) -> Iterator[Row]:
    machine = NativeMachine(game_of(seed % 10 + 1).rules)
    known = _turns(machine, _random(machine, seed, machine.initial()))[-TURNS:]
    root = known[0]
    others = [
        state
        for number in range(OTHERS)
        for state in _turns(machine, _random(machine, 777_000 + OTHERS * seed + number, root))[1:]
    ]
    began = time.perf_counter()
    [found] = [each for each in prices(machine.game, root, [*known, *others], Clock(Limits())) if each is not None]
    shared = (time.perf_counter() - began) / EACH
    for number in range(EACH):
        along = _turns(machine, _random(machine, 1000 * seed + number, root))
        state = random.Random(number).choice(along[1:] or along) if number else root
        best = _best(machine, state)
        if best is not None:
            yield _row(machine, found, state, best, shared)


def _row(machine: Machine, found: Prices, state: State, best: int, shared: float) -> Row:
    began = time.perf_counter()
    worth = found.worth(state)
    priced_seconds = time.perf_counter() - began + shared
    assert worth is not None
    began = time.perf_counter()
    plan = build_relaxation(machine.game, state)
    plan.model.maximize(plan.score)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 2
    solver.parameters.max_time_in_seconds = CPSAT_SECONDS
    solver.solve(plan.model)
    return Row(best, worth, priced_seconds, int(solver.best_objective_bound), time.perf_counter() - began)


def _best(machine: NativeMachine, state: State) -> int | None:
    """The best from a position, if looking at every position does not take too long."""
    question = Question(machine.game, state, Aim.HIGHEST, Limits(seconds=EXACT_SECONDS))
    machines = Machines(machine.game, compiled=lambda: machine)
    answer = last_answer(list(depth.search(SearchContext(question, machines, Clock(question.limits)))))
    return int(answer.value) if answer.status is Status.OPTIMAL and answer.value is not None else None


def _random(machine: NativeMachine, seed: int, state: State) -> list[State]:
    """All positions of a random play that seldom passes."""
    dice, states = random.Random(seed), [state]
    while choices := machine.moves(states[-1]):
        node = machine.game.nodes[states[-1].node]
        assert isinstance(node, ir.DecideNode)
        busy = [move for move in choices if node.options[move.option].action not in ("pass", "finish")]
        states.append(machine.apply(states[-1], dice.choice(busy if busy and dice.random() < BUSY else choices)))
    return states


def _turns(machine: Machine, states: list[State]) -> list[State]:
    turns = model_for(machine.game, machine.initial()).turns(machine.game)
    return [state for state in states if state.node in turns]
