"""The games there are models of whole rounds for."""

from __future__ import annotations

from collections.abc import Callable

from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import Machine, State
from solver.questions import Unsupported
from solver.relaxed.growing import Growing
from solver.relaxed.railroads import model as railroads

Relaxing = Callable[[ir.Game, State], Growing]

MODELS: dict[str, Relaxing] = {railroads.GAME: railroads.relaxed}
"""By the name of the game."""


def model_of(machine: Machine) -> Growing:
    """The model from where a machine begins; raises Unsupported where there is none."""
    relax = MODELS.get(machine.game.name)
    if relax is None:
        raise Unsupported(f"there is no model of whole rounds of {machine.game.name}; there is one of {', '.join(MODELS)}")
    return relax(machine.game, machine.initial())


def fits(machine: Machine) -> bool:
    """Is there a model that fits where a machine begins?"""
    try:
        model_of(machine)
    except Unsupported:
        return False
    return True
