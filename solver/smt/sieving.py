"""Houdini over stretches: few questions to solvers that know nothing yet, each first with little of what is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import z3

from solver.smt.invariants import Candidate, Houdini
from solver.smt.relation import Edge, Relation, disjunction

LITTLE = 3_000
MUCH = 20_000
"""Milliseconds for a question with little and with all that is known."""


class Sieve(Houdini):
    """The candidates that are left; `facts` are known before, for each point."""

    def __init__(self, relation: Relation, candidates: Sequence[Candidate], facts: Mapping[int, z3.BoolRef]) -> None:
        super().__init__(relation, candidates)
        self.facts = facts

    def _drop(self, number: int, edge: Edge) -> list[Candidate]:
        dropped: list[Candidate] = []
        waiting = self.asked(number, edge)
        while waiting:
            answer = self._ask(waiting, number, edge)
            if answer == z3.unsat:
                return dropped
            if isinstance(answer, z3.ModelRef):
                broken = self._broken(waiting, number, edge, answer)
            elif len(waiting) > 1:
                broken = [each for each in waiting if self._ask([each], number, edge) != z3.unsat]
            else:
                broken = waiting
            dropped += [self.left.pop(each) for each in broken]
            waiting = [each for each in waiting if each in self.left] if isinstance(answer, z3.ModelRef) else []
        return dropped

    def _ask(self, which: Sequence[int], number: int, edge: Edge) -> z3.ModelRef | z3.CheckSatResult:
        """Is one of the candidates broken? A model, or whether Z3 has found none or does not know."""
        wrong = disjunction([z3.Not(self.after(each, number, edge)) for each in which])
        known = [candidate.places[edge.source] for candidate in self.left.values() if edge.source in candidate.places]
        known += [self.facts[edge.source]] if edge.source in self.facts else []
        if not edge.slim.eq(edge.condition) and self.relation.solved([edge.slim, *known, wrong], LITTLE) == z3.unsat:
            return z3.unsat
        answer = self.relation.solved([edge.condition, *known, wrong], LITTLE)
        return answer if answer != z3.unknown else self.relation.cases(edge, [edge.condition, *known, wrong], MUCH)
