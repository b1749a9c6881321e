"""A web server for this computer: library games, and the runs and collections of a folder, rendered on request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock
from urllib.parse import quote, unquote

from puzzles.exporting.items import by_game, page_game, page_of, page_voices
from puzzles.page.sheet import Item, Role
from puzzles.page.writing import write_page
from puzzles.storing.store import StoreError, read_store
from regelwerk.api.game import Game
from regelwerk.api.loader import load
from regelwerk.report import results
from regelwerk.report.pages import load_play, load_solution
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.loading import LIBRARY
from rules_dsl.machine.filling.machine import FindMachine

HOST = "127.0.0.1"
NAMES = frozenset({"127.0.0.1", "localhost", "[::1]"})
COLLECTIONS = (".puzzles",)
MOST_LISTED = 200
SHELVES = {"en": ("Puzzles", "Runs", "Plays", "Games"), "de": ("Rätsel", "Läufe", "Partien", "Spiele")}
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

STYLE = """
:root { color-scheme: light dark; font: 17px/1.6 system-ui, sans-serif; --paper: #f6f1e7; --ink: #1f1d1a; --accent: #a63d2f; --card: #fffdf9; --line: #ddd4c3; }
@media (prefers-color-scheme: dark) { :root { --paper: #15161a; --ink: #ece8e0; --accent: #e58a6b; --card: #1f2127; --line: #353841; } }
body { background: var(--paper); color: var(--ink); max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
h1, h2 { font-family: Palatino, Georgia, serif; font-weight: 600; } h2 { color: var(--accent); font-size: 1.1rem; margin: 1.6rem 0 .5rem; }
ul { list-style: none; padding: 0; display: grid; gap: .5rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); }
a { display: block; color: inherit; text-decoration: none; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .6rem .9rem; overflow-wrap: anywhere; }
a:hover, a:focus-visible { border-color: var(--accent); outline: none; }
"""


@dataclass(frozen=True, slots=True)
class ServedItem:
    """Something that can be asked for: under which address, its name, and how its page is made."""

    address: str
    name: str
    make: Callable[[], str]


class Shelf:
    """The items of a folder that are served; nothing else can be requested."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._pages: dict[str, str] = {}
        self._lock = Lock()

    @cached_property
    def games(self) -> list[ServedItem]:
        """The games of the library."""
        names = sorted(path.name for path in LIBRARY.iterdir() if (path / f"{path.name}.rules").is_file())
        return [ServedItem(f"/game/{name}", name.replace("_", " "), partial(game_page, name)) for name in names]

    def runs(self) -> list[ServedItem]:
        """Folders with a result."""
        paths = sorted({path.parent for pattern in (results.NAME, f"*/{results.NAME}") for path in self.folder.glob(pattern)})
        return [ServedItem(f"/run/{quote(str(path.relative_to(self.folder)))}", path.name or "here", partial(run_page, path)) for path in paths[:MOST_LISTED]]

    def plays(self) -> list[ServedItem]:
        """Recorded plays."""
        paths = sorted(self.folder.glob("*.play"))
        return [ServedItem(f"/play/{quote(path.name)}", path.stem, partial(play_page, path)) for path in paths[:MOST_LISTED]]

    def puzzles(self) -> list[ServedItem]:
        """Collections; those of several games have a page for each."""
        return [shown for path in sorted(self.folder.iterdir()) if path.suffix in COLLECTIONS for shown in _collection(path)][:MOST_LISTED]

    def index(self, language: str = "en") -> str:
        """The first page."""
        shelves = zip(SHELVES[language], (self.puzzles(), self.runs(), self.plays(), self.games), strict=True)
        inside = "".join(f"<h2>{title}</h2><ul>{''.join(_link(item) for item in shown)}</ul>" for title, shown in shelves if shown)
        return _plain_page("Regelwerk", f"<h1>Regelwerk</h1>{inside}", language)

    def page(self, address: str) -> str | None:
        """The page under an address, None if nothing of that address is shown; raises RulesError where it cannot be made."""
        shown = next((puzzle for puzzle in (*self.puzzles(), *self.runs(), *self.plays(), *self.games) if unquote(puzzle.address) == unquote(address)), None)
        if shown is None:
            return None
        with self._lock:
            if shown.address.startswith("/game/"):
                if shown.address not in self._pages:
                    self._pages[shown.address] = shown.make()
                return self._pages[shown.address]
            return shown.make()


def _collection(path: Path) -> list[ServedItem]:
    try:
        groups = by_game(list(enumerate(read_store(path), 1)))
    except StoreError:
        return []
    several = len(groups) > 1
    return [
        ServedItem(
            f"/puzzles/{quote(path.name)}/{number}",
            f"{path.stem}{f' {number}' if several else ''} ({len(group)})",
            partial(page_of, group),
        )
        for number, group in enumerate(groups, 1)
    ]


def game_page(name: str) -> str:
    """A game of the library to play, or a puzzle to fill in."""
    game = load(name)
    rules = page_game(FindMachine(game.rules)) if game.rules.finds else game.rules
    return write_page(rules, [Item(game.title or game.name, name, Role.GAME)], voices=page_voices(game.voices))


def run_page(path: Path) -> str:
    """A run of `solve`."""
    game, item = load_solution(path)
    return _write_items(game, [item])


def play_page(path: Path) -> str:
    """A recorded play."""
    game, item = load_play(path, None, "auto")
    return _write_items(game, [item])


def _write_items(game: Game, items: list[Item]) -> str:
    return write_page(game.rules, items, voices=game.voices)


def _link(shown: ServedItem) -> str:
    return f'<li><a href="{escape(shown.address)}">{escape(shown.name)}</a></li>'


def _plain_page(title: str, inside: str, language: str = "en") -> str:
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(title)}</title><style>{STYLE}</style>'
    return f'<!doctype html><html lang="{language}"><head>{head}</head><body>{inside}</body></html>'


class Handler(BaseHTTPRequestHandler):
    """Answers GET; only by a name of this computer, so that no page from elsewhere can ask in its own name."""

    server: Server
    server_version = "Regelwerk"
    sys_version = ""

    def do_GET(self) -> None:
        """Answer with the index, a page, or an error."""
        if self.headers.get("Host", "").rpartition(":")[0] not in NAMES:
            return self._send(403, _plain_page("no", "<p>This is for this computer only.</p>"), POLICY)
        address = self.path.partition("?")[0]
        language = "de" if self.headers.get("Accept-Language", "").lower().startswith("de") else "en"
        if address == "/":
            return self._send(200, self.server.shelf.index(language), POLICY)
        try:
            page = self.server.shelf.page(address)
        except RulesError as error:
            return self._send(422, _plain_page("no page", f"<p>{escape(error.diagnostics[0].message)}</p>"), POLICY)
        if page is None:
            return self._send(404, _plain_page("not here", "<p>There is no page of that name.</p>"), POLICY)
        return self._send(200, page, "")

    def _send(self, code: int, text: str, policy: str) -> None:
        data = text.encode()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        if policy:
            self.send_header("Content-Security-Policy", policy)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Requests are not logged."""


class Server(ThreadingHTTPServer):
    """Bound to this computer."""

    daemon_threads = True

    def __init__(self, folder: Path, port: int) -> None:
        self.shelf = Shelf(folder)
        super().__init__((HOST, port), Handler)
