"""Games that a searcher plays who tries every move many times (UCT) and knows the deck: what a thousand of them bring."""

from __future__ import annotations

import time

from bench.railroads.records import PLACE, game_of, read, write
from cython_ext.kernels._kernel import Watch
from cython_ext.native import NativeMachine
from solver.protocol.seats import seats_of
from solver.sampling.policy import searcher_for

FIRST_SEED = 100_000
LONGEST = 20_000
TREE = 16 << 20
"""Bytes for the tree of one decision."""


def look(deck: int, games: int, trials: int) -> None:
    """Play so many games with so many trials for each move."""
    machine = NativeMachine(game_of(deck).rules)
    began = time.process_time()
    scores = [_score(machine, FIRST_SEED * deck + game, trials) for game in range(games)]
    row = {
        "games": games,
        "trials": trials,
        "best": max(scores),
        "mean": sum(scores) / games,
        "seconds": round(time.process_time() - began),
    }
    path = PLACE / "trials.json"
    write(path, {**(read(path) or {}), str(deck): row})
    print(
        f"deck {deck}: {games} games with {trials} trials a move, best {row['best']}, mean {row['mean']:.1f}",
        flush=True,
    )


def _score(machine: NativeMachine, seed: int, trials: int) -> int:
    """What one game brings."""
    seats = seats_of(machine.game)
    searcher = searcher_for(machine, seats, seed, Watch(), LONGEST, memory=TREE)
    found = searcher.play(machine.first_position(), seed, trials)
    assert found is not None
    return int(found[0])
