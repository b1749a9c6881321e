"""Pages of library games: made when they are first asked for, kept while their files and the code stay the same."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Lock

import cython_ext
import puzzles
from puzzles.exporting.items import page_game, page_voices
from puzzles.page.sheet import Item, Role
from puzzles.page.writing import write_page
from regelwerk.api.loader import load
from regelwerk.library.keeping import READING, digest_folder
from regelwerk.serving.shelf import ServedItem, list_collections, write_play
from rules_dsl.loading import LIBRARY
from rules_dsl.machine.filling.machine import FindMachine
from rules_dsl.private_cache import read_or_make

MAKING = (*READING, *(Path(package.__file__ or "").resolve().parent for package in (puzzles, cython_ext)))
"""The code on which pages depend."""
PAGES = "pages"
MOST_PAGES = 120
RECORDED, BEST, PUZZLES = "plays", "best", "puzzles"
"""Folders of a game."""


@dataclass(frozen=True, slots=True)
class GamePages:
    """The pages of library games. They are made one at a time: reading and compiling a large game takes a while."""

    _lock: Lock = field(default_factory=Lock)

    def game(self, name: str, options: Mapping[str, str]) -> str:
        """A game to play, or a puzzle to fill in; raises RulesError for options it does not have."""
        return self._keep(name, repr(sorted(options.items())), partial(write_game, name, options))

    def play(self, name: str, room: str, stem: str) -> str | None:
        """A recorded play of a game, None if there is none of that name."""
        path = next((path for path in list_plays(name, room) if path.stem == stem), None)
        return None if path is None else self._keep(name, f"{room}/{stem}", partial(write_play, path, name))

    def puzzles(self, name: str, address: str) -> str | None:
        """Puzzles that come with a game, None if there are none of that address."""
        item = next((item for item in list_puzzles(name) if item.address == address), None)
        return None if item is None else self._keep(name, address, item.make)

    def _keep(self, name: str, what: str, make: Callable[[], str]) -> str:
        with self._lock:
            key = hashlib.sha256(f"{digest_folder(LIBRARY / name, MAKING)} {what}".encode()).hexdigest()[:40]
            return read_or_make(PAGES, key, lambda: make().encode(), MOST_PAGES).decode()


def write_game(name: str, options: Mapping[str, str]) -> str:
    """A game of the library as a page."""
    game = load(name, options)
    rules = page_game(FindMachine(game.rules)) if game.rules.finds else game.rules
    return write_page(rules, [Item(game.title or game.name, name, Role.GAME)], voices=page_voices(game.voices))


def list_plays(name: str, room: str) -> list[Path]:
    """The plays in a folder of a library game."""
    return sorted((LIBRARY / name / room).glob("*.play"), key=_order)


def list_puzzles(name: str) -> list[ServedItem]:
    """The collections that come with a library game."""
    return list_collections(LIBRARY / name / PUZZLES, f"/game/{name}/{PUZZLES}")


def _order(path: Path) -> tuple[str, int, str]:
    """By words and then by numbers: `deck_10` comes after `deck_9`."""
    head, _, number = path.stem.rpartition("_")
    return (head, int(number), "") if number.isdecimal() else (path.stem, 0, "")
