"""Collections: takes samples until there are enough puzzles.

Several processes take the same samples in the same order.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import Pool

from puzzles.making.candidates import SAMPLES_A_DECK, PuzzleOrder, puzzle_of
from puzzles.making.likeness import likeness
from puzzles.storing.puzzle import Puzzle
from rules_dsl.machine.stopping import StopReason


@dataclass(frozen=True, slots=True)
class CollectionLimits:
    """When to stop: after this many puzzles or samples, or when `over` says so."""

    count: int
    samples: int
    over: Callable[[], bool] = lambda: False


@dataclass(slots=True)
class Collection:
    """The puzzles so far; `stopped` says why there are fewer than were asked for: NUMBER is that of samples."""

    puzzles: list[Puzzle]
    samples: int = 0
    doubles: int = 0
    stopped: StopReason = StopReason.NUMBER


def collect(
    order: PuzzleOrder, stop: CollectionLimits, processes: int = 1, tell: Callable[[Collection], None] = lambda _: None
) -> Collection:
    """The puzzles of the first fruitful samples, without duplicates; `tell` receives each sample."""
    collection = Collection([])
    known: set[str] = set()
    try:
        with _samples(order, stop.samples, processes) as samples:
            for puzzle in samples:
                _take(collection, known, puzzle)
                tell(collection)
                if len(collection.puzzles) >= stop.count or stop.over():
                    collection.stopped = (
                        StopReason.NONE if len(collection.puzzles) >= stop.count else StopReason.TIME
                    )
                    break
    except KeyboardInterrupt:
        collection.stopped = StopReason.INTERRUPTED
    return collection


def _take(collection: Collection, known: set[str], puzzle: Puzzle | None) -> None:
    collection.samples += 1
    if puzzle is None:
        return
    like = likeness(puzzle)
    if like in known:
        collection.doubles += 1
    else:
        known.add(like)
        collection.puzzles.append(puzzle)


@contextmanager
def _samples(order: PuzzleOrder, most: int, processes: int) -> Iterator[Iterator[Puzzle | None]]:
    """What each sample gives, in their order; processes that are still at work are ended with the block."""
    take, together = partial(puzzle_of, order), SAMPLES_A_DECK // 3 if order.decks else 1
    if processes == 1:
        yield map(take, range(most))
        return
    with Pool(processes, _deaf) as pool:
        yield pool.imap(take, range(most), together)


def _deaf() -> None:
    """What stops the work is for the process that collects: it ends the others. A group of its own hears neither Ctrl-C
    nor what `timeout` sends to all; a process that was ended while it held the lock of the samples would be waited for
    in vain.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(os, "setpgrp"):
        os.setpgrp()
