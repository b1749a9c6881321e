"""Pictures as SVG that stands alone: no script, no font, no address outside; readable by day and by night."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import assert_never

from rules_dsl.view.colours import Colour, colour
from rules_dsl.view.picture import Cell, Grid, Line, Network, Panel, Picture, Tile, Tiles, Token, Track
from rules_dsl.view.text import display_width

MARGIN = 12
LINE = 24
CELL = 52
EDGE = 22
# From the baseline to the middle of a letter; not every viewer knows `dominant-baseline`.
MIDDLE = "0.35em"
CHARACTER = 8.6  # width of a character of the body text
BOX_HEIGHT = 30
TOWN_RADIUS = 9
GLYPH = 40
SMALL_LINE = 18
BASELINE = 5
GAP = 4
PIECE = 22
ROW = 980  # where tiles go on in the next row
SMALLEST = 9
SCOPE = ".regelwerk"
"""Stands in rules of style for the class of one picture: a page may hold several, each with its own colours."""

FONTS = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', 'Noto Sans Symbols2', 'Segoe UI Symbol', sans-serif"


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A panel drawn with its upper left corner at 0, 0."""

    width: float
    height: float
    body: str


def draw_svg(picture: Picture) -> str:
    """The picture as an `<svg>` element."""
    parts: list[str] = []
    bottom, right = float(MARGIN), 0.0
    for panel in picture.panels:
        drawn = _drawn(panel)
        parts.append(f'<g transform="translate({MARGIN} {bottom:g})">{drawn.body}</g>')
        bottom += drawn.height
        right = max(right, drawn.width)
    width, height = right + 2 * MARGIN, bottom + MARGIN
    rules = _style(picture)
    scope = f"regelwerk-{hashlib.sha256(rules.encode()).hexdigest()[:8]}"
    style = f"<style>{rules.replace(SCOPE, f'.{scope}')}</style>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="regelwerk {scope}" viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
        f' role="img">{style}<rect class="paper" width="{width:g}" height="{height:g}" rx="6"/>{"".join(parts)}</svg>'
    )


def _drawn(panel: Panel) -> _Drawn:
    match panel:
        case Line(text):
            return _Drawn(_text_width(text), LINE, _text(0, LINE / 2, text, "line"))
        case Grid():
            return _grid(panel)
        case Track():
            return _track(panel)
        case Tiles():
            return _tiles(panel)
        case Network():
            return _network(panel)
        case _:
            assert_never(panel)


# -- grids ------------------------------------------------------------------------------------------------------------


def _grid(grid: Grid) -> _Drawn:
    left = max(EDGE, *(_text_width(label) for label in grid.rows), 0) if grid.rows else 0
    top = LINE if grid.caption else 0
    width, height = left + CELL * len(grid.columns), top + CELL * len(grid.rows)
    cells = [_cell(cell, left + CELL * cell.column, height - CELL * (cell.row + 1)) for cell in grid.cells]
    rows = [_text(left - 8, height - CELL * (number + 0.5), label, "edge end") for number, label in enumerate(grid.rows)]
    columns = [_text(left + CELL * (number + 0.5), height + EDGE / 2, label, "edge middle") for number, label in enumerate(grid.columns)]
    caption = [_text(left, LINE / 2, grid.caption, "line")] if grid.caption else []
    return _Drawn(width, height + EDGE + 6, "".join([*caption, *cells, *rows, *columns]))


def _cell(cell: Cell, x: float, y: float) -> str:
    box = f'<rect class="{_classes("field", cell.fill)}" x="{x:g}" y="{y:g}" width="{CELL}" height="{CELL}"/>'
    if not cell.text.strip():
        return box
    centre = f'x="{x + CELL / 2:g}" y="{y + CELL / 2:g}"'
    return f'{box}<text class="{_inked("cell", cell.fill)}" {centre} dy="{MIDDLE}" font-size="{_fitting(cell.text):g}">{escape(cell.text.strip())}</text>'


def _fitting(text: str) -> float:
    """The font size at which a text fills its cell: one sign is drawn large."""
    width = max(1, display_width(text.strip()))
    return GLYPH if width == 1 else max(SMALLEST, min(GLYPH * 0.8, (CELL - 6) / (0.58 * width)))


def _class_name(tint: Colour) -> str:
    return f"fill-{tint.day.removeprefix('#')}"


# -- tracks, tiles and networks ----------------------------------------------------------------------------------------------


def _track(track: Track) -> _Drawn:
    standing: dict[int, list[Token]] = {}
    for token in track.tokens:
        standing.setdefault(token.position, []).append(token)
    labels, parts, x = [_text(0, LINE / 2, track.label, "line")], [], 0.0
    for number, label in enumerate(track.positions):
        tokens, place = standing.get(number, []), track.places[number] if track.places else Tile("")
        width = max(BOX_HEIGHT, _tokens_width(tokens) + 6, *(_text_width(text) + 10 for text in (label, *place.text.split("\n"))))
        labels.append(_text(x + width / 2, LINE + BOX_HEIGHT + 10, label, "edge middle"))
        labels.append(_lines(x + width / 2, LINE + BOX_HEIGHT + 10 + SMALL_LINE, place.text, "edge middle"))
        parts.append(f'<rect class="{_classes("field", place.fill)}" x="{x:g}" y="{LINE}" width="{width:g}" height="{BOX_HEIGHT}" rx="3"/>')
        parts.append(_tokens(tokens, x + width / 2, place.fill))
        x += width
    below = max((len(place.text.split("\n")) for place in track.places if place.text), default=0) * SMALL_LINE
    return _Drawn(max(x, _text_width(track.label)), LINE + BOX_HEIGHT + EDGE + 4 + below, "".join([*labels, *parts]))


def _tokens(tokens: Sequence[Token], middle: float, ground: str) -> str:
    """Tokens side by side on a place of colour `ground`; a coloured one is a piece of its own."""
    x, parts = middle - _tokens_width(tokens) / 2, []
    for token in tokens:
        width = _token_width(token)
        if colour(token.fill):
            box = f'x="{x:g}" y="{LINE + 3}" width="{width:g}" height="{BOX_HEIGHT - 6}" rx="6"'
            parts.append(f'<rect class="{_classes("piece", token.fill)}" {box}/>')
        parts.append(_text(x + width / 2, LINE + BOX_HEIGHT / 2, token.text, _inked("token middle", token.fill if colour(token.fill) else ground)))
        x += width + GAP
    return "".join(parts)


def _tokens_width(tokens: Sequence[Token]) -> float:
    return sum(_token_width(token) + GAP for token in tokens) - GAP if tokens else 0


def _token_width(token: Token) -> float:
    return max(PIECE, _text_width(token.text) + 10)


def _tiles(panel: Tiles) -> _Drawn:
    parts, lines = [_text(0, LINE / 2, panel.label, "line")], max((len(tile.text.split("\n")) for tile in panel.tiles), default=0)
    x, y, height, widest = 0.0, float(LINE), lines * SMALL_LINE + 10, _text_width(panel.label)
    for tile in panel.tiles:
        width = max(_text_width(line) for line in tile.text.split("\n")) + 14
        if x > 0 and x + width > ROW:
            x, y = 0.0, y + height + GAP
        parts.append(f'<rect class="{_classes("field", tile.fill)}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="5"/>')
        parts.append(_lines(x + width / 2, y + 5 + SMALL_LINE / 2, tile.text, _inked("middle", tile.fill)))
        x += width + GAP
        widest = max(widest, x)
    return _Drawn(widest, y + height + 8, "".join(parts))


def _lines(x: float, y: float, text: str, classes: str) -> str:
    """Lines of text below each other."""
    if "\n" not in text:
        return _text(x, y, text, classes)
    spans = (f'<tspan x="{x:g}" dy="{SMALL_LINE if number else 0}">{escape(line)}</tspan>' for number, line in enumerate(text.split("\n")))
    return f'<text class="{classes}" x="{x:g}" y="{y + BASELINE:g}">{"".join(spans)}</text>'


def _classes(kind: str, fill: str) -> str:
    tint = colour(fill)
    return f"{kind} {_class_name(tint)}" if tint else kind


def _inked(kind: str, fill: str) -> str:
    """The classes of a text that stands on a colour."""
    tint = colour(fill)
    return f"{kind} on-{_class_name(tint)}" if tint else kind


def _network(network: Network) -> _Drawn:
    across = _scale([town.x for town in network.towns], 120)
    down = _scale([town.y for town in network.towns], 70)
    points = [(TOWN_RADIUS + across(town.x), TOWN_RADIUS + down(town.y)) for town in network.towns]
    lines = [_link(points[one], points[other]) for one, other in network.links]
    towns = [_town(x, y, town.text) for (x, y), town in zip(points, network.towns, strict=True)]
    width = max((x + TOWN_RADIUS + 6 + _text_width(town.text) for (x, _), town in zip(points, network.towns, strict=True)), default=0)
    height = max((y for _, y in points), default=0) + TOWN_RADIUS + 10
    return _Drawn(width, height, "".join([*lines, *towns]))


def _scale(numbers: Sequence[int], step: int) -> Callable[[int], float]:
    """Spreads coordinates so that neighbouring ones lie `step` apart, whatever unit the rules use."""
    places = sorted(set(numbers))
    gaps = [after - before for before, after in pairwise(places)]
    unit = step / (sum(gaps) / len(gaps)) if gaps else 0.0
    low = places[0] if places else 0
    return lambda number: (number - low) * unit


def _link(one: tuple[float, float], other: tuple[float, float]) -> str:
    return f'<line class="link" x1="{one[0]:g}" y1="{one[1]:g}" x2="{other[0]:g}" y2="{other[1]:g}"/>'


def _town(x: float, y: float, text: str) -> str:
    return f'<circle class="town" cx="{x:g}" cy="{y:g}" r="{TOWN_RADIUS}"/>{_text(x + TOWN_RADIUS + 6, y, text, "line")}'


# -- text and style ---------------------------------------------------------------------------------------------------


def _text(x: float, y: float, text: str, classes: str) -> str:
    return f'<text class="{classes}" x="{x:g}" y="{y:g}" dy="{MIDDLE}">{escape(text)}</text>' if text else ""


def _text_width(text: str) -> float:
    return CHARACTER * display_width(text)


@dataclass(frozen=True, slots=True)
class _Room:
    """The colours of a light or a dark room."""

    paper: str
    ink: str
    field: str
    rule: str
    soft: str


DAY = _Room("#fffdf8", "#1d1d1b", "#f6f2e8", "#8d8778", "#6d685c")
NIGHT = _Room("#1e1f22", "#e8e6e1", "#2b2d31", "#6f7178", "#a9a69e")


def _style(picture: Picture) -> str:
    """Plain rules for the day and a media query for the night: programs that know less of CSS still show the day."""
    tints = _tints(picture)
    return (
        f".regelwerk{{font-family:{FONTS};font-size:15px}}"
        ".regelwerk text{white-space:pre}.regelwerk .middle,.regelwerk .cell{text-anchor:middle}"
        ".regelwerk .end{text-anchor:end}.regelwerk .edge{font-size:13px}"
        ".regelwerk .field,.regelwerk .piece{stroke-width:.7}.regelwerk .link{stroke-width:3}.regelwerk .town{stroke-width:2}"
        f"{_coloured(DAY)}{_filled(tints, lambda tint: tint.day)}"
        f"@media (prefers-color-scheme:dark){{{_coloured(NIGHT)}{_filled(tints, lambda tint: tint.night)}}}"
        + "".join(f".regelwerk .on-{_class_name(tint)}{{fill:{tint.ink}}}" for tint in tints)
    )


def _coloured(room: _Room) -> str:
    return (
        f".regelwerk .paper{{fill:{room.paper}}}.regelwerk text{{fill:{room.ink}}}.regelwerk .field{{fill:{room.field};stroke:{room.rule}}}"
        f".regelwerk .piece{{stroke:{room.ink}}}"
        f".regelwerk .edge{{fill:{room.soft}}}.regelwerk .link{{stroke:{room.soft}}}.regelwerk .town{{fill:{room.field};stroke:{room.ink}}}"
    )


def _filled(tints: Iterable[Colour], shade: Callable[[Colour], str]) -> str:
    return "".join(f".regelwerk .{_class_name(tint)}{{fill:{shade(tint)}}}" for tint in tints)


def _tints(picture: Picture) -> list[Colour]:
    """The colours a picture uses, each once."""
    found = {tint.day: tint for panel in picture.panels for fill in _fills(panel) if (tint := colour(fill)) is not None}
    return [found[day] for day in sorted(found)]


def _fills(panel: Panel) -> list[str]:
    match panel:
        case Grid(cells=cells):
            return [cell.fill for cell in cells]
        case Track(tokens=tokens, places=places):
            return [*(token.fill for token in tokens), *(place.fill for place in places)]
        case Tiles(tiles=tiles):
            return [tile.fill for tile in tiles]
        case _:
            return []
