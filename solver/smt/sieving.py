"""Houdini over stretches: few queries to fresh solvers, with few assumptions first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import z3

from solver.smt.invariants import Houdini, InvariantCandidate
from solver.smt.relation import Relation, Transition, disjunction

AT_ONCE = 1_000
SINGLE = 2_000
MUCH = 20_000
"""Milliseconds for a question about many candidates, for one about a single candidate, and for a part of it."""


class Sieve(Houdini):
    """The remaining candidates; `facts` are assumed at each point."""

    def __init__(
        self, relation: Relation, candidates: Sequence[InvariantCandidate], facts: Mapping[int, z3.BoolRef]
    ) -> None:
        super().__init__(relation, candidates)
        self.facts = facts
        self._singly: dict[int, list[int]] = {}
        self._hard: list[tuple[int, int]] = []
        self._difficult: set[str] = set()

    def run(self) -> None:
        """Try quick queries on all stretches before hard ones: most broken candidates fall quickly."""
        waiting = list(range(len(self.relation.edges)))
        while waiting or self._singly or self._hard:
            if self.relation.clock.is_over():
                self.left, self.broken_off = {}, True
                return
            if waiting:
                dropped = self._at_once(waiting.pop(0))
            elif self._singly:
                number = next(iter(self._singly))
                dropped = self._one_at_a_time(number, self._singly.pop(number))
            else:
                dropped = self._at_length(*self._hard.pop(0))
            again = {node for candidate in dropped for node in candidate.places}
            waiting += [
                other for other, edge in enumerate(self.relation.edges) if edge.source in again and other not in waiting
            ]

    def _at_once(self, number: int) -> list[InvariantCandidate]:
        """What a stretch breaks, by one query about all candidates that were not hard elsewhere."""
        edge, dropped = self.relation.edges[number], list[InvariantCandidate]()
        self._singly.pop(number, None)
        self._hard = [pair for pair in self._hard if pair[0] != number]
        while waiting := self.list_endangered(number, edge):
            easy = [number for number in waiting if self.left[number].text not in self._difficult]
            answer = self._answer(easy, number, edge, AT_ONCE) if easy else z3.unsat
            if isinstance(answer, z3.ModelRef):
                dropped += [self.left.pop(number) for number in self._list_broken(waiting, number, edge, answer)]
                continue
            singly = [number for number in waiting if answer != z3.unsat or number not in easy]
            if singly:
                self._singly[number] = singly
            break
        return dropped

    def _one_at_a_time(self, number: int, waiting: Sequence[int]) -> list[InvariantCandidate]:
        """What a stretch breaks, by one query each; undecided ones count as hard."""
        edge = self.relation.edges[number]
        waiting = [number for number in waiting if number in self.left]
        easy = [number for number in waiting if self.left[number].text not in self._difficult]
        if 0 < len(easy) < len(waiting) and self._answer(easy, number, edge, AT_ONCE) == z3.unsat:
            waiting = [number for number in waiting if number not in easy]
        answers = {item: self._answer([item], number, edge, SINGLE) for item in waiting}
        hard = [number for number, answer in answers.items() if answer == z3.unknown]
        self._hard += [(number, item) for item in hard]
        self._difficult |= {self.left[number].text for number in hard}
        return [self.left.pop(number) for number, answer in answers.items() if isinstance(answer, z3.ModelRef)]

    def _at_length(self, number: int, which: int) -> list[InvariantCandidate]:
        """A candidate that is not shown to be kept is left out."""
        if which not in self.left:
            return []
        edge = self.relation.edges[number]
        answer = self.relation.cases(
            edge, [edge.condition, *self._list_known(edge), self._wrong([which], number, edge)], MUCH
        )
        return [] if answer == z3.unsat else [self.left.pop(which)]

    def _answer(
        self, which: Sequence[int], number: int, edge: Transition, most: int
    ) -> z3.ModelRef | z3.CheckSatResult:
        """Is one of the candidates broken? A model, or Z3's verdict."""
        conditions = [*self._list_known(edge), self._wrong(which, number, edge)]
        if not edge.slim.eq(edge.condition) and self.relation.solve_fresh([edge.slim, *conditions], most) == z3.unsat:
            return z3.unsat
        return self.relation.solve_fresh([edge.condition, *conditions], most)

    def _list_known(self, edge: Transition) -> list[z3.BoolRef]:
        known = [candidate.places[edge.source] for candidate in self.left.values() if edge.source in candidate.places]
        return [*known, *([self.facts[edge.source]] if edge.source in self.facts else [])]

    def _wrong(self, which: Sequence[int], number: int, edge: Transition) -> z3.BoolRef:
        return disjunction([z3.Not(self.after(item, number, edge)) for item in which])
