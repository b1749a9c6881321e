"""Runs the prover in a separate process and collects its reports."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.failures import PlayError
from rules_dsl.machine.api import Machine, State
from rules_dsl.machine.generated.machine import PythonMachine
from solver.check.failing import may_fail_when_over
from solver.check.findings import Finding, ProvedFinding, Topic, UndecidedFinding
from solver.check.goals import CheckGoal
from solver.check.grounds import Grounds
from solver.check.marking import mark_start
from solver.check.survey import Survey
from solver.processes.apart import GRACE, AbortedWork, apart
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits
from solver.smt.stretches import is_large

MOST_SAMPLES = 3_000
PART = 0.8
"""Of a limit of time, so that what was found is told before it is over."""


def ignore_progress(_text: str) -> None:
    """Discard progress messages."""


@dataclass(frozen=True, slots=True)
class Effort:
    """Seconds for proofs: where positions are too many, where even the rules are too large to be put before Z3 as a
    whole (unless somebody sets a time), where all positions are known and proofs are a second opinion; and bytes.
    `kept`: proofs carry what they rest on; `tell` hears what the prover of large games does.
    """

    seconds: float = 60.0
    large: float = 600.0
    second_opinion: float = 4.0
    memory: int = 3 << 30
    kept: bool = False
    tell: Callable[[str], None] = ignore_progress


@dataclass(slots=True)
class Proofs:
    """The findings of the prover by goal.

    `excluded` says for each kind of failure how it is excluded and `open` where it is not; `not_shown` says what is
    missing for a proof that plays end.
    """

    findings: dict[int, Finding] = field(default_factory=dict)
    lost: str = ""
    excluded: bool = False
    open: tuple[str, ...] = ()
    ends: tuple[str, ...] | None = None
    of_ends: tuple[Grounds, ...] = ()
    not_shown: str = ""

    def instead(self, finding: Finding) -> Finding:
        """The finding, or that of the prover for failures and endless plays which the visits left open."""
        if not isinstance(finding, UndecidedFinding):
            return finding
        if self.ends is not None and (
            finding.question.topic is Topic.FREE or finding.question.text.startswith("terminates ")
        ):
            return ProvedFinding(
                finding.question, "by measures that move after move lowers (Z3)", self.ends, grounds=self.of_ends
            )
        if self.not_shown and finding.question.text.startswith("terminates "):
            return replace(finding, tried=f"{finding.tried}; measures (Z3): {self.not_shown}")
        return self._of_failures(finding)

    def _of_failures(self, finding: UndecidedFinding) -> Finding:
        if finding.question.topic not in (Topic.FAILURE, Topic.SUPPLY, Topic.CLASH):
            return finding
        if self.excluded:
            return ProvedFinding(finding.question, "each place where the rules may fail, by induction (Z3)")
        if not self.open:
            return finding
        return replace(
            finding, tried=f"{finding.tried}; induction (Z3) does not exclude it at {', '.join(self.open[:5])}"
        )


def prove_in_process(
    game: ir.Game, start: State, goals: Mapping[int, CheckGoal], survey: Survey, effort: Effort, clock: Clock
) -> Proofs:
    """Everything that can be proved in the time. If the prover crashes, earlier reports are kept."""
    proofs = Proofs()
    for _ in proving_apart(proofs, game, start, goals, survey, effort, clock):
        pass
    return proofs


def proving_apart(
    proofs: Proofs, game: ir.Game, start: State, goals: Mapping[int, CheckGoal], survey: Survey, effort: Effort, clock: Clock
) -> Iterator[int]:  # fmt: skip
    """The same, reported goal by goal."""
    most = float("inf") if clock.deadline is None else PART * clock.deadline
    grace = GRACE if clock.deadline is None else min(GRACE, (1 - PART) / 2 * clock.deadline)
    seconds = min(most, effort.second_opinion if survey.complete else effort.seconds)
    large = seconds if survey.complete else effort.large if clock.deadline is None else most
    if seconds <= 0:
        if not survey.complete:
            proofs.findings.update(
                {
                    number: UndecidedFinding(goal.question, "nothing was proved: no time was left")
                    for number, goal in goals.items()
                }
            )
        return

    known: set[int] = set()

    def work() -> Iterator[object]:
        from solver.check.proving import prove

        machine, here = prepare_machine(game, start)
        samples = (
            _sample_states(machine, here)
            if is_large(game)
            else survey.states[:: max(1, len(survey.states) // MOST_SAMPLES)]
        )
        much = Clock(Limits(seconds=large))
        yield from prove(
            machine, goals, samples, Clock(Limits(seconds=seconds)), not survey.complete, effort.kept, much, here
        )

    for message in apart(work, large, effort.memory, grace):
        _note(proofs, message, effort.tell)
        yield from [number for number in goals if number in proofs.findings and number not in known]
        known |= set(proofs.findings)
    if proofs.excluded and may_fail_when_over(game):
        proofs.excluded, proofs.open = False, ("the end of play, where scores are evaluated",)
    for number, goal in goals.items():
        if number not in proofs.findings and proofs.lost:
            proofs.findings[number] = UndecidedFinding(goal.question, proofs.lost)


def prepare_machine(game: ir.Game, start: State) -> tuple[Machine, State]:
    """The machine of a game, with marks or without, and the start in it for one without marks."""
    machine = PythonMachine(game)
    return machine, mark_start(game, machine.initial(), start)


def _sample_states(machine: Machine, start: State) -> list[State]:
    """The positions of a random play. In large games positions near the start say little about what is constant."""
    states, dice = [start], random.Random(1)
    try:
        while (moves := machine.moves(states[-1])) and len(states) < MOST_SAMPLES:
            states.append(machine.apply(states[-1], dice.choice(moves)))
    except PlayError:
        return states
    return states


def _note(proofs: Proofs, message: object, tell: Callable[[str], None]) -> None:
    from solver.check.told import Ends, ProverReport, ProverStage, UnprovedTermination

    match message:
        case ProverStage(text):
            tell(text)
        case Ends(measures, grounds):
            proofs.ends, proofs.of_ends = measures, grounds
        case UnprovedTermination(why):
            proofs.not_shown = why
        case AbortedWork(why):
            proofs.lost = f"proofs: {why}"
        case ProverReport(None, _, faults):
            proofs.open = tuple([fault.message for fault in faults if not fault.excluded])
            proofs.excluded = not proofs.open
        case ProverReport(int(number), finding) if finding is not None:
            proofs.findings[number] = finding
