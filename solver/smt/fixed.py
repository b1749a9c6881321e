"""Constant propagation over stretches to a fixpoint: parts of the state that have one value at a point."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import z3

from solver.smt.invariants import QUICK, InvariantCandidate, cannot_be
from solver.smt.relation import SLIM, Relation, conjunction, disjunction
from solver.symbolic.course import Forms, Rest
from solver.symbolic.forms import symbols_of
from solver.symbolic.replacing import SymbolReplacer
from solver.symbolic.steps import SymbolicStep
from solver.symbolic.term_values import conjuncts, is_small
from solver.symbolic.terms import Symbol, Term, TermKind, Terms

Known = dict[int, int]
"""The value of symbols of the unknown state, by their numbers."""

Place = tuple[int, tuple[tuple[int, int], ...]]
"""A point, and in which round of its loops play is there."""

MOST_CASES = 6

TEXT = "what is the same whenever play comes to a point"


def find_fixed_parts(relation: Relation, invariant: Mapping[int, z3.BoolRef] | None = None) -> InvariantCandidate:
    """For each reachable point the constant parts, as a candidate invariant.

    Transitions that `invariant` excludes are ignored where that matters.
    """
    flow = _Flow(relation, invariant or {})
    return InvariantCandidate(
        TEXT, {point: flow.describe_cases(cases) for point, cases in flow.propagate_facts().items()}
    )


class _Flow:
    """Propagates values along stretches; where different values meet, nothing is known.

    Rounds of a loop are kept apart by their control values while they are few; `merged` are the points where they are
    too many.
    """

    def __init__(self, relation: Relation, invariant: Mapping[int, z3.BoolRef]) -> None:
        self.relation = relation
        self.invariant = invariant
        self.terms: Terms = relation.prover.steps.terms
        self.symbols = {
            symbol.name: symbol
            for form in relation.prover.state.values()
            for symbol in symbols_of(form)
            if isinstance(symbol, Term)
        }
        names = [variable.name for variable in relation.machine.game.variables if variable.control]
        self.driving = [
            symbol.number
            for name in names
            for symbol in symbols_of(relation.prover.state[name])
            if isinstance(symbol, Term)
        ]
        self.merged: set[int] = set()
        self._gone: dict[tuple[int, int, frozenset[tuple[int, int]]], bool] = {}

    def propagate_facts(self) -> dict[int, list[Known]]:
        """The cases at each point that play may reach."""
        while (facts := self._flow_once()) is None:
            pass
        points = sorted({point for point, _ in facts})
        return {point: [known for (other, _), known in facts.items() if other == point] for point in points}

    def _flow_once(self) -> dict[Place, Known] | None:
        """None if rounds turned out to be too many at some point."""
        start = self.relation.start
        first = {self.symbols[name].number: value for name, value in self.relation.values(start).items()}
        result: dict[Place, Known] = {self._place(start.node, first): first}
        waiting = list(result)
        while waiting:
            place = waiting.pop(0)
            for step in self.relation.prover.moves:
                for rest, known in self._after(step, result[place]) if step.node == place[0] else ():
                    target = self._place(rest.node, known)
                    met = _weaken_facts(result.get(target), known)
                    if met is not None and not self._is_excluded(step, rest, result[place]):
                        result[target] = met
                        waiting += [] if target in waiting else [target]
            many = {
                point for point, _ in result if sum(other == point for other, _ in result) > MOST_CASES
            } - self.merged
            if many:
                self.merged |= many
                return None
        return result

    def _place(self, point: int, known: Known) -> Place:
        return point, () if point in self.merged else tuple(
            [(number, known[number]) for number in self.driving if number in known]
        )

    def describe_cases(self, cases: Sequence[Known]) -> z3.BoolRef:
        """The cases as a Z3 condition: what is common to all, and that one of them holds."""
        same = {number: value for number, value in cases[0].items() if all(case.get(number) == value for case in cases)}
        apart = [
            conjunction(self._describe_case({number: value for number, value in case.items() if number not in same}))
            for case in cases
        ]
        return conjunction([*self._describe_case(same), *([disjunction(apart)] if len(apart) > 1 else [])])

    def _describe_case(self, known: Known) -> list[z3.BoolRef]:
        named = {symbol.number: symbol for symbol in self.symbols.values()}
        parts = [(self.relation.parts[named[number].name], value) for number, value in sorted(known.items())]
        return [part == self.relation.translation.constant(part, value) for part, value in parts]

    def _after(self, step: SymbolicStep, known: Known) -> Iterator[tuple[Rest, Known]]:
        for rest in step.rests:
            facts = known | self._learn_facts([*conjuncts(step.legal), *conjuncts(rest.condition)], known)
            within = SymbolReplacer(self.terms, facts)
            if all(within.symbol(item) is not False for item in _few(step, rest)):
                yield rest, dict(self._values(rest.state, within, facts))

    def _is_excluded(self, step: SymbolicStep, rest: Rest, known: Known) -> bool:
        """Does the invariant exclude this transition?"""
        if step.node not in self.invariant:
            return False
        way = (id(step), id(rest), frozenset(known.items()))
        if way not in self._gone:
            gone = [self.relation.translation.truth(item) for item in (step.legal, rest.condition)]
            self._gone[way] = (
                cannot_be(self.relation, [*gone, self.invariant[step.node], *self._describe_case(known)], QUICK) is True
            )
        return self._gone[way]

    def _learn_facts(self, conditions: Sequence[Symbol], known: Known) -> Known:
        """What conditions say outright of single parts of the state."""
        numbers = {symbol.number for symbol in self.symbols.values()}
        pairs = [_outright(condition) for condition in conditions]
        return {number: value for number, value in pairs if number in numbers and number not in known}

    def _values(self, after: Forms, within: SymbolReplacer, facts: Known) -> Iterator[tuple[int, int]]:
        for name, form in self.relation.prover.state.items():
            for old, new in zip(symbols_of(form), symbols_of(after[name]), strict=True):
                if isinstance(old, Term):
                    value = facts.get(old.number, old) if new is old else within.symbol(new)
                    if not isinstance(value, Term):
                        yield old.number, value


def _few(step: SymbolicStep, rest: Rest) -> list[Symbol]:
    return [conjunct for conjunct in [*conjuncts(step.legal), *conjuncts(rest.condition)] if is_small(conjunct, SLIM)]


def _outright(condition: Symbol) -> tuple[int, int]:
    """The symbol and the value that a condition fixes, or a number that no symbol has."""
    match condition:
        case Term(kind=TermKind.VARIABLE, number=number):
            return number, True
        case Term(kind=TermKind.NOT, parts=(Term(kind=TermKind.VARIABLE, number=number),)):
            return number, False
        case Term(kind=TermKind.IS_0, parts=(Term(kind=TermKind.VARIABLE, number=number),)):
            return number, 0
        case Term(
            kind=TermKind.IS_0,
            parts=(
                Term(
                    kind=TermKind.SUM,
                    parts=(Term(number=number, truth=False),),
                    coefficients=(1 | -1 as sign,),
                    constant=constant,
                ),
            ),
        ):
            return number, -sign * constant
        case _:
            return -1, 0


def _weaken_facts(before: Known | None, known: Known) -> Known | None:
    """The facts common to both, if they are fewer than before."""
    if before is None:
        return known
    both = {number: value for number, value in before.items() if number in known and known[number] == value}
    return both if len(both) < len(before) else None


def arriving(relation: Relation) -> list[InvariantCandidate]:
    """The condition under which play reaches a point without a change."""
    candidates = []
    for point in relation.rests:
        edges = [edge for edge in relation.edges if edge.target == point]
        if edges and point != relation.start.node and not any(edge.after or edge.step.choices for edge in edges):
            candidates.append(
                InvariantCandidate("play comes there", {point: z3.Or([edge.condition for edge in edges])})
            )
    return candidates
