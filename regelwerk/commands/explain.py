"""`regelwerk explain CODE` and `regelwerk help WORD`: the pages of the documentation."""

from __future__ import annotations

from typing import Annotated

import typer

from regelwerk import output
from regelwerk.commands.common import Exit
from rules_dsl.pages import folder

PAGES = folder("language")

Code = Annotated[str, typer.Argument(metavar="CODE", help="The code of a message, such as E0502.", show_default=False)]
Word = Annotated[str | None, typer.Argument(metavar="WORD", help="A keyword or builtin of the rules language.", show_default=False)]


def explain(code: Code) -> Exit:
    """Explain an error code at length."""
    from rules_dsl.diagnostics.pages import nearest_code, page

    text = page(code)
    if text is None:
        near = nearest_code(code)
        output.note(f"there is no code {code}" + (f"; did you mean {near}?" if near else ""))
        return Exit.WRONG_INPUT
    output.answer(text.rstrip("\n"))
    return Exit.FINE


def help_(word: Word = None) -> Exit:
    """Explain a word of the rules language."""
    words = language_words()
    if word is None:
        output.answer("\n".join(words))
        return Exit.FINE
    if word in words:
        output.answer((PAGES / f"{word}.md").read_text("utf-8").rstrip("\n"))
        return Exit.FINE
    from rules_dsl.diagnostics.suggest import hint

    output.note(f"there is no page on {word!r:.60}; {hint(word, words) or 'without a word all pages are listed'}")
    return Exit.WRONG_INPUT


def language_words() -> list[str]:
    """The words that have a page."""
    return sorted(path.stem for path in PAGES.glob("*.md")) if PAGES.is_dir() else []
