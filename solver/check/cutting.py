"""Proofs for games that are too large for Z3 as a whole: moves are cut into stretches, and invariants at the cut points
are proved stretch by stretch.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import z3

from rules_dsl.machine.api import Machine, State
from rules_dsl.quantities import quantity
from solver.check.conditions import exclude_goal, places_of
from solver.check.findings import UndecidedFinding
from solver.check.goals import CheckGoal
from solver.check.grounds import FallingMeasures, Induction
from solver.check.told import Ends, FaultVerdict, ProverReport, ProverStage, Says, UnprovedTermination, never
from solver.check.written import lemma
from solver.protocol.clock import Clock
from solver.smt.fixed import arriving, find_fixed_parts
from solver.smt.invariants import InvariantCandidate, cannot_be, together
from solver.smt.relation import Relation
from solver.smt.sieving import Sieve
from solver.smt.templates import sizes
from solver.smt.weighing import find_measures
from solver.symbolic.forms import UnsupportedTerm

QUICK = 2_000


@dataclass(frozen=True, slots=True)
class _Part:
    """The condition of a goal at one cut point."""

    goal: int
    said: InvariantCandidate


def prove_in_stretches(
    machine: Machine,
    goals: Mapping[int, CheckGoal],
    samples: Sequence[State],
    clock: Clock,
    kept: bool,
    start: State | None = None,
) -> Iterator[Says]:
    """Prove by stretches that goals never hold, that plays end, and that the rules do not fail."""
    relation = Relation(machine, clock, cut=True, start=start)
    parts = [part for number, goal in goals.items() if not goal.wanted for part in _parts(relation, number, goal)]
    yield ProverStage(
            f"{quantity(len(relation.edges), 'stretch', 'stretches')} of moves between "
            f"{quantity(len(relation.rests), 'point')}: searching for what all of them preserve"
    )
    known = _sift_candidates(
        relation, [*_pointwise([find_fixed_parts(relation)]), *arriving(relation), *sizes(relation, samples)], parts, {}
    )
    proved: set[int] = set()
    if _is_spelled_out(relation, together(known)) and not kept:
        proved = {number for number in goals if _holds(relation, number, parts, known)}
        yield from _report_proofs(relation, goals, sorted(proved), parts, known, kept)
    yield ProverStage("dropping what that excludes, and asking again for what was not preserved")
    known = [*known, *_again(relation, parts, known)]
    if not _is_spelled_out(relation, together(known)):
        why = "the time was over" if clock.is_over() else "play may go on longer than was spelled out for the prover"
        yield from [
            ProverReport(
                number,
                UndecidedFinding(
                    goal.question,
                    (f"induction over {quantity(len(relation.edges), 'stretch', 'stretches')} of moves (Z3): {why}"),
                ),
            )
            for number, goal in goals.items()
            if number not in proved
        ]
        return
    yield from _report_proofs(relation, goals, [number for number in goals if number not in proved], parts, known, kept)
    yield ProverStage("searching for measures that show why plays end")
    measures = find_measures(relation, together(known))
    yield (
        UnprovedTermination(measures)
        if isinstance(measures, str)
        else Ends(tuple(measures), (FallingMeasures(tuple(measures), tuple(map(lemma, known)), True),) if kept else ())
    )
    yield ProverStage("checking where the rules may fail")
    yield ProverReport(None, None, tuple(_faults(relation, together(known))))


def _again(relation: Relation, parts: Sequence[_Part], known: Sequence[InvariantCandidate]) -> list[InvariantCandidate]:
    """Repeat the proof without the stretches that the lemmas exclude."""
    facts, left = together(known), {id(candidate) for candidate in known}
    return _sift_candidates(
        relation,
        _pointwise([find_fixed_parts(relation, facts)]),
        [part for part in parts if id(part.said) not in left],
        facts,
    )


def _parts(relation: Relation, number: int, goal: CheckGoal) -> Iterator[_Part]:
    try:
        said = exclude_goal(goal, places_of(relation, goal))
    except UnsupportedTerm:
        return
    yield from [_Part(number, candidate) for candidate in _pointwise([said])]


def _pointwise(candidates: Sequence[InvariantCandidate]) -> list[InvariantCandidate]:
    """Each point by itself, so that what fails at one may hold at the others."""
    return [
        InvariantCandidate(candidate.text, {point: expr})
        for candidate in candidates
        for point, expr in candidate.places.items()
    ]


def _sift_candidates(
    relation: Relation, lemmas: Sequence[InvariantCandidate], parts: Sequence[_Part], facts: Mapping[int, z3.BoolRef]
) -> list[InvariantCandidate]:
    sieve = Sieve(relation, [*lemmas, *[part.said for part in parts]], facts)
    sieve.run()
    return list(sieve.left.values())


def _holds(relation: Relation, number: int, parts: Sequence[_Part], known: Sequence[InvariantCandidate]) -> bool:
    """Is a goal kept out wherever play rests?"""
    holding, rests = {id(candidate) for candidate in known}, set(relation.resting)
    mine = [part.said for part in parts if part.goal == number and rests & set(part.said.places)]
    return bool(mine) and all(id(candidate) in holding for candidate in mine)


def _report_proofs(
    relation: Relation, goals: Mapping[int, CheckGoal], which: Sequence[int], parts: Sequence[_Part], known: Sequence[InvariantCandidate], kept: bool
) -> Iterator[ProverReport]:  # fmt: skip
    """Report the proofs. All share the same lemmas, so that a recheck can treat them together."""
    how = f"induction over {quantity(len(relation.edges), 'stretch', 'stretches')} of moves (Z3)"
    holding, grounds = (
        {id(candidate) for candidate in known},
        (Induction(1, tuple(map(lemma, known)), True),) if kept else (),
    )
    for number in which:
        if not _holds(relation, number, parts, known):
            yield ProverReport(number, UndecidedFinding(goals[number].question, how))
            continue
        others = [part.said.text for part in parts if part.goal != number and id(part.said) in holding]
        yield ProverReport(number, never(goals[number], f"by {how}", tuple(dict.fromkeys(others)), grounds))


def _is_spelled_out(relation: Relation, known: Mapping[int, z3.BoolRef]) -> bool:
    return all(
        fault.span is not None or cannot_be(relation, [fault.condition, known.get(fault.source, z3.BoolVal(True))])
        for fault in relation.faults
    )


def _faults(relation: Relation, known: Mapping[int, z3.BoolRef]) -> Iterator[FaultVerdict]:
    for fault in [fault for fault in relation.faults if fault.span is not None]:
        conditions = [fault.condition, known.get(fault.source, z3.BoolVal(True))]
        yield FaultVerdict(
            fault.code, f"{fault.title}: {fault.span}", relation.solve_fresh(conditions, QUICK) == z3.unsat
        )
