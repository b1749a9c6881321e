"""A game followed at a real table: chance is entered by touch, the page advises, a link shares the play."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import regelwerk
from tests.page.browser import browser, keep_picture, library_page, needs_browser, needs_zig, opened

MOST_TAPS = 40
CLEAR = 0.3
"""Positions in which one move is so much better are asked about."""
ADVISE = """(bytes) => {
  const { machine, rules } = regelwerk;
  const tree = rules instanceof Compiled ? new CompiledTree(rules) : new TreeSearch(rules);
  const state = machine.codec.decode(Uint8Array.from(bytes));
  tree.begin(state);
  for (let plays = 0; plays < 8000;) plays += tree.ponder(state, Infinity);
  const [best] = tree.tried(state).sort((one, other) => other.visits - one.visits);
  return machine.text(state, best.move);
}"""
PHONE = {"width": 390, "height": 844, "touch": True}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as found:
        yield found


def page_of(
    chromium: Any, folder: Path, name: str, compiled: bool, options: dict[str, str] | None = None, **shape: Any
) -> Any:
    path = folder / "page.html"
    path.write_text(library_page(name, compiled, options), "utf-8")
    return opened(chromium, path, **shape)


def enter_chance(page: Any) -> int:
    """Sits down at the table and says what turned up until a player is to move; how many taps that takes."""
    page.locator("[data-key=atTable]").click()
    for taps in range(1, MOST_TAPS):
        if page.evaluate("() => regelwerk.page.kind") != "chance":
            return taps
        assert page.locator("[data-key=roll]").count() == 0
        page.locator(".choices > .chips .chip").last.click()
    raise AssertionError("chance does not end")


def written(page: Any) -> Any:
    return page.evaluate("() => regelwerk.page.writtenLine()")


def await_advice(page: Any) -> str:
    page.wait_for_function("() => regelwerk.page.adviceSoFar?.lines", timeout=90_000)
    return str(page.locator(".coach").inner_text())


@needs_browser
def test_what_turned_up_is_entered_and_the_best_move_is_found(chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, "three_rolls", False)
    page.locator("[data-key=atTable]").click()
    page.locator("[data-move=again]").click()
    page.locator(".choices > .chips .chip").first.click()  # a one: whoever can rolls again
    first = page.locator(".advice li button").first
    first.wait_for()
    advice = page.locator(".coach").inner_text()
    assert first.text_content() == "Roll again" and re.search(r"± [0-9.]+ points on average in [0-9,]+ plays", advice)
    first.click()
    assert page.evaluate("() => regelwerk.page.kind") == "chance" and page.failures == []


@needs_browser
def test_a_table_is_kept_and_shared_as_a_link(chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, "ultimate_railroads", False, **PHONE)
    assert enter_chance(page) <= MOST_TAPS
    line = written(page)
    page.locator("[data-key=link]").click()
    page.locator(".link").wait_for()
    other = opened(chromium, Path(tmp_path / "page.html"))
    other.goto(page.url)
    other.reload()
    other.wait_for_function("(moves) => globalThis.regelwerk?.page.line?.at === moves", arg=len(line))
    assert written(other) == line and other.locator(".coach.active").count() == 1
    page.goto((tmp_path / "page.html").as_uri())
    page.reload()
    page.locator("[data-key=atTable]").click()
    assert written(page) == line
    assert page.failures == [] and other.failures == [] and all(url.startswith("file:") for url in page.requests_made)


@needs_browser
def test_a_link_that_does_not_fit_is_refused(chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, "three_rolls", False)
    page.goto(page.url + "#table=nonsense")
    page.reload()
    page.get_by_text("The link does not fit this page.").wait_for()


@pytest.mark.long
@needs_browser
@needs_zig
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_emil_is_followed_by_touch_with_advice(locale: str, chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, "ultimate_railroads", True, locale=locale, **PHONE)
    assert enter_chance(page) <= MOST_TAPS
    advice = await_advice(page)
    assert re.search(r"\d+ ± \d", advice) and not re.search(r"[_{}]|\b(None|true|NaN|undefined)\b", advice)
    assert page.locator(".advice li").count() == 3
    keep_picture(page, f"table-{locale[:2]}")
    page.locator(".advice li button").first.click()
    assert page.failures == []


@needs_browser
@needs_zig
@pytest.mark.parametrize("compiled", [True, False])
def test_the_advice_is_what_solve_says(compiled: bool, chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, "three_rolls", compiled, options={"rolls": "6"})
    asked = [(left, pips) for left in range(1, 6) for pips in range(1, 7) if abs(pips - expected(left)) > CLEAR]
    assert len(asked) >= 20
    game = regelwerk.load("three_rolls", {"rolls": "6"})
    wrong = []
    for left, pips in asked:
        state = game.initial()
        for _ in range(6 - left):
            state = state.play("again").play(f"die = {pips}")
        *_, solution = regelwerk.solve(state)
        advised = page.evaluate(ADVISE, list(game.machine.encode(state.raw)))
        if str(solution.moves[0]) != advised:
            wrong.append((left, pips, advised))
    assert wrong == []


def expected(left: int) -> float:
    """What the last rolls are worth to whoever plays well."""
    return 3.5 if left == 1 else sum(max(pips, expected(left - 1)) for pips in range(1, 7)) / 6
