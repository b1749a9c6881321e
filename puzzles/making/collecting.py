"""Collections: sample after sample until there are enough puzzles. With several processes the same samples are taken in the same order."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import Pool

from puzzles.making.candidates import SAMPLES_A_DECK, Order, puzzle_of
from puzzles.making.likeness import likeness
from puzzles.storing.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Stop:
    """When to stop: so many puzzles, so many samples, or when `over` says so."""

    count: int
    samples: int
    over: Callable[[], bool] = lambda: False


@dataclass(slots=True)
class Collection:
    """What has been found so far; `stopped` says why there is no more: count, samples, time or interrupted."""

    puzzles: list[Puzzle]
    samples: int = 0
    doubles: int = 0
    stopped: str = "samples"


def collect(order: Order, stop: Stop, processes: int = 1, tell: Callable[[Collection], None] = lambda _: None) -> Collection:
    """The puzzles of the first samples that give one, none twice; `tell` hears of each sample."""
    found = Collection([])
    known: set[str] = set()
    try:
        with _samples(order, stop.samples, processes, SAMPLES_A_DECK // 3) as samples:
            for puzzle in samples:
                _take(found, known, puzzle)
                tell(found)
                if len(found.puzzles) >= stop.count or stop.over():
                    found.stopped = "count" if len(found.puzzles) >= stop.count else "time"
                    break
    except KeyboardInterrupt:
        found.stopped = "interrupted"
    return found


def _take(found: Collection, known: set[str], puzzle: Puzzle | None) -> None:
    found.samples += 1
    if puzzle is None:
        return
    like = likeness(puzzle)
    if like in known:
        found.doubles += 1
    else:
        known.add(like)
        found.puzzles.append(puzzle)


@contextmanager
def _samples(order: Order, most: int, processes: int, block: int) -> Iterator[Iterator[Puzzle | None]]:
    """What each sample gives, in their order; processes that are still at work are ended with the block."""
    take = partial(puzzle_of, order)
    if processes == 1:
        yield map(take, range(most))
        return
    with Pool(processes, _deaf) as pool:
        yield pool.imap(take, range(most), block)


def _deaf() -> None:
    """Ctrl-C is for the process that collects; it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
