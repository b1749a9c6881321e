"""What is on record of each deck: files beside BEST.md. A record holds as long as the rules are the same."""

from __future__ import annotations

import json
from pathlib import Path

from regelwerk.api.game import Game
from regelwerk.api.loader import load
from rules_dsl.play.file import read_play
from rules_dsl.play.record import PlayedMove, PlayFile, write_play

GAME, NAME = "ultimate_railroads", "UltimateRailroads"
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
    write_play(play_file(deck), _play_of(deck, moves_of(record)))


def keep_game(deck: int, moves: list[str], value: int) -> str:
    """Keep a game beside those whose endings are looked at; its name there, which no other game has."""
    name = f"deck_{deck}_{value}"
    while ending_file(name).exists() and kept_game(name) != moves:
        name += "_other"
    ENDINGS.mkdir(exist_ok=True)
    write_play(ending_file(name), _play_of(deck, moves))
    return name


def kept_games(deck: int) -> list[str]:
    """The names of the games of a deck that are kept for their endings."""
    return sorted([path.stem for path in ENDINGS.glob(f"deck_{deck}_*.play")])


def kept_game(name: str) -> list[str]:
    """The moves of such a game."""
    play = read_play(ending_file(name))
    assert isinstance(play, PlayFile)
    return [move.text for move in play.moves]


def _play_of(deck: int, moves: list[str]) -> PlayFile:
    return PlayFile(game=NAME, options=(("deck", str(deck)),), moves=tuple([PlayedMove(move) for move in moves]))


def step_of(deck: int, moves: list[str], rounds: int) -> int:
    """After how many moves of a game its last so many rounds begin."""
    state = game_of(deck).initial()
    for step, move in enumerate(moves):
        if state.values["round"] == ROUNDS + 1 - rounds:
            return step
        state = state.play(move)
    raise AssertionError("the play has fewer rounds")
