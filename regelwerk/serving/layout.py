"""The frame of the server's own pages, and what they are built of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from regelwerk.serving.markup import Markup, join, tag
from regelwerk.serving.words import say


def write_page(language: str, title: str, *body: str | None, scripts: Sequence[str] = (), refresh: int = 0) -> str:
    """A whole page around its main part; one with `refresh` asks again after so many seconds."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", http_equiv="refresh", content=refresh) if refresh else None,
        tag("title", title),
        tag("link", rel="stylesheet", href="/assets/library.css"),
        tag("link", rel="icon", href="/assets/icon.svg"),
        *[tag("script", src=f"/assets/{name}", defer=True) for name in ("library.js", *scripts)],
    )
    return f"<!doctype html>{tag('html', head, tag('body', _write_top(language), *body), lang=language)}"


def _write_top(language: str) -> Markup:
    dark, light = say(language, "theme_dark"), say(language, "theme_light")
    theme = tag("button", type="button", id="theme", class_="quiet", data_dark=dark, data_light=light, hidden=True)
    return tag("header", tag("a", "Regelwerk", class_="brand", href="/"), theme, class_="top")


def write_list(items: Iterable[Markup], kind: str | None = None) -> Markup | None:
    """A list; nothing where there is nothing in it."""
    rows = [tag("li", item) for item in items]
    return tag("ul", *rows, class_=kind) if rows else None


def write_section(title: str, inside: Markup | None) -> Markup | None:
    """A part of a page under its own heading; nothing where there is nothing in it."""
    return tag("section", tag("h2", title), inside) if inside else None


def write_crumbs(language: str, *links: tuple[str, str]) -> Markup:
    """Where one is: links back to the library and to what lies between."""
    shown = [("/", say(language, "library")), *links]
    rows = [tag("li", tag("a", words, href=address)) for address, words in shown]
    return tag("nav", tag("ol", *rows), class_="crumbs", aria_label=say(language, "where"))


def write_message(language: str, title: str, text: str) -> str:
    """A page that says why there is nothing to show, with a link back."""
    back = tag("p", tag("a", say(language, "back"), href="/", class_="button"))
    return write_page(language, title, tag("main", tag("h1", title), tag("p", text), back, class_="message"))


def join_words(*words: str | None) -> Markup:
    """Texts and elements one after the other, with spaces between them."""
    kept = [word for word in words if word]
    return join(part for word in kept for part in (word, " "))
