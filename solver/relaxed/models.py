"""The registry of round models, and the interface that a plug-in implements."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Protocol

from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import State
from solver.protocol.answers import Links
from solver.protocol.questions import UnsupportedQuestion
from solver.relaxed.growing import NO_LIMITS, Limits, RoundModel
from solver.relaxed.relaxation import Relaxation, relaxation_of, why_none


class Plugin(Protocol):
    """What the folder of a relaxation offers."""

    COUNTER: str
    """The variable that tells the rounds."""
    LEAVING: str
    """The action that can be taken wherever a turn begins, and nowhere else."""

    def build_relaxation(
        self, game: ir.Game, state: State, *, widest: State | None = None, limits: Limits = NO_LIMITS
    ) -> RoundModel:
        """Build the model for a position, with limits that are already known.

        With `widest`, build it for every position of the same round that can follow from that one.
        """

    def find_missed_space(self, plan: RoundModel) -> tuple[str, Any] | None:
        """The name of the space that is lost unless it is used in the first turn, for a player who sees chance only
        after that turn; and whether it is used at all.
        """


@dataclass(frozen=True, slots=True)
class RelaxationModel:
    """A relaxation that holds for some rules, and the plug-in that makes models by it."""

    relaxation: Relaxation
    plugin: Plugin

    @property
    def links(self) -> Links:
        """What a bound by these models rests on."""
        return self.relaxation.links

    def turns(self, game: ir.Game) -> frozenset[int]:
        """The nodes where a turn begins."""
        leaving = self.plugin.LEAVING
        return frozenset(
            [
                at
                for at, node in enumerate(game.nodes)
                if isinstance(node, ir.DecideNode) and any(option.action == leaving for option in node.options)
            ]
        )


def model_for(game: ir.Game, start: State) -> RelaxationModel:
    """The model for what can be played from a start; raises UnsupportedQuestion where none was tested on such rules."""
    relaxation = relaxation_of(game, start)
    if relaxation is None:
        raise UnsupportedQuestion(why_none(game))
    return RelaxationModel(relaxation, _plugin(relaxation.module))


@cache
def _plugin(module: str) -> Plugin:
    plugin: Plugin = import_module(f"{module}.plugin").PLUGIN
    return plugin


def model_of(game: ir.Game, start: State, limits: Limits = NO_LIMITS) -> RoundModel:
    """The model for a start; raises UnsupportedQuestionQuestion if there is none."""
    return model_for(game, start).plugin.build_relaxation(game, start, limits=limits)
