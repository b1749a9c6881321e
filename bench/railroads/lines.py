"""Better games for some decks: what the solver finds in so many seconds, or what was on record."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.railroads.records import GAME, Record, keep_line, line_file, number, read


def solved(words: Sequence[str], seconds: int) -> Record:
    """The result of a command as a user would type it."""
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        command = [sys.executable, "-m", "regelwerk", "solve", GAME, *words, "--know", "deck", "--time", f"{seconds}s", "--quiet", "--save", str(run)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        result: Record = json.loads((run / "result.json").read_text(encoding="utf-8"))
    return result


def better(old: Record | None, new: Record) -> Record:
    """The better line of two, and the lower bound: both hold as long as the rules are the same."""
    if old is None or old["rules"] != new["rules"] or old["start"] != new["start"]:
        return new
    line = new if number(new["value"]) > number(old["value"]) else old
    bound = min(number(old["bound"]), number(new["bound"]))
    return {**line, "bound": bound, "gap": (bound - number(line["value"])) / bound}


def look(deck: int, seconds: int) -> None:
    """Look for a better line of a deck."""
    found = better(read(line_file(deck)), solved(["--option", f"deck={deck}"], seconds))
    keep_line(deck, found)
    print(f"deck {deck}: {found['value']} of at most {found['bound']}", flush=True)
