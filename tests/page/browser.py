"""A real browser for the tests of pages; tests that need it are skipped where it is missing."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import regelwerk
from puzzles.exporting.items import page_game, page_voices
from puzzles.page.sheet import Item, Role
from puzzles.page.writing import write_page
from rules_dsl.machine.filling.machine import FindMachine

CHROMIUM = Path("/usr/bin/chromium")
SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

needs_browser = pytest.mark.skipif(
    not CHROMIUM.exists() or importlib.util.find_spec("playwright") is None,
    reason="chromium (apt install chromium) and playwright are not here",
)
needs_zig = pytest.mark.skipif(importlib.util.find_spec("ziglang") is None, reason="the ziglang wheel is not here")


def library_page(name: str, compiled: bool = True, options: dict[str, str] | None = None) -> str:
    """A game of the library as a page."""
    game = regelwerk.load(name, options)
    rules = page_game(FindMachine(game.rules)) if game.rules.finds else game.rules
    return write_page(rules, [Item(game.title or game.name, name, Role.GAME)], compiled, page_voices(game.voices))


@contextmanager
def browser() -> Iterator[Any]:
    """Chromium without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=str(CHROMIUM), headless=True, args=list(SWITCHES))
        try:
            yield chromium
        finally:
            chromium.close()


def opened(chromium: Any, path: Path, width: int = 1280, height: int = 900, scheme: str = "light", locale: str = "en-GB", touch: bool = False) -> Any:
    """A page of a file, ready.

    What it asks of a network (a worker made of its own script is not) and what goes wrong in it is noted in
    `page.requests_made` and `page.failures`.
    """
    context = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, locale=locale, has_touch=touch)
    page = context.new_page()
    page.requests_made, page.failures = [], []
    page.on("request", lambda request: None if request.url.startswith("blob:") else page.requests_made.append(request.url))
    page.on("pageerror", lambda error: page.failures.append(str(error)))
    page.on("console", lambda message: page.failures.append(message.text) if message.type == "error" else None)
    page.goto(path.as_uri())
    page.wait_for_selector("#page > main, #page > .told")
    assert page.failures == [], page.failures
    return page


def keep_picture(page: Any, name: str) -> None:
    """A screenshot, in the folder that REGELWERK_SCREENSHOTS names."""
    folder = os.environ.get("REGELWERK_SCREENSHOTS")
    if folder:
        page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)
