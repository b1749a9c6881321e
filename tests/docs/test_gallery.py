"""The gallery shows every library game as it looks today; `--update` draws it anew."""

from __future__ import annotations

from pathlib import Path

import pytest

import regelwerk
from regelwerk.api.recorded import Position, read, state_at
from rules_dsl.loading import library_names
from rules_dsl.view.svg import draw_svg, space_name

GALLERY = Path(__file__).parents[2] / "docs/gallery"
GAMES = Path(__file__).parents[2] / "games"
MOVES = 24
"""So many random moves are made where no play is recorded."""
HEAD = "# Gallery of games\n\nThe games that come with Regelwerk, each in a position of a game. Play one with `regelwerk play NAME`.\n\n"


def in_play(name: str) -> regelwerk.State:
    """A position of the game: the middle of a recorded play, else one after some random moves."""
    plays = sorted((GAMES / name / "plays").glob("*.play"))
    if plays:
        play = read(plays[0])
        game = regelwerk.load(name, dict(play.options), dict(play.givens))
        line = state_at(game, play, Position(plays[0])).line
        return line[len(line) // 2]
    state = regelwerk.load(name).initial()
    for number in range(MOVES):
        state = state.random(number) if not state.over else state
    return state


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
    state = in_play(name)
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
