"""The games there are models of whole rounds for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Protocol

from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import Machine, State
from solver.questions import Unsupported
from solver.relaxed.growing import NO_LIMITS, Growing, Limits
from solver.relaxed.railroads import model as railroads
from solver.relaxed.railroads import unforeseen


class Relaxing(Protocol):
    """Makes a model from a position, with limits that are known already; with `widest` for any position of the same round that may follow from that one."""

    def __call__(self, game: ir.Game, state: State, *, widest: State | None = None, limits: Limits = NO_LIMITS) -> Growing: ...



MODELS: dict[str, Relaxing] = {railroads.GAME: railroads.relaxed}
"""By the name of the game."""
COUNTERS = {railroads.GAME: "round"}
"""The variable that tells the rounds."""
LEAVING = {railroads.GAME: "pass"}
"""The action that can be taken wherever a turn begins, and nowhere else."""
MISSED: dict[str, Callable[[Growing], tuple[str, Any] | None]] = {railroads.GAME: unforeseen.missed}
"""What is missed, unless it is done in the first turn, by somebody who sees what chance does only after that turn: its name, and whether it is done at all."""


def model_of(machine: Machine, limits: Limits = NO_LIMITS) -> Growing:
    """The model from where a machine begins; raises Unsupported where there is none."""
    relax = MODELS.get(machine.game.name)
    if relax is None:
        raise Unsupported(f"there is no model of whole rounds of {machine.game.name}; there is one of {', '.join(MODELS)}")
    return relax(machine.game, machine.initial(), limits=limits)


@cache
def turns_of(game: ir.Game) -> frozenset[int]:
    """The nodes where a turn begins."""
    leaving = LEAVING[game.name]
    return frozenset([at for at, node in enumerate(game.nodes) if isinstance(node, ir.DecideNode) and any(option.action == leaving for option in node.options)])


def fits(machine: Machine) -> bool:
    """Is there a model that fits where a machine begins?"""
    try:
        model_of(machine)
    except Unsupported:
        return False
    return True
