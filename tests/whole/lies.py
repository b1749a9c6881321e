"""Machines that lie: what an engine is given in place of the game, so that somebody has to notice."""

from __future__ import annotations

from collections.abc import Sequence

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import Value
from rules_dsl.machine.api import Move, State
from rules_dsl.machine.reference import ReferenceMachine


class Pruned(ReferenceMachine):
    """Of several moves the last is never found."""

    def moves(self, state: State) -> Sequence[Move]:
        """All but one."""
        found = super().moves(state)
        return found[:-1] if len(found) > 1 and self.kind(state) == "decide" else found


class Merged(ReferenceMachine):
    """Positions that agree in the second variable are taken for one: the one that was met first."""

    def __init__(self, game: ir.Game) -> None:
        super().__init__(game)
        self.met: dict[tuple[object, ...], State] = {}

    def apply(self, state: State, move: Move) -> State:
        """The position after the move, or one like it."""
        after = super().apply(state, move)
        return self.met.setdefault((after.values[1:2], after.node), after)


class Unfair(ReferenceMachine):
    """The first player's score counts twice."""

    def scores(self, state: State) -> tuple[int, ...]:
        """What is not so."""
        first, *others = super().scores(state)
        return (2 * first + 1, *others)


class Peeking(ReferenceMachine):
    """Everybody sees everything."""

    def observation(self, state: State, player: int) -> tuple[Value, ...]:
        """What is not seen is there, too."""
        return (*state.values, state.node)


class Blind(ReferenceMachine):
    """Nobody sees anything but where play stands."""

    def observation(self, state: State, player: int) -> tuple[Value, ...]:
        """Nothing of the values."""
        return (state.node,)
