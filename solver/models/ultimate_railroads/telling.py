"""A play told to the model: which of its variables the play settles.

The model must have a solution that agrees, with no less than the play's score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import ordinal
from rules_dsl.machine.api import Machine, Move, State
from solver.models.ultimate_railroads.industry import WRENCHES, lane
from solver.models.ultimate_railroads.locos import HIGHEST, gaps
from solver.models.ultimate_railroads.model import build_relaxation
from solver.models.ultimate_railroads.rails import fields
from solver.models.ultimate_railroads.spaces import own_engineers, people
from solver.ortools.library import cp_model
from solver.relaxed.facts import Facts
from solver.relaxed.growing import NO_LIMITS, Limits, OccurrenceSum

TURNS = {"occupy": ("space", "spaces"), "employ": ("employ", "engineers")}


@dataclass(frozen=True, slots=True)
class ModelStep:
    """A move as the model sees it: its action, the ordinals of its arguments, the round."""

    action: str
    ordinals: tuple[int, ...]
    number: int


@dataclass(frozen=True, slots=True)
class RecordedPlay:
    """What a model is told of a play from one of its positions: the moves, the position before each round ends and the
    points after it, the score.
    """

    steps: tuple[ModelStep, ...]
    rounds: tuple[tuple[int, Facts, int], ...]
    score: int


@dataclass(slots=True)
class PlayAssignment:
    """Variables and the values that a play gives them; deeds of which one at least was done; a contradiction that needs
    no solver.
    """

    settled: list[tuple[Any, int]] = field(default_factory=list)
    done: list[list[OccurrenceSum]] = field(default_factory=list)
    score: int = 0
    contradiction: str = ""

    def settle(self, variable: Any, value: int) -> None:
        """A variable, or a number that the model has settled already."""
        if not isinstance(variable, int):
            self.settled.append((variable, value))
        elif variable != value:
            self.contradiction = f"the model has {variable} where the play has {value}"


def step_of(machine: Machine, state: State, move: Move, number: int) -> ModelStep:
    """A move as the model sees it."""
    node = machine.game.nodes[state.node]
    assert isinstance(node, ir.DecideNode)
    title = node.options[move.option].action
    parameters = next(action.parameters for action in machine.game.actions if action.name == title)
    return ModelStep(
        title,
        tuple([ordinal(parameter.type, value) for parameter, value in zip(parameters, move.arguments, strict=False)]),
        number,
    )


def record_play(machine: Machine, states: Sequence[State], moves: Sequence[Move]) -> RecordedPlay:
    """A play from the first of its positions to the end of the game."""
    at = [variable.name for variable in machine.game.variables].index("round")
    steps = tuple([step_of(machine, state, move, state.values[at]) for state, move in zip(states, moves, strict=False)])
    rounds = [
        (before, after)
        for before, after in pairwise(states)
        if after.values[at] != before.values[at] or after is states[-1]
    ]
    ends_of_rounds = [
        (before.values[at], Facts(machine.game, before), Facts(machine.game, after).value("points")[0])
        for before, after in rounds
    ]
    return RecordedPlay(steps, tuple(ends_of_rounds), machine.scores(states[-1])[0])


class PlayReader:
    """Tells plays from one position to its model."""

    def __init__(self, game: ir.Game, state: State, limits: Limits = NO_LIMITS) -> None:
        self.plan = build_relaxation(game, state, limits=limits)
        self._turns = [*self.plan.some("space"), *self.plan.some("employ")]
        self._fields = list(fields(self.plan))
        self._deeds: dict[tuple[str, int], list[tuple[tuple[int, ...], OccurrenceSum]]] = {}
        for (action, ordinals, number), doing in self.plan.deeds:
            self._deeds.setdefault((action, number), []).append((ordinals, doing))

    def report_play(self, play: RecordedPlay) -> PlayAssignment:
        """What a play settles."""
        assignment = PlayAssignment(score=play.score)
        self._tell_turns(assignment, play.steps)
        for number, before, points in play.rounds:
            assignment.settle(self.plan.named["points", number], points)
            self._tell_position(assignment, number, before)
        for step in play.steps:
            self._tell_deed(assignment, step)
        return assignment

    def add(self, assignment: PlayAssignment, model: cp_model.CpModel) -> None:
        """The model keeps only what agrees with a play."""
        for variable, value in assignment.settled:
            model.add(variable == value)
        for done in assignment.done:
            model.add(sum([doing.term for doing in done]) >= 1)
        model.add(self.plan.score >= assignment.score)
        if assignment.contradiction:
            model.add_bool_or([])

    def _tell_turns(self, assignment: PlayAssignment, steps: Iterable[ModelStep]) -> None:
        """Which spaces and engineers were used in each round."""
        used: Counter[tuple[str | int, ...]] = Counter()
        for step in steps:
            if step.action in TURNS:
                kind, table = TURNS[step.action]
                used[kind, step.number, self.plan.facts.names(table)[step.ordinals[0]]] += 1
        for key, variable in self._turns:
            assignment.settle(variable, used.pop(key, 0))
        if used:
            assignment.contradiction = f"the model has no {sorted(used)}"

    def _tell_deed(self, assignment: PlayAssignment, step: ModelStep) -> None:
        """What was done that needs a flag: one of its flags of this round is set, or a plan that is forbidden would
        take this play with it.
        """
        needed = [
            doing
            for wanted, doing in self._deeds.get((step.action, step.number), [])
            if wanted == step.ordinals[: len(wanted)]
        ]
        if needed:
            assignment.done.append(needed)

    def _tell_position(self, assignment: PlayAssignment, number: int, facts: Facts) -> None:
        """Where everything stands at the end of a round."""
        plan, named = self.plan, self.plan.named
        rail = facts.value("rail")[0]
        for route, colour, at in self._fields:
            assignment.settle(named["rail", number, route, colour, at], int(rail[route][colour] >= at))
        assignment.settle(named["doublers", number], facts.value("doubled")[0])
        for berth, has in enumerate(lying(facts)):
            for value in range(1, HIGHEST + 1):
                assignment.settle(named["berth", number, berth, value], int(has >= value))
        for wrench, at in enumerate(wrenches_of(facts)):
            for place in lane(plan):
                assignment.settle(named["wrench", number, wrench, place], int(at >= place))
        for gap in gaps(facts):
            assignment.settle(named["filled", number, gap], int(facts.value("factory_at")[0][gap - 1] is not None))
        own = own_engineers(facts)
        for name in people(plan):
            assignment.settle(named["staff", number, name], int(name in own))


def lying(facts: Facts) -> list[int]:
    """The numbers that lie at the berths, the best of each route first: which berth of a route is which makes no
    difference.
    """
    numbers, routes = facts.column("locos.number"), facts.column("berths.route")
    now = [0 if loco is None else numbers[loco] for loco in facts.value("loco_at")[0]]
    sorted_of = {
        route: sorted([item for item, at in zip(now, routes, strict=True) if at == route], reverse=True)
        for route in set(routes)
    }
    return [sorted_of[route].pop(0) for route in routes]


def wrenches_of(facts: Facts) -> list[int]:
    """Where the wrenches stand, the one ahead first: which is which makes no difference."""
    has = bin(facts.value("wrenches")[0]).count("1")
    return sorted(facts.value("wrench_at")[0][:has] + (0,) * (len(WRENCHES) - has), reverse=True)
