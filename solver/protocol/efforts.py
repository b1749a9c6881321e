"""How much a policy computes before it moves."""

from __future__ import annotations

from dataclasses import dataclass

from rules_dsl.quantities import quantity

LEVELS = 3
"""Of a nested search."""


@dataclass(frozen=True, slots=True)
class Plans:
    """The effort for one turn: the number of decks, and for each deck the playouts per level of a nested search."""

    decks: int
    width: int

    @property
    def work(self) -> int:
        """About how many random plays go into a turn."""
        return self.decks * (self.decks + 1) * int(self.width**LEVELS)

    @property
    def method(self) -> str:
        """In words."""
        return (
            f"plans for {quantity(self.decks, 'deck')} drawn before each turn (nested random plays, {self.width} wide)"
        )


Effort = int | Plans
"""How often each move is tried, or how turns are planned."""


def work_of(effort: Effort) -> int:
    """Random plays for a move or for a turn."""
    return effort.work if isinstance(effort, Plans) else effort
