"""Ways to the goal of games in which no play at random comes there: the engine that follows the bound of the rules finds them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cython_ext.native import NativeMachine
from rules_dsl.machine.api import Machine, Move, State
from solver.answers import Incumbent
from solver.clock import Clock
from solver.explicit import guided
from solver.questions import Aim, Limits, Question, Unsupported

EARLY = 20
"""The way begins at one of so many first positions of a play, so that no two need be alike."""
MOST_POSITIONS = 60_000


class _Counting(Clock):
    """Ends a search after so many positions, whatever the time: the same sample gives the same way."""

    def is_over(self) -> bool:
        if self.nodes >= MOST_POSITIONS:
            self.end("positions")
        return super().is_over()


def led(machine: Machine, states: Sequence[State], dice: Random) -> list[State]:
    """The positions of a way to the goal from an early position of a play; none if none is found at once, or the rules say nothing of what is missing."""
    if not isinstance(machine, NativeMachine) or not machine.game.bounds or len(states) < 2:
        return []
    start = machine.starting_at(states[dice.randrange(min(EARLY, len(states) - 1))])
    found = [start.initial()]
    for move in _way(start):
        found.append(machine.apply(found[-1], move))
    return found if len(found) > 1 else []


def _way(start: NativeMachine) -> Sequence[Move]:
    question = Question(start, Aim.FEWEST, Limits(), compiled=start)
    try:
        lines = (event.play for event in guided.search(question, _Counting(question.limits)) if isinstance(event, Incumbent))
        return next(lines, ())
    except Unsupported:
        return ()
