"""The picture of a game in a list: a position in play."""

from __future__ import annotations

from functools import partial

from regelwerk.api.game import State
from regelwerk.api.loader import load
from regelwerk.api.recorded import read, state_at
from regelwerk.library.keeping import MOST_ENTRIES, digest_folder
from regelwerk.settings import Position
from rules_dsl.loading import LIBRARY
from rules_dsl.private_cache import read_or_make
from rules_dsl.view.drawing.layout import draw_panels
from rules_dsl.view.panels import Grid, Line, Network, Panel, Picture, all_panels
from rules_dsl.view.svg import draw_svg

PICTURES = "pictures"
COVER_WIDTH = 560.0
FLATTEST, STEEPEST = 0.45, 1.35
"""Height to width of pictures that fit a card."""
MOVES = 24
"""So many random moves are made where no play is recorded."""


def reach_position_in_play(name: str) -> State:
    """A position of a library game: the middle of its first recorded play, else one after some random moves."""
    plays = sorted((LIBRARY / name / "plays").glob("*.play"))
    if plays:
        play = read(plays[0])
        game = load(name, dict(play.options), dict(play.givens))
        line = state_at(game, play, Position(plays[0])).line
        return line[len(line) // 2]
    state = load(name).initial()
    for number in range(MOVES):
        state = state.random(number) if not state.over else state
    return state


def find_picture(name: str) -> str:
    """The cover of a library game as SVG, from the cache if its files have not changed."""
    return read_or_make(PICTURES, digest_folder(LIBRARY / name), partial(_draw, name), MOST_ENTRIES).decode()


def _draw(name: str) -> bytes:
    cover = choose_cover(reach_position_in_play(name).picture)
    return draw_svg(cover, COVER_WIDTH, on_paper=False).encode()


def choose_cover(picture: Picture) -> Picture:
    """What of a picture is legible when it is small: all but its lines of text, or its board, or its largest panel."""
    panels = tuple(panel for panel in picture.panels if not isinstance(panel, Line))
    whole = draw_panels(panels, COVER_WIDTH)
    if not panels or FLATTEST <= whole.height / whole.width <= STEEPEST:
        return Picture(panels or picture.panels)
    boards = tuple(panel for panel in all_panels(panels) if isinstance(panel, Grid | Network))
    return Picture((max(boards or panels, key=_measure_area),))


def _measure_area(panel: Panel) -> float:
    drawn = draw_panels((panel,), COVER_WIDTH)
    return drawn.width * drawn.height
