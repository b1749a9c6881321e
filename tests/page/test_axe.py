"""Pages under axe-core: nothing serious, by day and by night, at a desk and on a phone, at rest and in the middle of a choice."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import regelwerk
from puzzles.page.sheet import Item, Role
from puzzles.page.writing import write_page
from tests.page.browser import browser, needs_browser, opened

AXE = importlib.util.find_spec("axe_playwright_python")
RUN = "async () => (await axe.run()).violations.filter(({ impact }) => ['serious', 'critical'].includes(impact)).map(({ id, nodes }) => [id, nodes[0].html.slice(0, 200)])"
SHAPES = [{"width": 1400, "height": 900}, {"width": 390, "height": 844, "touch": True}]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as found:
        yield found


@needs_browser
@pytest.mark.skipif(AXE is None, reason="axe-core is not here (pip install axe-playwright-python)")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("shape", SHAPES, ids=["desk", "phone"])
@pytest.mark.parametrize("name", ["chess", "ultimate_railroads", "freecell", "sudoku", "hex", "kuhn_poker"])
def test_axe_finds_nothing_serious(name: str, shape: dict[str, Any], scheme: str, chromium: Any, tmp_path: Path) -> None:
    assert AXE is not None and AXE.origin is not None
    game = regelwerk.load(name)
    path = tmp_path / "page.html"
    path.write_text(write_page(game.rules, [Item(game.title, "game", Role.GAME)], False), "utf-8")
    page = opened(chromium, path, scheme=scheme, **shape)
    page.evaluate((Path(AXE.origin).parent / "axe.min.js").read_text("utf-8"))
    assert page.evaluate(RUN) == []
    page.evaluate("const { page } = regelwerk; page.fold = false; page.listing = true; if (page.kind === 'chance') page.roll(); else page.draw();")
    page.wait_for_timeout(400)
    assert page.evaluate(RUN) == []
