"""What is on record of each deck: files beside BEST.md. A record holds as long as the rules are the same."""

from __future__ import annotations

import json
from pathlib import Path

from regelwerk.game import Game
from regelwerk.loader import load
from rules_dsl.play.record import PlayedMove, PlayFile, write_play

GAME = "ultimate_railroads"
FOLDER = Path(__file__).parents[2] / "games" / GAME
PLACE = FOLDER / "best"
ENDINGS = PLACE / "endings"
DECKS = range(1, 11)
ROUNDS = 6

Record = dict[str, object]


def number(value: object) -> int:
    """A whole number of a record."""
    assert isinstance(value, int)
    return value


def moves_of(record: Record) -> list[str]:
    """The moves of a record."""
    play = record["play"]
    assert isinstance(play, list)
    return [str(move) for move in play]


def game_of(deck: int) -> Game:
    """The game with all chance fixed."""
    return load(GAME, {"deck": str(deck)})


def line_file(deck: int) -> Path:
    """The best game of a deck, a result that `regelwerk verify` looks at."""
    return PLACE / f"deck_{deck}.json"


def play_file(deck: int) -> Path:
    """The same game as a play to look at and to go on from."""
    return PLACE / f"deck_{deck}.play"


def ending_file(name: str) -> Path:
    """A game whose ending was looked at; it stays when there is a better game of its deck."""
    return ENDINGS / f"{name}.play"


def read(path: Path) -> Record | None:
    """A record, if there is one."""
    found: Record | None = json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
    return found


def write(path: Path, record: object) -> None:
    """Keep a record."""
    PLACE.mkdir(exist_ok=True)
    path.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def keep_line(deck: int, record: Record) -> None:
    """Keep a best game, as a result and as a play."""
    write(line_file(deck), record)
    write_play(play_file(deck), play_of(deck, record))


def keep_game(deck: int) -> str:
    """Keep the best game of a deck beside those whose endings are looked at; its name there."""
    record = read(line_file(deck))
    assert record is not None
    name = f"deck_{deck}_{record['value']}"
    ENDINGS.mkdir(exist_ok=True)
    write_play(ending_file(name), play_of(deck, record))
    return name


def play_of(deck: int, record: Record) -> PlayFile:
    """The moves of a record as a play."""
    moves = tuple([PlayedMove(move) for move in moves_of(record)])
    return PlayFile(game="UltimateRailroads", options=(("deck", str(deck)),), moves=moves)


def ending_of(deck: int, rounds: int) -> int:
    """After how many moves of a best game its last so many rounds begin."""
    record = read(line_file(deck))
    assert record is not None
    state = game_of(deck).initial()
    for step, move in enumerate(moves_of(record)):
        if state.values["round"] == ROUNDS + 1 - rounds:
            return step
        state = state.play(move)
    raise AssertionError("the play has fewer rounds")
