"""The library in a real browser: search, keys, both themes, a desk and a phone; axe-core finds nothing serious."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from regelwerk.serving.server import Server
from tests.page.browser import browser, keep_picture, needs_browser
from tests.serving.asking import serve

pytestmark = needs_browser
AXE = importlib.util.find_spec("axe_playwright_python")
RUN = """async () => (await axe.run()).violations.filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(({ id, nodes }) => [id, nodes[0].html.slice(0, 200)])"""
DESK, PHONE = {"width": 1400, "height": 900}, {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serve(tmp_path_factory.mktemp("empty")) as server:
        yield server


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as chromium:
        yield chromium


def opened(chromium: Any, server: Server, path: str, viewport: dict[str, int] = DESK, scheme: str = "light") -> Any:
    """A page of the server; what it asks for elsewhere and what goes wrong in it are noted."""
    page = chromium.new_context(viewport=viewport, color_scheme=scheme, locale="en-GB").new_page()
    page.outside, page.failures = [], []
    own = server.address.rstrip("/")
    page.on("request", lambda request: request.url.startswith((own, "blob:")) or page.outside.append(request.url))
    page.on("pageerror", lambda error: page.failures.append(str(error)))
    page.on("console", lambda message: page.failures.append(message.text) if message.type == "error" else None)
    page.goto(own + path)
    page.wait_for_load_state("load")
    return page


def visible_games(page: Any) -> list[str]:
    """The titles of the cards that are shown."""
    return page.eval_on_selector_all(".card:not([hidden]) h3", "titles => titles.map((title) => title.textContent)")


def test_search_and_filters_need_no_server(chromium: Any, server: Server) -> None:
    page = opened(chromium, server, "/")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.fill("input[type=search]", "four")
    assert visible_games(page) == ["Connect Four", "FreeCell", "Ultimate Railroads"]
    page.fill("input[type=search]", "no such game")
    assert visible_games(page) == [] and page.inner_text("#none") == "No game fits."
    page.fill("input[type=search]", "")
    page.click("button[data-tag=filled]")
    assert visible_games(page) == ["Binairo", "Star battle", "Sudoku"]
    assert page.get_attribute("button[data-tag=filled]", "aria-pressed") == "true"
    unasked = ("lengths.json", "picture.svg", "icon.svg")
    assert [url for url in requests if not url.endswith(unasked)] == []


def test_the_library_is_used_by_keyboard(chromium: Any, server: Server) -> None:
    page = opened(chromium, server, "/")
    page.keyboard.press("/")
    page.keyboard.type("three in a row")
    page.keyboard.press("Enter")
    page.wait_for_url("**/game/tictactoe/about")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement !== document.body")


def test_from_the_library_to_a_game_and_back(chromium: Any, server: Server) -> None:
    page = opened(chromium, server, "/")
    page.click("text=Play Tic-tac-toe")
    page.wait_for_selector("#page > main .board svg")
    page.click("nav.links a >> nth=0")
    page.wait_for_selector(".card")
    assert page.outside == [] and page.failures == []


def test_the_theme_is_kept_from_page_to_page(chromium: Any, server: Server) -> None:
    page = opened(chromium, server, "/")
    page.click("#theme")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.goto(server.address + "game/tictactoe")
    page.wait_for_selector("#page > main")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


@pytest.mark.skipif(AXE is None, reason="axe-core is not here (pip install axe-playwright-python)")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_axe_finds_nothing_serious(chromium: Any, server: Server, viewport: dict[str, int], scheme: str) -> None:
    assert AXE is not None and AXE.origin is not None
    for path in ("/", "/game/connect_four/about", "/game/hex/about", "/no-such-page"):
        page = opened(chromium, server, path, viewport, scheme)
        page.evaluate((Path(AXE.origin).parent / "axe.min.js").read_text("utf-8"))
        assert page.evaluate(RUN) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"], f"{path} is too wide"
        keep_picture(page, f"serve{path.replace('/', '_')}_{viewport['width']}_{scheme}")


def editor_of(chromium: Any, server: Server, path: str) -> Any:
    """The page of a file with its board ready."""
    page = opened(chromium, server, path)
    page.frame_locator("#board").locator("main .board svg").first.wait_for()
    return page


def board_of(page: Any) -> Any:
    """The frame of the board that is shown now."""
    return next(frame for frame in page.frames if "/draft/" in frame.url)


def test_the_board_goes_on_where_it_was(chromium: Any, server: Server) -> None:
    page = editor_of(chromium, server, "/game/tictactoe/edit")
    cells = page.frame_locator("#board").locator(".board .place")
    for number in (0, 4):
        cells.nth(number).dispatch_event("click")
    before = board_of(page).evaluate("regelwerk.page.line.moves.length")
    page.evaluate("editor.replace(editor.text.value.length, editor.text.value.length, '\\n-- a remark\\n')")
    page.locator("#about-board", has_text="goes on at move 2").wait_for()
    assert before == board_of(page).evaluate("regelwerk.page.line.at") == 2
    assert page.failures == [] and page.outside == []


def test_the_board_takes_the_theme_of_the_page(chromium: Any, server: Server) -> None:
    page = editor_of(chromium, server, "/game/tictactoe/edit")
    page.click("#theme")
    assert board_of(page).evaluate("document.documentElement.dataset.theme") == "dark"


def test_where_the_play_fits_no_longer_its_beginning_is_kept(chromium: Any, server: Server) -> None:
    page = editor_of(chromium, server, "/game/tictactoe/edit")
    cells = page.frame_locator("#board").locator(".board .place")
    for number in (0, 4):
        cells.nth(number).dispatch_event("click")
    text = page.input_value("#text").replace("needs board[c] == none", "needs board[c] == none and c != b2")
    page.fill("#text", text)
    page.locator("#about-board", has_text="Of 2 moves the first").wait_for()


def test_a_mistake_is_shown_and_mended(chromium: Any, server: Server) -> None:
    page = editor_of(chromium, server, "/game/tictactoe/edit")
    page.fill("#text", page.input_value("#text").replace("players X, O", "playrs X, O"))
    page.locator("#findings li", has_text="E0207").wait_for()
    assert page.inner_text("#findings li button >> nth=0") == "line 6"
    assert page.locator("#numbers .error").inner_text().strip() == "6"
    page.click("#findings li button >> nth=0")
    start, end = page.evaluate("[editor.text.selectionStart, editor.text.selectionEnd]")
    assert page.input_value("#text")[start:end] == "playrs"
    page.click("text=Apply the repair")
    page.locator("#count", has_text="No findings").wait_for()
    assert "players X, O" in page.input_value("#text")


@pytest.mark.skipif(AXE is None, reason="axe-core is not here (pip install axe-playwright-python)")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_axe_finds_nothing_serious_in_the_editor(
    chromium: Any, server: Server, viewport: dict[str, int], scheme: str
) -> None:
    assert AXE is not None and AXE.origin is not None
    page = opened(chromium, server, "/game/tictactoe/edit", viewport, scheme)
    page.fill("#text", page.input_value("#text").replace("players X, O", "playrs X, O"))
    page.locator("#findings li").first.wait_for()
    page.evaluate((Path(AXE.origin).parent / "axe.min.js").read_text("utf-8"))
    assert page.evaluate(RUN) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    keep_picture(page, f"serve_editor_{viewport['width']}_{scheme}")
