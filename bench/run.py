"""Measures this build and its peers side by side, one thread each, prints the ratios, keeps the figures in
bench/results.jsonl and draws build/bench/chart.svg.

Seconds are those of the processor. Each figure is the best of some rounds, in which the peers take turns. Figures of
different computers do not compare.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from pathlib import Path
from types import ModuleType

from bench.chart import chart, short
from bench.peers import didp, fast_downward, induction, limit, native, nusmv, open_spiel, open_spiel_python, rumur, spin
from bench.tasks import TASKS, Figure, Task
from regelwerk.version import VERSION

RESULTS = Path(__file__).parent / "results.jsonl"
CHART = Path(__file__).parents[1] / "build" / "bench" / "chart.svg"
PEERS: dict[str, ModuleType] = {
    "native": native, "limit": limit, "open_spiel": open_spiel, "in Python": open_spiel_python, "rumur": rumur, "spin": spin,
    "induction": induction, "NuSMV": nusmv,
    "Fast Downward": fast_downward, "didppy": didp,
}  # fmt: skip
ROUNDS = 3


def best(task: Task, peers: dict[str, ModuleType]) -> dict[str, Figure]:
    """The best figure of each peer that knows the task."""
    found: dict[str, Figure] = {}
    for _ in range(ROUNDS):
        for name, peer in peers.items():
            figure = peer.measure(task)
            if figure is not None and (name not in found or figure.rate > found[name].rate):
                found[name] = figure
    return found


def line(task: Task, found: dict[str, Figure]) -> str:
    """A line of the table: what each does in a second, and what part of that the native machine does."""
    parts = [f"{task.title:<28}"]
    own = found.get("native")
    for name, figure in found.items():
        more = (
            f" ({short(figure.plies)} moves)"
            if figure.moves
            else f" ({figure.bytes_each:.3g} B each)"
            if figure.memory
            else ""
        )
        parts.append(f"{name} {short(figure.rate):>7}{more}")
        if own is not None and name != "native" and figure.rate:
            parts.append(f"×{own.rate / figure.rate:.3g}")
    return "  ".join(parts)


def parser() -> argparse.ArgumentParser:
    """The words of the command line."""
    reader = argparse.ArgumentParser(prog="python -m bench.run", description=__doc__)
    reader.add_argument(
        "words", nargs="*", metavar="WORD", help="only tasks whose title has one of these words; without a word all"
    )
    reader.add_argument("--list", action="store_true", help="list the tasks and the peers, measure nothing")
    return reader


def show() -> None:
    """What can be measured, and who is missing here."""
    for task in TASKS:
        print(task.title)
    for name, peer in PEERS.items():
        reason = peer.missing()
        print(f"peer {name}: {reason or 'is there'}")


def measure(wanted: list[str]) -> None:
    """Measures all tasks, or those whose title has one of the words."""
    reasons = {name: peer.missing() for name, peer in PEERS.items()}
    for name, reason in reasons.items():
        if reason:
            print(f"{name} is left out: {reason}")
    peers = {name: peer for name, peer in PEERS.items() if not reasons[name]}
    about = {
        "version": VERSION,
        "python": platform.python_version(),
        "computer": platform.machine(),
        "when": time.strftime("%Y-%m-%dT%H:%M:%S"),
    }
    rates: dict[str, dict[str, float]] = {}
    with RESULTS.open("a", encoding="utf-8") as file:
        for task in TASKS:
            if wanted and not any(word in task.title for word in wanted):
                continue
            found = best(task, peers)
            print(line(task, found), flush=True)
            rates[task.title] = {name: figure.rate for name, figure in found.items()}
            for name, figure in found.items():
                figures = {"rate": figure.rate, "moves": figure.plies, "bytes": figure.bytes_each}
                file.write(json.dumps({"task": task.title, "peer": name, **figures, **about}) + "\n")
    CHART.parent.mkdir(parents=True, exist_ok=True)
    CHART.write_text(chart({task: found for task, found in rates.items() if found}, list(peers)), "utf-8")
    print(f"the chart is in {CHART}")


def main() -> None:
    """Measures or lists."""
    asked = parser().parse_args()
    if asked.list:
        show()
    else:
        measure(asked.words)


if __name__ == "__main__":
    main()
