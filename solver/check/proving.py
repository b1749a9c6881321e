"""Goals decided by proof: induction with lemmas found by themselves, plays spelled out move by move, Spacer for what is left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import z3

from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import Machine, State
from solver.check.findings import Finding, Proved, Refuted, Undecided
from solver.check.goals import Goal
from solver.clock import Clock
from solver.smt.horn import never
from solver.smt.invariants import Candidate, Houdini
from solver.smt.ranking import measures_that_fall
from solver.smt.relation import Relation
from solver.smt.templates import lemmas
from solver.smt.unrolling import Unknown, Unrolled, kept_after
from solver.symbolic.forms import Unsayable

MOST_DEPTH = 12
MOST_STEPS = 3
SPACER = 10_000
"""Milliseconds for each claim."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that no position can have, or that is not excluded."""

    code: str
    message: str
    excluded: bool


@dataclass(frozen=True, slots=True)
class Told:
    """What the prover says of one goal, or (`goal` None) of all failures."""

    goal: int | None
    finding: Finding | None
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Ends:
    """Every play ends: these measures fall one after another."""

    measures: tuple[str, ...]


@dataclass(slots=True)
class Proof:
    """The state of the work on one game."""

    relation: Relation
    goals: Mapping[int, Goal]
    bad: dict[int, dict[int, z3.BoolRef]] = field(default_factory=dict)
    unsayable: dict[int, str] = field(default_factory=dict)


def prove(machine: Machine, goals: Mapping[int, Goal], samples: Sequence[State], clock: Clock, deep: bool) -> Iterator[Told | Ends]:
    """What can be proved of goals; with `deep` the slower ways are tried, and why plays end, too."""
    try:
        proof = Proof(Relation(machine, clock), goals)
    except Unsayable as reason:
        for number, goal in goals.items():
            yield Told(number, Undecided(goal.question, f"{reason} cannot be put before Z3"))
        return
    for number, goal in goals.items():
        _say(proof, number, goal)
    numbers = list(proof.bad)
    claimed = [Candidate(goals[number].question.text, {node: z3.Not(expr) for node, expr in proof.bad[number].items()}) for number in numbers]
    houdini = Houdini(proof.relation, [*claimed, *lemmas(proof.relation, samples)])
    houdini.run()
    sound, faults = _faults(proof.relation, houdini)
    if not sound:
        for number in goals:
            yield Told(number, Undecided(goals[number].question, "play may go on longer than was spelled out for the prover"))
        return
    yield Told(None, None, faults)
    kinds = len(proof.relation.prover.moves)
    left = []
    for place, number in enumerate(numbers):
        if place in houdini.left:
            used = tuple(houdini.used_for(place))
            yield Told(number, _never(goals[number], f"by induction over {kinds} kinds of moves (Z3)", used))
        else:
            left.append(number)
    if deep:
        measures = measures_that_fall(proof.relation, houdini.invariant())
        yield from [] if measures is None else [Ends(tuple(measures))]
        yield from _deeper(proof, left, houdini.invariant())
    else:
        yield from [Told(number, Undecided(goals[number].question, "induction (Z3)")) for number in left]
    for number, why in proof.unsayable.items():
        yield Told(number, Undecided(goals[number].question, f"{why} cannot be put before Z3"))


def _say(proof: Proof, number: int, goal: Goal) -> None:
    """The condition of a goal in the words of Z3."""
    try:
        found: dict[int, z3.BoolRef] = {}
        for part in goal.parts:
            for node in proof.relation.rests:
                if part.asked_at(node):
                    here = _may_hold(proof.relation, part.condition, node)
                    found[node] = z3.Or(found[node], here) if node in found else here
        proof.bad[number] = found
    except Unsayable as reason:
        proof.unsayable[number] = str(reason)


def _may_hold(relation: Relation, condition: ir.Expr, node: int) -> z3.BoolRef:
    """A negation fails, too, where its condition cannot be evaluated."""
    if isinstance(condition, ir.Unary) and condition.operator == "not":
        return z3.Not(relation.condition(condition.operand, node))
    return relation.condition(condition, node)


def _never(goal: Goal, method: str, used: tuple[str, ...] = ()) -> Finding:
    if goal.wanted:
        return Refuted(goal.question, method, "it never comes about")
    return Proved(goal.question, method, used)


def _faults(relation: Relation, houdini: Houdini) -> tuple[bool, tuple[Fault, ...]]:
    """Which failures of the rules are excluded by what is known; and is all that play does spelled out?"""
    known = houdini.invariant()
    found = []
    for fault in relation.faults:
        solver = relation.solver()
        solver.add(fault.condition, known.get(fault.source, z3.BoolVal(True)))
        excluded = solver.check() == z3.unsat
        if fault.span is None and not excluded:
            return False, ()
        found.append(Fault(fault.code, f"{fault.title}: {fault.span}", excluded))
    return not houdini.broken_off, tuple(found)


def _deeper(proof: Proof, left: list[int], invariant: Mapping[int, z3.BoolRef]) -> Iterator[Told]:
    """Plays spelled out; what does not come about in short plays is tried by induction over several moves and by Spacer."""
    unrolled = Unrolled(proof.relation, invariant)
    depth = 0
    while left and depth <= MOST_DEPTH and not proof.relation.clock.is_over():
        for number in list(left):
            model = unrolled.ask(unrolled.holding(proof.bad[number], depth))
            if model is not None and not isinstance(model, Unknown):
                left.remove(number)
                yield Told(number, _met(proof.goals[number], unrolled, model))
        for number in _kept(proof, left, invariant, depth):
            left.remove(number)
            yield Told(number, _never(proof.goals[number], f"by induction over {depth} moves in a row (Z3)"))
        unrolled.extend()
        depth += 1
    for number in left:
        yield Told(number, _by_spacer(proof, number, invariant, depth))


def _met(goal: Goal, unrolled: Unrolled, model: z3.ModelRef) -> Finding:
    play, method = unrolled.play(model), f"plays of up to {unrolled.depth} moves spelled out (Z3)"
    return Proved(goal.question, method, (), play) if goal.wanted else Refuted(goal.question, method, "it comes about", play)


def _kept(proof: Proof, left: Sequence[int], invariant: Mapping[int, z3.BoolRef], depth: int) -> list[int]:
    if not 2 <= depth <= MOST_STEPS:
        return []
    return [number for number in left if kept_after(proof.relation, proof.bad[number], invariant, depth)]


def _by_spacer(proof: Proof, number: int, invariant: Mapping[int, z3.BoolRef], depth: int) -> Finding:
    goal = proof.goals[number]
    tried = f"induction with lemmas, plays of up to {max(0, depth - 1)} moves, Spacer (Z3)"
    if not proof.relation.clock.is_over() and never(proof.relation, proof.bad[number], invariant, SPACER):
        return _never(goal, "by an invariant that Spacer found (Z3)")
    return Undecided(goal.question, tried)
