"""Gathers the pages of the site: the Markdown of the repository where it lies, and what is made for each game."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import regelwerk
from regelwerk.library.catalogue import find_description, iterate_catalogue
from regelwerk.library.describing import GameDescription
from regelwerk.library.pictures import find_picture
from regelwerk.serving.games import GamePages
from rules_dsl.loading import library_names

ROOT = Path(__file__).resolve().parent.parent
HERE = Path(__file__).resolve().parent
ICON = ROOT / "regelwerk" / "serving" / "assets" / "icon.svg"
TOP = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")
LINKED = (".md", ".rules", ".svg", ".png", ".toml", ".csv", ".play", ".json")
"""What pages may link to."""
WIDE = "---\nhide: [toc]\n---\n\n"
"""Pages with boards have the room of the table of contents, too."""
BOARD, COVER, DETAILS = "play.html", "cover.svg", "README.md"


def gather(target: Path) -> None:
    """Put everything the site is built of into a folder, as it lies in the repository, so that links hold."""
    shutil.rmtree(target, ignore_errors=True)
    for path in _list_files():
        _copy(path, target / path.relative_to(ROOT))
    for name in ("handbook.css", "worker.js"):
        _copy(HERE / name, target / name)
    _copy(ICON, target / "icon.svg")
    (target / "api.md").write_text(write_api(), "utf-8")
    pages = GamePages()
    for name in library_names():
        _add_game(target / "games" / name, find_description(name), pages)
    (target / "docs" / "gallery" / "README.md").write_text(write_gallery(), "utf-8")


def _list_files() -> Iterator[Path]:
    yield from (ROOT / name for name in TOP)
    for folder in ("docs", "games"):
        yield from (path for path in (ROOT / folder).rglob("*") if path.suffix in LINKED and path.is_file())


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _add_game(folder: Path, game: GameDescription, pages: GamePages) -> None:
    """A game's page: what its README says, below its board."""
    (folder / BOARD).write_text(pages.game(game.name, {}), "utf-8")
    (folder / COVER).write_text(find_picture(game.name), "utf-8")
    readme = (folder / DETAILS).read_text("utf-8")
    (folder / DETAILS).write_text(add_board(readme, game), "utf-8")


def add_board(readme: str, game: GameDescription) -> str:
    """The README of a game with its board below the title."""
    title, _, rest = readme.partition("\n")
    rules = f"[Rules]({game.name}.rules)"
    frame = f'<iframe class="board-frame" src="{BOARD}" title="{game.title}" loading="lazy"></iframe>'
    return f"{WIDE}{title}\n\n{game.line} {rules} · [the board on a page of its own]({BOARD})\n\n{frame}\n{rest}"


def write_gallery() -> str:
    """All games with their pictures; each leads to the page on which it can be played."""
    cards = "".join(_write_card(game) for game in iterate_catalogue())
    intro = "Each of them can be played here, in the browser."
    return f'{WIDE}# Games\n\n{intro}\n\n<div class="games" markdown>\n{cards}</div>\n'


def _write_card(game: GameDescription) -> str:
    page = f"../../games/{game.name}/{DETAILS}"
    picture = f"![{game.title}: a position in play](../../games/{game.name}/{COVER}){{ loading=lazy }}"
    return f'<div class="game" markdown>\n[{picture}]({page})\n\n**[{game.title}]({page})**\n\n{game.line}\n</div>\n'


def write_api() -> str:
    """The public names of `import regelwerk`, whose docstrings are put in when the site is built."""
    names = [name for name in regelwerk.__all__ if not name.startswith("_")]
    entries = "".join(f"::: {_place(name)}\n\n" for name in names)
    return f"# API\n\nWhat `import regelwerk` offers. [Examples](docs/reference/python.md)\n\n{entries}"


def _place(name: str) -> str:
    """Where a public name is defined."""
    thing = getattr(regelwerk, name)
    return f"{thing.__module__}.{name}"
