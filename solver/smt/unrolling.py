"""Bounded model checking: unrolls moves from the start until a property fails; the first play found is shortest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import z3

from rules_dsl.machine.api import Move
from solver.smt.asking import check_conditions
from solver.smt.relation import Relation, Transition, conjunction, disjunction

Places = Mapping[int, z3.BoolRef]
"""A condition on the state for each node where it is asked."""


@dataclass(frozen=True, slots=True)
class UnknownVerdict:
    """Z3 does not know, and why."""

    why: str


class UnrolledRelation:
    """States by depth; `invariant` is assumed of each."""

    def __init__(self, relation: Relation, invariant: Places, anywhere: bool = False) -> None:
        self.relation = relation
        self.invariant = invariant
        self.names: list[dict[str, z3.ExprRef]] = []
        self.nodes: list[z3.ArithRef] = []
        self.taken: list[list[tuple[Transition, z3.BoolRef]]] = []
        self.solver = z3.Solver()
        self._state()
        if not anywhere:
            first = relation.start
            self.solver.add(
                self.nodes[0] == first.node, *[self._at(part, 0) == value for part, value in relation.constants(first)]
            )

    @property
    def depth(self) -> int:
        """The number of unrolled moves."""
        return len(self.taken)

    def _state(self) -> None:
        """One more state, with the unknowns of the move that follows it."""
        depth = len(self.names)
        unknowns = self.relation.translation.unknowns
        fresh = {name: z3.Const(f"{name}@{depth}", expr.sort()) for name, expr in unknowns.items()}
        self.names.append(fresh)
        node = self.relation.translation.unknown(f"node@{depth}")
        self.nodes.append(node)
        self.solver.add(self._at(conjunction(self.relation.ranges), depth))
        self.solver.add(disjunction([node == number for number in self.relation.rests]))
        for number, known in self.invariant.items():
            self.solver.add(z3.Implies(node == number, self._at(known, depth)))

    def _at(self, expr: z3.ExprRef, depth: int) -> z3.ExprRef:
        unknowns = self.relation.translation.unknowns
        return z3.substitute(expr, *[(unknowns[name], fresh) for name, fresh in self.names[depth].items()])

    def extend(self) -> None:
        """One more move."""
        depth = self.depth
        self._state()
        taken = []
        for number, edge in enumerate(self.relation.edges):
            chosen = z3.Bool(f"edge{number}@{depth}")
            self.solver.add(z3.Implies(chosen, self._make_move_condition(edge, depth)))
            taken.append((edge, chosen))
        self.solver.add(disjunction([chosen for _, chosen in taken]))
        self.taken.append(taken)

    def _make_move_condition(self, edge: Transition, depth: int) -> z3.BoolRef:
        changed = {str(part): new for part, new in edge.after}
        rows = []
        for part in self.relation.parts.values():
            rows.append(self._at(part, depth + 1) == self._at(changed.get(str(part), part), depth))
        places = [self.nodes[depth] == edge.source, self.nodes[depth + 1] == edge.target]
        return conjunction([*places, self._at(edge.condition, depth), *rows])

    def holding(self, places: Places, depth: int) -> z3.BoolRef:
        """Does a condition hold at a depth, at a node where it is asked?"""
        return disjunction([z3.And(self.nodes[depth] == node, self._at(expr, depth)) for node, expr in places.items()])

    def ask(self, *conditions: z3.BoolRef) -> z3.ModelRef | UnknownVerdict | None:
        """A model of the conditions; None if there is none."""
        self.relation.limit(self.solver)
        answer = check_conditions(self.solver, *conditions)
        if answer == z3.unsat:
            return None
        return self.solver.model() if answer == z3.sat else UnknownVerdict(self.solver.reason_unknown())

    def play(self, model: z3.ModelRef) -> tuple[Move, ...]:
        """The moves of a model."""
        moves = []
        for depth, taken in enumerate(self.taken):
            edge = next(edge for edge, chosen in taken if z3.is_true(model.eval(chosen)))
            moves.append(self.relation.move_in(model, edge, self.names[depth]))
        return tuple(moves)


def holds_after(relation: Relation, bad: Places, invariant: Places, steps: int) -> bool | None:
    """k-induction: if the property holds in this many consecutive states, it holds in the next.

    None if Z3 does not know.
    """
    unrolled = UnrolledRelation(relation, invariant, anywhere=True)
    for depth in range(steps):
        unrolled.solver.add(z3.Not(unrolled.holding(bad, depth)))
        unrolled.extend()
    result = unrolled.ask(unrolled.holding(bad, steps))
    return None if isinstance(result, UnknownVerdict) else result is None


def holds_at_first(relation: Relation, bad: Places, invariant: Places, steps: int) -> bool | None:
    """Does the property hold in the first states of every play? None if Z3 does not know."""
    unrolled = UnrolledRelation(relation, invariant)
    for depth in range(steps):
        result = unrolled.ask(unrolled.holding(bad, depth))
        if result is not None:
            return None if isinstance(result, UnknownVerdict) else False
        unrolled.extend()
    return True
