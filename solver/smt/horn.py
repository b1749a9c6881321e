"""Spacer: searches for an inductive invariant that excludes a state."""

from __future__ import annotations

from dataclasses import dataclass

import z3

from solver.processes.apart import is_short_of_memory
from solver.smt.relation import Relation, conjunction
from solver.smt.unrolling import Places

ELIMINATING = 2_000
"""Milliseconds to write an invariant without quantifiers."""


@dataclass(frozen=True, slots=True)
class Never:
    """The state is unreachable, with the invariant if it can be written without quantifiers."""

    invariant: Places | None


def never(relation: Relation, bad: Places, invariant: Places, milliseconds: int) -> Never | None:
    """The proof that a state is unreachable; None if it is reachable or Spacer does not finish in time."""
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
        engine.rule(
            wrong(), conjunction([reached(node, *parts), invariant.get(node, z3.BoolVal(True)), *relation.ranges, expr])
        )
    try:
        answer = engine.query(wrong())
        return Never(_invariant(relation, engine.get_answer(), reached)) if answer == z3.unsat else None
    except z3.Z3Exception as error:
        if is_short_of_memory(error):
            raise MemoryError(str(error)) from None
        return None


def _invariant(relation: Relation, answer: z3.ExprRef, reached: z3.FuncDeclRef) -> Places | None:
    """Spacer's invariant by node."""
    said = next(
        (
            child
            for child in answer.children()
            if z3.is_quantifier(child) and child.body().num_args() == 2 and child.body().arg(0).decl() == reached
        ),
        None,
    )
    if said is None:
        return None
    invariant = {}
    parts = list(relation.parts.values())
    for node in relation.rests:
        here = z3.substitute_vars(said.body().arg(1), *reversed([z3.IntVal(node), *parts]))
        plain = z3.TryFor(z3.Then("simplify", "qe", "simplify"), ELIMINATING)(here).as_expr()
        if _is_quantified(plain):
            return None
        invariant[node] = plain
    return invariant


def _is_quantified(expr: z3.ExprRef) -> bool:
    waiting, seen = [expr], set[int]()
    while waiting:
        item = waiting.pop()
        if z3.is_quantifier(item):
            return True
        if item.get_id() not in seen:
            seen.add(item.get_id())
            waiting += item.children()
    return False
