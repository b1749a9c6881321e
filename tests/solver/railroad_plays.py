"""Real plays against Emil, told to a relaxed model: it must have them, with at least their score."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ortools.sat.python import cp_model

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import ordinal
from rules_dsl.machine.api import Machine, Move, State
from solver.relaxed.facts import Facts
from solver.relaxed.growing import NO_LIMITS, Growing, Limits
from solver.relaxed.railroads.industry import WRENCHES, lane
from solver.relaxed.railroads.locos import HIGHEST, gaps
from solver.relaxed.railroads.model import relaxed
from solver.relaxed.railroads.rails import fields
from solver.relaxed.railroads.spaces import own_engineers, people


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
    return None if solution(plan) is not None else f"{machine.scores(played.states[-1])[0]} points from position {at} are not in the model"


def told(machine: Machine, played: Played, at: int, limits: Limits = NO_LIMITS) -> Growing:
    """The model of the position number `at` that has nothing but the rest of the play, with at least its score."""
    plan = relaxed(machine.game, played.states[at], limits=limits)
    _tell_turns(machine, plan, played, at)
    _tell_rounds(machine, plan, played.states[at:])
    _tell_deeds(machine, plan, played, at)
    plan.model.add(plan.named["score",] >= machine.scores(played.states[-1])[0])
    return plan


def solution(plan: Growing) -> dict[int, int] | None:
    """Any values that fit, by the number of each variable."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(plan.model)
    assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE)
    return None if status == cp_model.INFEASIBLE else dict(enumerate(solver.response_proto.solution))


def _tell_turns(machine: Machine, plan: Growing, played: Played, at: int) -> None:
    """Which spaces and engineers were used in each round."""
    used: Counter[tuple[str | int, ...]] = Counter()
    names = {"occupy": ("space", plan.facts.names("spaces")), "employ": ("employ", plan.facts.names("engineers"))}
    for state, move in zip(played.states[at:], played.moves[at:], strict=False):
        title = _title(machine, state, move)
        if title in names:
            kind, rows = names[title]
            number = value_of(machine, state, "round")
            assert isinstance(number, int)
            used[kind, number, rows[move.arguments[0]]] += 1
    for key, variable in [*plan.some("space"), *plan.some("employ")]:
        plan.model.add(variable == used.pop(key, 0))
    assert not used, f"the model has no {sorted(used)}"


def _tell_deeds(machine: Machine, plan: Growing, played: Played, at: int) -> None:
    """What was done that needs a flag: one of its flags of this round is set, or a plan that is forbidden would take this play with it."""
    for state, move in zip(played.states[at:], played.moves[at:], strict=False):
        node = machine.game.nodes[state.node]
        assert isinstance(node, ir.DecideNode)
        title = node.options[move.option].action
        parameters = next(each.parameters for each in machine.game.actions if each.name == title)
        ordinals = tuple([ordinal(parameter.type, value) for parameter, value in zip(parameters, move.arguments, strict=False)])
        now = value_of(machine, state, "round")
        needed = [doing.term for (action, wanted, number), doing in plan.deeds if (action, wanted, number) == (title, ordinals[: len(wanted)], now)]
        if needed:
            plan.model.add(sum(needed) >= 1)


def _tell_rounds(machine: Machine, plan: Growing, states: Sequence[State]) -> None:
    """Where markers and wrenches stood at the end of each round, and the points after its scoring."""
    rounds = {}
    for before, after in pairwise(states):
        number = value_of(machine, before, "round")
        if value_of(machine, after, "round") != number or after is states[-1]:
            rounds[number] = (before, after)
    for number, (before, after) in rounds.items():
        assert isinstance(number, int)
        points = value_of(machine, after, "points")
        assert isinstance(points, tuple)
        plan.model.add(plan.named["points", number] == points[0])
        _tell_position(plan, number, Facts(machine.game, before))


def _lying(facts: Facts) -> list[int]:
    """The numbers that lie at the berths at the beginning, the best of each route first: which berth of a route is which makes no difference."""
    numbers, routes = facts.column("locos.number"), facts.column("berths.route")
    now = [0 if loco is None else numbers[loco] for loco in facts.value("loco_at")[0]]
    sorted_of = {route: sorted([each for each, at in zip(now, routes, strict=True) if at == route], reverse=True) for route in set(routes)}
    return [sorted_of[route].pop(0) for route in routes]


def _wrenches_of(facts: Facts) -> list[int]:
    """Where the wrenches stand, the one ahead first: which is which makes no difference."""
    has = bin(facts.value("wrenches")[0]).count("1")
    return sorted(facts.value("wrench_at")[0][:has] + (0,) * (len(WRENCHES) - has), reverse=True)


def _tell_position(plan: Growing, number: int, facts: Facts) -> None:
    rail = facts.value("rail")[0]
    for route, colour, field in fields(plan):
        plan.model.add(plan.named["rail", number, route, colour, field] == int(rail[route][colour] >= field))
    plan.model.add(plan.named["doublers", number] == facts.value("doubled")[0])
    for berth, has in enumerate(_lying(facts)):
        for value in range(1, HIGHEST + 1):
            plan.model.add(plan.named["berth", number, berth, value] == int(has >= value))
    for wrench, at in enumerate(_wrenches_of(facts)):
        for field in lane(plan):
            plan.model.add(plan.named["wrench", number, wrench, field] == int(at >= field))
    for gap in gaps(facts):
        plan.model.add(plan.named["filled", number, gap] == int(facts.value("factory_at")[0][gap - 1] is not None))
    for name in people(plan):
        plan.model.add(plan.named["staff", number, name] == int(name in own_engineers(facts)))
