"""Where a command spends its time:

`python -m bench.profile solve hanoi`. It runs in this process, without the supervisor that would hide its work from the
profiler.
"""

from __future__ import annotations

import cProfile
import pstats
import sys
from pathlib import Path

from regelwerk.__main__ import app

FILE = Path("build/profile.pstats")
LINES = 40


def profile(arguments: list[str]) -> None:
    """Runs a command, keeps its profile in a file and prints the functions that take longest with all they call."""
    profiler = cProfile.Profile()
    try:
        profiler.runcall(app, arguments, prog_name="regelwerk", standalone_mode=False)
    finally:
        FILE.parent.mkdir(exist_ok=True)
        profiler.dump_stats(FILE)
        pstats.Stats(profiler, stream=sys.stderr).sort_stats("cumulative").print_stats(LINES)
        print(f"the whole profile is in {FILE}", file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print("usage: python -m bench.profile COMMAND …", file=sys.stderr if len(sys.argv) < 2 else sys.stdout)
        sys.exit(2 if len(sys.argv) < 2 else 0)
    profile(sys.argv[1:])
