"""Collections: sample after sample until there are enough puzzles. With several processes the same samples are taken in the same order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from puzzles.making.candidates import SAMPLES_A_DECK, Order, puzzle_of
from puzzles.making.likeness import likeness
from puzzles.storing.puzzle import Puzzle

AHEAD = 4
"""So many blocks a process are begun before the first is looked at."""


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
    """What each sample gives, in their order."""
    if processes == 1:
        yield map(partial(puzzle_of, order), range(most))
        return
    pool = ProcessPoolExecutor(processes)
    try:
        yield _ahead(pool, order, most, processes, block)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _ahead(pool: ProcessPoolExecutor, order: Order, most: int, processes: int, block: int) -> Iterator[Puzzle | None]:
    """Some blocks of samples are always under way."""
    begun: list[Future[list[Puzzle | None]]] = []
    following = 0
    while begun or following < most:
        while following < most and len(begun) < processes * AHEAD:
            begun.append(pool.submit(_block, order, following, min(most, following + block)))
            following += block
        yield from begun.pop(0).result()


def _block(order: Order, first: int, behind: int) -> list[Puzzle | None]:
    return [puzzle_of(order, number) for number in range(first, behind)]
