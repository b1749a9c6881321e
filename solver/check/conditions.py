"""The conditions of goals in the words of Z3."""

from __future__ import annotations

from collections.abc import Mapping

import z3

from solver.check.goals import CheckGoal
from solver.smt.invariants import InvariantCandidate
from solver.smt.relation import Relation


def places_of(relation: Relation, goal: CheckGoal) -> dict[int, z3.BoolRef]:
    """The condition of a goal in the words of Z3, for each node where it is asked; raises Unsayable. What must not come about counts as come about where it cannot be evaluated."""
    places: dict[int, z3.BoolRef] = {}
    for part in goal.parts:
        for node in relation.rests:
            if part.applies_at(node):
                here = relation.condition(part.condition, node, failing=not goal.wanted)
                places[node] = z3.Or(places[node], here) if node in places else here
    return places


def exclude_goal(goal: CheckGoal, places: Mapping[int, z3.BoolRef]) -> InvariantCandidate:
    """That it never comes about, as something to be proved."""
    return InvariantCandidate(goal.question.text, {node: z3.Not(expr) for node, expr in places.items()})
