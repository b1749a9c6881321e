"""Counting plays, random plays and exploring with a compiled game: the same results as `rules_dsl/machine`, by the
kernels in Cython.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NoReturn

from cython_ext.kernels._kernel import Counter as Counting
from cython_ext.kernels._kernel import Failed, Run, Tally, TooLarge, Watch
from cython_ext.kernels.driving import explain, handle_of
from cython_ext.kernels.exploring import explore as explore
from cython_ext.native import ENDS, NativeMachine, Position
from rules_dsl.ir.random_numbers import MASK, SplitMix64, seed_of
from rules_dsl.ir.types import EnumType
from rules_dsl.machine import perft as plain_perft
from rules_dsl.machine import playouts as plain_playouts
from rules_dsl.machine.api import State
from rules_dsl.machine.perft import Perft
from rules_dsl.machine.playouts import MAXIMUM_PLIES, Playouts, stop_before
from rules_dsl.machine.stopping import StopReason
from rules_dsl.machine.walker import begin_at

TABLE_BYTES = 128 << 20
"""What a table of positions may take that are counted once."""
ENDLESS = 1 << 40
"""Plays of one thread when only the time is limited."""


# -- counting plays ---------------------------------------------------------------------------------------------------


def perft(
    machine: NativeMachine,
    depth: int,
    divide: bool = False,
    *,
    hashing: bool = False,
    bulk: bool = True,
    memory: int = TABLE_BYTES,
    start: State | None = None,
) -> Perft:
    """Counts for all depths 0..depth, from the start (None: where the game begins).

    Without `bulk` the positions of the last depth are made, too. `memory` is for the table of `hashing`.
    """
    started = time.perf_counter()
    if depth == 0:
        return Perft((1,), (), time.perf_counter() - started)
    first = begin_at(machine, start)
    counting = Counting(handle_of(machine), first, depth, Watch(), bulk, memory if hashing else 0)
    try:
        pair = counting.run()
    except TooLarge:
        return plain_perft.perft(machine, depth, divide, hashing=hashing, start=start)
    except Failed as failed:
        explain(machine, failed)
    assert pair is not None, "nobody stops it but a signal, which raises"
    counts, parts = pair
    moves = machine.moves(machine.state(first)) if divide else ()
    return Perft((1, *counts), tuple(zip(moves, parts, strict=True)) if divide else (), time.perf_counter() - started)


# -- random plays -----------------------------------------------------------------------------------------------------


def playouts(
    machine: NativeMachine,
    number: int | None = 1000,
    *,
    seed: int = 0,
    seconds: float | None = None,
    maximum: int = MAXIMUM_PLIES,
    threads: int = 1,
    start: State | None = None,
) -> Playouts:
    """So many random plays (None: no limit) or as many as begin within `seconds`, from the start (None: where the game
    begins).

    The same seed gives the same plays, however many threads play them.
    """
    if number is None and seconds is None:
        raise ValueError("playouts need a number or a time")
    started = time.perf_counter()
    watch, first, handle = Watch(seconds), begin_at(machine, start), handle_of(machine)
    tallies = [Tally(handle, first, watch) for _ in range(threads)]
    stopped = StopReason.NONE
    try:
        _play_all(tallies, number, seed & MASK, maximum, watch)
    except Failed:
        _fail_again(machine, first, tallies, seed, maximum)
    except KeyboardInterrupt:
        stopped = StopReason.INTERRUPTED
    played = sum(tally.playouts for tally in tallies)
    return _sum_tallies(machine, tallies, time.perf_counter() - started, stopped or stop_before(played, number))


def _play_all(tallies: Sequence[Tally], number: int | None, seed: int, maximum: int, watch: Watch) -> None:
    """Each tally plays its part of the numbers, all but the first in threads of their own."""
    parts = _parts(number, len(tallies))
    if len(tallies) == 1:
        return tallies[0].run(*parts[0], seed, maximum)
    with ThreadPoolExecutor(len(tallies)) as pool:
        running = [pool.submit(tally.run, *part, seed, maximum) for tally, part in zip(tallies, parts, strict=True)]
        try:
            for future in running:
                future.result()
        finally:
            watch.stop = True


def _parts(number: int | None, threads: int) -> list[tuple[int, int]]:
    """The numbers of the plays of each thread."""
    if number is None:
        return [(number * ENDLESS, (number + 1) * ENDLESS) for number in range(threads)]
    return [(number * item // threads, number * (item + 1) // threads) for item in range(threads)]


def _fail_again(machine: NativeMachine, first: Position, tallies: Sequence[Tally], seed: int, maximum: int) -> NoReturn:
    """Repeat the play at which the rules failed step by step, which says why."""
    failing = next(tally.failing for tally in tallies if tally.failing >= 0)
    position, _, over = plain_playouts.play(machine, first, SplitMix64(seed_of(seed, failing)), maximum)
    if over:
        state = machine.state(position)
        machine.find_end(state)
        machine.scores(state)
    raise RuntimeError(f"random play {failing} fails in the compiled game alone")


def _sum_tallies(machine: NativeMachine, tallies: Sequence[Tally], seconds: float, stopped: StopReason) -> Playouts:
    """What came of the plays of all threads."""
    played, broken = sum(tally.playouts for tally in tallies), sum(tally.broken_off for tally in tallies)
    outcomes: dict[str, int] = {}
    for tally in tallies:
        for (kind, who), count in tally.outcomes.items():
            name = _name(machine, kind, who)
            outcomes[name] = outcomes.get(name, 0) + count
    totals = [sum(column) for column in zip(*[tally.scores for tally in tallies], strict=True)]
    mean = tuple([total / (played - broken) for total in totals]) if played > broken else ()
    plies = sum(tally.plies for tally in tallies)
    return Playouts(played, plies, seconds, mean, dict(sorted(outcomes.items())), broken, stopped)


def _name(machine: NativeMachine, kind: int, who: int) -> str:
    players = machine.game.players
    assert isinstance(players, EnumType)
    return ENDS[kind] if who < 0 else f"{ENDS[kind]} {players.members[who]}"


# -- one play, ply by ply ---------------------------------------------------------------------------------------------


def run(machine: NativeMachine, start: State | None = None) -> Run:
    """A play from the start (None: where the game begins) for a loop in Python; `machine.state(run.position)` is where
    it stands.
    """
    return Run(handle_of(machine), begin_at(machine, start), partial(explain, machine))
