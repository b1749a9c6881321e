"""Houdini: of many things that may hold in all positions, those that hold at the start and that no move breaks as long as all of them hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import z3

from solver.smt.relation import Edge, Relation, conjunction, disjunction

QUICK = 2_000
"""Milliseconds for one query about many candidates."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that may always hold: a condition on the state for each node where it is asked."""

    text: str
    places: Mapping[int, z3.BoolRef]


class Houdini:
    """The candidates that are left, and for each edge a solver that knows it."""

    def __init__(self, relation: Relation, candidates: Sequence[Candidate]) -> None:
        self.relation = relation
        self.left = {number: each for number, each in enumerate(candidates) if self._holds_at_start(each)}
        self.flags = [z3.Bool(f"candidate {number}") for number in range(len(candidates))]
        self._solvers: dict[int, z3.Solver] = {}
        self._after: dict[tuple[int, int], z3.BoolRef] = {}
        self.broken_off = False

    def _holds_at_start(self, candidate: Candidate) -> bool:
        start = self.relation.start
        expr = candidate.places.get(start.node)
        if expr is None:
            return True
        return bool(z3.is_true(z3.simplify(z3.substitute(expr, *self.relation.constants(start)))))

    def run(self) -> None:
        """Drops what some move breaks until nothing is broken; all is dropped if the time is over before."""
        waiting = list(range(len(self.relation.edges)))
        while waiting:
            if self.relation.clock.is_over():
                self.left, self.broken_off = {}, True
                return
            number = waiting.pop(0)
            edge = self.relation.edges[number]
            dropped = self._drop(number, edge)
            again = {node for each in dropped for node in each.places}
            waiting += [other for other, each in enumerate(self.relation.edges) if each.source in again and other not in waiting]

    def _drop(self, number: int, edge: Edge) -> list[Candidate]:
        """What this way of a move breaks is left out."""
        dropped: list[Candidate] = []
        solver = self.solver(number, edge)
        while True:
            asked = [each for each, candidate in self.left.items() if edge.target in candidate.places]
            if not asked:
                return dropped
            solver.push()
            solver.add(disjunction([z3.Not(self.after(each, number, edge)) for each in asked]))
            self.relation.limit(solver, QUICK)
            answer = solver.check(*self.assumed(edge.source))
            model = solver.model() if answer == z3.sat else None
            solver.pop()
            if answer == z3.unsat:
                return dropped
            broken = self._broken(asked, number, edge, model) if model is not None else self._one_by_one(asked, number, edge)
            dropped += [self.left.pop(each) for each in broken]
            if model is None:
                return dropped

    def _broken(self, asked: Iterable[int], number: int, edge: Edge, model: z3.ModelRef) -> list[int]:
        return [each for each in asked if not z3.is_true(model.eval(self.after(each, number, edge), model_completion=True))]

    def _one_by_one(self, asked: Iterable[int], number: int, edge: Edge) -> list[int]:
        """Those of which Z3 cannot say quickly that they are kept."""
        return [each for each in asked if not self.is_kept(each, number, edge)]

    def is_kept(self, which: int, number: int, edge: Edge) -> bool:
        """Is a single candidate kept by one way of a move?"""
        solver = self.solver(number, edge)
        self.relation.limit(solver, QUICK)
        return bool(solver.check(*self.assumed(edge.source), z3.Not(self.after(which, number, edge))) == z3.unsat)

    def solver(self, number: int, edge: Edge) -> z3.Solver:
        """Knows when the move is made, and what each candidate says before it."""
        if number not in self._solvers:
            solver = self.relation.solver()
            solver.add(edge.condition)
            for each, candidate in self.left.items():
                if edge.source in candidate.places:
                    solver.add(z3.Implies(self.flags[each], candidate.places[edge.source]))
            self._solvers[number] = solver
        return self._solvers[number]

    def assumed(self, node: int) -> list[z3.BoolRef]:
        """The flags of what is assumed at a node."""
        return [self.flags[each] for each, candidate in self.left.items() if node in candidate.places]

    def after(self, which: int, number: int, edge: Edge) -> z3.BoolRef:
        """What a candidate says after a move."""
        key = (which, number)
        if key not in self._after:
            found = edge.then(self.left[which].places[edge.target])
            assert isinstance(found, z3.BoolRef)
            self._after[key] = found
        return self._after[key]

    # -- what is known then -------------------------------------------------------------------------------------------

    def invariant(self) -> dict[int, z3.BoolRef]:
        """All that is known, for each node."""
        found: dict[int, list[z3.BoolRef]] = {}
        for candidate in self.left.values():
            for node, expr in candidate.places.items():
                found.setdefault(node, []).append(expr)
        return {node: conjunction(exprs) for node, exprs in found.items()}

    def used_for(self, which: int) -> list[str]:
        """What else the proof of a candidate rests on: the names in the unsatisfiable cores."""
        names = {str(flag): each for each, flag in enumerate(self.flags)}
        found: set[int] = set()
        for number, edge in enumerate(self.relation.edges):
            if edge.target in self.left[which].places:
                solver = self.solver(number, edge)
                self.relation.limit(solver, QUICK)
                if solver.check(*self.assumed(edge.source), z3.Not(self.after(which, number, edge))) == z3.unsat:
                    found |= {names[str(each)] for each in solver.unsat_core() if str(each) in names}
        return [self.left[each].text for each in sorted(found - {which})]


def check_anew(relation: Relation, candidates: Sequence[Candidate]) -> bool:
    """Do all hold at the start, and does every move keep them? By solvers that know nothing yet."""
    houdini = Houdini(relation, candidates)
    if len(houdini.left) < len(candidates):
        return False
    for edge in relation.edges:
        solver = z3.SolverFor("QF_LIA")
        relation.limit(solver)
        solver.add(relation.ranges)
        solver.add(edge.condition)
        solver.add([each.places[edge.source] for each in candidates if edge.source in each.places])
        wrong = [z3.Not(edge.then(each.places[edge.target])) for each in candidates if edge.target in each.places]
        solver.add(disjunction(wrong))
        if wrong and solver.check() != z3.unsat:
            return False
    return True
