"""Plays to take positions from: random, greedy, or guided by playouts; each determined by its seed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rules_dsl.ir.types import IntType
from rules_dsl.machine.api import Machine, State
from rules_dsl.machine.walker import Position, Walker, walker_of
from solver.protocol.lines import score_of

STYLES = ("random", "greedy", "guided")
MOST_MOVES = 400
GUIDES = 3
"""So many random plays judge each move of a guided play."""
MOST_JUDGED = 12
ROUND_NAMES = ("round", "day", "turn")


def play_positions(machine: Machine, style: str, dice: Random) -> list[Position]:
    """The positions of one play, from the first to the last."""
    walker = walker_of(machine)
    positions = [walker.first_position()]
    while len(positions) <= MOST_MOVES:
        after = walker.successors(positions[-1])
        if not after:
            break
        positions.append(_choose_next(machine, walker, positions[-1], list(after), style, dice))
    return positions


def _choose_next(
    machine: Machine, walker: Walker, position: Position, after: list[Position], style: str, dice: Random
) -> Position:
    if style == "random" or len(after) == 1 or walker.weights(position) is not None or dice.random() < 0.15:
        return dice.choice(after)
    tried = dice.sample(after, min(MOST_JUDGED, len(after)))
    sign = 1 if _first_player(machine, walker, position) else -1
    judge = _at_once if style == "greedy" else _after_plays
    return max(tried, key=lambda item: (sign * judge(machine, walker, item, dice), dice.random()))


def _first_player(machine: Machine, walker: Walker, position: Position) -> bool:
    return machine.actor(walker.state(position)) == 0


def _at_once(machine: Machine, walker: Walker, position: Position, _: Random) -> float:
    return score_of(machine, walker, position)


def _after_plays(machine: Machine, walker: Walker, position: Position, dice: Random) -> float:
    total = 0
    for _ in range(GUIDES):
        at, left = position, MOST_MOVES // 4
        while left and (after := walker.successors(at)):
            at, left = dice.choice(list(after)), left - 1
        total += score_of(machine, walker, at)
    return total / GUIDES


def has_rounds(machine: Machine) -> bool:
    """Does the game count rounds?"""
    return _counter(machine) is not None


def _counter(machine: Machine) -> int | None:
    """The place of the variable that counts rounds."""
    names = [variable.name if isinstance(variable.type, IntType) else "" for variable in machine.game.variables]
    return next((names.index(text) for text in ROUND_NAMES if text in names), None)


def in_last_round(machine: Machine, states: Sequence[State]) -> list[int]:
    """The numbers of the states in which the counter of rounds stands where it stands at the end; all of them if the
    game has none.
    """
    at = _counter(machine)
    return [number for number, state in enumerate(states) if at is None or state.values[at] == states[-1].values[at]]
