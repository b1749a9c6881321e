"""Games that are too large to be put before Z3 as a whole: their moves are cut into stretches, and what holds at the points between them is shown stretch by stretch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import z3

from rules_dsl.machine.api import Machine, State
from solver.check.conditions import kept_out, places_of
from solver.check.findings import Undecided
from solver.check.goals import Goal
from solver.check.grounds import Falling, Induction
from solver.check.told import Ends, Fault, Told, never
from solver.check.written import lemma
from solver.clock import Clock
from solver.smt.fixed import arriving, fixed
from solver.smt.invariants import Candidate, cannot_be, together
from solver.smt.relation import Relation
from solver.smt.sieving import Sieve
from solver.smt.templates import sizes
from solver.smt.weighing import weighed_measures
from solver.symbolic.forms import Unsayable

QUICK = 2_000


@dataclass(frozen=True, slots=True)
class _Part:
    """What a goal says at one point."""

    goal: int
    said: Candidate


def prove_in_stretches(machine: Machine, goals: Mapping[int, Goal], samples: Sequence[State], clock: Clock, kept: bool) -> Iterator[Told | Ends]:
    """What can be proved so: that things never come about, that plays end, that the rules do not fail."""
    relation = Relation(machine, clock, cut=True)
    never_wanted = {number: goal for number, goal in goals.items() if not goal.wanted}
    parts = [part for number, goal in never_wanted.items() for part in _parts(relation, number, goal)]
    known = _sifted(relation, [*_pointwise([fixed(relation)]), *arriving(relation), *sizes(relation, samples)], parts, {})
    facts = together(known)
    again = _sifted(relation, _pointwise([fixed(relation, facts)]), [part for part in parts if part.said not in known], facts)
    known = [*known, *again]
    if not _is_spelled_out(relation, together(known)):
        yield from [Told(number, Undecided(goal.question, "play may go on longer than was spelled out for the prover")) for number, goal in goals.items()]
        return
    yield from _told(relation, goals, parts, known, kept)
    measures = weighed_measures(relation, together(known))
    if measures is not None:
        yield Ends(tuple(measures), (Falling(tuple(measures), tuple(map(lemma, known)), True),) if kept else ())
    yield Told(None, None, tuple(_faults(relation, together(known))))


def _parts(relation: Relation, number: int, goal: Goal) -> Iterator[_Part]:
    try:
        said = kept_out(goal, places_of(relation, goal))
    except Unsayable:
        return
    yield from [_Part(number, each) for each in _pointwise([said])]


def _pointwise(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Each point by itself, so that what fails at one may hold at the others."""
    return [Candidate(each.text, {point: expr}) for each in candidates for point, expr in each.places.items()]


def _sifted(relation: Relation, lemmas: Sequence[Candidate], parts: Sequence[_Part], facts: Mapping[int, z3.BoolRef]) -> list[Candidate]:
    sieve = Sieve(relation, [*lemmas, *[part.said for part in parts]], facts)
    sieve.run()
    return list(sieve.left.values())


def _told(relation: Relation, goals: Mapping[int, Goal], parts: Sequence[_Part], known: Sequence[Candidate], kept: bool) -> Iterator[Told]:
    holding, rests = {id(each) for each in known}, set(relation.resting)
    for number, goal in goals.items():
        mine = [part.said for part in parts if part.goal == number and rests & set(part.said.places)]
        if not mine or any(id(each) not in holding for each in mine):
            yield Told(number, Undecided(goal.question, f"induction over {len(relation.edges)} stretches of moves (Z3)"))
            continue
        lemmas = [each for each in known if not any(each is said for said in mine)]
        grounds = (Induction(1, tuple(map(lemma, lemmas)), True),) if kept else ()
        used = tuple(dict.fromkeys([each.text for each in lemmas if any(each is part.said and part.goal != number for part in parts)]))
        yield Told(number, never(goal, f"by induction over {len(relation.edges)} stretches of moves (Z3)", used, grounds))


def _is_spelled_out(relation: Relation, known: Mapping[int, z3.BoolRef]) -> bool:
    return all(fault.span is not None or cannot_be(relation, [fault.condition, known.get(fault.source, z3.BoolVal(True))]) for fault in relation.faults)


def _faults(relation: Relation, known: Mapping[int, z3.BoolRef]) -> Iterator[Fault]:
    for fault in [each for each in relation.faults if each.span is not None]:
        conditions = [fault.condition, known.get(fault.source, z3.BoolVal(True))]
        yield Fault(fault.code, f"{fault.title}: {fault.span}", relation.solved(conditions, QUICK) == z3.unsat)
