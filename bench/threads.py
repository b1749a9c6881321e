"""Exploring by one thread, by two, and by two processes side by side, which is what the computer has to give: `python
-m bench.threads [WORD ...]`.

Wall clock, the best of some rounds: it says something on an idle computer only. In brackets the seconds of the
processor of all threads together, and what two threads would gain if they never waited for each other: these are the
same on a busy computer.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time

from bench.peers.native import machine_of
from bench.run import ROUNDS
from bench.tasks import TASKS, Task
from cython_ext.kernels import counting as kernels

TWO = 2


def explored(task: Task, threads: int) -> tuple[float, float]:
    """Seconds of the clock, and of the processor."""
    machine = machine_of(task.game, tuple(task.options.items()))
    clock, own = time.perf_counter(), time.process_time()
    kernels.explore(machine, claims=False, threads=threads)
    return time.perf_counter() - clock, time.process_time() - own


def side_by_side(task: Task) -> float:
    """Seconds of the clock when two processes do the task at once, the slower of both; each waits until the other is
    ready.
    """
    command = [sys.executable, "-m", "bench.threads", "--child", task.title]
    children = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(TWO)]
    streams = [
        (child.stdin, child.stdout) for child in children if child.stdin is not None and child.stdout is not None
    ]
    for _, printed in streams:
        printed.readline()
    for typed, _ in streams:
        print("go", file=typed, flush=True)
    slowest = max(float(printed.readline()) for _, printed in streams)
    for child in children:
        child.communicate()
    return slowest


def child(task: Task) -> None:
    """Be one of two processes."""
    machine_of(task.game, tuple(task.options.items()))
    print("ready", flush=True)
    sys.stdin.readline()
    print(explored(task, 1)[0], flush=True)


def line(task: Task) -> str:
    """A line of the table."""
    explored(task, 1)
    rounds = [(explored(task, 1), explored(task, TWO), side_by_side(task)) for _ in range(ROUNDS)]
    alone, together = (tuple(map(min, zip(*[each[which] for each in rounds], strict=True))) for which in (0, 1))
    beside = min(each[2] for each in rounds)
    return (
        f"{task.title:<24} one {alone[0]:.3f} s ({alone[1]:.3f})  two {together[0]:.3f} s ({together[1]:.3f})"
        f"  ×{alone[0] / together[0]:.2f} (×{TWO * alone[1] / together[1]:.2f})  side by side ×{TWO * alone[0] / beside:.2f}"
    )


def parser() -> argparse.ArgumentParser:
    """The words of the command line."""
    reader = argparse.ArgumentParser(prog="python -m bench.threads", description=__doc__)
    reader.add_argument(
        "words", nargs="*", metavar="WORD", help="only tasks whose title has one of these words; without a word all"
    )
    reader.add_argument("--child", metavar="TITLE", help=argparse.SUPPRESS)
    return reader


def main() -> None:
    """Measures all tasks that explore, or those whose title has one of the words."""
    asked = parser().parse_args()
    tasks = [task for task in TASKS if task.what == "explore"]
    if asked.child is not None:
        return child(next(task for task in tasks if task.title == asked.child))
    for task in tasks:
        if not asked.words or any(word in task.title for word in asked.words):
            print(line(task), flush=True)
    return None


if __name__ == "__main__":
    main()
