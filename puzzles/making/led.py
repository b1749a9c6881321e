"""Lines to the goal where random play never reaches it, found by the engine `guided`."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cython_ext.native import NativeMachine
from puzzles.making.instances import machines_of
from rules_dsl.machine.api import Machine, State
from solver.driver.engines import ENGINES
from solver.driver.solving import solve
from solver.protocol.answers import Incumbent
from solver.protocol.context import Machines
from solver.protocol.questions import Aim, Limits, Question, UnsupportedQuestion

EARLY = 20
"""The way begins at one of so many first positions of a play, so that no two need be alike."""
MOST_ASTRAY = 12
MOST_POSITIONS = 60_000
"""Whatever the time: the same sample gives the same way."""


def find_guided_states(machine: Machine, states: Sequence[State], dice: Random) -> list[State]:
    """The positions of a line to the goal from a random position; none if none is found quickly, or the rules have no
    bound.
    """
    if not isinstance(machine, NativeMachine) or not machine.game.bounds or len(states) < 2:
        return []
    machines = machines_of(machine)
    way = _way(machines, states[dice.randrange(min(EARLY, len(states) - 1))])
    if not way:
        return []
    astray = _astray(machine, way[dice.randrange(len(way) // 2, len(way) - 1)], dice)
    return _way(machines, astray) or way


def _astray(machine: NativeMachine, state: State, dice: Random) -> State:
    """Some random moves, so that lines from similar positions differ."""
    for _ in range(dice.randrange(MOST_ASTRAY)):
        following = machine.apply(state, dice.choice(machine.moves(state)))
        if machine.kind(following) != "decide" or not machine.moves(following):
            break
        state = following
    return state


def _way(machines: Machines, start: State) -> list[State]:
    """The positions of the first line to the goal, none if none is found within the node limit."""
    question = Question(machines.rules, start, Aim.FEWEST, Limits(nodes=MOST_POSITIONS))
    try:
        lines = (event.play for event in solve(question, ENGINES["guided"], machines) if isinstance(event, Incumbent))
        moves = next(lines, ())
    except UnsupportedQuestion:
        return []
    states = [start]
    for move in moves:
        states.append(machines.plain.apply(states[-1], move))
    return states if moves else []
