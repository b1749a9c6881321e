"""The page on which rules are edited beside their board."""

from __future__ import annotations

import json
from urllib.parse import quote

from regelwerk.serving.editing import EditedFile, digest_text
from regelwerk.serving.layout import write_crumbs, write_page
from regelwerk.serving.markup import Markup, tag
from regelwerk.serving.words import say
from rules_dsl.syntax.keywords import KEYWORDS

SPOKEN = (
    "checking", "fine", "findings", "apply", "line", "repair", "kept", "kept_part", "offline", "error", "warning",
    "reload", "saved", "unsaved",
)  # fmt: skip
"""What the script says."""


def write_editor(language: str, file: EditedFile, game: tuple[str, str] | None) -> str:
    """The page of a file: text, findings, board; raises RulesError if it cannot be read."""
    text = file.read()
    title = say(language, "text", file.name)
    return write_page(
        language,
        title,
        tag(
            "main",
            write_crumbs(language, *([game] if game else [])),
            _write_head(language, file, title),
            tag("div", _write_text(language, file, text), _write_board(language), class_="bench"),
            class_="editor",
            id="editor",
            data_file=quote(file.address),
            data_digest=digest_text(text),
            data_keywords=" ".join(KEYWORDS),
            data_words=json.dumps({word: say(language, word) for word in SPOKEN}, ensure_ascii=False),
        ),
        scripts=["editor.js"],
    )


def _write_head(language: str, file: EditedFile, title: str) -> Markup:
    save = tag("button", say(language, "save"), type="button", id="save", class_="strong", disabled=True)
    note = "" if file.is_saved else say(language, "read_only")
    state = tag("span", note, id="state", role="status")
    saving = tag("p", save if file.is_saved else None, state, class_="saving")
    return tag("div", tag("h1", title), saving, class_="title")


def _write_text(language: str, file: EditedFile, text: str) -> Markup:
    """The text with its numbers and colours, which the script puts behind it; findings below."""
    area = tag(
        "textarea", Markup("\n"), text, id="text", aria_label=file.name, aria_describedby="count", spellcheck="false",
        autocapitalize="off", autocomplete="off", wrap="off",
    )  # fmt: skip
    sheet = tag("div", tag("pre", aria_hidden="true", id="colours"), area, class_="sheet")
    code = tag("div", tag("pre", aria_hidden="true", id="numbers"), sheet, class_="code")
    count = tag("h2", say(language, "findings"), tag("span", id="count", role="status"))
    return tag("div", _write_files(language, file), code, count, tag("ol", id="findings"), class_="side")


def _write_files(language: str, file: EditedFile) -> Markup | None:
    """The other rules files of the game."""
    names = file.siblings
    folder = file.address.rpartition("/")[0]
    links = [
        tag("a", name, href=quote(f"{folder}/{name}"), aria_current="page" if name == file.path.name else None)
        for name in names
    ]
    return tag("nav", *links, class_="files", aria_label=say(language, "file")) if len(names) > 1 else None


def _write_board(language: str) -> Markup:
    frame = tag("iframe", id="board", title=say(language, "board"))
    return tag("div", tag("p", id="about-board", role="status"), frame, class_="side")
