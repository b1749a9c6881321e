"""Better games for some decks: what the solver finds in so many seconds, or what was on record."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.railroads.records import GAME, Record, game_of, keep_line, line_file, moves_of, number, read
from regelwerk.api.game import Game


def solved(words: Sequence[str], seconds: int, know: str = "deck") -> Record:
    """The result of a command as a user would type it."""
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        command = [
            sys.executable,
            "-m",
            "regelwerk",
            "solve",
            GAME,
            *words,
            "--know",
            know,
            "--time",
            f"{seconds}s",
            "--quiet",
            "--save",
            str(run),
        ]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        result: Record = json.loads((run / "result.json").read_text(encoding="utf-8"))
    return result


def better(old: Record | None, new: Record, game: Game) -> Record:
    """The better line of two, and the lower bound, each with its command.

    A line found under other rules counts if its moves are still worth the same; a bound counts under its own rules
    only.
    """
    if old is None:
        return new
    same = old["rules"] == new["rules"] and old["start"] == new["start"]
    line = old if number(old["value"]) > number(new["value"]) and (same or worth(game, old) == old["value"]) else new
    bounding = old if same and number(old["bound"]) < number(new["bound"]) else new
    value, bound = number(line["value"]), number(bounding["bound"])
    found = {key: line[key] for key in ("value", "play", "found_by")} | {
        key: bounding[key] for key in ("bound", "rests_on", "bounded_by")
    }
    return {
        **new,
        **found,
        "status": "optimal" if value == bound and not bounding["rests_on"] else "bounded",
        "gap": (bound - value) / bound,
    }


def worth(game: Game, record: Record) -> int | None:
    """What the moves of a record are worth; None where one is refused."""
    state = game.initial()
    for move in moves_of(record):
        if state.why_not(move):
            return None
        state = state.play(move)
    return sum(state.scores.values()) if state.over else None


def look(deck: int, seconds: int, engine: str) -> None:
    """Look for a better line of a deck."""
    words = ["--option", f"deck={deck}", *(["--engine", engine] if engine != "auto" else [])]
    command = f"regelwerk solve {GAME} {' '.join(words)} --know deck --time {seconds}s"
    found = {**solved(words, seconds), "found_by": command, "bounded_by": command}
    keep_line(deck, better(read(line_file(deck)), found, game_of(deck)))
    print(f"deck {deck}: {found['value']} of at most {found['bound']}", flush=True)
