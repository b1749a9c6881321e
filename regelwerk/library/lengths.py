"""How long a play of a game is, in moves: measured by playouts, or the shortest recorded solution."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from random import Random
from statistics import median
from time import monotonic

import msgspec

from regelwerk.api.loader import load
from regelwerk.api.recorded import read
from regelwerk.library.keeping import MOST_ENTRIES, digest_folder
from rules_dsl.ir import nodes as ir
from rules_dsl.loading import LIBRARY
from rules_dsl.machine.api import Machine
from rules_dsl.machine.playouts import MAXIMUM_PLIES
from rules_dsl.private_cache import read_or_make

LENGTHS = "lengths"
MOST_PLAYOUTS = 30
SECONDS = 2.0
"""No further playout begins after so many seconds."""
SEED = 0
MACHINE = "python"
"""Nothing is compiled for a figure in a list."""
SOLVED = "goal"


class LengthBasis(StrEnum):
    """Where a length comes from."""

    PLAYOUTS = "playouts"
    SOLUTION = "shortest recorded solution"


@dataclass(frozen=True, slots=True)
class PlayLength:
    """A number of moves: the median of so many playouts, without outcomes of chance, or those of a solution."""

    moves: int
    basis: LengthBasis
    playouts: int = 0


def find_length(name: str) -> PlayLength | None:
    """The length of a play of a library game, kept while its files stay the same; None where none is known."""
    kept = read_or_make(LENGTHS, digest_folder(LIBRARY / name), partial(_measure, name), MOST_ENTRIES)
    return msgspec.json.decode(kept, type=PlayLength | None)


def measure_lengths(names: tuple[str, ...]) -> Iterator[tuple[str, PlayLength | None]]:
    """The lengths of several games, one after the other."""
    for name in names:
        yield name, find_length(name)


def _measure(name: str) -> bytes:
    return msgspec.json.encode(_measure_game(name))


def _measure_game(name: str) -> PlayLength | None:
    game = load(name, machine=MACHINE)
    if game.rules.finds:
        return None
    if _is_solved(game.rules):
        return _shortest_solution(name)
    lengths = _play_at_random(game.machine)
    return PlayLength(round(median(lengths)), LengthBasis.PLAYOUTS, len(lengths)) if lengths else None


def _play_at_random(machine: Machine) -> list[int]:
    """The lengths of random plays, none if one of them does not end."""
    dice, begun, lengths = Random(SEED), monotonic(), list[int]()
    while len(lengths) < MOST_PLAYOUTS and (not lengths or monotonic() - begun < SECONDS):
        length = _count_decisions(machine, dice)
        if length is None:
            return []
        lengths.append(length)
    return lengths


def _count_decisions(machine: Machine, dice: Random) -> int | None:
    """How often somebody decides in a random play; None if it is broken off as too long."""
    state, decisions = machine.initial(), 0
    for _ in range(MAXIMUM_PLIES):
        match machine.kind(state):
            case "over":
                return decisions
            case "chance":
                outcomes = machine.outcomes(state)
                weights = [float(outcome.probability) for outcome in outcomes]
                state = machine.apply(state, dice.choices(outcomes, weights)[0].move)
            case _:
                decisions += 1
                state = machine.apply(state, dice.choice(machine.moves(state)))
    return None


def _is_solved(rules: ir.Game) -> bool:
    """Does play end when a goal is reached? Random moves say nothing of how far away it is."""
    return any(ending.kind == SOLVED for ending in rules.endings)


def _shortest_solution(name: str) -> PlayLength | None:
    plays = [read(path) for path in sorted((LIBRARY / name).glob("plays/*.play"))]
    lengths = [len(play.moves) for play in plays if play.result.startswith(SOLVED)]
    return PlayLength(min(lengths), LengthBasis.SOLUTION) if lengths else None
