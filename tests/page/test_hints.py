"""Hints on every library game, without a compiler or a network: a legal move with its reason, or a true sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import regelwerk
from puzzles.page.sheet import Item, Role
from puzzles.page.writing import write_page
from rules_dsl import loading
from tests.page.browser import browser, keep_picture, library_page, needs_browser, needs_zig, opened

STRANGE = re.compile(r"[_{}]|\b(None|true|false|none|undefined|NaN|Infinity|null)\b")
QUICK = ("sudoku", "kuhn_poker", "three_rolls", "river_crossing", "connect_four", "ultimate_railroads")
NAMES = [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.long]) for name in loading.library_names()]
ASK = """async () => {
  const { page, rules } = regelwerk;
  for (let moves = 0; moves < 200 && page.kind === "chance"; moves++) page.roll();
  if (page.covered && page.actor !== null) page.look(page.actor);
  await page.hint();
  const { text, move } = page.told;
  const legal = move ? rules.moves(page.line.state).some((each) => sameMove(each, move)) : true;
  page.listing = true;
  page.draw();
  const listed = document.querySelectorAll(".place.hint, .chip.hinted").length;
  return { text, suggests: Boolean(move), legal, listed };
}"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as found:
        yield found


@needs_browser
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.parametrize("name", NAMES)
def test_a_hint_is_a_legal_move_with_a_reason_or_a_true_sentence(
    name: str, locale: str, chromium: Any, tmp_path: Path
) -> None:
    path = tmp_path / "page.html"
    path.write_text(library_page(name, compiled=False), "utf-8")
    page = opened(chromium, path, locale=locale)
    found = page.evaluate(ASK)
    assert found["legal"] and not STRANGE.search(found["text"]), found
    assert not found["suggests"] or found["listed"] > 0, found
    assert found["suggests"] == (page.locator("[data-key=playHint]").count() == 1)
    keep_picture(page, f"hint-{name}-{locale[:2]}")
    assert page.failures == [] and all(url.startswith("file:") for url in page.requests_made)


@needs_browser
@needs_zig
def test_a_forced_win_is_proved_and_drawn(chromium: Any, tmp_path: Path) -> None:
    game = regelwerk.load("connect_four")
    state = game.initial()
    for column in (4, 1, 5, 1, 6, 2):
        state = state.play(f"drop({column})")
    path = tmp_path / "page.html"
    path.write_text(write_page(game.rules, [Item(game.title, "game", Role.GAME, start=state.raw)]), "utf-8")
    page = opened(chromium, path)
    page.locator("[data-key=hint]").click()
    assert page.locator(".told.good").text_content().endswith("It wins at once.")
    names = page.locator(".place.hint").evaluate_all("nodes => nodes.map((node) => node.dataset.name)")
    assert names in (["c1"], ["g1"]), names
    page.locator("[data-key=playHint]").click()
    assert page.locator(".turn").text_content() == "Yellow wins"


@needs_browser
def test_where_chance_decides_a_hint_says_so(chromium: Any, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(library_page("three_rolls", compiled=False), "utf-8")
    page = opened(chromium, path)
    page.locator("[data-move=again]").click()
    page.locator("[data-key=hint]").click()
    told = page.locator(".told").text_content()
    assert told == "Chance decides here, between 6 outcomes; there is nothing to choose."


@needs_browser
def test_what_is_forced_in_a_puzzle_is_said_with_its_reason(chromium: Any, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(library_page("binairo", False, {"half": "2"}), "utf-8")
    page = opened(chromium, path)
    page.evaluate("() => { const { page } = regelwerk, [first] = page.choosing.legal; page.play(first); }")
    page.locator("[data-key=hint]").click()
    page.locator(".told:has-text('only 2 values fit there. Which one is right was not settled.')").wait_for()
    assert page.locator("[data-key=playHint]").count() == 0 and page.locator(".place.hint").count() == 1
    page.evaluate(
        """() => {
          const { page } = regelwerk, [place, value] = page.line.moves[0].given;
          page.play(page.choosing.legal.find(({ given }) => given[0] === place + 1 && given[1] === value));
        }"""
    )
    page.locator("[data-key=hint]").click()
    assert page.locator(".told.good").text_content().endswith("Nothing else fits there.")
