"""Spacer: looks for an invariant of its own that keeps something from coming about."""

from __future__ import annotations

import z3

from solver.smt.relation import Relation, conjunction
from solver.smt.unrolling import Places


def never(relation: Relation, bad: Places, invariant: Places, milliseconds: int) -> bool | None:
    """True: it never comes about; False: it does; None: Spacer does not find out in this time."""
    engine = z3.Fixedpoint()
    engine.set(engine="spacer")
    relation.limit(engine, milliseconds)
    names = list(relation.parts)
    parts = [relation.parts[name] for name in names]
    reached = z3.Function("reached", z3.IntSort(), *[part.sort() for part in parts], z3.BoolSort())
    wrong = z3.Function("wrong", z3.BoolSort())
    engine.register_relation(reached, wrong)
    engine.declare_var(*relation.translation.unknowns.values())
    values = {str(part): value for part, value in relation.constants(relation.start)}
    engine.fact(reached(relation.start.node, *[values[str(part)] for part in parts]))
    for edge in relation.edges:
        changed = {str(part): new for part, new in edge.after}
        after = [changed.get(str(part), part) for part in parts]
        known = invariant.get(edge.source, z3.BoolVal(True))
        body = conjunction([reached(edge.source, *parts), known, *relation.ranges, edge.condition])
        engine.rule(reached(edge.target, *after), body)
    for node, expr in bad.items():
        engine.rule(wrong(), conjunction([reached(node, *parts), invariant.get(node, z3.BoolVal(True)), *relation.ranges, expr]))
    try:
        answer = engine.query(wrong())
    except z3.Z3Exception:
        return None
    return None if answer == z3.unknown else answer == z3.unsat
