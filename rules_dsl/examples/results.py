"""Outcomes of examples, counts, plays, best scores and claims."""

from __future__ import annotations

from dataclasses import dataclass

from rules_dsl.source import Span

PASSED, FAILED, UNDECIDED = "passed", "failed", "undecided"


@dataclass(frozen=True, slots=True)
class ExampleOutcome:
    """`kind`: example, count, play, best, claim, unique.

    `status`: passed, failed, undecided. `moves` show a failure; they are shortest where that is known.
    """

    kind: str
    label: str
    status: str
    detail: str
    span: Span
    moves: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Nothing was found to be wrong."""
        return self.status != FAILED


def report_pass(kind: str, label: str, span: Span, detail: str = "") -> ExampleOutcome:
    """It holds."""
    return ExampleOutcome(kind, label, PASSED, detail, span)


def report_failure(kind: str, label: str, span: Span, detail: str, moves: tuple[str, ...] = ()) -> ExampleOutcome:
    """It does not hold, and why."""
    return ExampleOutcome(kind, label, FAILED, detail, span, moves)


def report_undecided(kind: str, label: str, span: Span, detail: str) -> ExampleOutcome:
    """No failure was found, but not everything was visited."""
    return ExampleOutcome(kind, label, UNDECIDED, detail, span)
