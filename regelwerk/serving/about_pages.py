"""The page about a game: what it is, its rules in short, what there is to play, solve and step through."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from regelwerk.api.recorded import read
from regelwerk.library.describing import GameDescription, OptionDescription, Trait
from regelwerk.serving.games import BEST, RECORDED, list_plays, list_puzzles
from regelwerk.serving.layout import join_words, write_crumbs, write_list, write_page, write_section
from regelwerk.serving.library_pages import write_cover
from regelwerk.serving.markup import Markup, tag
from regelwerk.serving.words import name_question, say
from rules_dsl.diagnostics.diagnostic import RulesError

LONGEST_COMMENT = 160


def write_about(language: str, game: GameDescription, length: str) -> str:
    """The page about a game."""
    head = tag(
        "div",
        tag("h1", game.title),
        tag("p", game.lines.get(language, game.line), class_="lead"),
        _write_buttons(language, game),
        _write_facts(language, game, length),
    )
    puzzles = [tag("a", item.name, href=item.address) for item in list_puzzles(game.name)]
    return write_page(
        language,
        game.title,
        tag(
            "main",
            write_crumbs(language),
            tag("div", tag("div", write_cover(language, game), class_="cover"), head, class_="head"),
            write_section(say(language, "in_short"), _write_paragraphs(language, game)),
            write_section(say(language, "puzzles"), write_list(puzzles, "things")),
            write_section(say(language, "best"), write_list(_link_plays(language, game.name, BEST), "things")),
            write_section(say(language, "recorded"), write_list(_link_plays(language, game.name, RECORDED), "things")),
            write_section(say(language, "option_line"), _write_options(language, game)),
            class_="about",
        ),
    )


def _write_buttons(language: str, game: GameDescription) -> Markup:
    play = tag("a", say(language, "play"), href=f"/game/{game.name}", class_="button strong")
    edit = tag("a", say(language, "edit"), href=f"/game/{game.name}/edit", class_="button")
    return tag("p", play, edit, class_="buttons")


def _write_facts(language: str, game: GameDescription, length: str) -> Markup:
    facts = [("players", game.players.replace("-", "–"))]
    facts += [] if Trait.FILLED in game.traits else [("length", length)]
    facts += [("questions", ", ".join(name_question(language, word) for word in game.questions))]
    return tag("dl", *[tag("div", tag("dt", say(language, name)), tag("dd", value)) for name, value in facts])


def _write_paragraphs(language: str, game: GameDescription) -> Markup | None:
    rows = [
        tag("tr", tag("th", paragraph.number, scope="row"), tag("td", paragraph.text, lang="en"))
        for paragraph in game.paragraphs
    ]
    titles = [tag("th", say(language, word), scope="col") for word in ("paragraph", "rule")]
    table = tag("table", tag("thead", tag("tr", *titles)), tag("tbody", *rows), class_="rules")
    return table if rows else None


def _link_plays(language: str, name: str, room: str) -> Iterator[Markup]:
    """Each play with its length, its result and what is written above it."""
    for path in list_plays(name, room):
        try:
            play = read(path)
        except RulesError:
            continue
        note = say(language, "of", len(play.moves), play.result).removesuffix(", ")
        comment = " ".join(play.comment.split())[:LONGEST_COMMENT]
        link = tag("a", path.stem.replace("_", " "), href=f"/game/{name}/{room}/{quote(path.stem)}")
        yield join_words(link, tag("small", note), tag("small", comment, lang="en") if comment else None)


def _write_options(language: str, game: GameDescription) -> Markup | None:
    """A form that opens the game as it is set up there."""
    if not game.options:
        return None
    options = [_write_option(language, option) for option in game.options if not option.is_reading]
    readings = [_write_option(language, option) for option in game.options if option.is_reading]
    folded = tag("details", tag("summary", say(language, "readings")), *readings) if readings else None
    send = tag("p", tag("button", say(language, "play"), type="submit", class_="strong"))
    return tag("form", *options, folded, send, class_="options", action=f"/game/{game.name}", method="get")


def _write_option(language: str, option: OptionDescription) -> Markup:
    meaning = tag("small", option.text, lang="en") if option.text else None
    return tag("label", tag("span", option.name.replace("_", " "), meaning), _write_choice(language, option))


def _write_choice(language: str, option: OptionDescription) -> Markup:
    if option.is_range:
        low, high = option.values
        return tag("input", type="number", name=option.name, value=option.default, min=low, max=high, required=True)
    values = [
        tag("option", _name_value(language, value), value=value, selected=value == option.default)
        for value in option.values
    ]
    return tag("select", *values, name=option.name)


def _name_value(language: str, value: str) -> str:
    """A value as a person reads it."""
    truth = {"true": say(language, "yes"), "false": say(language, "no")}
    return truth.get(value, value.replace("_", " "))
