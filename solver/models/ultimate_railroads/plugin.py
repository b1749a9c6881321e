"""What the room of relaxations takes from this folder."""

from __future__ import annotations

from typing import Any

from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import State
from solver.models.ultimate_railroads import model, unforeseen
from solver.relaxed.growing import NO_LIMITS, Limits, RoundModel


class Rounds:
    """Whole rounds against Emil."""

    COUNTER = "round"
    LEAVING = "pass"

    def build_relaxation(
        self, game: ir.Game, state: State, *, widest: State | None = None, limits: Limits = NO_LIMITS
    ) -> RoundModel:
        """The model from a position."""
        return model.build_relaxation(game, state, widest=widest, limits=limits)

    def find_missed_space(self, plan: RoundModel) -> tuple[str, Any] | None:
        """The space that is lost after the first turn."""
        return unforeseen.find_missed_space(plan)


PLUGIN = Rounds()
