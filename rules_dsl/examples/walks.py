"""Walks over the positions of a small game, up to a limit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules_dsl.machine.api import Machine, State
from rules_dsl.machine.walker import Position, walker_of


class TooManyPositions(Exception):
    """More positions than the limit."""


def plays_of_length(machine: Machine, depth: int, most: int) -> int:
    """The number of plays of this length. Positions at equal depth are visited once."""
    if depth == 0:
        return 1
    walker = walker_of(machine)
    for level, positions in enumerate(_levels(machine, most), 1):
        if level == depth:
            return sum(plays * walker.count(position) for position, plays in positions.items())
    return 0


def whole_games(machine: Machine, most: int) -> int:
    """How many different plays end."""
    walker = walker_of(machine)
    ended = 0
    for positions in _levels(machine, most):
        ended += sum(plays for position, plays in positions.items() if not walker.count(position))
    return ended


def _levels(machine: Machine, most: int) -> Iterator[Counter[Position]]:
    """The positions after 0, 1, 2, … moves, each with how many plays lead there."""
    walker = walker_of(machine)
    level: Counter[Position] = Counter({walker.first_position(): 1})
    looked_at = 0
    while level:
        looked_at += len(level)
        if looked_at > most:
            raise TooManyPositions
        yield level
        following: Counter[Position] = Counter()
        for position, plays in level.items():
            for after in walker.successors(position):
                following[after] += plays
        level = following


def last_positions(machine: Machine, most: int) -> Iterator[State]:
    """Every position in which the game is over."""
    walker = walker_of(machine)
    positions = {walker.first_position()}
    waiting = list(positions)
    while waiting:
        following = walker.successors(position := waiting.pop())
        if not following:
            yield walker.state(position)
        new = set(following) - positions
        positions |= new
        waiting.extend(new)
        if len(positions) > most:
            raise TooManyPositions
