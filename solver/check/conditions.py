"""Goals as Z3 conditions."""

from __future__ import annotations

from collections.abc import Mapping

import z3

from solver.check.goals import CheckGoal
from solver.smt.invariants import InvariantCandidate
from solver.smt.relation import Relation


def places_of(relation: Relation, goal: CheckGoal) -> dict[int, z3.BoolRef]:
    """The Z3 condition of a goal at each node where it applies; raises UnsupportedTerm.

    A condition that must never hold counts as met where it cannot be evaluated.
    """
    places: dict[int, z3.BoolRef] = {}
    for part in goal.parts:
        for node in relation.rests:
            if part.applies_at(node):
                here = relation.condition(part.condition, node, failing=not goal.wanted)
                places[node] = z3.Or(places[node], here) if node in places else here
    return places


def exclude_goal(goal: CheckGoal, places: Mapping[int, z3.BoolRef]) -> InvariantCandidate:
    """The candidate invariant that the goal never holds."""
    return InvariantCandidate(goal.question.text, {node: z3.Not(expr) for node, expr in places.items()})
