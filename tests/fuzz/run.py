"""Feed many bad inputs:

`python -m tests.fuzz.run 200000 --seed 1`. Writes what was fed and what was found to tests/fuzz/record.jsonl when
asked.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.fuzz.targets import TARGETS, feed, scratch

SHARES = {"syntax": 40, "meaning": 20, "files": 12, "tables": 14, "plays": 8, "settings": 5, "whole_games": 1}
SLOW = 20
PATIENCE = 300
PACKET = 200


def watched(target: str, seed: int) -> str | None:
    """Feed one input with an alarm against hanging and a watch on files written elsewhere."""
    signal.signal(signal.SIGPROF, _too_long)
    signal.signal(signal.SIGALRM, _too_long)
    signal.setitimer(signal.ITIMER_PROF, SLOW)  # of this process alone: the computer may be busy with other things
    signal.alarm(PATIENCE)
    try:
        return feed(target, seed)
    except TimeoutError:
        return f"{target} seed {seed}: took longer than {SLOW} s"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)


def _too_long(_signal: int, _frame: object) -> None:
    raise TimeoutError


def _watch_writes(event: str, arguments: tuple[object, ...]) -> None:
    if event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+"):
        path = str(arguments[0])
        if not path.startswith(str(scratch())) and path != "/dev/null":
            raise AssertionError(f"a file was written: {path}")


def packet(work: tuple[str, int, int]) -> list[str]:
    """The failures among the inputs of one target with seeds first..last-1."""
    target, first, last = work
    return [wrong for seed in range(first, last) if (wrong := watched(target, seed)) is not None]


def packets(total: int, seed: int) -> Iterator[tuple[str, int, int]]:
    """The whole work, cut into packets."""
    for target in TARGETS:
        count = total * SHARES[target] // sum(SHARES.values())
        for first in range(0, count, PACKET):
            yield target, seed * 10_000_000 + first, seed * 10_000_000 + min(first + PACKET, count)


def _prepare() -> None:
    scratch()
    sys.addaudithook(_watch_writes)


def main() -> int:
    """Feed, report, count."""
    reader = argparse.ArgumentParser(prog="python -m tests.fuzz.run", description=__doc__)
    reader.add_argument("total", type=int, help="how many inputs")
    reader.add_argument("--seed", type=int, default=1, help="another seed feeds other inputs (default: %(default)s)")
    reader.add_argument("--jobs", type=int, default=2, help="processes side by side (default: %(default)s)")
    reader.add_argument("--record", action="store_true", help="keep the figures in tests/fuzz/record.jsonl")
    asked = reader.parse_args()
    begun, work = time.monotonic(), list(packets(asked.total, asked.seed))
    with ProcessPoolExecutor(asked.jobs, initializer=_prepare) as pool:
        wrong = [line for found in pool.map(packet, work) for line in found]
    inputs = {target: sum(last - first for name, first, last in work if name == target) for target in TARGETS}
    print("\n".join(wrong[:50]))
    line = {
        "inputs": sum(inputs.values()),
        "by_kind": inputs,
        "seed": asked.seed,
        "wrong": len(wrong),
        "seconds": round(time.monotonic() - begun),
    }
    print(json.dumps(line))
    if asked.record:
        with (Path(__file__).parent / "record.jsonl").open("a", encoding="utf-8") as record:
            record.write(json.dumps(line) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
