"""Candidate lemmas from templates: ranges, constant sums, orderings, implications between flags; kept if all samples
agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import gcd, lcm

import z3

from rules_dsl.machine.api import State
from solver.smt.invariants import InvariantCandidate
from solver.smt.relation import Relation
from solver.symbolic.forms import symbols_of
from solver.symbolic.terms import Term

MOST_SUMMED = 48
MOST_COMPARED = 24
MOST_FLAGS = 24
MOST_SAMPLES = 400

Row = Mapping[str, int]


def lemmas(relation: Relation, samples: Sequence[State]) -> list[InvariantCandidate]:
    """Candidates for each node, from what the samples have in common there."""
    at: dict[int, list[Row]] = {}
    for state in samples:
        at.setdefault(state.node, []).append(relation.values(state))
    candidates = [
        candidate for node, rows in sorted(at.items()) for candidate in _at_node(relation, node, rows[:MOST_SAMPLES])
    ]
    return [*candidates, *_everywhere(relation, [row for rows in at.values() for row in rows[:MOST_SAMPLES]])]


def _at_node(relation: Relation, node: int, rows: Sequence[Row]) -> Iterator[InvariantCandidate]:
    for text, expr in [*_ranges(relation, rows), *_order(relation, rows), *_flags(relation, rows)]:
        yield InvariantCandidate(text, {node: expr})


def _everywhere(relation: Relation, rows: Sequence[Row]) -> Iterator[InvariantCandidate]:
    for text, expr in _sums(relation, rows):
        yield InvariantCandidate(text, dict.fromkeys(relation.rests, expr))


Said = tuple[str, z3.BoolRef]


def _number(part: z3.ExprRef) -> z3.ArithRef:
    if isinstance(part, z3.BoolRef):
        return z3.If(part, z3.IntVal(1), z3.IntVal(0))
    assert isinstance(part, z3.ArithRef)
    return part


def _ranges(relation: Relation, rows: Sequence[Row]) -> Iterator[Said]:
    for name, part in list_visible_parts(relation):
        low, high = min(row[name] for row in rows), max(row[name] for row in rows)
        number = _number(part)
        if low == high:
            yield f"{name} == {low}", number == low
            continue
        if not z3.is_bool(part):
            yield f"{name} >= {low}", number >= low
            yield f"{name} <= {high}", number <= high


def _varying(relation: Relation, rows: Sequence[Row], truths: bool) -> list[str]:
    return [
        name
        for name, part in list_visible_parts(relation)
        if z3.is_bool(part) == truths and len({row[name] for row in rows}) > 1
    ]


def _order(relation: Relation, rows: Sequence[Row]) -> Iterator[Said]:
    """One number never above another."""
    for one, other in permutations(_varying(relation, rows, False)[:MOST_COMPARED], 2):
        if all(row[one] <= row[other] for row in rows):
            yield f"{one} <= {other}", _number(relation.parts[one]) <= _number(relation.parts[other])


def _flags(relation: Relation, rows: Sequence[Row]) -> Iterator[Said]:
    """One flag implies another, or excludes it."""
    truths = _varying(relation, rows, True)[:MOST_FLAGS]
    for one, other in combinations(truths, 2):
        first, second = relation.parts[one], relation.parts[other]
        pairs = {(bool(row[one]), bool(row[other])) for row in rows}
        if (True, False) not in pairs:
            yield f"{one} implies {other}", z3.Implies(first, second)
        if (False, True) not in pairs:
            yield f"{other} implies {one}", z3.Implies(second, first)
        if (True, True) not in pairs:
            yield f"not both {one} and {other}", z3.Not(z3.And(first, second))
        if (False, False) not in pairs:
            yield f"{one} or {other}", z3.Or(first, second)


def sizes(relation: Relation, samples: Sequence[State]) -> list[InvariantCandidate]:
    """Candidates by node: weighted totals of variables that stay constant."""
    totals = {
        name: [symbol.name for symbol in symbols_of(form) if isinstance(symbol, Term)]
        for name, form in relation.prover.state.items()
        if "()" not in name
    }
    at: dict[int, list[Row]] = {}
    for state in samples:
        row = relation.values(state)
        at.setdefault(state.node, []).append(
            {name: sum([row[part] for part in parts]) for name, parts in totals.items()}
        )
    return [
        InvariantCandidate(text, {node: expr})
        for node, rows in sorted(at.items())
        for text, expr in _totals(relation, totals, rows[:MOST_SAMPLES])
    ]


def _totals(relation: Relation, totals: Mapping[str, Sequence[str]], rows: Sequence[Row]) -> Iterator[Said]:
    names = [name for name in totals if len({row[name] for row in rows}) > 1][:MOST_SUMMED]
    if len(rows) < 2 or not names:
        return
    for weights in null_space([[row[name] - rows[0][name] for name in names] for row in rows[1:]], len(names)):
        if max(abs(weight) for weight in weights) <= 9:
            weighed = [(weight, name) for weight, name in zip(weights, names, strict=True) if weight]
            parts = [weight * _number(relation.parts[part]) for weight, name in weighed for part in totals[name]]
            total = sum(weight * rows[0][name] for weight, name in weighed)
            yield (
                f"{' + '.join(f'{weight} * all of {name}' for weight, name in weighed)} == {total}",
                z3.Sum(parts) == total,
            )


# -- sums that stay the same ------------------------------------------------------------------------------------------


def _sums(relation: Relation, rows: Sequence[Row]) -> Iterator[Said]:
    names = [*_varying(relation, rows, False), *_varying(relation, rows, True)]
    if not names or len(names) > MOST_SUMMED or len(rows) < 2:
        return
    first = rows[0]
    for weights in null_space([[row[name] - first[name] for name in names] for row in rows[1:]], len(names)):
        if max(abs(weight) for weight in weights) <= 9:
            total = sum(weight * first[name] for weight, name in zip(weights, names, strict=True))
            parts = [
                weight * _number(relation.parts[name]) for weight, name in zip(weights, names, strict=True) if weight
            ]
            said = " + ".join(
                name if weight == 1 else f"{weight} * {name}"
                for weight, name in zip(weights, names, strict=True)
                if weight
            )
            yield f"{said} == {total}", z3.Sum(parts) == total


def null_space(rows: Sequence[Sequence[int]], width: int) -> list[list[int]]:
    """An integer basis of the null space: weights for which every row sums to 0."""
    pivots: list[tuple[int, list[Fraction]]] = []
    for row in rows:
        left = [Fraction(number) for number in row]
        for column, pivot in pivots:
            if left[column]:
                factor = left[column]
                left = [one - factor * other for one, other in zip(left, pivot, strict=True)]
        place = next((column for column, fraction in enumerate(left) if fraction), None)
        if place is None:
            continue
        scaled = [fraction / left[place] for fraction in left]
        pivots = [
            (column, [one - pivot[place] * other for one, other in zip(pivot, scaled, strict=True)])
            for column, pivot in pivots
        ]
        pivots.append((place, scaled))
    taken = {column for column, _ in pivots}
    return [_vector(free, pivots, width) for free in range(width) if free not in taken]


def _vector(free: int, pivots: Sequence[tuple[int, list[Fraction]]], width: int) -> list[int]:
    vector = [Fraction(0)] * width
    vector[free] = Fraction(1)
    for column, pivot in pivots:
        vector[column] = -pivot[free]
    common = lcm(*[fraction.denominator for fraction in vector])
    whole = [int(fraction * common) for fraction in vector]
    shared = gcd(*whole)
    return [number // shared for number in whole]


def list_visible_parts(relation: Relation) -> list[tuple[str, z3.ExprRef]]:
    """The parts of the state that an author can write; notes of the checker are none."""
    return [(name, part) for name, part in relation.parts.items() if "()" not in name]
