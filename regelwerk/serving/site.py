"""The routes: which reply belongs to which address."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

from puzzles.page.linking import add_links
from regelwerk.library.catalogue import find_description
from regelwerk.library.pictures import find_picture
from regelwerk.serving.about_pages import write_about
from regelwerk.serving.edit_site import EditSite
from regelwerk.serving.games import GamePages
from regelwerk.serving.layout import write_message
from regelwerk.serving.library_pages import describe_length, write_library, write_waiting
from regelwerk.serving.measuring import CatalogueBook, LengthBook
from regelwerk.serving.replies import NOTHING, SCRIPT, SVG, Reply, reply_game, reply_json, reply_page, reply_svg
from regelwerk.serving.requests import Request
from regelwerk.serving.shelf import Shelf
from regelwerk.serving.words import say
from rules_dsl.loading import library_names

PATIENCE = 1.0
"""Seconds after which somebody who waits for the library is told how far it is read."""
ASSETS = {"library.css": "text/css", "library.js": SCRIPT, "editor.js": SCRIPT, "icon.svg": SVG}


@dataclass(frozen=True, slots=True)
class Site:
    """Everything that is served; `find` gives the reply to a request, None where nothing has that address."""

    shelf: Shelf
    edits: EditSite
    pages: GamePages = field(default_factory=GamePages)
    lengths: LengthBook = field(default_factory=LengthBook)
    catalogue: CatalogueBook = field(default_factory=CatalogueBook)

    def find(self, request: Request) -> Reply | None:
        """The reply to a request for a page; raises RulesError where the page cannot be made."""
        if request.body is not None:
            return self.edits.answer(request)
        match request.segments:
            case ():
                return self._library(request)
            case ("assets", name) if name in ASSETS:
                return Reply(HTTPStatus.OK, read_asset(name), ASSETS[name], NOTHING)
            case ("lengths.json",):
                return self._lengths(request)
            case ("edit", *_) | ("game", _, "edit", *_) | ("draft", _):
                return self.edits.find(request)
            case ("game", name, *rest) if name in library_names():
                return self._game(request, name, rest)
            case _:
                return self._folder(request)

    def _library(self, request: Request) -> Reply:
        if not self.catalogue.ready.wait(PATIENCE):
            return reply_page(write_waiting(request.language, len(self.catalogue.games), len(library_names())))
        self.lengths.begin()
        games = self.catalogue.list_games()
        return reply_page(write_library(request.language, games, self.shelf, self.lengths.lengths))

    def _lengths(self, request: Request) -> Reply:
        known = {
            name: describe_length(request.language, length, short=True)
            for name, length in self.lengths.lengths.items()
            if length is not None
        }
        return reply_json({"lengths": known, "complete": self.lengths.is_complete})

    def _game(self, request: Request, name: str, rest: list[str]) -> Reply | None:
        match rest:
            case []:
                return self._play(request, name, self.pages.game(name, request.query))
            case ["about"]:
                return self._about(request, name)
            case ["picture.svg"]:
                return reply_svg(find_picture(name))
            case [("plays" | "best") as room, stem]:
                return self._play(request, name, self.pages.play(name, room, stem))
            case ["puzzles", _, _]:
                return self._play(request, name, self.pages.puzzles(name, request.address))
            case _:
                return None

    def _about(self, request: Request, name: str) -> Reply:
        self.lengths.begin()
        return reply_page(write_about(request.language, find_description(name), self._describe_length(request, name)))

    def _describe_length(self, request: Request, name: str) -> str:
        known = self.lengths.lengths
        if name in known or self.lengths.is_complete:
            return describe_length(request.language, known.get(name))
        return say(request.language, "measuring")

    def _play(self, request: Request, name: str, page: str | None) -> Reply | None:
        """The page of a game with the way back above it."""
        links = [(f"/game/{name}/about", f"{find_description(name).title}: {say(request.language, 'about')}")]
        return None if page is None else reply_game(_link_back(request, page, links))

    def _folder(self, request: Request) -> Reply | None:
        item = next((item for item in self.shelf.items() if item.address == quote_address(request)), None)
        return None if item is None else reply_game(_link_back(request, item.make(), []))


def quote_address(request: Request) -> str:
    """The address of a request as items write it."""
    return quote(request.address)


def _link_back(request: Request, page: str, links: list[tuple[str, str]]) -> str:
    home = ("/", f"← {say(request.language, 'library')}")
    return add_links(page, say(request.language, "where"), [home, *links])


def reply_missing(language: str) -> Reply:
    """Where there is no page."""
    text = write_message(language, say(language, "not_found"), say(language, "not_found_text"))
    return reply_page(text, HTTPStatus.NOT_FOUND)


@cache
def read_asset(name: str) -> bytes:
    """A file that pages of the server load."""
    return files("regelwerk.serving").joinpath("assets", name).read_bytes()


def open_site(folder: Path) -> Site:
    """The site of an opened folder."""
    shelf = Shelf(folder.resolve())
    site = Site(shelf, EditSite(shelf))
    site.catalogue.begin()
    return site
