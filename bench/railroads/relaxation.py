"""The test of the relaxation: random plays from many starts, then all recorded plays, must be in the model with no less
than their score.

A batch is a start and some random plays from there; its seed decides both, whoever works on it. What came of all
batches is kept in one file, which the answers quote.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Any

from bench.railroads import evidence
from bench.railroads.courses import Options, any_start, course_of, instances, line_of, recorded, recorded_starts
from bench.railroads.records import FOLDER
from bench.railroads.reproducing import Reproducer

EACH = 150
"""Random plays from one start."""
EVERY = 5
"""Recorded plays are looked at from their beginning and from every fifth turn."""


@dataclass(frozen=True, slots=True)
class Batch:
    """How many different random plays there were from the start of a seed, and those the model does not have."""

    seed: int
    plays: int
    by_solver: int
    missed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Recorded:
    """From how many of its positions a recorded play was looked at, and from which the model does not have it."""

    name: str
    positions: int
    by_solver: int
    missed: tuple[str, ...]


def batch(seed: int) -> Batch:
    """The random plays of a seed."""
    dice, known = random.Random(seed), instances()
    options = known[seed % len(known)]
    course, start = course_of(options), any_start(options, dice)
    model, seen, missed = Reproducer(course, start), set[tuple[int, ...]](), []
    for number in range(EACH):
        line = course.random_line(start, dice)
        if line.numbers not in seen and not model.has(line):
            missed.append(f"seed {seed}, {options}, play {number}, moves {list(line.numbers)}")
        seen.add(line.numbers)
    return Batch(seed, len(seen), model.by_solver, tuple(missed))


def record(found: tuple[Path, Options]) -> Recorded | None:
    """A recorded play; None where it does not come to its end."""
    path, options = found
    course, line, name = course_of(options), line_of(path, options), _name(path)
    if not course.is_over(line):
        return None
    models = [(at, Reproducer(course, start)) for at, start in recorded_starts(course, line, bool(options), EVERY)]
    missed = [f"{name} from move {at}" for at, model in models if not model.has(line.rest(at))]
    return Recorded(name, len(models), sum(model.by_solver for _, model in models), tuple(missed))


def look(plays: int, processes: int) -> None:
    """Go on until so many random plays were looked at, and all recorded ones; rules and models are written down as they
    stand. Processes begin with the games that are loaded for this.
    """
    evidence.bind()
    found = evidence.tested()
    with get_context("fork").Pool(processes) as pool:
        for each in _recorded(pool, found):
            _add_recorded(found, each)
        while found["random"] < plays:
            for one in _random(pool, found, plays):
                _add_random(found, one)


def _random(pool: Pool, found: dict[str, Any], plays: int) -> Iterator[Batch]:
    """As many batches as it takes if no play comes twice, in their order."""
    first = found["seeds"]
    return pool.imap(batch, range(first, first - (found["random"] - plays) // EACH))


def _add_random(found: dict[str, Any], one: Batch) -> None:
    found["seeds"] = one.seed + 1
    found["random"] += one.plays
    _add(found, one)
    print(f"seed {one.seed}: {one.plays} plays, {len(one.missed)} missed; {found['random']:,} in all", flush=True)


def _recorded(pool: Pool, found: dict[str, Any]) -> Iterator[Recorded]:
    """The recorded plays that are new and come to their end."""
    new = [(path, options) for path, options in recorded() if _name(path) not in found["recorded"]]
    return (each for each in pool.imap(record, new) if each is not None)


def _add_recorded(found: dict[str, Any], each: Recorded) -> None:
    found["recorded"][each.name] = each.positions
    found["positions"] += each.positions
    _add(found, each)
    print(f"{each.name}: from {each.positions} positions, {len(each.missed)} missed", flush=True)


def _add(found: dict[str, Any], one: Batch | Recorded) -> None:
    found["by_solver"] += one.by_solver
    found["missed"] += one.missed
    evidence.keep(found)


def _name(path: Path) -> str:
    return path.relative_to(FOLDER).as_posix()
