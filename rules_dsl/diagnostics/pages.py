"""The page of each code: a bad program, its exact message, and the program repaired."""

from __future__ import annotations

from pathlib import Path

from rules_dsl.diagnostics.codes import CODES
from rules_dsl.diagnostics.suggest import nearest
from rules_dsl.pages import folder

FOLDER = folder("errors")


def page_path(code: str) -> Path:
    """The path of the page of a code."""
    return FOLDER / f"{code}.md"


def page(code: str) -> str | None:
    """The page of a code as Markdown, or its title if there is no page; None for unknown codes."""
    wanted = code.strip().upper()
    if wanted not in CODES:
        return None
    path = page_path(wanted)
    return path.read_text(encoding="utf-8") if path.is_file() else f"# {wanted} {CODES[wanted]}\n"


def nearest_code(code: str) -> str | None:
    """The most similar code."""
    return nearest(code.strip().upper(), CODES)
