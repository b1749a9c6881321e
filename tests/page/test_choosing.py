"""Choosing on pages: what is possible is offered, on the board where it lies there; touching, dragging and keys; what just happened is seen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import regelwerk
from puzzles.page.sheet import Item, Role
from puzzles.page.writing import write_page
from tests.page.browser import browser, keep_picture, needs_browser, opened

PHONE = {"width": 390, "height": 844, "touch": True}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as found:
        yield found


def page_of(chromium: Any, folder: Path, name: str, **shape: Any) -> Any:
    game = regelwerk.load(name)
    path = folder / f"{name}.html"
    path.write_text(write_page(game.rules, [Item(game.title, "game", Role.GAME)], False), "utf-8")
    return opened(chromium, path, **shape)


def cell(page: Any, name: str) -> Any:
    return page.locator(f".cell[data-name={name}]")


def touch(page: Any, *names: str) -> None:
    for name in names:
        cell(page, name).click()


def moves(page: Any) -> int:
    return int(page.evaluate("regelwerk.page.line.at"))


@needs_browser
def test_what_lies_on_the_board_needs_no_chips(chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, "connect_four")
    assert page.locator(".chip").count() == 0
    page.locator("[data-key=list]").click()
    assert page.locator(".chip").all_text_contents() == [f"Drop a disc into column {letter}" for letter in "abcdefg"]
    touch(page, "c6")
    assert moves(page) == 1 and cell(page, "c1").get_attribute("aria-label") == "c1: Y"
    for name in ("c1", "c1", "c1", "c1", "c1"):
        touch(page, name)
    touch(page, "c3")
    assert moves(page) == 6 and "column c is full" in page.locator(".told.bad").text_content()


@needs_browser
def test_what_is_not_possible_is_one_click_away(chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, "orchard")
    assert page.locator(".chip.refused").count() > 0 and not page.locator(".chip.refused").first.is_visible()
    page.locator("[data-key=refusals]").click()
    page.locator(".chip.refused").first.click()
    assert page.locator(".told.bad").text_content() and page.locator(".chip.refused").first.is_visible()


@needs_browser
def test_numbers_say_what_they_count(chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, "orchard")
    page.locator("[data-key=list]").click()
    page.locator(".chip[data-move=pick]").click()
    page.evaluate("const { page } = regelwerk; page.pick(page.choices()[0])")
    texts = page.locator(".choices > .chips .chip").all_text_contents()
    assert len(texts) == 2 and all(not text.strip().isdigit() for text in texts)


@needs_browser
def test_a_piece_is_touched_its_target_is_touched(chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, "chess")
    touch(page, "e2")
    assert page.locator(".place.live").evaluate_all("nodes => nodes.map((node) => node.dataset.name).sort()") == ["e3", "e4"]
    touch(page, "e2")
    assert page.locator(".trail").count() == 0 and moves(page) == 0
    touch(page, "e2", "e4", "e7", "e5")
    assert moves(page) == 4 // 2
    touch(page, "e1")  # it has one move, which is made by touching where to
    assert moves(page) == 2 and page.locator(".place.live").evaluate_all("nodes => nodes.map((node) => node.dataset.name)") == ["e2"]
    touch(page, "e2")
    assert moves(page) == 3 and cell(page, "e2").get_attribute("aria-label").startswith("e2: ♔")
    assert page.locator(".place.last").evaluate_all("nodes => nodes.map((node) => node.dataset.name).sort()") == ["e1", "e2"]
    page.keyboard.press("u")
    assert moves(page) == 2
    page.keyboard.press("r")
    assert moves(page) == 3 and page.failures == []


@needs_browser
def test_a_piece_is_dragged(chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, "chess")
    drag(page, "g1", "f3")
    assert moves(page) == 1 and cell(page, "f3").get_attribute("aria-label").startswith("f3: ♘")
    drag(page, "g8", "g5")
    assert moves(page) == 1 and page.locator(".ghost").count() == 0
    drag(page, "b8", "b8")
    assert page.locator(".trail").count() == 0 and moves(page) == 1 and page.failures == []


def drag(page: Any, one: str, other: str) -> None:
    boxes = [cell(page, name).bounding_box() for name in (one, other)]
    (x, y), (u, v) = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y + 12)
    page.mouse.move(u, v)
    page.mouse.up()


@needs_browser
def test_boards_are_turned(chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, "chess")
    assert page.locator(".cell").first.get_attribute("data-name") == "a8"
    page.locator("[data-key=turnBoard]").click()
    assert page.locator(".cell").first.get_attribute("data-name") == "h1"
    touch(page, "e2", "e4")
    assert moves(page) == 1
    assert page_of(chromium, tmp_path, "connect_four").locator("[data-key=turnBoard]").count() == 0


@needs_browser
def test_the_panel_leaves_room_for_the_board_on_phones(chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, "ultimate_railroads", **PHONE)
    page.evaluate("regelwerk.page.roll()")
    panel = page.locator(".panel")
    assert panel.bounding_box()["height"] < 80 and "folded" in panel.get_attribute("class")
    page.locator("[data-key=folder]").click()
    assert 80 < panel.bounding_box()["height"] <= 0.46 * 844
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    keep_picture(page, "emil-phone")


@needs_browser
def test_what_comes_next_is_scrolled_into_sight(chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, "ultimate_railroads", **PHONE)
    page.evaluate("regelwerk.page.roll()")
    page.evaluate("""() => { const { page } = regelwerk; while (!page.line.moves.some(({ given }) => given.length > 1)) page.pick(page.choices().find(({ legal }) => legal)); }""")
    page.wait_for_timeout(700)
    inside = "nodes => nodes.some((node) => { const box = node.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; })"
    assert page.locator(".place.live").evaluate_all(inside) and page.evaluate("scrollY") > 0


@needs_browser
@pytest.mark.parametrize("name", ["chess", "freecell", "ultimate_railroads", "yahtzee", "auction", "orchard", "connect_four", "hex"])
def test_texts_are_legible_on_phones(name: str, chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, name, **PHONE)
    sizes = page.locator(".drawing text").evaluate_all(
        "texts => texts.map((text) => { const { a, b } = text.getScreenCTM(); return Number(text.getAttribute('font-size')) * Math.hypot(a, b); }).map((size) => Math.round(size * 10) / 10)"
    )
    assert sizes and min(sizes) >= 11, sorted(sizes)[:5]
