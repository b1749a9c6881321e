"""The last rounds of the best games: what is best from there, and what is proved of it. A better ending makes a better game."""

from __future__ import annotations

from bench.railroads.lines import solved
from bench.railroads.records import PLACE, Record, ending_file, ending_of, keep_game, keep_line, line_file, moves_of, number, read, write

KEPT = ("bound", "method", "seconds", "rules")


def look(deck: int, rounds: int, seconds: int) -> None:
    """Look for the best of the last so many rounds of the best game of a deck."""
    step, name = ending_of(deck, rounds), keep_game(deck)
    found = solved(["--given", f"play:{ending_file(name)}#{step}"], seconds)
    record = read(line_file(deck))
    assert record is not None
    path = PLACE / f"endings_{rounds}.json"
    rows = read(path) or {}
    best = max(number(found["value"]), number(record["value"]))
    status = "optimal" if best == found["bound"] else "bounded"
    row = {"deck": deck, "step": step, "limit": seconds, "before": record["value"], "value": best, "status": status, **{key: found[key] for key in KEPT}}
    write(path, {**rows, name: row})
    print(f"deck {deck}, last {rounds}: {record['value']} became {found['value']} of at most {found['bound']} in {found['seconds']} s", flush=True)
    if number(found["value"]) > number(record["value"]):
        keep_line(deck, _with_ending(record, step, found))


def _with_ending(record: Record, step: int, found: Record) -> Record:
    """The game up to there, and what was found."""
    value, bound = number(found["value"]), number(record["bound"])
    return {**record, "value": value, "play": moves_of(record)[:step] + moves_of(found), "gap": (bound - value) / bound}
