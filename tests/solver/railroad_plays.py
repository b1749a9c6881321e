"""Real plays against Emil, told to a relaxed model: it must have them, with at least their score."""

from __future__ import annotations

import random
from dataclasses import dataclass

from ortools.sat.python import cp_model

from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import Machine, Move, State
from solver.models.ultimate_railroads import telling
from solver.models.ultimate_railroads.telling import PlayReader
from solver.relaxed.growing import NO_LIMITS, Limits, RoundModel


@dataclass(frozen=True, slots=True)
class Played:
    """All positions of a play and the moves between them."""

    states: tuple[State, ...]
    moves: tuple[Move, ...]


def played_at_random(machine: Machine, seed: int, start: State | None = None) -> Played:
    """A random play that seldom passes."""
    dice, states, moves = random.Random(seed), [start or machine.initial()], []
    while choices := machine.moves(states[-1]):
        busy = [move for move in choices if _title(machine, states[-1], move) not in ("pass", "finish")]
        moves.append(dice.choice(busy if busy and dice.random() < 0.97 else choices))
        states.append(machine.apply(states[-1], moves[-1]))
    return Played(tuple(states), tuple(moves))


def _title(machine: Machine, state: State, move: Move) -> str:
    node = machine.game.nodes[state.node]
    assert isinstance(node, ir.DecideNode)
    return node.options[move.option].action


def begins_a_turn(machine: Machine, state: State) -> bool:
    """Is the player to choose a space, an engineer, or to pass?"""
    return any(_title(machine, state, move) == "pass" for move in machine.moves(state))


def value_of(machine: Machine, state: State, name: str) -> object:
    """A variable of a position."""
    return state.values[[each.name for each in machine.game.variables].index(name)]


def lacks(machine: Machine, played: Played, at: int, limits: Limits = NO_LIMITS) -> str | None:
    """What a model of the position number `at` does not have of the rest of the play; None if it has all."""
    plan = told(machine, played, at, limits)
    return (
        None
        if solution(plan) is not None
        else f"{machine.scores(played.states[-1])[0]} points from position {at} are not in the model"
    )


def told(machine: Machine, played: Played, at: int, limits: Limits = NO_LIMITS) -> RoundModel:
    """The model of the position number `at` that has nothing but the rest of the play, with at least its score."""
    teller = PlayReader(machine.game, played.states[at], limits)
    teller.add(
        teller.report_play(telling.record_play(machine, played.states[at:], played.moves[at:])), teller.plan.model
    )
    return teller.plan


def solution(plan: RoundModel) -> dict[int, int] | None:
    """Any values that fit, by the number of each variable."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(plan.model)
    assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE)
    return None if status == cp_model.INFEASIBLE else dict(enumerate(solver.response_proto.solution))
