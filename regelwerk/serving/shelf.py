"""What is served of the opened folder: its runs, plays, puzzle collections and rules, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import quote

from puzzles.exporting.items import by_game, page_of
from puzzles.page.sheet import Item
from puzzles.page.writing import write_page
from puzzles.storing.store import LINES, StoreError, read_store
from regelwerk.api.game import Game
from regelwerk.report import results
from regelwerk.report.pages import load_play, load_solution
from rules_dsl.loading import SUFFIXES

COLLECTIONS = (".puzzles", LINES)
MOST_LISTED = 200
DEEPEST = 3
"""Rules are listed down to this depth of folders."""


@dataclass(frozen=True, slots=True)
class ServedItem:
    """Something that can be asked for: its address, its name, and how its page is made."""

    address: str
    name: str
    make: Callable[[], str]


@dataclass(frozen=True, slots=True)
class Shelf:
    """The items of a folder; they are listed anew for each request, since files come and go."""

    folder: Path

    def runs(self) -> list[ServedItem]:
        """Folders with a result."""
        patterns = (results.NAME, f"*/{results.NAME}")
        paths = sorted({path.parent for pattern in patterns for path in self.folder.glob(pattern)})
        return [self._run(path) for path in paths[:MOST_LISTED]]

    def _run(self, path: Path) -> ServedItem:
        address = f"/run/{quote(path.relative_to(self.folder).as_posix())}"
        return ServedItem(address, path.name or "here", partial(write_run, path))

    def plays(self) -> list[ServedItem]:
        """Recorded plays."""
        paths = sorted(self.folder.glob("*.play"))[:MOST_LISTED]
        return [ServedItem(f"/play/{quote(path.name)}", path.stem, partial(write_play, path)) for path in paths]

    def puzzles(self) -> list[ServedItem]:
        """Collections; those of several games have a page for each."""
        return list_collections(self.folder, "/puzzles")[:MOST_LISTED]

    def rules(self) -> list[Path]:
        """Rules files, relative to the folder; none that leads out of it."""
        paths = sorted(path for depth in range(DEEPEST) for path in self.folder.glob(f"{'*/' * depth}*{SUFFIXES[0]}"))
        own = [path for path in paths if path.is_file() and path.resolve().is_relative_to(self.folder)]
        return [path.relative_to(self.folder) for path in own[:MOST_LISTED]]

    def items(self) -> list[ServedItem]:
        """Everything that has a page of its own."""
        return [*self.puzzles(), *self.runs(), *self.plays()]


def list_collections(folder: Path, address: str) -> list[ServedItem]:
    """The puzzle collections in a folder, under an address; files that are none are passed over."""
    if not folder.is_dir():
        return []
    paths = sorted(path for path in folder.iterdir() if path.suffix in COLLECTIONS)
    return [item for path in paths for item in _list_collection(path, address)]


def _list_collection(path: Path, address: str) -> Iterator[ServedItem]:
    try:
        groups = by_game(list(enumerate(read_store(path), 1)))
    except StoreError:
        return
    for number, group in enumerate(groups, 1):
        name = f"{path.stem.replace('_', ' ')}{f' {number}' if len(groups) > 1 else ''} ({len(group)})"
        yield ServedItem(f"{address}/{quote(path.name)}/{number}", name, partial(page_of, group))


def write_run(path: Path) -> str:
    """The page of a run of `solve`."""
    return _write_items(*load_solution(path))


def write_play(path: Path, name: str | None = None) -> str:
    """The page of a recorded play, of a game by name or of the game that the play names."""
    return _write_items(*load_play(path, name, "auto"))


def _write_items(game: Game, item: Item) -> str:
    return write_page(game.rules, [item], voices=game.voices)
