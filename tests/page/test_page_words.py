"""What a page says while a game is played at random shows nothing of how rules and programs are written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from regelwerk.report.pages import load_play
from regelwerk.serving.shelf import write_play
from rules_dsl import loading
from tests.page.browser import browser, library_page, needs_browser, opened

STRANGE = re.compile(r"[_{}]|\b(None|true|false|undefined|NaN|Infinity|null|Node|Optional|object Object)\b")
ENGLISH = re.compile(r"\b(the|of|with|from|and|take|put|cards?|is|not|move|play)\b", re.IGNORECASE)
WALK = """async ([most, listing]) => {
  const { page } = regelwerk, seen = new Set();
  let seed = 11;
  const dice = () => { seed = (seed * 16807) % 2147483647; return seed / 2147483647; };
  const look = () => {
    if (page.covered && page.actor !== null) page.look(page.actor);
    page.listing = page.unfolded = page.refusing = listing;
    page.draw();
    const nodes = [...document.querySelectorAll("#page *")];
    for (const name of ["aria-label", "title"]) for (const node of nodes) seen.add(node.getAttribute(name) ?? "");
    for (const node of nodes) if (!node.children.length && node.textContent.trim()) seen.add(node.textContent.trim());
    const [refusal] = page.offered.refused;
    if (refusal) { page.refuse(refusal.reason()); seen.add(page.told.text); }
  };
  document.querySelectorAll("details").forEach((node) => { node.open = true; });
  look();
  for (let moves = 0; moves < most && page.kind !== "over"; moves++) {
    const { legal } = page.choosing, { option, given } = legal[Math.floor(dice() * legal.length)];
    page.play({ option, given });
    if (moves % 3 === 0 || moves < 12) look();
  }
  look();
  return [...seen];
}"""
QUICK = ("connect_four", "three_rolls", "kuhn_poker")
CASES = [
    pytest.param(name, locale, 300, marks=[pytest.mark.long])
    for name in loading.library_names()
    for locale in ("en-GB", "de-DE")
]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as found:
        yield found


def check_words(page: Any, locale: str, most: int) -> None:
    page.set_default_timeout(300_000)
    texts = page.evaluate(WALK, [most, True])
    assert len(texts) > 10
    assert [text for text in texts if STRANGE.search(text)] == []
    assert locale == "en-GB" or [text for text in texts if ENGLISH.search(text)] == []
    assert page.failures == []


@needs_browser
@pytest.mark.parametrize(
    ("name", "locale", "most"),
    [*[pytest.param(name, locale, 12) for name in QUICK for locale in ("en-GB", "de-DE")], *CASES],
)
def test_a_page_speaks_in_words(name: str, locale: str, most: int, chromium: Any, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(library_page(name, compiled=False), "utf-8")
    check_words(opened(chromium, path, locale=locale), locale, most)


@needs_browser
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_pages_of_plays_speak_in_words(locale: str, chromium: Any, tmp_path: Path) -> None:
    play = loading.LIBRARY / "orchard" / "plays" / "best.play"
    assert load_play(play, None, "auto")[1].line
    path = tmp_path / "page.html"
    path.write_text(write_play(play), "utf-8")
    page = opened(chromium, path, locale=locale)
    page.locator("summary").last.click()
    labels = page.locator("[aria-label]").evaluate_all("nodes => nodes.map((node) => node.ariaLabel)")
    texts = " ".join([page.locator("#page").inner_text(), *labels])
    assert not STRANGE.search(texts), texts
