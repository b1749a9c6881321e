"""How sure the figures of a game's tables are, as far as their files record it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules_dsl.ir.nodes import Fact
from rules_dsl.quantities import quantity

UNRECORDED, SURE = "", "high"
NO_FACTS = "the game has no tables with figures"


@dataclass(frozen=True, slots=True)
class ConfidenceCount:
    """How many figures are recorded as sure and as doubtful, and for how many nothing is recorded."""

    sure: int
    doubtful: int
    unrecorded: int

    @property
    def all(self) -> int:
        """All figures."""
        return self.sure + self.doubtful + self.unrecorded

    @property
    def says(self) -> str:
        """In words."""
        if not self.all:
            return NO_FACTS
        if self.unrecorded == self.all:
            return f"{quantity(self.all, 'figure')}, none with a recorded confidence"
        unrecorded = f", {self.unrecorded:,} without a recorded confidence" if self.unrecorded else ""
        return f"{quantity(self.all, 'figure')}: {self.doubtful:,} not sure, {self.sure:,} sure{unrecorded}"


def count_confidence(facts: Sequence[Fact]) -> ConfidenceCount:
    """The counts of a list of facts."""
    recorded = [fact.confidence for fact in facts if fact.confidence != UNRECORDED]
    sure = recorded.count(SURE)
    return ConfidenceCount(sure, len(recorded) - sure, len(facts) - len(recorded))


def is_doubtful(fact: Fact) -> bool:
    """Is it recorded as anything but sure?"""
    return fact.confidence not in (UNRECORDED, SURE)
