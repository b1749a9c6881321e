"""Houdini: the largest subset of candidates that holds at the start and is preserved by all moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import z3

from solver.smt.proving import MILLISECONDS
from solver.smt.relation import Relation, Transition, conjunction, disjunction

QUICK = 2_000
"""Milliseconds for one query about many candidates."""


@dataclass(frozen=True, slots=True)
class InvariantCandidate:
    """Something that may always hold: a condition on the state for each node where it is asked."""

    text: str
    places: Mapping[int, z3.BoolRef]


class Houdini:
    """The candidates that are left, and for each edge a solver that knows it."""

    def __init__(self, relation: Relation, candidates: Sequence[InvariantCandidate]) -> None:
        self.relation = relation
        self.left = {
            number: candidate for number, candidate in enumerate(candidates) if holds_at_start(relation, candidate)
        }
        self.flags = [z3.Bool(f"candidate {number}") for number in range(len(candidates))]
        self._solvers: dict[int, z3.Solver] = {}
        self._after: dict[tuple[int, int], z3.BoolRef] = {}
        self._cores: dict[int, list[int]] = {}
        self.broken_off = False

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
            again = {node for candidate in dropped for node in candidate.places}
            waiting += [
                other for other, edge in enumerate(self.relation.edges) if edge.source in again and other not in waiting
            ]

    def _drop(self, number: int, edge: Transition) -> list[InvariantCandidate]:
        """Drop the candidates that this transition breaks."""
        dropped: list[InvariantCandidate] = []
        solver = self.solver(number, edge)
        while True:
            asked = self.list_endangered(number, edge)
            if not asked:
                return dropped
            solver.push()
            solver.add(disjunction([z3.Not(self.after(item, number, edge)) for item in asked]))
            self.relation.limit(solver, QUICK)
            answer = solver.check(*self.list_assumptions(edge.source))
            model = solver.model() if answer == z3.sat else None
            solver.pop()
            if answer == z3.unsat:
                return dropped
            broken = (
                self._list_broken(asked, number, edge, model)
                if model is not None
                else self._one_by_one(asked, number, edge)
            )
            dropped += [self.left.pop(number) for number in broken]
            if model is None:
                return dropped

    def list_endangered(self, number: int, edge: Transition) -> list[int]:
        """The candidates that a transition may break: it touches them, or they are not assumed before it."""
        return [
            item
            for item, candidate in self.left.items()
            if edge.target in candidate.places and not self._stays(item, number, edge)
        ]

    def _stays(self, which: int, number: int, edge: Transition) -> bool:
        before = self.left[which].places.get(edge.source)
        return before is not None and self.after(which, number, edge).eq(before)

    def _list_broken(self, asked: Iterable[int], number: int, edge: Transition, model: z3.ModelRef) -> list[int]:
        return [
            item for item in asked if not z3.is_true(model.eval(self.after(item, number, edge), model_completion=True))
        ]

    def _one_by_one(self, asked: Iterable[int], number: int, edge: Transition) -> list[int]:
        """Those of which Z3 cannot say quickly that they are kept."""
        return [item for item in asked if not self.is_kept(item, number, edge)]

    def is_kept(self, which: int, number: int, edge: Transition) -> bool:
        """Does a transition preserve a single candidate?"""
        solver = self.solver(number, edge)
        self.relation.limit(solver, QUICK)
        return bool(
            solver.check(*self.list_assumptions(edge.source), z3.Not(self.after(which, number, edge))) == z3.unsat
        )

    def solver(self, number: int, edge: Transition) -> z3.Solver:
        """A solver with the move's condition and each candidate before it."""
        if number not in self._solvers:
            solver = self.relation.solver()
            solver.add(edge.condition)
            for item, candidate in self.left.items():
                if edge.source in candidate.places:
                    solver.add(z3.Implies(self.flags[item], candidate.places[edge.source]))
            self._solvers[number] = solver
        return self._solvers[number]

    def list_assumptions(self, node: int) -> list[z3.BoolRef]:
        """The flags of the candidates assumed at a node."""
        return [self.flags[number] for number, candidate in self.left.items() if node in candidate.places]

    def after(self, which: int, number: int, edge: Transition) -> z3.BoolRef:
        """A candidate after a move."""
        key = (which, number)
        if key not in self._after:
            result = edge.then(self.left[which].places[edge.target])
            assert isinstance(result, z3.BoolRef)
            self._after[key] = result
        return self._after[key]

    # -- what is known then -------------------------------------------------------------------------------------------

    def invariant(self) -> dict[int, z3.BoolRef]:
        """The invariant at each node."""
        return together(list(self.left.values()))

    def list_grounds(self, which: int) -> list[str]:
        """What else the proof of a candidate rests on, in words."""
        return [self.left[number].text for number in self._core(which) if number != which]

    def resting_on(self, which: Iterable[int]) -> list[int]:
        """Candidates, all that their proofs rest on, and what these rest on in turn; what shows that all of play is
        spelled out is always among them.
        """
        if self.relation.clock.is_over():
            return sorted(self.left)
        numbers = {*which, *self._for_the_course_of_play()}
        waiting = list(numbers)
        while waiting:
            new = [number for number in self._core(waiting.pop()) if number not in numbers]
            numbers.update(new)
            waiting += new
        return sorted(numbers)

    def _core(self, which: int) -> list[int]:
        """The candidates that a proof rests on, from unsatisfiable cores; all of them if Z3 is slow."""
        if which not in self._cores:
            numbers: set[int] = set()
            for number, edge in enumerate(self.relation.edges):
                if edge.target in self.left[which].places:
                    numbers |= self._find_core(
                        self.solver(number, edge), edge.source, z3.Not(self.after(which, number, edge))
                    )
            self._cores[which] = sorted(numbers)
        return self._cores[which]

    def _for_the_course_of_play(self) -> set[int]:
        """What excludes that play goes on longer than was spelled out."""
        numbers: set[int] = set()
        for fault in self.relation.faults:
            if fault.span is None:
                solver = self.relation.solver()
                solver.add(
                    [
                        z3.Implies(self.flags[number], kept.places[fault.source])
                        for number, kept in self.left.items()
                        if fault.source in kept.places
                    ]
                )
                numbers |= self._find_core(solver, fault.source, fault.condition)
        return numbers

    def _find_core(self, solver: z3.Solver, node: int, wrong: z3.BoolRef) -> set[int]:
        self.relation.limit(solver, QUICK)
        if solver.check(*self.list_assumptions(node), wrong) != z3.unsat:
            return {number for number, candidate in self.left.items() if node in candidate.places}
        names = {str(flag): number for number, flag in enumerate(self.flags)}
        return {names[str(item)] for item in solver.unsat_core() if str(item) in names}


def together(candidates: Sequence[InvariantCandidate]) -> dict[int, z3.BoolRef]:
    """What candidates say of the state at each node."""
    result: dict[int, list[z3.BoolRef]] = {}
    for candidate in candidates:
        for node, expr in candidate.places.items():
            result.setdefault(node, []).append(expr)
    return {node: conjunction(exprs) for node, exprs in result.items()}


def check_anew(relation: Relation, candidates: Sequence[InvariantCandidate]) -> bool | None:
    """Do all hold at the start, and does every move keep them?

    By solvers that know nothing yet; None if these do not find out.
    """
    answers: list[bool | None] = [holds_at_start(relation, candidate) for candidate in candidates]
    for edge in relation.edges:
        known = [candidate.places[edge.source] for candidate in candidates if edge.source in candidate.places]
        wrong = [z3.Not(after) for candidate in candidates for after in _list_breaking(edge, candidate)]
        answers.append(_exclude_edge(relation, edge, [*known, disjunction(wrong)]) if wrong else True)
        if answers[-1] is None:
            answers[-1] = _all_kept(relation, edge, known, wrong)
    for fault in relation.faults:
        if fault.span is None:
            answers.append(
                cannot_be(
                    relation,
                    [
                        fault.condition,
                        *[
                            candidate.places[fault.source]
                            for candidate in candidates
                            if fault.source in candidate.places
                        ],
                    ],
                )
            )
    return False if False in answers else None if None in answers else True


def _list_breaking(edge: Transition, candidate: InvariantCandidate) -> Iterator[z3.BoolRef]:
    """A candidate after a move, unless it is the same before."""
    if edge.target in candidate.places:
        after = edge.then(candidate.places[edge.target])
        before = candidate.places.get(edge.source)
        if before is None or not after.eq(before):
            yield after


def _all_kept(
    relation: Relation, edge: Transition, known: Sequence[z3.BoolRef], wrong: Sequence[z3.BoolRef]
) -> bool | None:
    """One question for each candidate, where one for all is too much."""
    for item in wrong:
        result = _exclude_edge(relation, edge, [*known, item])
        if result is None:
            answer = relation.cases(edge, [edge.condition, *known, item], 2 * MILLISECONDS)
            result = None if answer == z3.unknown else answer == z3.unsat
        if not result:
            return result
    return True


def _exclude_edge(relation: Relation, edge: Transition, conditions: Sequence[z3.BoolRef]) -> bool | None:
    """Is a move never made under these conditions? Little of what it needs may be enough to see that."""
    if not edge.slim.eq(edge.condition) and cannot_be(relation, [edge.slim, *conditions], QUICK):
        return True
    return cannot_be(relation, [edge.condition, *conditions])


def cannot_be(relation: Relation, conditions: Sequence[z3.BoolRef], most: int = MILLISECONDS) -> bool | None:
    """Is there no state, reached or not, in which all hold? By a solver that knows nothing yet."""
    answer = relation.solve_fresh(conditions, most)
    return None if answer == z3.unknown else bool(answer == z3.unsat)


def holds_at_start(relation: Relation, candidate: InvariantCandidate) -> bool:
    """Is it so where play begins?"""
    expr = candidate.places.get(relation.start.node)
    return expr is None or bool(z3.is_true(z3.simplify(z3.substitute(expr, *relation.constants(relation.start)))))
