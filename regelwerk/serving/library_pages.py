"""The library page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import quote

from regelwerk.library.describing import GameDescription, Trait
from regelwerk.library.lengths import LengthBasis, PlayLength
from regelwerk.serving.layout import write_list, write_page
from regelwerk.serving.markup import Markup, tag
from regelwerk.serving.shelf import ServedItem, Shelf
from regelwerk.serving.words import TRAITS, name_question, say

Lengths = dict[str, PlayLength | None]
TAGS = ("all", "one", "two", "more", "filled", "chance", "hidden", "open")
"""What the library can be narrowed to; the page's script does it."""


def write_library(language: str, games: Iterable[GameDescription], shelf: Shelf, lengths: Lengths) -> str:
    """The first page: the opened folder, then every game with its picture."""
    cards = [_write_card(language, game, lengths.get(game.name)) for game in games]
    return write_page(
        language,
        "Regelwerk",
        tag("a", say(language, "skip"), class_="skip", href="#games"),
        tag(
            "main",
            tag("h1", say(language, "library")),
            tag("p", say(language, "intro"), class_="lead"),
            _write_folder(language, shelf),
            _write_search(language),
            tag("p", id="none", class_="none", role="status", data_none=say(language, "none")),
            tag("h2", say(language, "games"), class_="unseen"),
            tag("ul", *cards, class_="cards", id="games"),
        ),
    )


def write_waiting(language: str, read: int, games: int) -> str:
    """While the library is read for the first time; the page asks again by itself."""
    text = tag("p", say(language, "reading", read, games), class_="lead", role="status")
    bar = tag("progress", max=games, value=read, aria_label=say(language, "library"))
    return write_page(language, "Regelwerk", tag("main", tag("h1", say(language, "library")), text, bar), refresh=1)


def _write_search(language: str) -> Markup:
    """Works in the browser alone, so it is shown by the script that does the work."""
    label, example = say(language, "search"), say(language, "search_hint")
    field = tag("input", type="search", name="words", aria_label=label, placeholder=example, autocomplete="off")
    filters = [
        tag("button", say(language, word), type="button", data_tag=word, aria_pressed=str(word == TAGS[0]).lower())
        for word in TAGS
    ]
    group = tag("div", *filters, class_="filters", role="group", aria_label=label)
    return tag("form", field, group, class_="search", role="search", id="search", hidden=True)


def _write_card(language: str, game: GameDescription, length: PlayLength | None) -> Markup:
    known = describe_length(language, length, short=True) if length else ""
    facts = [tag("span", fact) for fact in _list_facts(language, game)]
    play = tag("span", f" {game.title}", class_="unseen")
    return tag(
        "li",
        tag("span", write_cover(language, game, "lazy"), class_="cover"),
        tag("h3", tag("a", game.title, href=f"/game/{game.name}/about")),
        tag("p", game.lines.get(language, game.line)),
        tag("p", *facts, tag("span", known, data_length=game.name), class_="facts"),
        tag("a", say(language, "play"), play, class_="button", href=f"/game/{game.name}"),
        class_="card",
        data_words=_list_words(language, game),
        data_tags=" ".join(_list_tags(game)),
    )


def write_cover(language: str, game: GameDescription, loading: str | None = None) -> Markup:
    """The picture of a game."""
    return tag("img", src=f"/game/{game.name}/picture.svg", loading=loading, alt=say(language, "picture", game.title))


def _list_words(language: str, game: GameDescription) -> str:
    """What a game is searched by."""
    questions = [name_question(language, word) for word in game.questions]
    return " ".join([game.name, game.title, *game.lines.values(), *questions]).lower()


def _list_facts(language: str, game: GameDescription) -> Iterator[str]:
    alone = game.most_players == 1
    yield say(language, "one") if alone else say(language, "players_of", game.players.replace("-", "–"))
    yield from (say(language, f"is_{TRAITS[trait]}") for trait in game.traits)


def _list_tags(game: GameDescription) -> Iterator[str]:
    """The filters under which a game is shown."""
    for word, number in (("one", 1), ("two", 2)):
        if game.fewest_players <= number <= game.most_players:
            yield word
    if game.most_players > 2:
        yield "more"
    yield from (TRAITS[trait] for trait in game.traits)
    if not {Trait.CHANCE, Trait.HIDDEN} & set(game.traits):
        yield "open"


def describe_length(language: str, length: PlayLength | None, short: bool = False) -> str:
    """How long a play is and where that is known from."""
    match length:
        case None:
            return say(language, "unknown")
        case PlayLength(moves, LengthBasis.PLAYOUTS, playouts) if not short:
            return say(language, "playouts", moves, say(language, "playouts_of", playouts))
        case PlayLength(moves, LengthBasis.PLAYOUTS):
            return say(language, "moves", moves)
        case PlayLength(moves):
            return say(language, "solved_in" if short else "solution", moves)


def _write_folder(language: str, shelf: Shelf) -> Markup | None:
    """What the opened folder has; nothing where it is empty."""
    rules = [_link(f"/edit/{quote(path.as_posix())}", path.as_posix()) for path in shelf.rules()]
    shelves = [
        _write_shelf(say(language, "rules_files"), rules),
        _write_shelf(say(language, "puzzles"), map(_link_item, shelf.puzzles())),
        _write_shelf(say(language, "runs"), map(_link_item, shelf.runs())),
        _write_shelf(say(language, "plays"), map(_link_item, shelf.plays())),
    ]
    title = tag("h2", f"{say(language, 'folder')}: {shelf.folder.name or '/'}")
    return tag("section", title, *shelves, class_="folder") if any(shelves) else None


def _write_shelf(title: str, links: Iterable[Markup]) -> Markup | None:
    listed = write_list(links)
    return tag("div", tag("h3", title), listed, class_="shelf") if listed else None


def _link_item(item: ServedItem) -> Markup:
    return _link(item.address, item.name)


def _link(address: str, words: str) -> Markup:
    return tag("a", words, href=address)
