"""Writes lemmas as text and reads them back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import z3

from solver.check.conditions import exclude_goal, places_of
from solver.check.goals import CheckGoal
from solver.check.grounds import FallingMeasures, Induction, Lemma
from solver.smt.invariants import Houdini, InvariantCandidate, cannot_be, check_anew, holds_at_start, together
from solver.smt.ranking import fall_again
from solver.smt.relation import Relation
from solver.smt.unrolling import holds_after, holds_at_first
from solver.smt.weighing import fall_again_in_stretches


def lemma(candidate: InvariantCandidate) -> Lemma:
    """A lemma in its stored form."""
    return Lemma(candidate.text, tuple([(node, expr.sexpr()) for node, expr in sorted(candidate.places.items())]))


def lemmas_of(houdini: Houdini, which: Sequence[int], but: int | None = None) -> tuple[Lemma, ...]:
    """All lemmas that the proofs rest on, directly or indirectly, without the one that the caller knows."""
    return tuple([lemma(houdini.left[number]) for number in houdini.resting_on(which) if number != but])


class Unreadable(Exception):
    """The text is not a valid lemma; the message says why."""


def candidate(relation: Relation, kept: Lemma) -> InvariantCandidate:
    """A stored lemma as a Z3 candidate. Raises Unreadable if it mentions anything but parts of the state."""
    places = {}
    for node, text in kept.places:
        if node not in relation.rests:
            raise Unreadable(f"{kept.text:.80}: play never rests at {node}")
        try:
            asserted = z3.parse_smt2_string(f"(assert {text})", decls=dict(relation.parts))
        except z3.Z3Exception as error:
            raise Unreadable(f"{kept.text:.80}: {error!s:.200}") from None
        if len(asserted) != 1:
            raise Unreadable(f"{kept.text:.80}: it is not one condition")
        places[node] = asserted[0]
    return InvariantCandidate(kept.text, places)


def holds_again(relation: Relation, goal: CheckGoal | None, ground: Induction | FallingMeasures) -> bool | None:
    """Does it follow from the lemmas, and do these hold?

    None if solvers do not find out; raises Unreadable and UnsupportedTerm.
    """
    known = [candidate(relation, item) for item in ground.lemmas]
    if isinstance(ground, FallingMeasures):
        return _all(
            check_anew(relation, known),
            (fall_again_in_stretches if ground.cut else fall_again)(relation, together(known), ground.measures),
        )
    assert goal is not None
    bad = _bad(relation, goal)
    if ground.moves <= 1:
        return check_anew(relation, [exclude_goal(goal, bad), *known])
    first = holds_at_first(relation, bad, {}, ground.moves)
    return _all(check_anew(relation, known), first, holds_after(relation, bad, together(known), ground.moves))


def hold_again_in_stretches(
    relation: Relation, asked: Sequence[CheckGoal | tuple[str, ...]], lemmas: Sequence[Lemma]
) -> Iterator[bool | None]:
    """For each goal: does it follow from the lemmas at every rest?

    For measures: do they fall? Lemmas are checked once. Raises Unreadable and UnsupportedTerm.
    """
    known = [candidate(relation, item) for item in lemmas]
    sound, said = check_anew(relation, known), together(known)
    for goal in asked:
        if not isinstance(goal, CheckGoal):
            yield _all(sound, fall_again_in_stretches(relation, said, goal))
            continue
        follows = [
            cannot_be(relation, [expr, said.get(point, z3.BoolVal(True))])
            for point, expr in _bad(relation, goal).items()
        ]
        yield _all(sound, holds_at_start(relation, exclude_goal(goal, _bad(relation, goal))), *follows)


def _bad(relation: Relation, goal: CheckGoal) -> dict[int, z3.BoolRef]:
    return {point: expr for point, expr in places_of(relation, goal).items() if point in relation.resting}


def _all(*answers: bool | None) -> bool | None:
    return False if False in answers else None if None in answers else True
