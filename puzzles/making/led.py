"""Ways to the goal of games in which no play at random comes there: the engine that follows the bound of the rules finds them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cython_ext.native import NativeMachine
from rules_dsl.machine.api import Machine, State
from solver.answers import Incumbent
from solver.clock import Clock
from solver.explicit import guided
from solver.questions import Aim, Limits, Question, Unsupported

EARLY = 20
"""The way begins at one of so many first positions of a play, so that no two need be alike."""
MOST_ASTRAY = 12
MOST_POSITIONS = 60_000


class _Counting(Clock):
    """Ends a search after so many positions, whatever the time: the same sample gives the same way."""

    def is_over(self, more: int = 0) -> bool:
        if self.nodes >= MOST_POSITIONS:
            self.end("positions")
        return super().is_over(more)


def led(machine: Machine, states: Sequence[State], dice: Random) -> list[State]:
    """The positions of a way to the goal from a position of a play; none if none is found at once, or the rules say nothing of what is missing."""
    if not isinstance(machine, NativeMachine) or not machine.game.bounds or len(states) < 2:
        return []
    way = _way(machine.starting_at(states[dice.randrange(min(EARLY, len(states) - 1))]))
    if not way:
        return []
    astray = _astray(machine, way[dice.randrange(len(way) // 2, len(way) - 1)], dice)
    return _way(machine.starting_at(astray)) or way


def _astray(machine: NativeMachine, state: State, dice: Random) -> State:
    """Some moves at random: ways that begin alike would end alike."""
    for _ in range(dice.randrange(MOST_ASTRAY)):
        following = machine.apply(state, dice.choice(machine.moves(state)))
        if machine.kind(following) != "decide" or not machine.moves(following):
            break
        state = following
    return state


def _way(start: NativeMachine) -> list[State]:
    """The positions of the first way to the goal that is found, none if there is none among so many positions."""
    question = Question(start, Aim.FEWEST, Limits(), compiled=start)
    try:
        lines = (event.play for event in guided.search(question, _Counting(question.limits)) if isinstance(event, Incumbent))
        moves = next(lines, ())
    except Unsupported:
        return []
    found = [start.initial()]
    for move in moves:
        found.append(start.apply(found[-1], move))
    return found if moves else []
