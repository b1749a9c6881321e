"""The gallery shows every library game as it looks today; `--update` draws it anew."""

from __future__ import annotations

from pathlib import Path

import pytest

import regelwerk
from regelwerk.library.pictures import reach_position_in_play
from rules_dsl.loading import library_names
from rules_dsl.view.svg import draw_svg, space_name

GALLERY = Path(__file__).parents[2] / "docs/gallery"
HEAD = "# Gallery of games\n\nThe games that come with Regelwerk, each in a position of a game. Play one with `regelwerk play NAME`.\n\n"


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
    state = reach_position_in_play(name)
    drawn = draw_svg(state.picture, title=space_name(state.game.name)) + "\n"
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
