"""The last rounds of good games: what is best from there, and what is proved of it.

A better ending makes a better game.
"""

from __future__ import annotations

from bench.railroads.lines import solved, worth
from bench.railroads.records import (
    PLACE,
    Record,
    ending_file,
    game_of,
    keep_game,
    keep_line,
    kept_game,
    kept_games,
    line_file,
    moves_of,
    number,
    read,
    step_of,
    write,
)

KEPT = ("bound", "rests_on", "method", "seconds", "rules")


def look(deck: int, rounds: int, seconds: int) -> None:
    """Look for the best of the last so many rounds of the best game of a deck; of all that are kept where there is no
    best one on record.
    """
    record = read(line_file(deck))
    for name in kept_games(deck) if record is None else [keep_game(deck, moves_of(record), number(record["value"]))]:
        _look_at(name, deck, rounds, seconds)


def _look_at(name: str, deck: int, rounds: int, seconds: int) -> None:
    moves = kept_game(name)
    before, step = worth(game_of(deck), {"play": moves}), step_of(deck, moves, rounds)
    assert before is not None, "a game that is kept comes to its end"
    found = solved(["--given", f"play:{ending_file(name)}#{step}"], seconds)
    path = PLACE / f"endings_{rounds}.json"
    rows = read(path) or {}
    best = max(number(found["value"]), before)
    status = found["status"] if best == found["value"] else "bounded"
    row = {
        "deck": deck,
        "step": step,
        "limit": seconds,
        "before": before,
        "value": best,
        "status": status,
        **{key: found[key] for key in KEPT},
    }
    write(path, {**rows, name: row})
    print(
        f"{name}, last {rounds}: {before} became {found['value']} of at most {found['bound']} in {found['seconds']} s",
        flush=True,
    )
    if best > before:
        _go_on(deck, moves[:step] + moves_of(found), best)


def _go_on(deck: int, moves: list[str], value: int) -> None:
    """The game with its new ending may be the best of its deck."""
    record = read(line_file(deck))
    if record is None or value <= number(record["value"]):
        return
    better: Record = {
        **record,
        "value": value,
        "play": moves,
        "gap": (number(record["bound"]) - value) / number(record["bound"]),
    }
    assert worth(game_of(deck), better) == value, "a game with another ending is worth what was found"
    keep_line(deck, better)
