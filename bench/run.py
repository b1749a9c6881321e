"""Measures the machines of this build and appends the figures to `bench/results.jsonl`. Figures of different computers do not compare."""

from __future__ import annotations

import json
import platform
import time
from collections.abc import Iterator
from pathlib import Path

from regelwerk.loader import load
from regelwerk.version import VERSION
from rules_dsl.machine.explore import Limits, explore
from rules_dsl.machine.perft import perft
from rules_dsl.machine.playouts import playouts

RESULTS = Path(__file__).parent / "results.jsonl"
PERFT = {"chess": 4, "tictactoe": 7, "reversi": 6, "breakthrough": 3, "connect_four": 6}
EXPLORE = {"tictactoe": 10_000, "fifteen": 50_000, "peg_solitaire": 30_000}
PLAYOUTS = ("chess", "connect_four", "hex", "orchard", "freecell")
SECONDS = 3.0


def measurements() -> Iterator[tuple[str, str, float, str]]:
    """What was measured on which game: the figure and its unit."""
    for name, depth in PERFT.items():
        yield f"perft {depth}", name, perft(load(name).machine, depth).nodes_per_second, "positions/s"
    for name, most in EXPLORE.items():
        yield "explore", name, explore(load(name).machine, Limits(most), claims=False).states_per_second, "states/s"
    for name in PLAYOUTS:
        yield "playouts", name, playouts(load(name).machine, None, seconds=SECONDS).playouts_per_second, "plays/s"
    started = time.perf_counter()
    load("chess")
    yield "load", "chess", time.perf_counter() - started, "s"


def main() -> None:
    """Measures everything once and keeps the figures."""
    about = {"version": VERSION, "python": platform.python_version(), "computer": platform.machine(), "when": time.strftime("%Y-%m-%dT%H:%M:%S")}
    with RESULTS.open("a", encoding="utf-8") as file:
        for what, game, figure, unit in measurements():
            print(f"{what:<10} {game:<14} {figure:>14,.1f} {unit}", flush=True)
            file.write(json.dumps({"what": what, "game": game, "figure": round(figure, 3), "unit": unit, "machine": "python", **about}) + "\n")


if __name__ == "__main__":
    main()
