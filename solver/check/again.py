"""Rechecks a recorded finding from its grounds: plays on the reference machine, counts of all positions, lemmas by a
fresh solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.failures import PlayError
from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.machine.explore import ExplorationResult, explore
from rules_dsl.machine.explore.search import ExploreLimits as Few
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.quantities import quantity
from solver.check import checking, claims
from solver.check.compiled import is_built
from solver.check.findings import ProvedFinding, RefutedFinding, UndecidedFinding
from solver.check.grounds import FallingMeasures, Grounds, Induction, Lemma, Positions
from solver.check.marking import add_marks
from solver.check.proofs import Effort, prepare_machine
from solver.check.survey import SurveyLimits
from solver.processes.apart import apart
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits

if TYPE_CHECKING:
    from solver.smt.relation import Relation

MEMORY = 3 << 30
FEW = 30_000
"""So many positions are counted on the reference machine."""


class RecheckOutcome(StrEnum):
    """What came of a recheck; OPEN: a play was replayed and the rest not settled; UNCHECKED: nothing was."""

    CONFIRMED = "confirmed"
    OPEN = "replay-only"
    UNCHECKED = "unchecked"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Again:
    """The outcome of a recheck, and how it was reached."""

    outcome: RecheckOutcome
    how: str


@dataclass(frozen=True, slots=True)
class RecordedProof:
    """A finding as it was kept. `verdict`: proved or refuted."""

    claim: ir.Claim
    verdict: str
    play: tuple[Move, ...]
    loop: int | None
    grounds: tuple[Grounds, ...]


def again(machine: Machine, start: State, kept: RecordedProof, seconds: float) -> Again:
    """Recheck one finding. Without recorded grounds the claim is proved from scratch."""
    if _is_shown(kept):
        return _recheck_play(machine, start, kept)
    if kept.play:
        return Again(RecheckOutcome.FAILED, "a play proves nothing for such a claim")
    result = [_from(machine, start, kept, ground, seconds / (len(kept.grounds) + 1)) for ground in kept.grounds]
    wrong = next((item for item in result if item.outcome is RecheckOutcome.FAILED), None)
    if wrong is not None:
        return wrong
    confirmed = [item.how for item in result if item.outcome is RecheckOutcome.CONFIRMED]
    return (
        Again(RecheckOutcome.CONFIRMED, "; ".join(confirmed))
        if confirmed
        else _anew(machine, start, kept, seconds / (len(kept.grounds) + 1))
    )


def together_again(
    machine: Machine, start: State, kept: Sequence[RecordedProof], lemmas: Sequence[Lemma], seconds: float
) -> list[Again]:
    """Recheck findings that rest on the same lemmas about stretches; the lemmas are checked once."""
    how = f"{quantity(len(lemmas), 'lemma')} about stretches of moves, and the claim from these, by a fresh solver"
    answers = list(apart(lambda: _recheck_group(machine, start, kept, lemmas, seconds), seconds, MEMORY))
    rechecked = [replace(answer, how=answer.how or how) for answer in answers if isinstance(answer, Again)]
    return [
        *rechecked,
        *[Again(RecheckOutcome.OPEN, f"{how}: not settled within the time limit")] * (len(kept) - len(rechecked)),
    ]


def of_stretches(kept: RecordedProof) -> tuple[Lemma, ...] | None:
    """The lemmas about stretches on which a finding rests, if it rests on nothing else."""
    if kept.play or _is_shown(kept):
        return None
    match kept.grounds:
        case (Induction(cut=True) as ground,) if kept.claim.mode not in claims.LASTING:
            return ground.lemmas
        case (FallingMeasures(cut=True) as ground,) if kept.claim.mode == "terminates":
            return ground.lemmas
        case _:
            return None


def _is_shown(kept: RecordedProof) -> bool:
    """Is it a play that shows it?"""
    if kept.claim.mode == "sometimes":
        return kept.verdict == "proved"
    return kept.verdict == "refuted"


# -- plays ------------------------------------------------------------------------------------------------------------


def _recheck_play(machine: Machine, start: State, kept: RecordedProof) -> Again:
    reference = ReferenceMachine(machine.game)
    states = [start]
    try:
        for number, move in enumerate(kept.play, 1):
            if reference.explain(states[-1], move) is not None:
                return Again(RecheckOutcome.FAILED, f"move {number} is not legal on the reference machine")
            states.append(reference.apply(states[-1], move))
    except PlayError as error:
        return Again(RecheckOutcome.FAILED, f"the rules fail at move {len(states)}: {error}")
    if _shows(reference, kept, states):
        return Again(RecheckOutcome.CONFIRMED, f"a play of {quantity(len(kept.play), 'move')} on the reference machine")
    return Again(RecheckOutcome.FAILED, "on the reference machine the play is not a counterexample")


def _shows(machine: ReferenceMachine, kept: RecordedProof, states: Sequence[State]) -> bool:
    claim = kept.claim
    match claim.mode:
        case "always" | "never" | "sometimes":
            return bool(machine.value(claim.condition, states[-1])) == (claim.mode != "always")
        case "terminates":
            return _comes_round(kept, states)
        case _:
            assert claim.then is not None
            if not (_comes_round(kept, states) or not machine.moves(states[-1])):
                return False
            begun = [number for number, state in enumerate(states) if machine.value(claim.condition, state)]
            avoided = [not machine.value(claim.then, state) for state in states]
            first = len(states) if kept.loop is None else kept.loop
            return any(all(avoided[min(number, first) :]) for number in begun)


def _comes_round(kept: RecordedProof, states: Sequence[State]) -> bool:
    return kept.loop is not None and 0 <= kept.loop < len(states) - 1 and states[kept.loop] == states[-1]


# -- what else it may rest on -----------------------------------------------------------------------------------------


def _from(machine: Machine, start: State, kept: RecordedProof, ground: Grounds, seconds: float) -> Again:
    match ground:
        case Positions(count):
            return _recheck_visits(machine, start, kept, count, seconds)
        case Induction(moves, lemmas, _):
            if kept.claim.mode in claims.LASTING:
                return Again(RecheckOutcome.FAILED, "induction proves nothing about infinite plays")
            how = (
                f"{quantity(len(lemmas), 'lemma')} and the claim "
                f"{'by any move' if moves == 1 else f'by {moves:,} moves in a row'} by a fresh solver"
            )
        case FallingMeasures(measures):
            if kept.claim.mode != "terminates" or kept.verdict != "proved":
                return Again(RecheckOutcome.FAILED, "measures prove only that plays end")
            how = f"{quantity(len(measures), 'measure')} by a fresh solver"
    answers = list(apart(lambda: _recheck_alone(machine, start, kept.claim, ground, seconds), seconds, MEMORY))
    match answers:
        case [Again(RecheckOutcome.CONFIRMED, _)]:
            return Again(RecheckOutcome.CONFIRMED, how)
        case [Again() as other]:
            return other
        case _:
            return Again(RecheckOutcome.OPEN, f"{how}: not settled within the time limit")


def _recheck_alone(
    machine: Machine, start: State, claim: ir.Claim, ground: Induction | FallingMeasures, seconds: float
) -> Iterator[Again]:
    """What fresh solvers say, in a process of its own."""
    from solver.check.written import holds_again

    goal = next(iter(claims.goals([claim])), None)
    yield from _collect_verdicts(
        lambda: iter([holds_again(_relation(machine, start, ground.cut, seconds), goal, ground)])
    )


def _recheck_group(
    machine: Machine, start: State, kept: Sequence[RecordedProof], lemmas: Sequence[Lemma], seconds: float
) -> Iterator[Again]:
    """Recheck several claims that share their lemmas."""
    from solver.check.written import hold_again_in_stretches

    asked = [
        ground.measures if isinstance(ground, FallingMeasures) else claims.goals([proof.claim])[0]
        for proof in kept
        for ground in proof.grounds
    ]
    yield from _collect_verdicts(
        lambda: hold_again_in_stretches(_relation(machine, start, True, seconds), asked, lemmas), len(asked)
    )


def _relation(machine: Machine, start: State, cut: bool, seconds: float) -> Relation:
    from solver.smt.relation import Relation
    from solver.smt.stretches import is_large

    game = machine.game if is_large(machine.game) else add_marks(machine.game).game  # as `prove` has it, cut or whole
    begun, here = prepare_machine(game, start)
    return Relation(begun, Clock(Limits(seconds=seconds)), cut=cut, start=here)


def _collect_verdicts(answers: Callable[[], Iterator[bool | None]], many: int = 1) -> Iterator[Again]:
    from solver.check.written import Unreadable
    from solver.symbolic.forms import UnsupportedTerm

    try:
        for answer in answers():
            yield _in_words(answer)
    except Unreadable as error:
        yield from [Again(RecheckOutcome.FAILED, str(error))] * many
    except UnsupportedTerm as error:
        yield from [Again(RecheckOutcome.OPEN, f"{error} cannot be translated for Z3")] * many


def _in_words(answer: bool | None) -> Again:
    """The message of a failed recheck; for confirmed findings the caller knows the method."""
    if answer is None:
        return Again(RecheckOutcome.OPEN, "Z3 did not decide within the time limit")
    return (
        Again(RecheckOutcome.CONFIRMED, "")
        if answer
        else Again(RecheckOutcome.FAILED, "the claim does not follow: a fresh solver found a counterexample")
    )


def _recheck_visits(machine: Machine, start: State, kept: RecordedProof, count: int, seconds: float) -> Again:
    game = _with(machine.game, kept.claim)
    few = count <= FEW or not is_built()
    explored = _on_the_reference_machine(game, start, seconds) if few else _explore_compiled(game, start, seconds)
    if explored is None or not explored.complete:
        return Again(
            RecheckOutcome.OPEN, (f"{quantity(count, 'position')} could not all be counted within the time limit")
        )
    if explored.states != count:
        return Again(RecheckOutcome.FAILED, f"there are {quantity(explored.states, 'position')}, not {count:,}")
    if explored.findings[0].verdict != kept.verdict:
        return Again(RecheckOutcome.FAILED, f"over all positions the claim is {explored.findings[0].verdict}")
    return Again(
        RecheckOutcome.CONFIRMED,
        f"{'the only position' if count == 1 else f'all {count:,} positions'} {'on the reference machine' if few else 'of the compiled game'}",
    )


def _on_the_reference_machine(game: ir.Game, start: State, seconds: float) -> ExplorationResult:
    return explore(ReferenceMachine(game), Few(seconds=seconds), start=start)


def _explore_compiled(game: ir.Game, start: State, seconds: float) -> ExplorationResult | None:
    from cython_ext.emit.unsupported import NotNative
    from cython_ext.kernels.counting import explore as explore_compiled
    from cython_ext.native import NativeMachine

    try:
        return explore_compiled(NativeMachine(game), Few(seconds=seconds, memory=MEMORY), start=start)
    except NotNative:
        return None


def _with(game: ir.Game, claim: ir.Claim) -> ir.Game:
    return replace(game, claims=(claim,))


def _anew(machine: Machine, start: State, kept: RecordedProof, seconds: float) -> Again:
    """The claim proved once more, from nothing."""
    limits = checking.CheckLimits(SurveyLimits(seconds=seconds / 3, playing=1.0), Effort(seconds=seconds / 2))
    finding = next(iter(checking.prove(machine, [kept.claim], limits, Clock(Limits(seconds=seconds)), start)))
    match finding:
        case UndecidedFinding(_, tried):
            return Again(RecheckOutcome.OPEN, f"not settled again within the time limit: {tried}")
        case ProvedFinding(_, method) | RefutedFinding(_, method):
            same = isinstance(finding, ProvedFinding) == (kept.verdict == "proved")
            return Again(
                RecheckOutcome.CONFIRMED if same else RecheckOutcome.FAILED,
                f"proved anew: {method}" if same else f"contradicted: {method}",
            )
