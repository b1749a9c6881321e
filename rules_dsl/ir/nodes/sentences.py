"""What players read of moves, events and chance. Machines do not know it: a sentence is a view of a move."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules_dsl.ir.nodes.expressions import Each
from rules_dsl.ir.nodes.parts import Parameter
from rules_dsl.ir.nodes.pictures import Choices


class SayKind(StrEnum):
    """What a sentence tells of."""

    MOVE = "move"
    CHANCE = "chance"
    EVENT = "event"
    REACTION = "reaction"


@dataclass(frozen=True, slots=True)
class SayLabel:
    """How a value of a parameter is worded where it is chosen; `number` counts the parameters from 0. Those before it are known."""

    number: int
    choices: Choices


@dataclass(frozen=True, slots=True)
class Say:
    """One sentence, read in the state before what it tells of, or with `after` in the state in which that is over.

    `parameters` are locals of its own: for a move those of the action, for chance the outcome, for a reaction those it fires for. `chosen` are
    choices made while doing the move, none where they were not met. `player` is the local of whoever decides. `each`: a sentence for each value.
    `label` is what the action is called where one is chosen.
    """

    kind: SayKind
    title: str
    choices: Choices
    parameters: tuple[Parameter, ...] = ()
    chosen: tuple[Parameter, ...] = ()
    player: str | None = None
    each: Each | None = None
    labels: tuple[SayLabel, ...] = ()
    label: Choices = ()
    after: bool = False
