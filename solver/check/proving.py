"""Decides goals by proof: induction with inferred lemmas, bounded unrolling, and Spacer for the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import z3

from rules_dsl.machine.api import Machine, State
from rules_dsl.quantities import quantity
from solver.check.conditions import exclude_goal, places_of
from solver.check.cutting import prove_in_stretches
from solver.check.findings import Finding, ProvedFinding, RefutedFinding, UndecidedFinding
from solver.check.goals import CheckGoal
from solver.check.grounds import FallingMeasures, Induction, Lemma
from solver.check.told import Ends, FaultVerdict, ProverReport, Says, UnprovedTermination, never
from solver.check.written import lemma, lemmas_of
from solver.protocol.clock import Clock
from solver.smt.asking import check_conditions
from solver.smt.horn import never as never_by_spacer
from solver.smt.invariants import Houdini, InvariantCandidate
from solver.smt.proving import kinds_of_moves
from solver.smt.ranking import measures_that_fall
from solver.smt.relation import Relation
from solver.smt.stretches import is_large
from solver.smt.templates import lemmas
from solver.smt.unrolling import UnknownVerdict, UnrolledRelation, holds_after
from solver.symbolic.forms import UnsupportedTerm

MOST_DEPTH = 12
MOST_STEPS = 3
SPACER = 10_000
"""Milliseconds for each claim."""
SPACERS = "what Spacer found"


@dataclass(slots=True)
class Proof:
    """The state of the work on one game; `kept`: whether what proofs rest on is wanted."""

    relation: Relation
    goals: Mapping[int, CheckGoal]
    kept: bool = False
    bad: dict[int, dict[int, z3.BoolRef]] = field(default_factory=dict)
    unsayable: dict[int, str] = field(default_factory=dict)


def prove(
    machine: Machine,
    goals: Mapping[int, CheckGoal],
    samples: Sequence[State],
    clock: Clock,
    deep: bool,
    kept: bool = False,
    much: Clock | None = None,
    start: State | None = None,
) -> Iterator[Says]:
    """Prove what can be proved of the goals.

    `deep` adds the slower methods and termination; `kept` records the grounds of each proof. Games that cannot be
    translated as a whole get `much` time.
    """
    if is_large(machine.game):
        yield from _cut(machine, goals, samples, much or clock, kept, "so many reactions", start)
        return
    try:
        proof = Proof(Relation(machine, clock, start=start), goals, kept)
    except UnsupportedTerm as reason:
        yield from _cut(machine, goals, samples, much or clock, kept, str(reason), start)
        return
    for number, goal in goals.items():
        _say(proof, number, goal)
    numbers = list(proof.bad)
    claimed = [exclude_goal(goals[number], proof.bad[number]) for number in numbers]
    houdini = Houdini(proof.relation, [*claimed, *lemmas(proof.relation, samples)])
    houdini.run()
    sound, faults = _faults(proof.relation, houdini)
    if not sound:
        for number in goals:
            yield ProverReport(
                number,
                UndecidedFinding(goals[number].question, "play may go on longer than was spelled out for the prover"),
            )
        return
    yield ProverReport(None, None, faults)
    kinds = kinds_of_moves(len(proof.relation.prover.moves))
    left = []
    for place, number in enumerate(numbers):
        if place in houdini.left:
            used = tuple(houdini.list_grounds(place))
            grounds = (Induction(1, lemmas_of(houdini, [place], but=place)),) if kept else ()
            yield ProverReport(number, never(goals[number], f"by induction over {kinds} (Z3)", used, grounds))
        else:
            left.append(number)
    if deep:
        known = lemmas_of(houdini, sorted(houdini.left)) if kept else ()
        measures = measures_that_fall(proof.relation, houdini.invariant())
        yield (
            UnprovedTermination(measures)
            if isinstance(measures, str)
            else Ends(tuple(measures), (FallingMeasures(tuple(measures), known),) if kept else ())
        )
        yield from _deeper(proof, left, houdini, known)
    else:
        yield from [ProverReport(number, UndecidedFinding(goals[number].question, "induction (Z3)")) for number in left]
    for number, why in proof.unsayable.items():
        yield ProverReport(number, UndecidedFinding(goals[number].question, f"{why} cannot be translated for Z3"))


def _cut(
    machine: Machine,
    goals: Mapping[int, CheckGoal],
    samples: Sequence[State],
    clock: Clock,
    kept: bool,
    why: str,
    start: State | None,
) -> Iterator[Says]:
    try:
        yield from prove_in_stretches(machine, goals, samples, clock, kept, start)
    except UnsupportedTerm as reason:
        parts = "as a whole or in stretches" if why == str(reason) else f"and in stretches not {reason}"
        for number, goal in goals.items():
            yield ProverReport(
                number, UndecidedFinding(goal.question, f"{why} cannot be translated for Z3, {parts}")
            )


def _say(proof: Proof, number: int, goal: CheckGoal) -> None:
    try:
        proof.bad[number] = places_of(proof.relation, goal)
    except UnsupportedTerm as reason:
        proof.unsayable[number] = str(reason)


def _faults(relation: Relation, houdini: Houdini) -> tuple[bool, tuple[FaultVerdict, ...]]:
    """Which failures of the rules the invariants exclude, and whether every move is spelled out completely."""
    known = houdini.invariant()
    verdicts = []
    for fault in relation.faults:
        solver = relation.solver()
        solver.add(fault.condition, known.get(fault.source, z3.BoolVal(True)))
        excluded = check_conditions(solver) == z3.unsat
        if fault.span is None and not excluded:
            return False, ()
        verdicts.append(FaultVerdict(fault.code, f"{fault.title}: {fault.span}", excluded))
    return not houdini.broken_off, tuple(verdicts)


def _deeper(proof: Proof, left: list[int], houdini: Houdini, known: tuple[Lemma, ...]) -> Iterator[ProverReport]:
    """Unroll plays; for goals not met in short plays, try k-induction and Spacer."""
    invariant = houdini.invariant()
    unrolled = UnrolledRelation(proof.relation, invariant)
    used = tuple(
        [
            candidate.text
            for candidate in houdini.left.values()
            if candidate.text in {goal.question.text for goal in proof.goals.values()}
        ]
    )
    depth, spelled_out = 0, dict.fromkeys(left, -1)
    while left and depth <= MOST_DEPTH and not proof.relation.clock.is_over():
        for number in list(left):
            model = unrolled.ask(unrolled.holding(proof.bad[number], depth))
            if model is None and spelled_out[number] == depth - 1:
                spelled_out[number] = depth
            if model is not None and not isinstance(model, UnknownVerdict):
                left.remove(number)
                yield ProverReport(number, _report_reached(proof.goals[number], unrolled, model))
        for number in _find_inductive(proof, left, invariant, depth):
            left.remove(number)
            grounds = (Induction(depth, known),) if proof.kept else ()
            yield ProverReport(
                number,
                never(
                    proof.goals[number], (f"by induction over {quantity(depth, 'move')} in a row (Z3)"), used, grounds
                ),
            )
        unrolled.extend()
        depth += 1
    for number in left:
        yield ProverReport(number, _by_spacer(proof, number, invariant, spelled_out[number], known, used))


def _report_reached(goal: CheckGoal, unrolled: UnrolledRelation, model: z3.ModelRef) -> Finding:
    play, method = unrolled.play(model), f"plays of up to {quantity(unrolled.depth, 'move')} spelled out (Z3)"
    return (
        ProvedFinding(goal.question, method, (), play)
        if goal.wanted
        else RefutedFinding(goal.question, method, "it can happen", play)
    )


def _find_inductive(proof: Proof, left: Sequence[int], invariant: Mapping[int, z3.BoolRef], depth: int) -> list[int]:
    if not 2 <= depth <= MOST_STEPS:
        return []
    return [number for number in left if holds_after(proof.relation, proof.bad[number], invariant, depth)]


def _by_spacer(
    proof: Proof,
    number: int,
    invariant: Mapping[int, z3.BoolRef],
    spelled_out: int,
    known: tuple[Lemma, ...],
    used: tuple[str, ...],
) -> Finding:
    """The last resort; what is undecided says what was tried until the time for proofs was over."""
    goal = proof.goals[number]
    plays = f", plays of up to {quantity(spelled_out, 'move')}" if spelled_out > 0 else ""
    if proof.relation.clock.is_over():
        return UndecidedFinding(goal.question, f"induction with lemmas{plays} (Z3); then the time for proofs was over")
    fixpoint = never_by_spacer(proof.relation, proof.bad[number], invariant, SPACER)
    if fixpoint is None:
        return UndecidedFinding(goal.question, f"induction with lemmas{plays}, Spacer (Z3)")
    grounds = (
        (Induction(1, (*known, lemma(InvariantCandidate(SPACERS, fixpoint.invariant)))),)
        if proof.kept and fixpoint.invariant is not None
        else ()
    )
    return never(goal, "by an invariant that Spacer found (Z3)", used, grounds)
