"""Games relaxed by hand into models of whole rounds: which spaces are used, not in which order. What a model cannot surpass, no play surpasses."""

from __future__ import annotations

from rules_dsl.machine.api import Machine

METHOD = "whole rounds by SCIP, lines by nested random plays"
GAMES = frozenset({"UltimateRailroads"})
"""The games there are models for."""


def has_model(machine: Machine) -> bool:
    """Is there a model that fits where a machine begins? Only those who may need it wait until the solver's library is there."""
    if machine.game.name not in GAMES:
        return False
    from solver.relaxed.models import fits

    return fits(machine)
