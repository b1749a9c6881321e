"""Claims of small games, decided by visiting every position."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from rules_dsl.examples.results import ExampleOutcome, report_failure, report_pass, report_undecided
from rules_dsl.ir.nodes import Game
from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.machine.explore import ClaimFinding, ExplorationResult, ExploreLimits, PlayFailure, explore
from rules_dsl.machine.filling.puzzle import FindPuzzle, ListSolutions
from rules_dsl.play.notation import show_move
from rules_dsl.quantities import quantity
from rules_dsl.source import NOWHERE

KIND = "claim"


def check_claims(machine: Machine, limits: ExploreLimits) -> tuple[ExampleOutcome, ...]:
    """The finding for each claim by visiting positions up to the limits."""
    if not machine.game.claims:
        return ()
    explored = explore(machine, limits)
    failing = () if explored.failure is None else (_failing(machine, explored.failure),)
    return (*failing, *(_outcome(machine, explored, finding) for finding in explored.findings))


def _failing(machine: Machine, failure: PlayFailure) -> ExampleOutcome:
    """The rules themselves fail in some play."""
    error = failure.error.diagnostics[0]
    return report_failure(
        "rules", "fail while playing", error.span, f"{error.code} {error.message}", write_play(machine, failure.play)
    )


def _outcome(machine: Machine, explored: ExplorationResult, finding: ClaimFinding) -> ExampleOutcome:
    claim, span = finding.claim, finding.claim.rule.span
    seen = _describe_extent(explored)
    match finding.verdict:
        case "proved" if finding.play:
            return report_pass(KIND, claim.label, span, f"after {_moves(finding.play)}")
        case "proved":
            return report_pass(KIND, claim.label, span, seen)
        case "refuted":
            return report_failure(KIND, claim.label, span, _against(finding, seen), write_play(machine, finding.play))
        case _:
            return report_undecided(
                KIND,
                claim.label,
                span,
                f"nothing against it {seen}" if claim.mode != "sometimes" else f"not found {seen}",
            )


def _describe_extent(explored: ExplorationResult) -> str:
    if explored.complete:
        return f"in {'the only position' if explored.states == 1 else f'all {explored.states:,} positions'}"
    reached = f"in the positions that were examined; {explored.states:,} were reached"
    return f"{reached}, and then the rules failed" if explored.failure is not None else reached


def _against(finding: ClaimFinding, seen: str) -> str:
    if finding.loop is not None:
        return f"play can go on for ever, the last {_moves(finding.play[finding.loop :]).removeprefix('1 ')} again and again"
    if finding.claim.mode == "sometimes":
        return f"not found {seen}"
    return f"does not hold after {_moves(finding.play)}"


def _moves(play: Sequence[Move]) -> str:
    return quantity(len(play), "move")


def write_play(machine: Machine, play: Sequence[Move], start: State | None = None) -> tuple[str, ...]:
    """The moves of a play from the start (None: where the game begins), in words; the last one may be the one at which
    the rules fail.
    """
    state, words = machine.initial() if start is None else start, []
    for number, move in enumerate(play, 1):
        words.append(show_move(machine, state, move))
        if number < len(play):
            state = machine.apply(state, move)
    return tuple(words)


def check_unique(game: Game, list_solutions: ListSolutions) -> ExampleOutcome:
    """Whether a puzzle to be filled in has exactly one solution."""
    count = len(list(islice(list_solutions(FindPuzzle(game), {}), 2)))
    if count == 1:
        return report_pass("unique", game.name, NOWHERE, "one solution")
    return report_failure("unique", game.name, NOWHERE, "no solution" if count == 0 else "two solutions or more")
