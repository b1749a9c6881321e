"""The gallery shows every library game as it looks today; `--update` draws it anew."""

from __future__ import annotations

from pathlib import Path

import pytest

import regelwerk
from rules_dsl.loading import library_names

GALLERY = Path(__file__).parents[2] / "docs/gallery"
HEAD = "# Gallery of games\n\nThe games that come with Regelwerk, as they look at the start. Play one with `regelwerk play NAME`.\n\n"


def page() -> str:
    """The gallery's page: a row for each game."""
    rows = [
        f"## {name}\n\n{game.title}\n\n![{name}]({name}.svg)\n\n[rules](../../games/{name}/{name}.rules) · [about](../../games/{name}/README.md)\n\n"
        for name in library_names()
        for game in [regelwerk.load(name)]
    ]
    return HEAD + "".join(rows)


@pytest.mark.parametrize("name", library_names())
def test_the_picture_is_the_game_s(name: str, request: pytest.FixtureRequest) -> None:
    drawn = regelwerk.load(name).initial()._repr_svg_() + "\n"
    path = GALLERY / f"{name}.svg"
    if request.config.getoption("--update"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(drawn, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == drawn


def test_the_page_lists_every_game(request: pytest.FixtureRequest) -> None:
    path = GALLERY / "README.md"
    if request.config.getoption("--update"):
        path.write_text(page(), encoding="utf-8")
    assert path.read_text(encoding="utf-8") == page()
