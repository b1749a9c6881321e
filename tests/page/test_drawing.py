"""The page draws as every other output does, letter by letter; what is drawn can be touched; it can be lit or dark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import regelwerk
from puzzles.page.sheet import Item, Role
from puzzles.page.writing import write_page
from rules_dsl.ir.pieces import LineKind, Modifier, Shape, read_line, read_piece
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.view.drawing.layout import draw_panels
from rules_dsl.view.drawing.pieces import draw_piece
from rules_dsl.view.panels import Network, PictureLink, PlaceLook, Town
from tests.page.agreeing import FOLLOW, random_play
from tests.page.browser import browser, keep_picture, needs_browser, opened

CASES = Path("tests/language/good/pictures.md")
CARDS = [f"card {rank}{suit}" for rank in "A23456789TJQK" for suit in "CDHS"]
WORDS = [
    *[f"{shape} red: A b" for shape in Shape], *[f"{modifier} {shape}" for shape in Shape for modifier in Modifier], *CARDS,
    *[f"die {pips}" for pips in range(8)], *[f"slab {wide} #0a0: {wide}" for wide in range(9)], "arrow east", "arrow", "card king", "card back gold",
    "card ?", "card wheat: wood 2", "card 10 hearts", "slot hearts", "slot: x", "", "gold", "no such thing", "KING White", "disc constructor", "disc __proto__", "card constructor: A", "disc: \u200b", "slab 1" + "0" * 400, "disc <b>&'\": <i>\nüß 🍎",
]  # fmt: skip


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as found:
        yield found


def page_of(chromium: Any, folder: Path, game: regelwerk.Game, **shape: Any) -> Any:
    path = folder / "page.html"
    path.write_text(write_page(game.rules, [Item(game.title, "game", Role.GAME)], False), "utf-8")
    return opened(chromium, path, **shape)


def case(title: str, folder: Path) -> regelwerk.Game:
    """A game of the corpus of pictures."""
    text = CASES.read_text("utf-8").partition(f"## {title}\n")[2]
    found = re.search(r"```rules\n(.*?)```", text, re.DOTALL)
    assert found is not None
    path = folder / "case.rules"
    path.write_text(found[1], "utf-8")
    return regelwerk.load(str(path))


@needs_browser
@pytest.mark.parametrize("title", ["Pieces, layouts, mats and lines", "Tracks and networks", "Tiles, coloured tracks and groups", "A grid with colours, texts and lists", "Boards turned for the other side"])
def test_every_kind_of_panel_is_drawn_alike(title: str, chromium: Any, tmp_path: Path) -> None:
    game = case(title, tmp_path)
    plies = random_play(ReferenceMachine(game.rules), 1, 20)
    assert page_of(chromium, tmp_path, game).evaluate(FOLLOW, plies) == []


@needs_browser
def test_every_piece_and_every_line_is_drawn_alike(chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, regelwerk.load("tictactoe"))
    drawn = page.evaluate("(words) => words.map((each) => drawPiece(readPiece(each), 7.25, 9, 33))", WORDS)
    assert drawn == [draw_piece(read_piece(each), 7.25, 9, 33) for each in WORDS]
    lines = [f"{kind} {colour}" for kind in LineKind for colour in ("", "red", "#abc")]
    towns = [{"x": x, "y": y, "look": {"text": f"town {x}", "fill": "", "pieces": [], "walls": [], "region": ""}} for x, y in ((0, 0), (7, 1), (8, 5), (3, 3))]
    network = Network(tuple(Town(each["x"], each["y"], PlaceLook(each["look"]["text"])) for each in towns), tuple(PictureLink(0, 1, PlaceLook("x"), read_line(each)) for each in lines))
    shown = page.evaluate(
        "([towns, lines]) => drawNetwork({ towns, links: lines.map((each) => ({ one: 0, other: 1, look: { text: 'x' }, line: readLine(each) })) }, 700).body", [towns, lines]
    )
    assert f'<g transform="translate(0 0)">{shown}</g>' == draw_panels((network,), 700).body


@needs_browser
@pytest.mark.parametrize("shape", [{"width": 1400, "height": 900}, {"width": 390, "height": 844, "scheme": "dark", "touch": True}], ids=["desk", "phone"])
def test_cards_are_moved_by_touching_columns(shape: dict[str, Any], chromium: Any, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    page = page_of(chromium, tmp_path, regelwerk.load("freecell", givens={"deal": "[[KH, 9D], [TS], [8S]]"}, options={"columns": 4}), **shape)
    page.locator(".tile[aria-label='9D']").click()
    assert page.locator(".trail span").text_content() == "9D" and page.locator(".mark.picked").count() > 0
    page.locator(".tile[aria-label='TS']").click()
    assert page.locator(".moves li").last.text_content().endswith(" to column 2")
    page.locator(".tile[aria-label='KH']").click()
    page.locator(".empty").click()
    assert page.locator(".moves li").last.text_content().endswith(" to column 4")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    keep_picture(page, f"freecell-{request.node.callspec.id}")
    assert page.failures == []


@needs_browser
def test_the_room_is_switched(chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, regelwerk.load("hex"))
    ground = "getComputedStyle(document.querySelector('.cell > polygon')).fill"
    light = page.evaluate(ground)
    page.locator("[data-key=theme]").click()
    dark = page.evaluate(ground)
    assert light != dark and page.locator("[data-key=theme]").text_content() == "Light"
    page.reload()
    page.wait_for_selector("#page > main")
    assert page.evaluate(ground) == dark
    page.locator("[data-key=theme]").click()
    assert page.evaluate(ground) == light and page.failures == []


@needs_browser
def test_cells_are_reached_by_keys(chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, regelwerk.load("tictactoe"))
    page.locator(".cell[data-name=a3]").focus()
    page.keyboard.press("Alt+ArrowRight")
    page.keyboard.press("Alt+ArrowDown")
    page.keyboard.press("Enter")
    assert page.locator(".cell[data-name=b2]").get_attribute("aria-label") == "b2: X"
